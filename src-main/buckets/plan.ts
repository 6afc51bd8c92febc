import type { BucketCommand } from '@shared/commands'
import type { ErrorCode } from '@shared/contract/errors'
import type { Actor, Priority } from '@shared/domain'
import { type BucketId, isMisc, type MessageId } from '@shared/ids'
import type { OperationDraft } from '../operations/log'
import type { NewBucket, RegisterWrite, StoredBucket } from '../store/types'
import { findBucket, findSide, isSameName } from './references'

/** What a command may be decided by: plain data. */
export interface PlanContext {
  actor: Extract<Actor, 'person' | 'model'>
  now: number
  buckets: readonly StoredBucket[]
  /** Ids that are free for the titles a command may have to make buckets for, by title as written. */
  freeIds: ReadonlyMap<string, BucketId>
  /** For `split`: which side each message goes to. */
  division: ReadonlyMap<MessageId, 0 | 1>
}

export type Plan =
  | { ok: true; draft: OperationDraft | null; bucketId: BucketId; sentence: string }
  | { ok: false; code: ErrorCode; message: string }

const refuse = (code: ErrorCode, message: string): Plan => ({ ok: false, code, message })

type Found = { ok: true; bucket: StoredBucket } | { ok: false; plan: Plan }

function locate(written: string, context: PlanContext): Found {
  const found = findBucket(written, context.buckets)
  if (found.kind === 'found') return { ok: true, bucket: found.bucket }
  const message =
    found.kind === 'unknown'
      ? `There is no bucket “${written}”.`
      : `“${written}” could be ${found.among.map((b) => b.id).join(' or ')}. Write the id.`
  return { ok: false, plan: refuse('not_found', message) }
}

/** A target that may still have to be made. Ids keep their suffix from the system, never from the writer. */
function locateOrMake(
  written: string,
  context: PlanContext,
  found = findBucket(written, context.buckets),
): { id: BucketId; title: string; bucket: StoredBucket | null; make: NewBucket[] } | null {
  if (found.kind === 'ambiguous') return null
  if (found.kind === 'found') return { id: found.bucket.id, title: found.bucket.title, bucket: found.bucket, make: [] }
  const id = context.freeIds.get(written)
  if (!id) return null
  const title = titleFromReference(written)
  const shapedBy = context.actor === 'person' ? 'person' : 'automation'
  return {
    id,
    title,
    bucket: null,
    make: [{ id, title, description: '', status: 'active', shapedBy, at: context.now }],
  }
}

/** `dog_breeds_XXX` reads "Dog breeds" as a title; what has spaces or capitals is taken as written. */
export function titleFromReference(written: string): string {
  if (!/^[\p{Ll}\p{Lo}\p{N}\p{M}]+(_[\p{L}\p{N}\p{M}]+)+$/u.test(written)) return written.trim()
  const text = written.replace(/_(\d{3,}|x{2,})$/iu, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const PRIORITIES: readonly Priority[] = ['low', 'normal', 'high']
const higher = (a: Priority, b: Priority): Priority => (PRIORITIES.indexOf(a) >= PRIORITIES.indexOf(b) ? a : b)

const onBucket = (id: BucketId, field: RegisterWrite['field'], after: string | null): RegisterWrite => ({
  entity: 'bucket',
  entityId: id,
  field,
  after,
})

/** Automation's hands are tied where a person pinned, named, made, split or merged (07-settled). */
const guarded = (bucket: StoredBucket, context: PlanContext): boolean =>
  context.actor === 'model' && (bucket.pinned || bucket.shapedBy === 'person')

/**
 * An archived bucket is active again as soon as something is filed into it (01-domain, Lifecycle); what comes out of an
 * archive leaves it asleep.
 */
export const wakes = (target: StoredBucket | null, from: readonly Pick<StoredBucket, 'status'>[]): RegisterWrite[] =>
  target?.ownStatus === 'archived' && !isMisc(target.id) && from.some((b) => b.status !== 'archived')
    ? [onBucket(target.id, 'own_status', 'active')]
    : []

const holdsOneOffs = (title: string): Plan =>
  refuse('conflict', `“${title}” holds filed-away one-offs; nothing else goes into it.`)

/** Registers of a merge into one bucket: the destination keeps id and title, is pinned if any was, takes the highest priority. */
export function mergeWrites(
  sources: readonly StoredBucket[],
  target: { id: BucketId; bucket: StoredBucket | null },
  at: number,
): RegisterWrite[] {
  const writes = sources.map((source) => onBucket(source.id, 'own_merged_into', target.id))
  const wasPinned = target.bucket?.pinned ?? false
  if (!wasPinned && sources.some((s) => s.pinned))
    writes.push(onBucket(target.id, 'pinned_at', new Date(at).toISOString()))
  const before = target.bucket?.priority ?? 'normal'
  const priority = sources.map((s) => s.priority).reduce(higher, before)
  if (priority !== before) writes.push(onBucket(target.id, 'priority', priority))
  return writes
}

/**
 * Decides what a bucket command does, from any of its three callers. Pure. A command that cannot be done comes back as a
 * refusal with a sentence; `show` and commands whose outcome holds already have no draft.
 */
export function planCommand(command: BucketCommand, context: PlanContext): Plan {
  switch (command.kind) {
    case 'mv':
      return planMerge([command.source], command.target, 'mv', context, false)
    case 'merge':
      return planMerge(command.sources, command.target, 'merge', context, true)
    case 'split':
      return planSplit(command, context)
    case 'show':
      return withBucket(command.bucket, context, (bucket) =>
        holds(bucket, `${bucket.title}: ${said(bucket.messages)}.`),
      )
    case 'rename':
      return withBucket(command.bucket, context, (bucket) => {
        if (guarded(bucket, context))
          return refuse('conflict', `“${bucket.title}” was named by a person and keeps its name.`)
        if (bucket.title === command.title && (context.actor === 'model' || bucket.shapedBy === 'person'))
          return holds(bucket, `That is what “${bucket.title}” is called already.`)
        const writes = [onBucket(bucket.id, 'title', command.title)]
        if (context.actor === 'person') writes.push(onBucket(bucket.id, 'shaped_by', 'person'))
        return draft('rename', bucket, `Renamed “${bucket.title}” to “${command.title}”.`, writes, context)
      })
    case 'pin':
    case 'unpin':
      return withBucket(command.bucket, context, (bucket) => {
        const pinning = command.kind === 'pin'
        if (bucket.pinned === pinning)
          return holds(bucket, `“${bucket.title}” is ${pinning ? 'pinned' : 'not pinned'} already.`)
        const writes = [onBucket(bucket.id, 'pinned_at', pinning ? new Date(context.now).toISOString() : null)]
        if (pinning && bucket.ownStatus === 'archived' && !isMisc(bucket.id))
          writes.push(onBucket(bucket.id, 'own_status', 'active'))
        return draft(command.kind, bucket, `${pinning ? 'Pinned' : 'Unpinned'} “${bucket.title}”.`, writes, context)
      })
    case 'archive':
    case 'unarchive':
      return withBucket(command.bucket, context, (bucket) => {
        const archiving = command.kind === 'archive'
        if (archiving && guarded(bucket, context) && bucket.pinned)
          return refuse('conflict', `“${bucket.title}” is pinned and stays.`)
        if ((bucket.status === 'archived') === archiving)
          return holds(bucket, `“${bucket.title}” is ${archiving ? 'archived' : 'active'} already.`)
        if (isMisc(bucket.id))
          return refuse('conflict', `“${bucket.title}” holds filed-away one-offs and stays archived.`)
        const sentence = archiving ? `Archived “${bucket.title}”.` : `Took “${bucket.title}” out of the archive.`
        return draft(
          command.kind,
          bucket,
          sentence,
          [onBucket(bucket.id, 'own_status', archiving ? 'archived' : 'active')],
          context,
        )
      })
  }
}

/** There is nothing to do. */
const holds = (bucket: StoredBucket, sentence: string): Plan => ({
  ok: true,
  draft: null,
  bucketId: bucket.id,
  sentence,
})

const said = (messages: number): string => `${messages} ${messages === 1 ? 'message' : 'messages'}`

function withBucket(written: string, context: PlanContext, then: (bucket: StoredBucket) => Plan): Plan {
  const found = locate(written, context)
  return found.ok ? then(found.bucket) : found.plan
}

function draft(
  kind: OperationDraft['kind'],
  bucket: StoredBucket,
  sentence: string,
  writes: RegisterWrite[],
  context: PlanContext,
): Plan {
  return {
    ok: true,
    bucketId: bucket.id,
    sentence,
    draft: { kind, actor: context.actor, sentence, buckets: [bucket.id], creates: [], writes },
  }
}

function planMerge(
  written: readonly string[],
  into: string,
  kind: 'mv' | 'merge',
  context: PlanContext,
  mayMake: boolean,
): Plan {
  const sources: StoredBucket[] = []
  for (const reference of written) {
    const found = locate(reference, context)
    if (!found.ok) return found.plan
    if (!sources.includes(found.bucket)) sources.push(found.bucket)
  }
  const target = mayMake ? locateOrMake(into, context) : located(locate(into, context))
  if (!target) {
    const found = locate(into, context)
    return found.ok ? refuse('conflict', `“${into}” cannot be made into a bucket.`) : found.plan
  }
  if (kind === 'merge' && sources.length < 2) return refuse('conflict', 'A bucket cannot be merged with itself.')
  const moving = sources.filter((s) => s.id !== target.id)
  if (moving.length === 0) return refuse('conflict', 'A bucket cannot be moved into itself.')
  const held = moving.find((s) => guarded(s, context))
  if (held) return refuse('conflict', `“${held.title}” was pinned or shaped by a person and stays.`)
  if (isMisc(target.id)) return holdsOneOffs(target.title)
  const filedAway = context.actor === 'model' ? moving.find((s) => isMisc(s.id)) : undefined
  if (filedAway) return refuse('conflict', `“${filedAway.title}” holds filed-away one-offs and stays.`)
  const writes = [...mergeWrites(moving, target, context.now), ...wakes(target.bucket, moving)]
  if (context.actor === 'person' && target.bucket && target.bucket.shapedBy !== 'person')
    writes.push(onBucket(target.id, 'shaped_by', 'person'))
  const count = moving.reduce((sum, s) => sum + s.messages, 0)
  const names = moving.map((s) => `“${s.title}”`).join(' and ')
  const sentence = `Merged ${names} into “${target.title}” (${said(count)}).`
  return {
    ok: true,
    bucketId: target.id,
    sentence,
    draft: {
      kind,
      actor: context.actor,
      sentence,
      buckets: [...moving.map((s) => s.id), target.id],
      creates: target.make,
      writes,
    },
  }
}

const located = (found: Found) =>
  found.ok ? { id: found.bucket.id, title: found.bucket.title, bucket: found.bucket, make: [] } : null

function planSplit(command: Extract<BucketCommand, { kind: 'split' }>, context: PlanContext): Plan {
  const source = locate(command.source, context)
  if (!source.ok) return source.plan
  const bucket = source.bucket
  if (guarded(bucket, context))
    return refuse('conflict', `“${bucket.title}” was pinned or shaped by a person and stays whole.`)
  const sides = command.targets.map((t) => locateOrMake(t, context, findSide(t, bucket, context.buckets)))
  const [one, two] = sides
  if (!one || !two)
    return refuse('not_found', `“${command.targets[one ? 1 : 0]}” could be several buckets. Write the id.`)
  if (one.id === two.id || isSameName(one.title, two.title))
    return refuse('conflict', 'The two sides of a split must differ.')
  const daily = [one, two].find((side) => isMisc(side.id))
  if (daily) return holdsOneOffs(daily.title)
  const sideOf = (side: 0 | 1) => (side === 0 ? one : two)
  const counts: [number, number] = [0, 0]
  const writes: RegisterWrite[] = []
  for (const [message, side] of context.division) {
    counts[side]++
    writes.push({ entity: 'message', entityId: message, field: 'home_bucket_id', after: sideOf(side).id })
  }
  if (counts[0] === 0 || counts[1] === 0)
    return refuse('conflict', `“${bucket.title}” does not divide: one side would be empty.`)
  for (const side of [one, two]) if (side.id !== bucket.id) writes.push(...wakes(side.bucket, [bucket]))
  if (bucket.id !== one.id && bucket.id !== two.id) {
    writes.push(onBucket(bucket.id, 'own_merged_into', counts[0] >= counts[1] ? one.id : two.id))
  }
  if (context.actor === 'person') {
    for (const side of [one, two])
      if (side.bucket && side.bucket.shapedBy !== 'person') writes.push(onBucket(side.id, 'shaped_by', 'person'))
  }
  const sentence = `Split “${bucket.title}” into “${one.title}” (${counts[0]}) and “${two.title}” (${counts[1]}).`
  return {
    ok: true,
    bucketId: counts[0] >= counts[1] ? one.id : two.id,
    sentence,
    draft: {
      kind: 'split',
      actor: context.actor,
      sentence,
      buckets: [...new Set([bucket.id, one.id, two.id])],
      creates: [...one.make, ...two.make],
      writes,
    },
  }
}

import type { BucketCommand } from '@shared/commands'
import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, isMisc, type ShortId } from '@shared/ids'
import type { BucketTag, Tag } from '@shared/tags/tag'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { NewBucket, StoredBucket } from '../store/types'
import type { BucketDirectory } from './directory'
import type { BucketIds } from './ids'
import { titleFromReference } from './plan'
import { findBucket } from './references'
import { alsoNamed } from './related'
import type { BucketService } from './service'

export interface TagCommandPorts {
  store: Store
  clock: Clock
  directory: BucketDirectory
  ids: BucketIds
  buckets: BucketService
  /** Among how many of the newest messages a model may mark a topic boundary in hindsight: a setting. */
  markerReach(): number
  /** A model's `pin` loads the bucket into the running session; it protects nothing (07-settled, Pin). */
  load(bucket: StoredBucket): void
  /** What a model asked for and did not get: logged and skipped, the turn is not lost. */
  skipped(what: string, why: string): void
}

type CommandTag = Extract<Tag, { kind: 'command' }>
type Meaning = { id: BucketId } | { make: NewBucket }

/** The third caller of the bucket commands: what a proved model writes into its tags. */
export function createTagCommands(ports: TagCommandPorts) {
  const { store, clock, directory, ids, buckets, load, skipped } = ports

  /** What is refused is logged and skipped; a fault is not. */
  async function attempt(line: string, step: () => Promise<unknown>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof CatchmentError) || error.code === 'internal') throw error
      skipped(line, error.message)
    }
  }

  async function pin({ line }: CommandTag, command: Extract<BucketCommand, { kind: 'pin' }>): Promise<boolean> {
    const found = findBucket(command.bucket, directory.all())
    if (found.kind !== 'found') {
      skipped(line, `There is no bucket “${command.bucket}”.`)
      return false
    }
    const { id } = found.bucket
    // Filed-away one-offs are only looked at: nothing counts for them (07-settled).
    if (!isMisc(id)) {
      const at = clock.now()
      const sessionStart = Date.parse((await store.sessions.current())?.startedAt ?? new Date(at).toISOString())
      directory.absorb({ buckets: await store.buckets.loadedByModel({ id, at, sessionStart }), removed: [] })
    }
    load(directory.resolve(id) ?? found.bucket)
    return true
  }

  async function meantBy(
    tag: BucketTag,
    nameOf: () => Promise<{ title: string; description: string }>,
  ): Promise<Meaning | null> {
    const found = findBucket(tag.id, directory.all())
    if (found.kind === 'found' && isMisc(found.bucket.id)) return null
    const isOneOff = /^ephemeral(_|$)/i.test(tag.id.trim())
    const exists = directory.all().some((b) => b.id === tag.id.trim().toLowerCase())
    // `ephemeral_XXX` is always a one-off of its own, never the one before it.
    if (!isOneOff || exists) {
      if (found.kind === 'found') return { id: found.bucket.id }
      if (found.kind === 'ambiguous') {
        const [newest] = [...found.among].sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1))
        return newest ? { id: newest.id } : null
      }
    }
    const { title, description } = await nameOf()
    const named = isOneOff ? title : titleFromReference(tag.id)
    if (!/[\p{L}\p{N}]/u.test(named)) return null
    return {
      make: {
        id: await ids.next(isOneOff ? 'ephemeral' : named),
        title: named,
        description,
        status: isOneOff ? 'ephemeral' : 'active',
        shapedBy: 'automation',
        at: clock.now(),
      },
    }
  }

  return {
    /**
     * Which bucket the tags of a reply mean: of several valid ones the last. An id that exists is meant even with
     * `new_bucket="true"`; a name nobody knows becomes a new bucket, with a suffix from the system (01-domain, Identifiers).
     * Filed-away one-offs are never meant. Null if no tag says anything usable. `related` are the
     * other buckets it names.
     * @param nameOf a title and a description made from what was said
     */
    async meant(
      tags: readonly BucketTag[],
      nameOf: () => Promise<{ title: string; description: string }>,
    ): Promise<(Meaning & { related: BucketId[] }) | null> {
      for (const tag of tags.toReversed()) {
        const meaning = await meantBy(tag, nameOf)
        if (!meaning) continue
        const kept = 'id' in meaning ? meaning.id : null
        return { ...meaning, related: alsoNamed(tags, directory.all(), kept) }
      }
      return null
    },

    /** Loads what the reply pinned into the session; true if there was something: the turn is then answered once more. */
    async loadPinned(tags: readonly Tag[]): Promise<boolean> {
      let any = false
      const seen = new Set<string>()
      for (const tag of tags) {
        if (tag.kind !== 'command' || !tag.parsed.ok || tag.parsed.command.kind !== 'pin' || seen.has(tag.line))
          continue
        seen.add(tag.line)
        any = (await pin(tag, tag.parsed.command)) || any
      }
      return any
    },

    /** Carries out the other commands and boundary markers, one after another. */
    async execute(tags: readonly Tag[]): Promise<void> {
      const boundaries: ShortId[] = []
      for (const tag of tags) {
        if (tag.kind === 'boundary') boundaries.push(tag.shortId)
        else if (tag.kind === 'unknown') skipped(`mira:${tag.name}`, 'There is no such tag.')
        else if (tag.kind === 'command') {
          const { parsed } = tag
          if (!parsed.ok) skipped(tag.line, parsed.message)
          else if (parsed.command.kind !== 'pin')
            await attempt(tag.line, () => buckets.command(parsed.command, 'model'))
        }
      }
      if (boundaries.length === 0) return
      const reach = ports.markerReach()
      const marked = await store.messages.markBoundaries(boundaries, reach)
      if (marked.length < new Set(boundaries).size)
        skipped('topic_boundary_marker', `Unknown, or older than the newest ${reach} messages.`)
    },
  }
}

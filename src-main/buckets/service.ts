import { type BucketCommand, parseBucketCommand } from '@shared/commands'
import type { BucketDetails, CommandAnswer, CommandPreview, SplitProposal } from '@shared/contract/buckets'
import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, isMisc, type MessageId } from '@shared/ids'
import { type Divisible, divide, type Side } from '../filing/division'
import type { OperationDraft, OperationLog } from '../operations/log'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { NewBucket, RegisterWrite, StoredBucket, StoredMessage } from '../store/types'
import { toMessageView } from '../store/views'
import { type BucketDirectory, titled, toView } from './directory'
import type { BucketIds } from './ids'
import { type Plan, type PlanContext, planCommand, wakes } from './plan'
import { findBucket, findSide, isSameName } from './references'

export interface BucketPorts {
  store: Store
  clock: Clock
  directory: BucketDirectory
  ids: BucketIds
  /** A bucket's messages as they can be divided, in order. */
  divisible(bucket: BucketId): Promise<Divisible[]>
  /** How a bucket falls into two by itself. */
  byItself(bucket: BucketId): Promise<Map<MessageId, 0 | 1>>
  /** What one side is about: what the bucket holds, or what a name says. Null if nothing can be known of it now. */
  sideOf(named: StoredBucket | string): Promise<Side | null>
  /** Titles for these messages as a bucket of their own, best first; never empty. */
  titlesOfPart(bucket: BucketId, messages: readonly MessageId[]): Promise<string[]>
  /** Logs and applies what a command planned; everything in memory follows. */
  operations: Pick<OperationLog, 'apply' | 'applyPlanned'>
  /** A person pinned it: the model is shown it at once (07-settled, Pin). */
  pinned(bucket: StoredBucket): void
}

type PlannedCommand = Extract<Plan, { ok: true }>

const SAMPLES = 3
const MOST_RELATED = 5

/** The bucket commands: one implementation, called by tags, slash commands, the window and the command line. */
export class BucketService {
  constructor(private readonly ports: BucketPorts) {}

  /** @throws CatchmentError `not_found`, `conflict` or `bad_request`, with a sentence for a person. */
  async command(command: BucketCommand, actor: 'person' | 'model' = 'person'): Promise<CommandAnswer> {
    const plan = async (): Promise<PlannedCommand> => {
      const made = planCommand(command, await this.context(command, actor, (title) => this.ports.ids.next(title)))
      if (!made.ok) throw new CatchmentError(made.code, made.message)
      return made
    }
    const { planned, result } = await this.ports.operations.applyPlanned(plan)
    const { sentence, bucketId } = planned
    if (command.kind === 'show' && actor === 'person') await this.opened(bucketId)
    if (result && command.kind === 'pin') await this.showPinned(bucketId)
    return { operationId: result?.operationId ?? null, sentence, bucketId }
  }

  /** A slash command as typed, or what a model wrote into a tag. */
  async line(line: string, actor: 'person' | 'model' = 'person'): Promise<CommandAnswer> {
    const parsed = parseBucketCommand(line)
    if (!parsed.ok) throw new CatchmentError('bad_request', parsed.message)
    return this.command(parsed.command, actor)
  }

  /** What a command would do, with samples of both sides; a refusal comes back as one. */
  async preview(command: BucketCommand): Promise<CommandPreview> {
    const context = await this.context(command, 'person', (title) => this.ports.ids.free(title))
    const plan: Plan = planCommand(command, context)
    if (!plan.ok) return { sentence: plan.message, messagesMoved: 0, sides: [], division: [], refused: plan.message }
    const ids = plan.draft?.buckets ?? [plan.bucketId]
    const sides = await Promise.all(ids.map((id) => this.side(id, plan.draft?.creates ?? [])))
    const merging = new Set(plan.draft?.writes.filter((w) => w.field === 'own_merged_into').map((w) => w.entityId))
    const moved =
      command.kind === 'split'
        ? (plan.draft?.writes.filter((w) => w.entity === 'message' && w.after !== ids[0]).length ?? 0)
        : ids.reduce((n, id) => n + (merging.has(id) ? (this.ports.directory.resolve(id)?.messages ?? 0) : 0), 0)
    return {
      sentence: plan.sentence,
      messagesMoved: moved,
      sides,
      division: await this.shownDivision(context.division),
      refused: null,
    }
  }

  /**
   * How a bucket would divide by itself, with a title for each part: what a person is shown before they name anything.
   * @throws CatchmentError `not_found`, `conflict` with a sentence
   */
  async proposeSplit(source: string): Promise<SplitProposal> {
    const found = findBucket(source, this.ports.directory.all())
    if (found.kind !== 'found') throw new CatchmentError('not_found', `There is no bucket “${source}”.`)
    const { bucket } = found
    const division = await this.ports.byItself(bucket.id)
    const refused = [0, 1].some((side) => ![...division.values()].includes(side === 0 ? 0 : 1))
      ? `“${bucket.title}” does not divide: one side would be empty.`
      : null
    return {
      bucketId: bucket.id,
      titles: refused === null ? await this.titlesOfParts(bucket.id, division) : [bucket.title, ''],
      division: await this.shownDivision(division),
      refused,
    }
  }

  /** Titles for the two parts of a bucket: @see titlesOf */
  async titlesOfParts(id: BucketId, sides: ReadonlyMap<MessageId, 0 | 1>): Promise<[string, string]> {
    const bucket = this.ports.directory.resolve(id)
    if (!bucket) throw new CatchmentError('not_found', `There is no bucket “${id}”.`)
    return this.titlesOf(
      bucket,
      ([0, 1] as const).map((side) => [...sides].flatMap(([message, at]) => (at === side ? [message] : []))),
    )
  }

  /** Two titles that differ, and that no other living bucket bears: a part must not run into a bucket of the same name. */
  private async titlesOf(bucket: StoredBucket, parts: readonly MessageId[][]): Promise<[string, string]> {
    const taken: string[] = []
    for (const ids of parts) {
      const titles = await this.ports.titlesOfPart(bucket.id, ids)
      const isTaken = (t: string) =>
        taken.some((other) => isSameName(other, t)) || this.ports.directory.titled(t, bucket.id) !== null
      const free = titles.find((title) => !isTaken(title))
      taken.push(free ?? lowestFree(`${bucket.title}: ${titles[0] ?? ''}`, isTaken))
    }
    return [taken[0] ?? bucket.title, taken[1] ?? '']
  }

  /** A person's own move of a message: outranks everything, for ever (07-settled). */
  moveMessage(message: MessageId, target: { bucketId: BucketId } | { newTitle: string }): Promise<CommandAnswer> {
    return this.moveMessages([message], target, false)
  }

  /**
   * The same of several, as one act.
   * @param wholeTurns each goes with what it answers, or with what answers it
   */
  async moveMessages(
    ids: readonly MessageId[],
    target: { bucketId: BucketId } | { newTitle: string },
    wholeTurns: boolean,
  ): Promise<CommandAnswer> {
    const { planned, result } = await this.ports.operations.applyPlanned(() => this.planMove(ids, target, wholeTurns))
    return { operationId: result?.operationId ?? null, sentence: planned.sentence, bucketId: planned.bucketId }
  }

  private async planMove(
    ids: readonly MessageId[],
    target: { bucketId: BucketId } | { newTitle: string },
    wholeTurns: boolean,
  ): Promise<PlannedCommand> {
    const named = (await this.ports.store.messages.byIds(ids)).filter(
      (m) => m.role === 'user' || m.role === 'assistant',
    )
    const [found] = named
    if (!found) throw new CatchmentError('not_found', 'There is no such message.')
    const all = wholeTurns ? await this.withTheirTurns(named) : named
    const { bucket, made } = await this.destination(target)
    const { id, title } = bucket ?? made
    const moving = all.filter((m) => m.bucketId !== id || m.filedBy !== 'person')
    if (moving.length === 0) return { ok: true, draft: null, sentence: `It lies in “${title}” already.`, bucketId: id }
    const others = all.length - 1
    const sentence =
      others === 0
        ? `You moved “${excerpt(found.text)}” to “${title}”.`
        : `You moved “${excerpt(found.text)}” and ${others} more to “${title}”.`
    const draft: OperationDraft = {
      kind: 'move_message',
      actor: 'person',
      sentence,
      buckets: [...new Set([...moving.flatMap((m) => m.bucketId ?? []), id])],
      creates: made ? [made] : [],
      writes: [
        ...moving.flatMap((m): RegisterWrite[] => [
          { entity: 'message', entityId: m.id, field: 'home_bucket_id', after: id },
          { entity: 'message', entityId: m.id, field: 'filed_by', after: 'person' },
        ]),
        ...wakes(bucket, [{ status: 'active' }]),
      ],
    }
    return { ok: true, draft, sentence, bucketId: id }
  }

  /** A turn is what a person said and what answers it, up to what they said next. Messages in no segment stand alone. */
  private async withTheirTurns(messages: readonly StoredMessage[]): Promise<StoredMessage[]> {
    const turns = new Map(messages.map((m) => [m.id, m]))
    for (const segment of new Set(messages.flatMap((m) => m.segmentId ?? []))) {
      let turn: StoredMessage[] = []
      const take = (): void => {
        if (turn.some((m) => turns.has(m.id))) for (const m of turn) turns.set(m.id, m)
      }
      for (const message of await this.ports.store.messages.ofSegment(segment)) {
        if (message.role === 'user') {
          take()
          turn = []
        }
        turn.push(message)
      }
      take()
    }
    return [...turns.values()].sort((a, b) => a.seq - b.seq)
  }

  /** Where a message goes: a bucket that is there, also by its title, or one to be made. */
  private async destination(
    target: { bucketId: BucketId } | { newTitle: string },
  ): Promise<{ bucket: StoredBucket; made: null } | { bucket: null; made: NewBucket }> {
    const { clock, directory, ids } = this.ports
    if ('bucketId' in target) return { bucket: directory.writable(target.bucketId), made: null }
    const title = target.newTitle
    const known = findBucket(title, directory.all())
    if (known.kind === 'found') return { bucket: directory.writable(known.bucket.id), made: null }
    const id = await ids.next(title)
    const made: NewBucket = { id, title, description: '', status: 'active', shapedBy: 'person', at: clock.now() }
    return { bucket: null, made }
  }

  async show(id: BucketId): Promise<BucketDetails> {
    const { store, directory } = this.ports
    const bucket = directory.resolve(id)
    if (!bucket) throw new CatchmentError('not_found', `There is no bucket “${id}”.`)
    await this.opened(bucket.id)
    return {
      bucket: toView(directory.resolve(bucket.id) ?? bucket),
      formerIds: await store.buckets.formerIds(bucket.id),
      related: titled(directory, await store.buckets.relatedOf(bucket.id, MOST_RELATED)),
      newest: (await store.messages.ofBucket(bucket.id, { limit: 5, newest: true })).map(toMessageView),
      returns: bucket.returns,
      returnsPerWeek: bucket.returnFrequency,
    }
  }

  /** A person opened a bucket: that counts as activity, and wakes it if it was archived (not `misc_…`: 07-settled). */
  private async opened(id: BucketId): Promise<void> {
    const bucket = this.ports.directory.resolve(id)
    if (!bucket || isMisc(bucket.id)) return
    if (bucket.status === 'archived') {
      await this.ports.operations.apply({
        kind: 'reactivate',
        actor: 'person',
        sentence: `“${bucket.title}” is active again: you opened it.`,
        buckets: [bucket.id],
        creates: [],
        writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_status', after: 'active' }],
      })
    }
    await this.touch(bucket.id)
  }

  private async touch(id: BucketId): Promise<void> {
    const { store, clock, directory } = this.ports
    directory.absorb({ buckets: await store.buckets.touch(id, clock.now()), removed: [] })
  }

  private async showPinned(id: BucketId): Promise<void> {
    await this.touch(id)
    const bucket = this.ports.directory.resolve(id)
    if (bucket) this.ports.pinned(bucket)
  }

  private async context(
    command: BucketCommand,
    actor: 'person' | 'model',
    idFor: (title: string) => Promise<BucketId>,
  ): Promise<PlanContext> {
    const { clock, directory } = this.ports
    const buckets = directory.all()
    const made = command.kind === 'merge' ? [command.target] : command.kind === 'split' ? command.targets : []
    const freeIds = new Map<string, BucketId>()
    const divided = command.kind === 'split' ? findBucket(command.source, buckets) : null
    for (const written of made) {
      const known =
        divided?.kind === 'found' ? findSide(written, divided.bucket, buckets) : findBucket(written, buckets)
      if (known.kind === 'unknown') freeIds.set(written, await idFor(written))
    }
    const division = command.kind === 'split' ? await this.division(command, actor) : new Map<MessageId, 0 | 1>()
    return { actor, now: clock.now(), buckets, freeIds, division }
  }

  private async division(
    command: Extract<BucketCommand, { kind: 'split' }>,
    actor: 'person' | 'model',
  ): Promise<Map<MessageId, 0 | 1>> {
    const buckets = this.ports.directory.all()
    const source = findBucket(command.source, buckets)
    if (source.kind !== 'found') return new Map()
    const all = await this.ports.divisible(source.bucket.id)
    const messages = actor === 'person' ? all : await this.withoutHandMoved(all)
    const [one, two] = await Promise.all(
      command.targets.map((target) => {
        const side = findSide(target, source.bucket, buckets)
        // What a bucket holds before it is divided says nothing about what will be left in it.
        if (side.kind === 'found' && side.bucket.id === source.bucket.id) return null
        return this.ports.sideOf(side.kind === 'found' ? side.bucket : target)
      }),
    )
    const division = divide(messages, [one ?? null, two ?? null])
    for (const { id } of messages) {
      const corrected = command.division?.[id]
      if (corrected !== undefined) division.set(id, corrected)
    }
    return division
  }

  /** A message that a person moved is locked for good: a model's split leaves it where it is (07-settled). */
  private async withoutHandMoved(messages: readonly Divisible[]): Promise<Divisible[]> {
    const stored = await this.ports.store.messages.byIds(messages.map((m) => m.id))
    const locked = new Set(stored.filter((m) => m.filedBy === 'person').map((m) => m.id))
    return messages.filter((m) => !locked.has(m.id))
  }

  private async shownDivision(division: ReadonlyMap<MessageId, 0 | 1>): Promise<CommandPreview['division']> {
    if (division.size === 0) return []
    const messages = await this.ports.store.messages.byIds([...division.keys()])
    return messages.map((m) => ({
      messageId: m.id,
      role: m.role === 'assistant' ? 'assistant' : 'user',
      text: excerpt(m.text, 200),
      side: division.get(m.id) ?? 0,
    }))
  }

  private async side(id: BucketId, made: readonly NewBucket[]): Promise<CommandPreview['sides'][number]> {
    const bucket = this.ports.directory.resolve(id)
    if (!bucket)
      return {
        bucketId: null,
        title: made.find((b) => b.id === id)?.title ?? id,
        messages: 0,
        lastActive: null,
        samples: [],
      }
    const newest = await this.ports.store.messages.ofBucket(bucket.id, { limit: SAMPLES * 3, newest: true })
    const samples = newest
      .filter((m) => m.role === 'user')
      .slice(-SAMPLES)
      .map((m) => excerpt(m.text, 120))
    return {
      bucketId: bucket.id,
      title: bucket.title,
      messages: bucket.messages,
      lastActive: bucket.lastActive,
      samples,
    }
  }
}

function lowestFree(title: string, isTaken: (title: string) => boolean): string {
  let free = title
  for (let n = 2; isTaken(free); n++) free = `${title} ${n}`
  return free
}

function excerpt(text: string, length = 60): string {
  const flat = text.trim().replace(/\s+/gu, ' ')
  const letters = [...new Intl.Segmenter().segment(flat.slice(0, length * 4))].map((s) => s.segment)
  return letters.length > length ? `${letters.slice(0, length).join('').trimEnd()}…` : flat
}

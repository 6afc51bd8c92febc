import type { Actor, Candidate, FiledBy } from '@shared/domain'
import { type BucketId, type MessageId, messageId, operationId, type SegmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../app/clock'
import { UNTITLED } from '../language/title'
import type { Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import type {
  Assignment,
  FilingCommit,
  FilingResult,
  MessageWithVector,
  NewBucket,
  OperationResult,
  StoredBucket,
  StoredMessage,
} from '../store/types'
import { ownBackground } from './background'
import { readTurn } from './informativeness'
import { judgeTalk, type TalkJudgement } from './judge'
import type { FilingModel } from './model'
import { addToProfile, profileFrom, withoutReadTurns } from './profile'
import { fromStored, ProfileShelf, toStored } from './profiles'
import { bucketSimilarity, type SimilarityCalibration } from './similarity'
import { WordCounts } from './statistics'
import { sharedTerms, termsOf } from './terms'
import type { BucketProfile, FilingTurn, StretchJudgement } from './types'

/** What filing needs of the rest of the product. */
export interface DeskPorts {
  store: Store
  clock: Clock
  embedder: Embedder
  /** The numbers fitted for the embedding model in use. */
  fitted(): { model: FilingModel; calibration: SimilarityCalibration }
  directory: {
    resolve(id: BucketId): StoredBucket | null
    absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void
  }
  /** A free id for a title; the system gives the suffix. */
  newBucketId(title: string): Promise<BucketId>
  /** `ignore`: words that name people who speak, not what is spoken about. */
  titleFor(texts: readonly string[], statistics: WordCounts, ignore: (word: string) => boolean): string
  describe(texts: readonly string[], statistics: WordCounts): string
}

export interface Judged {
  commit: FilingCommit
  /** Ephemeral buckets that proved to be topics. */
  promote: BucketId[]
  judgement: TalkJudgement
}

/** A bucket of at most so many messages may still get a better title by itself. */
const YOUNG = 24

/** Whole messages that live filing looks back at: the stretch under way and what came before it. */
const LIVE_LOOKBACK = 60

/**
 * Files messages: holds what is known of every bucket in memory, asks the pure judge, and turns its judgement into one
 * commit for the store. Used by turns, collapses and imports alike.
 */
export class FilingDesk {
  readonly statistics = new WordCounts()
  readonly shelf: ProfileShelf
  /** Turns know the bucket they are found in; this is the one they were filed under before merges are followed. */
  private readonly homes = new WeakMap<FilingTurn, BucketId>()
  /** Words of the names of those who speak (imports bring names along). */
  private readonly speakers = new Set<string>()

  constructor(private readonly ports: DeskPorts) {
    this.shelf = new ProfileShelf((id) => ports.directory.resolve(id), this.statistics)
  }

  async load(): Promise<void> {
    const { store, embedder } = this.ports
    const { messages } = await store.messages.overview()
    this.statistics.load(await store.filing.loadTerms(), messages)
    this.shelf.load(await store.filing.loadProfiles(embedder.modelId))
  }

  /** Calibrated probability that two buckets are the same topic; null if one of them has no vectors yet. */
  similarity(a: BucketId, b: BucketId): number | null {
    const [one, two] = [this.shelf.of(a), this.shelf.of(b)]
    return one && two ? bucketSimilarity(one, two, this.background(), this.ports.fitted().calibration) : null
  }

  /** Everything known of the buckets at one moment: what the janitor plans on. */
  topics() {
    const { calibration } = this.ports.fitted()
    const background = this.background()
    return {
      profiles: this.shelf.all(),
      modelId: this.ports.embedder.modelId,
      background,
      similarity: (a: BucketProfile, b: BucketProfile) => bucketSimilarity(a, b, background, calibration),
      sharedTerms: (a: BucketProfile, b: BucketProfile) => sharedTerms(a.terms, b.terms, this.statistics, 5),
    }
  }

  background(): Float32Array {
    return ownBackground(this.shelf.all(), this.ports.fitted().model.background)
  }

  /**
   * Judges a running segment after a turn. `fresh` are messages that are not in the store's segment yet (the reply), with
   * their vectors.
   */
  async judgeLive(segment: SegmentId | null, message: StoredMessage, fresh: readonly FilingTurn[]): Promise<Judged> {
    const { store, embedder } = this.ports
    const known = segment ? await store.segments.byId(segment) : null
    const stored = known ? await store.messages.ofSegmentWithVectors(known.id, embedder.modelId, LIVE_LOOKBACK) : []
    const freshIds = new Set(fresh.map((t) => t.id))
    const turns = [...(await this.turnsOf(stored.filter((m) => !freshIds.has(m.message.id)))), ...fresh]
    return this.judge(turns, 'live', {
      filedBy: 'classifier',
      actor: 'classifier',
      sentence: this.refileSentence(message),
    })
  }

  /** Judges a whole segment again, for good, and corrects its own earlier calls, never a person's. Answers its buckets. */
  async judgeSegment(segment: SegmentId): Promise<{ buckets: BucketId[]; result: FilingResult }> {
    const { store, embedder } = this.ports
    const stored = await store.messages.ofSegmentWithVectors(segment, embedder.modelId)
    const turns = await this.turnsOf(stored)
    const judged = await this.judge(turns, 'collapse', {
      filedBy: stored.some((s) => s.message.conv !== null) ? 'import' : 'classifier',
      actor: 'segment',
      sentence: 'Refiled when the segment closed: seen as a whole, it belongs together.',
    })
    const result = await this.store(judged)
    const buckets = await this.bucketsOf(segment)
    for (const bucket of buckets) await this.retitle(bucket)
    return { buckets, result }
  }

  /**
   * A title made from a bucket's first words is made again while the bucket is young. Logged and undoable; never where a
   * person named, pinned or shaped it, and never again once a person took such a renaming back.
   */
  private async retitle(id: BucketId): Promise<void> {
    const { store, directory, clock, titleFor } = this.ports
    const bucket = directory.resolve(id)
    if (
      !bucket ||
      bucket.status !== 'active' ||
      bucket.pinned ||
      bucket.shapedBy === 'person' ||
      bucket.messages > YOUNG
    )
      return
    const messages = await store.messages.ofBucket(bucket.id, { limit: YOUNG, newest: false })
    const title = titleFor(
      messages.filter((m) => m.role === 'user').map((m) => m.text),
      this.statistics,
      this.isSpeaker,
    )
    if (title === bucket.title || title === UNTITLED) return
    const before = await store.operations.list({ bucketId: bucket.id, actors: ['segment'], limit: 100 })
    if (before.some((o) => o.kind === 'rename' && o.undone)) return
    const result = await store.operations.apply({
      id: operationId.parse(uuidv7()),
      ts: clock.now(),
      kind: 'rename',
      actor: 'segment',
      sentence: `Renamed “${bucket.title}” to “${title}”: more was said about it.`,
      buckets: [bucket.id],
      creates: [],
      writes: [{ entity: 'bucket', entityId: bucket.id, field: 'title', after: title }],
    })
    directory.absorb(result)
    this.shelf.invalidate()
  }

  private noteSpeaker(author: string): void {
    if (author === 'user' || author === 'assistant') return
    for (const word of termsOf(author)) this.speakers.add(word)
  }

  private readonly isSpeaker = (word: string): boolean => this.speakers.has(word.toLowerCase())

  /** What a model with the `assign` ability said of single stretches; what a person moved stays. Answers the segment's buckets. */
  async correct(
    segment: SegmentId,
    corrections: readonly {
      messageIds: readonly MessageId[]
      target: { kind: 'existing'; bucketId: BucketId } | { kind: 'new'; title: string }
    }[],
  ): Promise<BucketId[]> {
    const { store, embedder, newBucketId, clock } = this.ports
    for (const { messageIds, target } of corrections) {
      const stored = await store.messages.ofSegmentWithVectors(segment, embedder.modelId)
      const turns = await this.turnsOf(stored.filter((s) => messageIds.includes(s.message.id)))
      const open = turns.filter((t) => !t.locked)
      if (open.length === 0) continue
      const bucket =
        target.kind === 'existing'
          ? { id: target.bucketId }
          : {
              make: {
                id: await newBucketId(target.title),
                title: target.title,
                description: '',
                status: 'active' as const,
                shapedBy: 'automation' as const,
                at: open[0]?.at ?? clock.now(),
              },
            }
      const judged = this.said(open, bucket, 'model')
      await this.store({
        ...judged,
        commit: {
          ...judged.commit,
          actor: 'segment',
          refileSentence: 'Refiled when the segment closed: the model read it as a whole.',
        },
      })
    }
    return this.bucketsOf(segment)
  }

  private async bucketsOf(segment: SegmentId): Promise<BucketId[]> {
    const { store, directory } = this.ports
    const messages = await store.messages.ofSegment(segment)
    return [...new Set(messages.flatMap((m) => (m.bucketId ? [directory.resolve(m.bucketId)?.id ?? m.bucketId] : [])))]
  }

  /** Commits a judgement on its own (a turn commits it together with its reply). */
  async store(judged: Judged): Promise<FilingResult> {
    const result = await this.ports.store.filing.commit(judged.commit)
    await this.absorb(judged, result)
    return result
  }

  /** After a commit: memory follows the store, and one-offs that proved to be topics become active. */
  async absorb(judged: Judged, result: FilingResult): Promise<void> {
    this.ports.directory.absorb(result)
    for (const profile of judged.commit.profiles) {
      this.shelf.put(profile.bucketId, fromStored(profile))
    }
    this.shelf.invalidate()
    for (const id of judged.promote) await this.promote(id, judged.commit.at)
  }

  /** Makes the profiles of all buckets anew from the vectors of the model in use. */
  async rebuild(): Promise<void> {
    const { store } = this.ports
    this.shelf.load([])
    const homes = (await store.buckets.list({ merged: true })).map((b) => b.id)
    for (const home of homes) await this.rebuildHomes([home])
  }

  /** Messages changed their home by an operation: the profiles concerned are made anew from the store. */
  async followOperation(result: OperationResult): Promise<void> {
    await this.rebuildHomes(result.homes)
  }

  private async rebuildHomes(homes: readonly BucketId[]): Promise<void> {
    const { store, embedder } = this.ports
    const rebuilt: BucketProfile[] = []
    for (const home of homes) {
      const turns = await this.turnsOf(await store.messages.ofHomeWithVectors(home, embedder.modelId))
      const profile = profileFrom(
        { id: home, title: '', status: 'active' },
        turns,
        this.statistics,
        this.ports.fitted().model,
      )
      this.shelf.put(home, profile)
      rebuilt.push(profile)
    }
    if (rebuilt.length > 0) await store.filing.saveProfiles(rebuilt.map((p) => toStored(p, embedder.modelId)))
    this.shelf.invalidate()
  }

  /** Stored messages as filing sees them; vectors that are missing are made now. */
  async turnsOf(stored: readonly MessageWithVector[]): Promise<FilingTurn[]> {
    const { embedder, store } = this.ports
    const missing = stored.filter((s) => s.vector === null)
    const made = new Map<MessageId, Float32Array>()
    if (missing.length > 0) {
      const vectors = await embedder.embed(
        missing.map((s) => s.message.text),
        { kind: 'passage', priority: 'normal' },
      )
      const rows = missing.flatMap((s, i) => {
        const vector = vectors[i]
        return vector ? [{ id: s.message.id, vector }] : []
      })
      for (const { id, vector } of rows) made.set(id, vector)
      await store.messages.saveVectors(embedder.modelId, rows)
    }
    for (const { message } of stored) this.noteSpeaker(message.author)
    return stored.flatMap(({ message, vector }) => {
      const own = vector ?? made.get(message.id)
      if (!own) return []
      const turn = toTurn(message, own)
      if (message.homeBucketId) this.homes.set(turn, message.homeBucketId)
      return [turn]
    })
  }

  /** A commit that files nothing: there is no embedding model to judge with. */
  nothing(): Judged {
    return {
      promote: [],
      judgement: { stretches: [], topicChanged: [] },
      commit: {
        at: this.ports.clock.now(),
        filedBy: 'classifier',
        actor: 'classifier',
        newBuckets: [],
        assignments: [],
        topicChanged: [],
        profiles: [],
        refileSentence: '',
      },
    }
  }

  /** A commit for messages whose bucket somebody said outright: a person in a bucket's thread, or a proved model's tag. */
  said(
    turns: readonly FilingTurn[],
    bucket: { id: BucketId } | { make: NewBucket },
    filedBy: 'person' | 'model',
    /** False if there are no vectors to add to the bucket's profile. */
    profiled = true,
  ): Judged {
    const id = 'id' in bucket ? bucket.id : bucket.make.id
    const first = turns[0]
    const assignments = turns.map(
      (turn): Assignment => ({
        messageId: turn.id,
        bucketId: id,
        confidence: 1,
        candidates: [],
        stretchId: first?.id ?? null,
        related: [],
      }),
    )
    return {
      promote: [],
      judgement: { stretches: [], topicChanged: [] },
      commit: {
        at: this.ports.clock.now(),
        filedBy,
        actor: filedBy,
        newBuckets: 'make' in bucket ? [bucket.make] : [],
        assignments,
        topicChanged: [],
        profiles: profiled ? this.profilesAfter(turns, assignments) : [],
        refileSentence: 'Filed where you said.',
      },
    }
  }

  private async judge(
    turns: readonly FilingTurn[],
    mode: 'live' | 'collapse',
    by: { filedBy: FiledBy; actor: Actor; sentence: string },
  ): Promise<Judged> {
    const { clock } = this.ports
    const { model } = this.ports.fitted()
    const buckets = this.shelf.all()
    const judgement = judgeTalk({ turns, buckets, statistics: this.statistics, mode, model })
    const byId = new Map(turns.map((t) => [t.id, t]))
    const newBuckets = new Map<MessageId, NewBucket>()
    const assignments: Assignment[] = []
    const promote = new Set<BucketId>()
    for (const stretch of judgement.stretches) {
      const target = await this.targetOf(stretch, judgement.stretches, byId, newBuckets)
      if (stretch.target.kind === 'existing' && stretch.target.promote) promote.add(stretch.target.bucketId)
      const open = stretch.turnIds.filter((id) => !byId.get(id)?.locked)
      if (!stretch.judged && open.every((id) => byId.get(id)?.bucketId === target)) continue
      for (const id of open) {
        assignments.push({
          messageId: id,
          bucketId: target,
          confidence: stretch.confidence,
          candidates: this.candidatesOf(stretch),
          stretchId: stretch.turnIds[0] ?? null,
          related: stretch.related.filter((r) => r !== target),
        })
      }
    }
    return {
      judgement,
      promote: [...promote],
      commit: {
        at: clock.now(),
        filedBy: by.filedBy,
        actor: by.actor,
        newBuckets: [...newBuckets.values()],
        assignments,
        topicChanged: judgement.topicChanged.filter((id) => byId.has(id)),
        profiles: this.profilesAfter(turns, assignments),
        refileSentence: by.sentence,
      },
    }
  }

  private async targetOf(
    stretch: StretchJudgement,
    all: readonly StretchJudgement[],
    byId: ReadonlyMap<MessageId, FilingTurn>,
    made: Map<MessageId, NewBucket>,
  ): Promise<BucketId> {
    const { target } = stretch
    if (target.kind === 'existing') return target.bucketId
    const known = made.get(target.key)
    if (known) return known.id
    const together = all.filter((s) => s.target.kind === 'new' && s.target.key === target.key).flatMap((s) => s.turnIds)
    const turns = together.flatMap((id) => byId.get(id) ?? [])
    const own = turns.filter((t) => t.role === 'user').map((t) => t.text)
    const texts = own.length > 0 ? own : turns.map((t) => t.text)
    const title = this.ports.titleFor(texts, this.statistics, this.isSpeaker)
    const bucket: NewBucket = {
      id: await this.ports.newBucketId(target.status === 'ephemeral' ? 'ephemeral' : title),
      title,
      description: this.ports.describe(texts, this.statistics),
      status: target.status,
      shapedBy: 'automation',
      at: turns[0]?.at ?? this.ports.clock.now(),
    }
    made.set(target.key, bucket)
    return bucket.id
  }

  private candidatesOf(stretch: StretchJudgement): Candidate[] {
    return stretch.candidates.map((c) => ({
      ...c,
      title: this.ports.directory.resolve(c.bucketId)?.title ?? c.bucketId,
    }))
  }

  /** The profiles of all homes that gain or lose turns by these assignments. */
  private profilesAfter(turns: readonly FilingTurn[], assignments: readonly Assignment[]) {
    const { embedder } = this.ports
    const { model } = this.ports.fitted()
    const changed = new Map<BucketId, BucketProfile>()
    const get = (id: BucketId) => changed.get(id) ?? this.shelf.home(id)
    const target = new Map(assignments.map((a) => [a.messageId, a.bucketId]))
    for (const turn of turns) {
      const to = target.get(turn.id)
      if (to === undefined || to === turn.bucketId) continue
      if (turn.bucketId !== null) {
        const from = this.homes.get(turn) ?? turn.bucketId
        changed.set(from, withoutReadTurns(get(from), [readTurn(turn, this.statistics, model)]))
      }
      changed.set(to, addToProfile(get(to), turn, this.statistics, model))
    }
    return [...changed.values()].map((p) => toStored(p, embedder.modelId))
  }

  /** The proper id leads on from here; the ephemeral one resolves to it for good. */
  private async promote(id: BucketId, at: number): Promise<void> {
    const { directory, store, newBucketId } = this.ports
    const bucket = directory.resolve(id)
    if (bucket?.status !== 'ephemeral') return
    const { title, description } = bucket
    const kept: NewBucket = {
      id: await newBucketId(title),
      title,
      description,
      status: 'active',
      shapedBy: 'automation',
      at,
    }
    const result = await store.operations.apply({
      id: operationId.parse(uuidv7()),
      ts: at,
      kind: 'promote',
      actor: 'classifier',
      sentence: `Kept “${title}” as a bucket: it came up again.`,
      buckets: [bucket.id, kept.id],
      creates: [kept],
      writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_merged_into', after: kept.id }],
    })
    directory.absorb(result)
    this.shelf.invalidate()
  }

  private refileSentence(message: StoredMessage): string {
    const start = message.text.trim().replace(/\s+/gu, ' ')
    return `Refiled the talk around “${[...start].slice(0, 60).join('')}”: it turned out to belong elsewhere.`
  }
}

export function toTurn(message: StoredMessage, vector: Float32Array): FilingTurn {
  return {
    id: messageId.parse(message.id),
    role: message.role === 'assistant' ? 'assistant' : 'user',
    text: message.text,
    at: new Date(message.ts).getTime(),
    vector,
    bucketId: message.bucketId,
    stretchId: message.stretchId,
    locked: message.filedBy === 'person' || message.filedBy === 'model',
  }
}

import type { Actor, Candidate, FiledBy } from '@shared/domain'
import { type BucketId, isMisc, type MessageId, type SegmentId } from '@shared/ids'
import { Mutex } from 'async-mutex'
import { v7 as uuidv7 } from 'uuid'
import type { TitleMeaning } from '../language/title-meaning'
import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import { inSlices, nextTick } from '../runtime/slices'
import type {
  Assignment,
  FilingCommit,
  FilingResult,
  MessageWithVector,
  NewBucket,
  OperationResult,
  ReadProfile,
  StoredBucket,
  StoredMessage,
} from '../store/types'
import { tellingWords } from './about'
import { judgedFrom, ownBackground } from './background'
import { BucketNaming, type NamingPorts } from './bucket-naming'
import { type BetterTitle, BucketTitles } from './bucket-titles'
import { Dividing } from './dividing'
import type { Side } from './division'
import { ImportedTalks } from './imported-talk'
import { similarityAmong } from './joint'
import { type Conversation, judgeTalk, type TalkJudgement } from './judge'
import type { FilingModel } from './model'
import { OneOffs } from './one-offs'
import { ProfileKeeper } from './profile-keeping'
import { fromRead, fromStored, ProfileShelf } from './profiles'
import { type LookAgain, lookAgain, type SeenElsewhere } from './second-look'
import { bucketSimilarity, type SimilarityCalibration } from './similarity'
import { WordCounts } from './statistics'
import { wordsOf } from './stretches'
import { sharedTerms, termsOf } from './terms'
import { TurnReader } from './turn-reader'
import type { BucketProfile, FilingTurn, StretchJudgement } from './types'
import { UnnamedImports } from './unnamed-imports'
import { centredMean, minus } from './vectors'

/** What filing needs of the rest of the product. */
export interface DeskPorts extends NamingPorts {
  embedder: Embedder
  /** The numbers fitted for the embedding model in use. */
  fitted(): { model: FilingModel; calibration: SimilarityCalibration }
}

/** Where a model wants these messages to lie. */
export interface Correction {
  messageIds: readonly MessageId[]
  target: { kind: 'existing'; bucketId: BucketId } | { kind: 'new'; title: string; status: 'active' | 'ephemeral' }
}

export interface Judged {
  commit: FilingCommit
  /** Ephemeral buckets that proved to be topics. */
  promote: { bucket: BucketId; because: FilingTurn[] }[]
  /** Filed-away one-offs that were taken up again: the home of each and the bucket it goes along into. */
  resume: { home: BucketId; into: BucketId }[]
  judgement: TalkJudgement
}

/** Whole messages that live filing looks back at: the stretch under way and what came before it. */
const LIVE_LOOKBACK = 60
/** The talk under way as it was read while an answer to `question` was being written. */
interface Ahead {
  segment: SegmentId
  question: MessageId
  /** Of the shelf, and the embedding model: under others it does not hold. */
  version: number
  modelId: string
  stored: MessageWithVector[]
}

const byTime = (a: FilingTurn, b: FilingTurn): number => a.at - b.at
/** Profiles that are read in one go at a start. */
const PROFILES_READ = 200

function* readingProfiles(read: readonly ReadProfile[]): Generator<void, BucketProfile[]> {
  const profiles: BucketProfile[] = []
  for (const each of read) {
    profiles.push(fromRead(each))
    yield
  }
  return profiles
}

/**
 * Files messages: holds what is known of every bucket in memory, asks the pure judge, and turns its judgement into one
 * commit for the store. Used by turns, collapses and imports alike.
 */
export class FilingDesk {
  readonly statistics = new WordCounts()
  readonly shelf: ProfileShelf
  readonly reader: TurnReader
  /** Judging, storing and following must not interleave: whatever files or moves messages holds this lock. */
  readonly lock = new Mutex()
  /** Buckets as they can be divided. */
  readonly dividing: Dividing
  /** Buckets that an import under way has made: nobody has seen their titles yet. */
  private readonly unnamed: UnnamedImports
  /** What the acts of an import under way are told together by. */
  private importing: string | null = null
  private readonly naming: BucketNaming
  private readonly titles: BucketTitles
  /** What `background` answers until a bucket changes. */
  private common: { version: number; model: FilingModel; vector: Float32Array } | null = null
  private readonly imported: ImportedTalks
  private readonly keeper: ProfileKeeper
  private readonly oneOffs: OneOffs
  private ahead: Ahead | null = null

  constructor(private readonly ports: DeskPorts) {
    this.unnamed = new UnnamedImports(ports)
    this.shelf = new ProfileShelf((id) => ports.directory.resolve(id), this.statistics)
    this.statistics.spread((word) => this.shelf.isCommon(word))
    this.reader = new TurnReader({ ...ports, keep: (turns) => this.keeper.takeIn(turns) })
    this.dividing = new Dividing({
      ...ports,
      statistics: this.statistics,
      reader: this.reader,
      profiles: () => this.shelf.all(),
    })
    this.imported = new ImportedTalks(ports, this.reader)
    this.titles = new BucketTitles({
      ...ports,
      statistics: this.statistics,
      profiles: () => this.shelf.all(),
      background: () => this.background(),
      isSpeaker: this.reader.isSpeaker,
      isCommon: (word) => this.statistics.isCommon(word.toLowerCase()),
    })
    this.naming = new BucketNaming(ports, this.statistics, this.reader, this.titles)
    this.keeper = new ProfileKeeper(ports, this.shelf, this.statistics, this.reader)
    this.oneOffs = new OneOffs({ ...ports, homes: () => this.shelf.byHome() })
  }

  async load(): Promise<void> {
    const { store, embedder } = this.ports
    const { messages } = await store.messages.overview()
    this.statistics.load(await store.filing.loadTerms(), messages)
    // In parts, so that neither the store nor this thread is kept from what a person asks for meanwhile.
    const profiles: BucketProfile[] = []
    for (let after: BucketId | null = null; ; ) {
      const part: ReadProfile[] = await store.filing.loadProfiles(embedder.modelId, { after, most: PROFILES_READ })
      profiles.push(...(await inSlices(readingProfiles(part), nextTick)))
      after = part.at(-1)?.bucketId ?? null
      if (part.length < PROFILES_READ) break
    }
    this.shelf.load(profiles)
    await this.unnamed.load()
  }

  /** Another program of this person stored messages: their words count here as well. */
  othersSaid(texts: readonly string[]): void {
    this.statistics.add(texts)
  }

  /** What another program stored of these homes. */
  readProfiles(homes: readonly BucketId[]): Promise<void> {
    const { store, embedder } = this.ports
    return this.lock.runExclusive(async () => {
      for (const profile of await store.filing.loadProfiles(embedder.modelId, { homes: [...new Set(homes)] }))
        this.shelf.put(profile.bucketId, fromRead(profile))
    })
  }

  /** Looks again at what lies in buckets, for the janitor; see second-look.ts. */
  lookAgain(look: LookAgain): Promise<SeenElsewhere[]> {
    const { store, embedder, fitted } = this.ports
    const { statistics, reader } = this
    return lookAgain({ store, embedder, fitted, statistics, reader, profiles: () => this.shelf.all() }, look)
  }

  /** Calibrated probability that two buckets are the same topic; null if one of them has no vectors yet. */
  similarity(a: BucketId, b: BucketId): number | null {
    const [one, two] = [this.shelf.of(a), this.shelf.of(b)]
    return one && two ? bucketSimilarity(one, two, this.background(), this.ports.fitted().calibration) : null
  }

  /** Everything known of the buckets at one moment: what the janitor plans on. */
  topics() {
    try {
      return this.known()
    } catch (error) {
      if (!isWithoutModel(error)) throw error
      // Nothing is known of likeness; what the janitor decides by time and count goes on. The name makes it judge anew later.
      const modelId = `${this.ports.embedder.modelId} without numbers`
      return { profiles: [], modelId, background: new Float32Array(384), similarity: () => 0, sharedTerms: () => [] }
    }
  }

  private known() {
    const { calibration, model } = this.ports.fitted()
    const background = this.background()
    const profiles = this.shelf.all()
    const { statistics } = this
    return {
      profiles,
      modelId: this.ports.embedder.modelId,
      background,
      similarity: similarityAmong({ profiles, background, calibration, statistics, model }),
      sharedTerms: (a: BucketProfile, b: BucketProfile) =>
        sharedTerms(a.terms, b.terms, this.statistics, 10)
          .filter((word) => !this.reader.isSpeaker(word))
          .slice(0, 5),
    }
  }

  /** What one side of a division is to be about: what a bucket holds, or what a name says. Null where neither can be known. */
  async sideOf(named: StoredBucket | string): Promise<Side | null> {
    const { embedder } = this.ports
    const title = typeof named === 'string' ? named : named.title
    const terms = new Set(tellingWords([...new Set(termsOf(title.replaceAll('_', ' ')))], this.statistics))
    const profile = typeof named === 'string' ? null : this.shelf.of(named.id)
    const background = this.background()
    if (profile && profile.messages > 0)
      return { vector: centredMean(profile.sum, profile.weight, background), terms, fixed: true }
    try {
      const [vector] = await embedder.embed([title], { kind: 'passage', priority: 'normal' })
      return vector ? { vector: minus(vector, background), terms, fixed: false } : null
    } catch (error) {
      if (isWithoutModel(error)) return null
      throw error
    }
  }

  /** What all of the person's texts have in common, among passage vectors. Float32Array of 384. */
  background(): Float32Array {
    const { model } = this.ports.fitted()
    const { version } = this.shelf
    if (this.common?.version !== version || this.common.model !== model)
      this.common = { version, model, vector: ownBackground(this.shelf.all(), model.background) }
    return this.common.vector
  }

  /**
   * Judges a running segment after a turn. `fresh` are messages that are not in the store's segment yet (the reply), with
   * their vectors.
   */
  async judgeLive(segment: SegmentId | null, message: StoredMessage, fresh: readonly FilingTurn[]): Promise<Judged> {
    const stored = segment ? (this.takeAhead(segment, message.id) ?? (await this.liveOf(segment))) : []
    const freshIds = new Set(fresh.map((t) => t.id))
    const before = await this.reader.read(stored.filter((m) => !freshIds.has(m.message.id)))
    // A turn that is asked again stands where it was said.
    const turns = [...before, ...fresh].sort(byTime)
    return this.judge(turns, 'live', {
      filedBy: 'classifier',
      actor: 'classifier',
      sentence: this.refileSentence(message),
    })
  }

  /**
   * While an answer is being written: reads what judging the talk will need that does not depend on the answer. Whatever changes what
   * lies where meanwhile counts `shelf.version` up, and the talk is read anew.
   */
  async readAhead(segment: SegmentId | null, question: FilingTurn): Promise<void> {
    const { embedder, fitted } = this.ports
    this.ahead = null
    if (segment === null) return
    const { version } = this.shelf
    const stored = await this.liveOf(segment)
    this.ahead = { segment, question: question.id, version, modelId: embedder.modelId, stored }
    const before = stored.flatMap(({ message, vector }) =>
      vector && message.id !== question.id ? [this.reader.turn(message, vector)] : [],
    )
    wordsOf([...before, question].sort(byTime), fitted().model)
    judgedFrom(this.shelf.all(), fitted().model.background)
  }

  /** What `readAhead` read of this segment, if it still holds; once. */
  private takeAhead(segment: SegmentId, question: MessageId): MessageWithVector[] | null {
    const { ahead } = this
    this.ahead = null
    const holds = ahead?.segment === segment && ahead.question === question && ahead.version === this.shelf.version
    return holds && ahead.modelId === this.ports.embedder.modelId ? ahead.stored : null
  }

  private liveOf(segment: SegmentId): Promise<MessageWithVector[]> {
    const { store, embedder } = this.ports
    return store.messages.ofSegmentWithVectors(segment, embedder.modelId, LIVE_LOOKBACK)
  }

  /** The vector of a reply that was filed with its question is there: it is stored, and the profile of `home` takes it in. Only for who holds the lock. */
  readReply(home: BucketId, reply: FilingTurn): Promise<void> {
    return this.keeper.takeIn([reply], () => home)
  }

  /**
   * Makes the vectors of a few messages that have none, and takes them into the profiles of the buckets they lie in.
   * @throws CatchmentError `model_missing`, `model_failed`, `cancelled`; what was read before stays
   */
  async readLate(messages: readonly StoredMessage[], signal: AbortSignal): Promise<void> {
    const { embedder, store } = this.ports
    for (const message of messages)
      await this.lock.runExclusive(async () => {
        // A bucket that was made anew meanwhile holds it already.
        const [waiting] = await store.messages.withoutVector(embedder.modelId, 1, message.seq - 1)
        if (waiting?.id !== message.id) return
        const [vector] = await embedder.embed([waiting.text], { kind: 'passage', priority: 'backlog', signal })
        // It may lie elsewhere by now than when it was asked for.
        if (vector) await this.keeper.takeIn([this.reader.turn(waiting, vector)])
      })
    this.shelf.invalidate()
  }

  /** Judges a whole segment again, for good, and corrects its own earlier calls, never a person's. Answers its buckets. */
  judgeSegment(segment: SegmentId): Promise<{ buckets: BucketId[]; result: FilingResult }> {
    return this.lock.runExclusive(() => this.judgeWhole(segment))
  }

  private async judgeWhole(segment: SegmentId): Promise<{ buckets: BucketId[]; result: FilingResult }> {
    const { store, embedder } = this.ports
    const whole = await store.messages.ofSegmentWithVectors(segment, embedder.modelId)
    // A lone one-off may be filed away before its segment closes: the closing does not bring it back.
    const stored = whole.filter((s) => !isMisc(s.message.bucketId ?? ''))
    const turns = await this.reader.read(stored)
    const isImported = stored.some((s) => s.message.conv !== null)
    if (isImported) this.importing ??= uuidv7()
    const passId = isImported ? this.importing : null
    const conversation = isImported ? await this.imported.of(segment, turns) : undefined
    const judged = await this.judge(
      turns,
      'collapse',
      {
        filedBy: isImported ? 'import' : 'classifier',
        actor: 'segment',
        sentence: 'Refiled when the segment closed: seen as a whole, it belongs together.',
      },
      conversation,
    )
    if (isImported) await this.unnamed.add(judged.commit.newBuckets.map(({ id }) => id))
    const result = await this.store(judged, passId)
    const buckets = await this.bucketsOf(segment)
    for (const bucket of buckets)
      if (!this.unnamed.has(bucket) && (await this.naming.retitle(bucket, passId))) this.shelf.invalidate()
    return { buckets, result }
  }

  /** An import is filed: the buckets it made get their first titles, from all that lies in them. */
  async nameImported(breathe: () => Promise<void>): Promise<void> {
    const made = this.unnamed.all()
    this.importing = null
    if (made.length === 0) return
    // Without the lock: it reads, and a turn must not wait for hundreds of titles.
    await this.naming.nameFirst(made, breathe)
    await this.unnamed.remove(made)
    this.shelf.invalidate()
  }

  /** A title that no living bucket bears and a description, for a bucket that these turns begin. */
  async nameOf(turns: readonly FilingTurn[]): Promise<{ title: string; description: string }> {
    const { titles, description } = await this.naming.nameOf(turns)
    return { title: this.naming.unique(titles, turns[0]?.at ?? this.ports.clock.now()), description }
  }

  /** Titles for messages of a bucket that are to be a bucket of their own, best first; never empty. */
  async titlesOfPart(bucket: BucketId, messages: readonly MessageId[]): Promise<string[]> {
    const titles = await this.titles.ofPart(bucket, new Set(messages))
    if (titles.length > 0) return titles
    const nothing = new Float32Array(this.ports.fitted().model.background.length)
    const stored = await this.ports.store.messages.byIds([...messages])
    return (await this.naming.nameOf(stored.map((m) => this.reader.turn(m, nothing)))).titles
  }

  /** How phrases of a talk are judged by meaning, for the title of its segment. */
  titleMeaning(segment: SegmentId): TitleMeaning {
    return this.titles.meaningOf(segment)
  }

  /** A title and a description for what lies in a bucket. */
  nameOfBucket(bucket: BucketId): Promise<{ title: string; description: string }> {
    return this.naming.nameOfBucket(bucket)
  }

  /** A clearly better title for a bucket, or null. `taken`: lower-case titles of others. */
  betterTitle(bucket: BucketId, taken: ReadonlySet<string>): Promise<BetterTitle | null> {
    return this.naming.betterTitle(bucket, taken)
  }

  /** Whether a model may give the bucket a title: see `BucketNaming.isOpenToNames`. */
  isOpenToNames(bucket: BucketId): Promise<boolean> {
    return this.naming.isOpenToNames(bucket)
  }

  /** What a model with the `assign` ability said of single stretches; what a person moved stays. Answers the segment's buckets. */
  correct(segment: SegmentId, corrections: readonly Correction[]): Promise<BucketId[]> {
    return this.lock.runExclusive(() => this.corrected(segment, corrections))
  }

  private async corrected(segment: SegmentId, corrections: readonly Correction[]): Promise<BucketId[]> {
    const { store, embedder, clock } = this.ports
    for (const { messageIds, target } of corrections) {
      const stored = await store.messages.ofSegmentWithVectors(segment, embedder.modelId)
      // What a model's tag said before it saw the whole may be corrected too; only a person's word stands for good.
      const open = await this.reader.read(
        stored.filter((s) => messageIds.includes(s.message.id) && s.message.filedBy !== 'person'),
      )
      if (open.length === 0) continue
      const bucket =
        target.kind === 'existing' ? { id: target.bucketId } : await this.meantBy(target, open[0]?.at ?? clock.now())
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

  /** A bucket that a model wants made; the living one that is called so already. */
  private async meantBy(
    { title, status }: { title: string; status: 'active' | 'ephemeral' },
    at: number,
  ): Promise<{ id: BucketId } | { make: NewBucket }> {
    const same = this.naming.sameTitle(title)
    if (same) return { id: same.id }
    const id = await this.ports.newBucketId(status === 'ephemeral' ? 'ephemeral' : title)
    return { make: { id, title, description: '', status, shapedBy: 'automation', at } }
  }

  private async bucketsOf(segment: SegmentId): Promise<BucketId[]> {
    const { store, directory } = this.ports
    const messages = await store.messages.ofSegment(segment)
    return [...new Set(messages.flatMap((m) => (m.bucketId ? [directory.resolve(m.bucketId)?.id ?? m.bucketId] : [])))]
  }

  /** Commits a judgement on its own (a turn commits it together with its reply). */
  async store(judged: Judged, passId: string | null = null): Promise<FilingResult> {
    const result = await this.ports.store.filing.commit(judged.commit)
    await this.absorb(judged, result, passId)
    return result
  }

  /**
   * After a commit: memory follows the store, and one-offs that proved to be topics become active.
   * @param passId the import that the acts belong to
   */
  async absorb(judged: Judged, result: FilingResult, passId: string | null = null): Promise<void> {
    this.ports.directory.absorb(result)
    for (const profile of judged.commit.profiles) this.shelf.put(profile.bucketId, fromStored(profile))
    this.shelf.follow(result.buckets, result.removed)
    for (const { bucket, because } of judged.promote) {
      const kept = await this.naming.promote(bucket, judged.commit.at, because, passId)
      if (kept !== null && this.unnamed.has(bucket)) await this.unnamed.add([kept])
      this.shelf.invalidate()
    }
    for (const { home, into } of judged.resume)
      if (await this.oneOffs.takeAlong(home, into, judged.commit.at, passId)) this.shelf.invalidate()
  }

  /** Makes the profiles of all buckets anew from the vectors of the model in use, or of these. */
  async rebuild(only?: readonly BucketId[]): Promise<void> {
    const homes = only ?? (await this.ports.store.buckets.list({ merged: true })).map((b) => b.id)
    for (const home of homes) await this.lock.runExclusive(() => this.keeper.rebuild([home]))
  }

  /**
   * Buckets of which nothing is known although there are vectors to know it from: a store that was read out of a damaged one,
   * and an act that was killed before its end.
   */
  homesWithoutProfile(): Promise<BucketId[]> {
    const { store, embedder } = this.ports
    return store.filing.homesWithoutProfile(embedder.modelId)
  }

  /** How many profiles of buckets are not what their messages make today; 0 where there are no numbers to make them with. */
  async differingProfiles(): Promise<number> {
    const homes = (await this.ports.store.buckets.list({ merged: true })).map((b) => b.id)
    try {
      return await this.lock.runExclusive(() => this.keeper.differing(homes))
    } catch (error) {
      if (isWithoutModel(error)) return 0
      throw error
    }
  }

  /** Messages changed their home by an operation: the profiles concerned are made anew from the store. */
  async followOperation(result: Pick<OperationResult, 'homes'>): Promise<void> {
    // A merge moves no home: only what the homes lead to has changed.
    this.shelf.invalidate()
    if (result.homes.length === 0) return
    await this.lock.runExclusive(() => this.keeper.rebuild(result.homes))
  }

  /** A commit that files nothing: there is no embedding model to judge with. */
  nothing(): Judged {
    return {
      promote: [],
      resume: [],
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
    /** Other buckets it touches as well. */
    related: readonly BucketId[] = [],
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
        related: [...related],
      }),
    )
    return {
      promote: [],
      resume: [],
      judgement: { stretches: [], topicChanged: [] },
      commit: {
        at: this.ports.clock.now(),
        filedBy,
        actor: filedBy,
        newBuckets: 'make' in bucket ? [bucket.make] : [],
        assignments,
        topicChanged: [],
        profiles: profiled ? this.keeper.after(turns, assignments) : [],
        refileSentence: filedBy === 'person' ? 'Filed where you said.' : 'Filed where the model said.',
      },
    }
  }

  /** A commit for what stands in the place of something that was filed: it lies where that lay, by whose word it did. */
  placed(
    turns: readonly FilingTurn[],
    {
      bucketId,
      filedBy,
      confidence,
      candidates,
    }: Pick<Assignment, 'bucketId' | 'candidates'> & {
      filedBy: FiledBy
      confidence: number | null
    },
    profiled: boolean,
  ): Judged {
    const judged = this.said(turns, { id: bucketId }, 'person', profiled)
    const assignments = judged.commit.assignments.map((a) => ({
      ...a,
      confidence: confidence ?? a.confidence,
      candidates,
    }))
    return { ...judged, commit: { ...judged.commit, filedBy, assignments } }
  }

  private async judge(
    turns: readonly FilingTurn[],
    mode: 'live' | 'collapse',
    by: { filedBy: FiledBy; actor: Actor; sentence: string },
    conversation?: Conversation,
  ): Promise<Judged> {
    const { clock } = this.ports
    const { model } = this.ports.fitted()
    const buckets = this.shelf.all()
    const oneOffs = this.oneOffs.candidates()
    const judgement = judgeTalk({ turns, buckets, oneOffs, statistics: this.statistics, mode, model, conversation })
    const byId = new Map(turns.map((t) => [t.id, t]))
    const newBuckets = new Map<MessageId, NewBucket>()
    const assignments: Assignment[] = []
    const promote = new Map<BucketId, FilingTurn[]>()
    const resume: { home: BucketId; into: BucketId }[] = []
    const changed = new Set<MessageId>()
    let before: BucketId | null = null
    for (const stretch of judgement.stretches) {
      const target = await this.targetOf(stretch, judgement.stretches, byId, newBuckets, conversation)
      const [first] = stretch.turnIds
      if (before !== null && before !== target && first !== undefined) changed.add(first)
      before = target
      if (stretch.resumes !== null) resume.push({ home: stretch.resumes, into: target })
      if (this.isToBePromoted(stretch, target))
        promote.set(
          target,
          stretch.turnIds.flatMap((id) => byId.get(id) ?? []),
        )
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
      promote: [...promote].map(([bucket, because]) => ({ bucket, because })),
      resume,
      commit: {
        at: clock.now(),
        filedBy: by.filedBy,
        actor: by.actor,
        newBuckets: [...newBuckets.values()],
        assignments,
        topicChanged: [...changed],
        topicKept: turns.slice(1).flatMap(({ id }) => (changed.has(id) ? [] : [id])),
        profiles: this.keeper.after(turns, assignments),
        refileSentence: by.sentence,
      },
    }
  }

  private async targetOf(
    stretch: StretchJudgement,
    all: readonly StretchJudgement[],
    byId: ReadonlyMap<MessageId, FilingTurn>,
    made: Map<MessageId, NewBucket>,
    conversation: Conversation | undefined,
  ): Promise<BucketId> {
    const { target } = stretch
    if (target.kind === 'existing') return target.bucketId
    const known = made.get(target.key)
    if (known) return known.id
    const together = all.filter((s) => s.target.kind === 'new' && s.target.key === target.key).flatMap((s) => s.turnIds)
    const turns = together.flatMap((id) => byId.get(id) ?? [])
    // A conversation is named after what it began with.
    const named = stretch === all[0] ? (conversation?.title ?? null) : null
    const { titles, description } = await this.naming.nameOf(turns, named)
    const same = this.naming.sameTitle(titles[0])
    if (same) return same.id
    const at = turns[0]?.at ?? this.ports.clock.now()
    const title = this.naming.unique(titles, at)
    const bucket: NewBucket = {
      id: await this.ports.newBucketId(target.status === 'ephemeral' ? 'ephemeral' : title),
      title,
      description,
      status: target.status,
      shapedBy: 'automation',
      at,
    }
    made.set(target.key, bucket)
    return bucket.id
  }

  /** A new stretch that turned out to be named like a one-off counts like one that joined it. */
  private isToBePromoted({ target }: StretchJudgement, id: BucketId): boolean {
    if (target.kind === 'existing') return target.promote
    return target.status === 'active' && this.ports.directory.resolve(id)?.status === 'ephemeral'
  }

  private candidatesOf(stretch: StretchJudgement): Candidate[] {
    return stretch.candidates.map((c) => ({
      ...c,
      title: this.ports.directory.resolve(c.bucketId)?.title ?? c.bucketId,
    }))
  }

  private refileSentence(message: StoredMessage): string {
    const start = message.text.trim().replace(/\s+/gu, ' ')
    return `Refiled the talk around “${[...start].slice(0, 60).join('')}”: it turned out to belong elsewhere.`
  }
}

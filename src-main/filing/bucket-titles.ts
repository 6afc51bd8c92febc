/**
 * What a bucket is called (docs/titles.md): phrases of its messages, weighed by how near they are to what the bucket is about and
 * how far from the person's other buckets.
 */
import type { BucketId, MessageId, SegmentId } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'
import { isGreeting } from '../language/person-names'
import type { TermStatistics } from '../language/term-statistics'
import { type TitleCandidate, type TitleCandidates, titleCandidates } from '../language/title-candidates'
import {
  isGeneralWord,
  meaningOf,
  type RankedTitle,
  rankTitles,
  type TitleFit,
  titlesOf,
} from '../language/title-choice'
import type { TitleMeaning } from '../language/title-meaning'
import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import { nextTick } from '../runtime/slices'
import type { Store } from '../store/protocol'
import type { MessageWithVector, StoredBucket, StoredMessage } from '../store/types'
import type { FilingModel } from './model'
import { termsOf } from './terms'
import { type Centroids, centroidsOf, phraseBackground, type TitleSpace, titleFit, titleSpace } from './title-space'
import type { BucketProfile } from './types'
import { addInPlace, minus } from './vectors'
import { WordKinds } from './word-kinds'

export interface BucketTitlePorts {
  store: Store
  embedder: Embedder
  fitted(): { model: FilingModel }
  directory: { all(): readonly StoredBucket[] }
  profiles(): readonly BucketProfile[]
  background(): Float32Array
  statistics: TermStatistics
  isSpeaker(word: string): boolean
  /** It stands in most buckets. */
  isCommon(word: string): boolean
}

export interface BetterTitle {
  title: string
  because: 'better' | 'same_name'
}

/** The oldest and the newest messages a title is made of, so many of each. */
const OLDEST = 30
const NEWEST = 50
const CANDIDATES = 32
/** Messages whose mean a talk is about. */
const TALK_SAMPLE = 60
/** Newest messages that the parts of a divided bucket are titled by. */
const PART_SAMPLE = 400
/** A bucket of at most so many messages is still finding its name; later a new one has to be much better. */
const YOUNG = 24
const YOUNG_MARGIN = 0.03
const MARGIN = 0.12
/** Other buckets whose titles show what short phrases have in common. */
const COMPARED_TITLES = 60
const PHRASES_KEPT = 5_000
const MAX_TITLE = 60

interface Read {
  made: TitleCandidates
  ranked: RankedTitle[]
  texts: string[]
  speakers: ReadonlySet<string>
  space: TitleSpace | null
}

export class BucketTitles {
  /** Topic vectors of phrases by text: the same ones come again at every collapse. */
  private readonly phrases = new Map<string, Float32Array>()
  private phrasesOf = ''
  private readonly kinds = new WordKinds((texts) => this.vectors(texts))

  constructor(private readonly ports: BucketTitlePorts) {}

  /** Titles for what lies in the bucket, best first; empty where its messages hold no phrase that names anything. */
  async of(bucket: StoredBucket): Promise<string[]> {
    const { made, ranked } = await this.read(bucket)
    return titlesOf(ranked, made.language)
  }

  /**
   * A title that is clearly better than the bucket's, or null. `taken`: lower-case titles that others bear. A title that another
   * bucket bears too, that names who speaks, or that nobody in the bucket says is always worth replacing. `given`: the title its
   * conversations were exported with stays, and is only told apart from others by what differs. `instead`: where nobody has seen a title
   * yet (`first`), the best one need not be clearly better.
   */
  async better(
    bucket: StoredBucket,
    taken: ReadonlySet<string>,
    { given = null, instead = 'clearly' }: { given?: string | null; instead?: 'clearly' | 'first' } = {},
  ): Promise<BetterTitle | null> {
    const isTaken = (title: string) => taken.has(title.toLowerCase())
    const same = isTaken(bucket.title)
    if (given !== null && given === bucket.title && !same) return null
    const read = await this.read(bucket)
    const titles = titlesOf(read.ranked, read.made.language)
    if (given !== null) {
      if (!isTaken(given)) return given === bucket.title ? null : { title: given, because: 'better' }
      if (!same && bucket.title.startsWith(`${given}: `)) return null
      const further = titles.map((title) => cutGraphemes(`${given}: ${title}`, MAX_TITLE))
      return { title: freeTitle(further, given, bucket.createdAt, isTaken), because: 'same_name' }
    }
    const best = titles.find((title) => !isTaken(title))
    if (same) return { title: freeTitle(titles, bucket.title, bucket.createdAt, isTaken), because: 'same_name' }
    if (best === undefined || best === bucket.title) return null
    const faulty = instead === 'first' || this.isFaulty(bucket.title, read)
    return faulty || (await this.isBetter(best, bucket, read)) ? { title: best, because: 'better' } : null
  }

  private isFaulty(title: string, { texts, speakers }: Read): boolean {
    const words = termsOf(title)
    if (words.every((word) => isGreeting(word) || speakers.has(word) || this.ports.isSpeaker(word))) return true
    if (words.length === 1 && isGeneralWord(words[0] ?? '')) return true
    const said = new Set(texts.flatMap(termsOf))
    return (
      words.length > 0 && !words.some((word) => said.has(word) || texts.some((t) => t.toLowerCase().includes(word)))
    )
  }

  /** By meaning; without vectors, what words alone say while the bucket is young. */
  private async isBetter(title: string, bucket: StoredBucket, { space, made }: Read): Promise<boolean> {
    const young = bucket.messages <= YOUNG
    if (!space) return young && made.candidates.length > 0
    const [ours, theirs] = await this.vectors([title, bucket.title])
    if (!ours || !theirs) return false
    const [one, other] = [titleFit(ours, space), titleFit(theirs, space)]
    return meaningOf(one) - meaningOf(other) > (young ? YOUNG_MARGIN : MARGIN)
  }

  private async read(bucket: StoredBucket): Promise<Read> {
    const messages = await this.sample(bucket)
    const made = await this.candidatesOf(messages)
    const { space, fits } = await this.fits(bucket, made)
    const texts = messages.map((m) => m.text)
    return { made, ranked: rankTitles(made.candidates, fits), texts, speakers: speakersOf(messages), space }
  }

  private candidatesOf(messages: readonly StoredMessage[]): Promise<TitleCandidates> {
    const { statistics, isSpeaker, isCommon } = this.ports
    const speakers = speakersOf(messages)
    const [said, replies] = [messages.filter((m) => m.role === 'user'), messages.filter((m) => m.role === 'assistant')]
    const textsOf = (some: readonly StoredMessage[]) => some.map(({ text }) => text)
    const talksOf = (some: readonly StoredMessage[]) => some.map(({ segmentId }) => segmentId ?? '')
    const talks = { said: talksOf(said), replies: talksOf(replies) }
    return titleCandidates({ said: textsOf(said), replies: textsOf(replies), talks }, statistics, {
      max: CANDIDATES,
      ignore: (word) => isCommon(word) || isSpeaker(word) || speakers.has(word.replace(/['’]s$/u, '')),
      pause: nextTick,
      firstNames: this.firstNames,
    })
  }

  private async sample({ id, messages }: StoredBucket): Promise<StoredMessage[]> {
    const { store } = this.ports
    const oldest = await store.messages.ofBucket(id, { limit: OLDEST, newest: false })
    if (messages <= OLDEST) return oldest
    const newest = await store.messages.ofBucket(id, { limit: NEWEST, newest: true })
    const known = new Set(oldest.map((m) => m.id))
    return [...oldest, ...newest.filter((m) => !known.has(m.id))]
  }

  /**
   * Titles for a part of a bucket, best first: what tells it from the rest. Empty where its messages hold no phrase that names
   * anything.
   */
  async ofPart(bucket: BucketId, ids: ReadonlySet<MessageId>): Promise<string[]> {
    const { store, embedder, fitted } = this.ports
    const stored = await store.messages.ofBucketWithVectors(bucket, embedder.modelId, PART_SAMPLE)
    const [part, rest] = [stored.filter((s) => ids.has(s.message.id)), stored.filter((s) => !ids.has(s.message.id))]
    const made = await this.candidatesOf(part.map(({ message }) => message))
    const fits = await orNull(async () => {
      const { model } = fitted()
      const own = meanTopic(part, model)
      if (own === null || made.candidates.length === 0) return null
      const other = meanTopic(rest, model)
      return (await this.fitsWith({ own, others: other ? [other] : [] }, made.candidates, [])).fits
    })
    return titlesOf(rankTitles(made.candidates, fits), made.language)
  }

  /** How first names and phrases of a talk are judged by meaning, for who titles its segment. */
  meaningOf(segment: SegmentId): TitleMeaning {
    return { firstNames: this.firstNames, fits: (candidates) => this.fitsOfSegment(segment, candidates) }
  }

  private readonly firstNames = (names: readonly string[]): Promise<number[] | null> =>
    orNull(async () => this.kinds.firstNames(await this.vectors(names)))

  /** By the talk alone, not by what else there is: made anew later, a title comes out the same. */
  private async fitsOfSegment(segment: SegmentId, candidates: readonly TitleCandidate[]): Promise<TitleFit[] | null> {
    const { store, embedder, fitted } = this.ports
    return orNull(async () => {
      const stored = await store.messages.ofSegmentWithVectors(segment, embedder.modelId, TALK_SAMPLE)
      const own = meanTopic(stored, fitted().model)
      if (own === null || candidates.length === 0) return null
      return (await this.fitsWith({ own, others: [] }, candidates, [])).fits
    })
  }

  /** Null where there are no vectors: no model, or none of the bucket's messages has been read yet. */
  private async fits(
    bucket: StoredBucket,
    { candidates }: TitleCandidates,
  ): Promise<{ space: TitleSpace | null; fits: TitleFit[] | null }> {
    const made = await orNull(async () => {
      const centroids = centroidsOf(this.ports.profiles(), bucket.id, this.ports.background())
      if (centroids === null || candidates.length === 0) return null
      const living = this.ports.directory.all().filter((b) => b.status === 'active' && b.id !== bucket.id)
      return this.fitsWith(
        centroids,
        candidates,
        living.slice(0, COMPARED_TITLES).map((b) => b.title),
      )
    })
    return made ?? { space: null, fits: null }
  }

  private async fitsWith(
    centroids: Centroids,
    candidates: readonly TitleCandidate[],
    titles: readonly string[],
  ): Promise<{ space: TitleSpace; fits: TitleFit[] }> {
    const vectors = await this.vectors([...candidates.map((c) => c.text), ...titles])
    const own = vectors.slice(0, candidates.length)
    const phrases = [...vectors.slice(candidates.length), ...(await this.kinds.phrases())]
    const background = phraseBackground(phrases, this.ports.fitted().model.background)
    const weights = candidates.map((c) => Math.sqrt(c.keyness))
    const space = titleSpace({ ...centroids, background, candidates: own, weights })
    const vague = await this.kinds.vagueness(own)
    return { space, fits: own.map((vector, i) => titleFit(vector, space, vague[i])) }
  }

  /** Passage vectors of short texts. @throws CatchmentError `model_missing` or `model_failed` */
  private async vectors(texts: readonly string[]): Promise<Float32Array[]> {
    const { embedder } = this.ports
    if (this.phrasesOf !== embedder.modelId) this.kinds.forget()
    if (this.phrasesOf !== embedder.modelId || this.phrases.size > PHRASES_KEPT) this.phrases.clear()
    this.phrasesOf = embedder.modelId
    const missing = [...new Set(texts)].filter((text) => !this.phrases.has(text))
    if (missing.length > 0) {
      const made = await embedder.embed(missing, { kind: 'passage', priority: 'normal' })
      for (const [i, vector] of made.entries()) this.phrases.set(missing[i] ?? '', vector)
    }
    return texts.flatMap((text) => this.phrases.get(text) ?? [])
  }
}

/** Words of the names of those who speak. */
const speakersOf = (messages: readonly StoredMessage[]): ReadonlySet<string> =>
  new Set(messages.filter((m) => m.role === 'user' && m.author !== 'user').flatMap((m) => termsOf(m.author)))

/** Mean of what the person said, else of the answers, less what ordinary talk has in common; null where nothing has a vector. */
function meanTopic(messages: readonly MessageWithVector[], model: FilingModel): Float32Array | null {
  const said = messages.filter(({ message }) => message.role === 'user')
  const vectors = (said.length > 0 ? said : messages).flatMap(({ vector }) => (vector ? [vector] : []))
  if (vectors.length === 0) return null
  const mean = new Float32Array(model.background.length)
  for (const vector of vectors) addInPlace(mean, minus(vector, model.background), 1 / vectors.length)
  return mean
}

/** Null where there is no model to make vectors with. */
async function orNull<T>(make: () => Promise<T | null>): Promise<T | null> {
  try {
    return await make()
  } catch (error) {
    if (isWithoutModel(error)) return null
    throw error
  }
}

/** The first title nobody bears; where words do not tell two buckets apart, the day and then the hour it began do. */
export function freeTitle(
  titles: readonly string[],
  title: string,
  createdAt: string,
  isTaken: (title: string) => boolean,
): string {
  const dated = [10, 16, 19, 23].map((length) => `${title}, ${createdAt.slice(0, length).replace('T', ' ')}`)
  return [...titles, ...dated].find((each) => !isTaken(each)) ?? title
}

/** Lower-case titles of all living buckets but this one. */
export function titlesTaken(buckets: readonly StoredBucket[], except?: BucketId): Set<string> {
  return new Set(
    buckets.filter((b) => b.status !== 'merged' && b.id !== except && b.messages > 0).map((b) => b.title.toLowerCase()),
  )
}

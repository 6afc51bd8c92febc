import { type BucketId, isMisc, operationId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { cutGraphemes } from '../language/graphemes'
import { UNTITLED } from '../language/title'
import type { TitleMaterial } from '../language/title-candidates'
import type { Clock } from '../runtime/clock'
import { nextTick } from '../runtime/slices'
import type { Store } from '../store/protocol'
import type { NewOperation, StoredBucket } from '../store/types'
import { type BetterTitle, type BucketTitles, freeTitle, titlesTaken } from './bucket-titles'
import type { WordCounts } from './statistics'
import { termsOf } from './terms'
import type { TurnReader } from './turn-reader'
import type { FilingTurn } from './types'

/** A bucket of at most so many messages may still get a better title by itself. */
const YOUNG = 24
/** Messages that a whole bucket is named by. */
const NAMED_BY = 200
/** Buckets of one import that get their first titles by meaning. */
const MOST_FIRST_NAMES = 300
/** Of a message in a sentence. */
const MOST_QUOTED = 60
/** Of a bucket's title. */
const MOST_GRAPHEMES = 60

export interface NamingPorts {
  store: Store
  clock: Clock
  directory: {
    all(): readonly StoredBucket[]
    get(id: BucketId): StoredBucket | null
    resolve(id: BucketId): StoredBucket | null
    /** The living bucket that is called so. */
    titled(title: string, except?: BucketId): StoredBucket | null
    absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void
  }
  /** A free id for a title; the system gives the suffix. */
  newBucketId(title: string): Promise<BucketId>
  /** By words alone, best first, never empty. `ignore`: words that name people who speak, not what is spoken about. */
  titlesFor(
    material: TitleMaterial,
    statistics: WordCounts,
    search: { ignore: (word: string) => boolean; pause(): Promise<void> },
  ): Promise<string[]>
  describe(texts: readonly string[], statistics: WordCounts): string
}

const textsOf = (messages: readonly { role: string; text: string }[], role: 'user' | 'assistant'): string[] =>
  messages.filter((m) => m.role === role).map((m) => m.text)

/** Why it is no one-off, in the person's own words, so that they can see whether it is true. */
function reason(because: readonly FilingTurn[]): string {
  const asked = because.filter((t) => t.role === 'user')
  const last = asked.at(-1)
  if (last === undefined) return 'more was said about it'
  const words = cutGraphemes(last.text.replace(/\s+/gu, ' ').trim(), MOST_QUOTED)
  return `you asked ${asked.length === 1 ? 'again' : `${asked.length} times`}, last “${words}”`
}

/** How buckets that filing makes are called, and what becomes of a name as more is said. */
export class BucketNaming {
  constructor(
    private readonly ports: NamingPorts,
    private readonly statistics: WordCounts,
    private readonly reader: TurnReader,
    private readonly titles: BucketTitles,
  ) {}

  /**
   * Titles, best first, and a description of what was said. `given`: what the export calls the conversation, which outranks what can
   * be made of its words.
   */
  async nameOf(
    turns: readonly FilingTurn[],
    given: string | null = null,
  ): Promise<{ titles: [string, ...string[]]; description: string }> {
    const [said, replies] = [textsOf(turns, 'user'), textsOf(turns, 'assistant')]
    const export_ = this.fromExport(given)
    return {
      titles: export_ === null ? await this.byWords({ said, replies }) : [export_],
      description: this.ports.describe(said.length > 0 ? said : replies, this.statistics),
    }
  }

  private async byWords(material: TitleMaterial): Promise<[string, ...string[]]> {
    const [first = UNTITLED, ...others] = await this.ports.titlesFor(material, this.statistics, {
      ignore: this.saysNothing,
      pause: nextTick,
    })
    return [first, ...others]
  }

  /**
   * The first of `titles` that no living bucket bears: two rows of one name cannot be told apart. Where words do not tell them
   * apart, their days do.
   */
  unique(titles: readonly [string, ...string[]], at: number, except?: BucketId): string {
    const taken = titlesTaken(this.ports.directory.all(), except)
    return freeTitle(titles, titles[0], new Date(at).toISOString(), (title) => taken.has(title.toLowerCase()))
  }

  /**
   * The living bucket that already has this title: two rows a person cannot tell apart are a sign that they are one topic. Null
   * for a title of one word, which may fit anything.
   */
  sameTitle(title: string, except?: BucketId): StoredBucket | null {
    return termsOf(title).length < 2 ? null : this.ports.directory.titled(title, except)
  }

  /** The same of what lies in a bucket; no other living bucket is called so. */
  async nameOfBucket(id: BucketId): Promise<{ title: string; description: string }> {
    const { store, directory, clock } = this.ports
    const messages = await store.messages.ofBucket(id, { limit: NAMED_BY, newest: false })
    const bucket = directory.resolve(id)
    const given = bucket && (await this.titleOfConversations(bucket))
    const made = bucket && given === null ? await this.titles.of(bucket) : []
    const [said, replies] = [textsOf(messages, 'user'), textsOf(messages, 'assistant')]
    const [first, ...others] = given !== null ? [given] : made.length > 0 ? made : await this.byWords({ said, replies })
    return {
      title: this.unique(
        [first ?? UNTITLED, ...others],
        Date.parse(bucket?.createdAt ?? '') || clock.now(),
        bucket?.id ?? id,
      ),
      description: this.ports.describe(said, this.statistics),
    }
  }

  /**
   * A title made from a bucket's first words is made again while the bucket is young. Logged and undoable; never where a
   * model named it or a person named, pinned or shaped it, and never again once a person took such a renaming back. True
   * if it was renamed.
   * @param passId the import that it is part of
   */
  async retitle(id: BucketId, passId: string | null = null): Promise<boolean> {
    const { directory, clock } = this.ports
    const bucket = directory.resolve(id)
    if (bucket?.status !== 'active' || bucket.messages > YOUNG) return false
    const better = await this.betterTitle(bucket.id, titlesTaken(directory.all(), bucket.id))
    if (better === null) return false
    await this.apply({
      ts: clock.now(),
      kind: 'rename',
      actor: 'segment',
      sentence: `Renamed “${bucket.title}” to “${better.title}”: ${better.because === 'same_name' ? 'another bucket has that name' : 'more was said about it'}.`,
      buckets: [bucket.id],
      creates: [],
      writes: [{ entity: 'bucket', entityId: bucket.id, field: 'title', after: better.title }],
      ...(passId === null ? {} : { passId }),
    })
    return true
  }

  /**
   * The first titles of buckets that an import made, once all of it is filed: a title is found in what the whole bucket holds, and
   * nobody has seen one before. What was said here most recently comes first; of very many the rest keep what words alone gave them.
   */
  async nameFirst(made: Iterable<BucketId>, breathe: () => Promise<void>): Promise<void> {
    const { store, directory } = this.ports
    const buckets = [...new Set(made)].flatMap((id) => directory.resolve(id) ?? [])
    const order = buckets
      .filter((b) => b.messages > 0 && !isMisc(b.id))
      .sort(
        (a, b) =>
          Number(b.status === 'active') - Number(a.status === 'active') || (a.lastActive < b.lastActive ? 1 : -1),
      )
    for (const { id } of order.slice(0, MOST_FIRST_NAMES)) {
      await breathe()
      const better = await this.betterTitle(id, titlesTaken(directory.all(), id), 'first')
      const named = better && (await store.buckets.nameFirst(id, better.title))
      if (named) directory.absorb({ buckets: [named], removed: [] })
    }
  }

  /**
   * A better title for a bucket of any age, or null; see `BucketTitles.better`. Null where a model named it, a person named,
   * pinned or shaped it, or once took a renaming back.
   */
  async betterTitle(
    id: BucketId,
    taken: ReadonlySet<string>,
    instead: 'clearly' | 'first' = 'clearly',
  ): Promise<BetterTitle | null> {
    const { store, directory } = this.ports
    const bucket = directory.resolve(id)
    if (!bucket || bucket.messages === 0 || bucket.pinned || bucket.shapedBy === 'person') return null
    const [first] = await store.messages.ofBucket(bucket.id, { limit: 1, newest: false })
    if (first?.filedBy === 'model') return null
    const given = await this.titleOfConversations(bucket)
    const better = await this.titles.better(bucket, taken, { given, instead })
    if (better === null || better.title === bucket.title || better.title === UNTITLED) return null
    return (await this.isNamedForGood(id)) ? null : better
  }

  /** A model named it anew, or a person took a renaming back. */
  private async isNamedForGood(bucketId: BucketId): Promise<boolean> {
    const actors = ['segment', 'janitor', 'model'] as const
    const before = await this.ports.store.operations.list({ bucketId, actors: [...actors], limit: 100 })
    return before.some((o) => o.kind === 'rename' && (o.undone || o.actor === 'model'))
  }

  /**
   * Whether a model may give it a title: its name was made from words alone, so that nobody – a person, an export, a model – gave it,
   * and no renaming of it was taken back.
   */
  async isOpenToNames(id: BucketId): Promise<boolean> {
    const { store, directory } = this.ports
    const bucket = directory.resolve(id)
    if (!bucket || bucket.messages === 0 || bucket.pinned || bucket.shapedBy === 'person') return false
    const [first] = await store.messages.ofBucket(bucket.id, { limit: 1, newest: false })
    if (first?.filedBy === 'model' || (await this.titleOfConversations(bucket)) !== null) return false
    return !(await this.isNamedForGood(bucket.id))
  }

  /**
   * The title of the conversation that most of a bucket was imported with; the one it bears if it bears one of theirs. Null where
   * most of it was said here.
   */
  private async titleOfConversations({ id, title, messages }: StoredBucket): Promise<string | null> {
    const conversations = await this.ports.store.filing.conversationTitlesIn(id)
    if (conversations.reduce((sum, each) => sum + each.messages, 0) * 2 <= messages) return null
    const titles = conversations.flatMap((each) => this.fromExport(each.title) ?? [])
    return titles.includes(title) ? title : (titles[0] ?? null)
  }

  /** Names of those who speak, and what stands in most buckets, name none of them. */
  private readonly saysNothing = (word: string): boolean =>
    this.reader.isSpeaker(word) || this.statistics.isCommon(word.toLowerCase())

  /** Short enough for a bucket; null where it names nobody but who speaks. */
  private fromExport(title: string | null): string | null {
    if (title === null || termsOf(title).every(this.reader.isSpeaker)) return null
    return cutGraphemes(title, MOST_GRAPHEMES)
  }

  /**
   * A one-off that came up again becomes a topic. Its proper id leads on from here and the ephemeral one resolves to it for
   * good; what a person pinned or named becomes active as it is (07-settled, Who decides, finally).
   * @param because what was said last about it
   * @param passId the import that it is part of
   * @returns the bucket as which it is kept; null if it is no one-off
   */
  async promote(
    id: BucketId,
    at: number,
    because: readonly FilingTurn[],
    passId: string | null = null,
  ): Promise<BucketId | null> {
    const { directory, newBucketId } = this.ports
    const bucket = directory.resolve(id)
    if (bucket?.status !== 'ephemeral') return null
    const { title, description } = bucket
    const act = { ts: at, kind: 'promote', actor: 'classifier', ...(passId === null ? {} : { passId }) } as const
    const sentence = `Kept “${title}” as a bucket: ${reason(because)}.`
    if (bucket.pinned || bucket.shapedBy === 'person') {
      await this.apply({
        ...act,
        sentence,
        buckets: [bucket.id],
        creates: [],
        writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_status', after: 'active' }],
      })
      return bucket.id
    }
    const kept = await newBucketId(title)
    await this.apply({
      ...act,
      sentence,
      buckets: [bucket.id, kept],
      creates: [{ id: kept, title, description, status: 'active', shapedBy: 'automation', at }],
      writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_merged_into', after: kept }],
    })
    return kept
  }

  private async apply(operation: Omit<NewOperation, 'id'>): Promise<void> {
    const { store, directory } = this.ports
    directory.absorb(await store.operations.apply({ ...operation, id: operationId.parse(uuidv7()) }))
  }
}

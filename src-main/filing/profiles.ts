import { type BucketId, isMisc } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { atOnce, inSlices, nextTick } from '../runtime/slices'
import type { ReadProfile, StoredBucket, StoredProfile } from '../store/types'
import { emptyProfile, mergeProfiles } from './profile'
import type { BucketProfile } from './types'

/**
 * Filing profiles as the store keeps them: one per *home*, the bucket that messages were filed under before merges are
 * followed. A merge or its undo then changes no profile; what a bucket holds now is the sum of the homes that lead to it.
 */
export class ProfileShelf {
  private readonly homes = new Map<BucketId, BucketProfile>()
  private effective: Effective | null = null
  private listed: { version: number; profiles: readonly BucketProfile[] } | null = null
  /** Counted up whenever what is known of any bucket changed. */
  version = 0

  constructor(
    private readonly resolve: (id: BucketId) => StoredBucket | null,
    private readonly statistics: TermStatistics,
  ) {}

  load(profiles: Iterable<BucketProfile>): void {
    this.homes.clear()
    for (const profile of profiles) this.homes.set(profile.id, profile)
    this.invalidate()
  }

  home(id: BucketId): BucketProfile {
    return this.homes.get(id) ?? emptyProfile({ id, title: '', status: 'active' })
  }

  /** Only the bucket it leads to is put together anew. */
  put(id: BucketId, profile: BucketProfile): void {
    this.homes.set(id, profile)
    this.version += 1
    const { effective } = this
    const bucket = this.resolve(id)
    if (!effective || !bucket || bucket.status === 'merged' || this.hasChanged(bucket.id)) {
      this.invalidate()
      return
    }
    const known = effective.bucketOf.get(id)
    if (known === undefined) this.lead(effective, id, bucket.id)
    if (known === undefined || known === bucket.id)
      this.assemble(effective, { id: bucket.id, title: bucket.title, status: bucket.status })
    else this.invalidate()
  }

  /** Redirects, titles or states changed. */
  invalidate(): void {
    this.effective = null
    this.version += 1
  }

  /** Buckets were written: all is put together anew if one of them is called or stands otherwise than it did. */
  follow(buckets: readonly { id: BucketId }[], removed: readonly BucketId[]): void {
    if (
      !this.effective ||
      removed.length > 0 ||
      buckets.some(({ id }) => this.hasChanged(id)) ||
      this.leadsSomewhereNow()
    )
      this.invalidate()
  }

  /**
   * Puts together in slices what every bucket holds, so that nothing waits for two thousand of them. What changes meanwhile begins it
   * anew; where it never rests, whoever asks next does it at once.
   */
  async ready(breathe: () => Promise<void> = nextTick): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && !this.effective; attempt++) {
      const { version } = this
      const effective = await inSlices(this.assembling(), breathe)
      if (this.version === version) this.effective ??= effective
    }
  }

  /** Profiles by home, merges not followed. */
  byHome(): Iterable<[BucketId, BucketProfile]> {
    return this.homes.entries()
  }

  /** What every bucket holds now, merges followed, by id; one list until something changes. */
  all(): readonly BucketProfile[] {
    const { profiles } = this.assembled()
    if (this.listed?.version !== this.version)
      this.listed = { version: this.version, profiles: [...profiles.values()].sort((a, b) => (a.id < b.id ? -1 : 1)) }
    return this.listed.profiles
  }

  of(id: BucketId): BucketProfile | null {
    return this.assembled().profiles.get(id) ?? null
  }

  /** The word stands in most buckets that are large enough to say so: it tells none of them from another. */
  isCommon(word: string): boolean {
    const { words, large } = this.assembled()
    return large >= FEWEST_BUCKETS && (words.get(word) ?? 0) > MOST_BUCKETS * large
  }

  /** A home that led nowhere when all was put together leads to a bucket now. */
  private leadsSomewhereNow(): boolean {
    return (this.effective?.nowhere ?? []).some((home) => {
      const bucket = this.resolve(home)
      return bucket !== null && bucket.status !== 'merged'
    })
  }

  private hasChanged(id: BucketId): boolean {
    const bucket = this.resolve(id)
    const led = this.effective?.bucketOf.get(id)
    if (led !== undefined && led !== bucket?.id) return true
    const profile = this.effective?.profiles.get(id)
    if (!profile) return false
    return bucket?.id !== id || bucket.title !== profile.title || bucket.status !== profile.status
  }

  private assembled(): Effective {
    this.effective ??= atOnce(this.assembling())
    return this.effective
  }

  private *assembling(): Generator<void, Effective> {
    const effective: Effective = {
      profiles: new Map(),
      homesOf: new Map(),
      bucketOf: new Map(),
      nowhere: [],
      words: new Map(),
      large: 0,
    }
    const heads = new Map<BucketId, Head>()
    for (const home of this.homes.keys()) {
      const bucket = this.resolve(home)
      if (!bucket || bucket.status === 'merged') {
        effective.nowhere.push(home)
        continue
      }
      this.lead(effective, home, bucket.id)
      heads.set(bucket.id, { id: bucket.id, title: bucket.title, status: bucket.status })
    }
    for (const head of heads.values()) {
      this.assemble(effective, head)
      yield
    }
    return effective
  }

  private lead(effective: Effective, home: BucketId, bucket: BucketId): void {
    effective.bucketOf.set(home, bucket)
    const homes = effective.homesOf.get(bucket)
    if (homes) homes.push(home)
    else effective.homesOf.set(bucket, [home])
  }

  private assemble(effective: Effective, head: Head): void {
    const { id } = head
    let profile = emptyProfile(head)
    for (const home of effective.homesOf.get(id) ?? [])
      profile = mergeProfiles(profile, this.home(home), this.statistics)
    countWords(effective, effective.profiles.get(id), -1)
    countWords(effective, profile, 1)
    effective.profiles.set(id, profile)
  }
}

type Head = Pick<BucketProfile, 'id' | 'title' | 'status'>

/** The buckets as they are, put together from their homes. */
interface Effective {
  profiles: Map<BucketId, BucketProfile>
  homesOf: Map<BucketId, BucketId[]>
  bucketOf: Map<BucketId, BucketId>
  /** Homes that lead to no living bucket. */
  nowhere: BucketId[]
  /** In how many of the large buckets each word stands. */
  words: Map<string, number>
  large: number
}

function countWords(effective: Effective, profile: BucketProfile | undefined, by: 1 | -1): void {
  if (!profile || profile.messages < FEWEST_MESSAGES || isMisc(profile.id)) return
  effective.large += by
  for (const word of profile.terms.keys()) {
    const n = (effective.words.get(word) ?? 0) + by
    if (n > 0) effective.words.set(word, n)
    else effective.words.delete(word)
  }
}

/** So often buckets are put together in slices until nothing changes meanwhile. */
const ATTEMPTS = 3

/** With fewer buckets, or in smaller ones, nobody can say what is common. */
const FEWEST_BUCKETS = 6
const FEWEST_MESSAGES = 8
const MOST_BUCKETS = 0.5

export const fromStored = ({ terms, ...rest }: StoredProfile): BucketProfile => profileWith(rest, terms)

/** The store wrote these words itself: looking at each of half a million again would be most of what reading them takes. */
export const fromRead = ({ terms, ...rest }: ReadProfile): BucketProfile =>
  profileWith(rest, JSON.parse(terms) as Record<string, number>)

const profileWith = (p: Omit<StoredProfile, 'terms'>, terms: Record<string, number>): BucketProfile => ({
  id: p.bucketId,
  title: '',
  status: 'active',
  sum: p.sum,
  weight: p.weight,
  messages: p.messages,
  firstAt: p.firstAt,
  lastAt: p.lastAt,
  terms: new Map(Object.entries(terms)),
})

export const toStored = (profile: BucketProfile, modelId: string): StoredProfile => ({
  bucketId: profile.id,
  modelId,
  sum: profile.sum,
  weight: profile.weight,
  messages: profile.messages,
  firstAt: profile.firstAt,
  lastAt: profile.lastAt,
  terms: Object.fromEntries(profile.terms),
})

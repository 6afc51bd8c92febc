import type { BucketId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import type { StoredBucket, StoredProfile } from '../store/types'
import { emptyProfile, mergeProfiles } from './profile'
import type { BucketProfile } from './types'

/**
 * Filing profiles as the store keeps them: one per *home*, the bucket that messages were filed under before merges are
 * followed. A merge or its undo then changes no profile; what a bucket holds now is the sum of the homes that lead to it.
 */
export class ProfileShelf {
  private readonly homes = new Map<BucketId, BucketProfile>()
  private effective: Map<BucketId, BucketProfile> | null = null
  private common: ReadonlySet<string> | null = null

  constructor(
    private readonly resolve: (id: BucketId) => StoredBucket | null,
    private readonly statistics: TermStatistics,
  ) {}

  load(profiles: readonly StoredProfile[]): void {
    this.homes.clear()
    for (const p of profiles) this.homes.set(p.bucketId, fromStored(p))
    this.effective = null
    this.common = null
  }

  home(id: BucketId): BucketProfile {
    return this.homes.get(id) ?? emptyProfile({ id, title: '', status: 'active' })
  }

  put(id: BucketId, profile: BucketProfile): void {
    this.homes.set(id, profile)
    this.effective = null
    this.common = null
  }

  /** Redirects, titles or states changed. */
  invalidate(): void {
    this.effective = null
    this.common = null
  }

  /** What every bucket holds now, merges followed. */
  all(): BucketProfile[] {
    return [...this.byBucket().values()]
  }

  of(id: BucketId): BucketProfile | null {
    return this.byBucket().get(id) ?? null
  }

  /** The word stands in most buckets that are large enough to say so: it tells none of them from another. */
  isCommon(word: string): boolean {
    this.common ??= commonWords(this.all())
    return this.common.has(word)
  }

  private byBucket(): Map<BucketId, BucketProfile> {
    if (this.effective) return this.effective
    const merged = new Map<BucketId, BucketProfile>()
    for (const [home, profile] of this.homes) {
      const bucket = this.resolve(home)
      if (!bucket || bucket.status === 'merged') continue
      const before =
        merged.get(bucket.id) ?? emptyProfile({ id: bucket.id, title: bucket.title, status: bucket.status })
      merged.set(bucket.id, mergeProfiles(before, profile, this.statistics))
    }
    this.effective = merged
    return merged
  }
}

/** With fewer buckets, or in smaller ones, nobody can say what is common. */
const FEWEST_BUCKETS = 6
const FEWEST_MESSAGES = 8
const MOST_BUCKETS = 0.5

function commonWords(profiles: readonly BucketProfile[]): ReadonlySet<string> {
  const large = profiles.filter((p) => p.messages >= FEWEST_MESSAGES && !p.id.startsWith('misc_conversations_'))
  if (large.length < FEWEST_BUCKETS) return new Set()
  const counts = new Map<string, number>()
  for (const { terms } of large) for (const word of terms.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Set([...counts].flatMap(([word, n]) => (n > MOST_BUCKETS * large.length ? [word] : [])))
}

export const fromStored = (p: StoredProfile): BucketProfile => ({
  id: p.bucketId,
  title: '',
  status: 'active',
  sum: p.sum,
  weight: p.weight,
  messages: p.messages,
  firstAt: p.firstAt,
  lastAt: p.lastAt,
  terms: new Map(Object.entries(p.terms)),
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

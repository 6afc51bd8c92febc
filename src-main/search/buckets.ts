import type { BucketHit, SearchHit } from '@shared/contract/search'
import type { BucketId } from '@shared/ids'
import { toView } from '../buckets/directory'
import { termCounts } from '../store/search-terms'
import type { StoredBucket } from '../store/types'
import { snippetOf } from './snippet'
import type { Query, SearchSource } from './types'

export interface BucketSearchPorts {
  sources: readonly SearchSource[]
  directory: { visible(): StoredBucket[] }
}

/** Messages that are looked at for the buckets they lie in. */
const MESSAGES = 60
/** A second and third message that answers makes a bucket likelier; further ones say the same again. */
const VOTES = 3
/** A name that says all that was asked is as good as an answer; what only the description says is worth less. */
const NAMED = 0.95
const DESCRIBED = 0.6

/** `bucket_search`: buckets by their name and description, and by the messages they hold; archived ones as well. */
export function createBucketSearch({ sources, directory }: BucketSearchPorts) {
  return async (query: Query, limit: number): Promise<BucketHit[]> => {
    const hits = (await sources.find((s) => s.scope === 'messages')?.find(query, MESSAGES)) ?? []
    const held = new Map<BucketId, SearchHit[]>()
    for (const hit of hits) if (hit.bucketId) held.set(hit.bucketId, [...(held.get(hit.bucketId) ?? []), hit])
    const buckets = directory.visible()
    const weights = wordWeights(query, buckets)
    return buckets
      .flatMap((bucket): BucketHit[] => {
        const own = held.get(bucket.id) ?? []
        const named = Math.max(
          NAMED * share(weights, bucket.title),
          DESCRIBED * share(weights, `${bucket.title}\n${bucket.description}\n${bucket.summary}`),
        )
        const score = eitherOf([named, ...own.slice(0, VOTES).map((hit) => hit.score)])
        if (score <= 0) return []
        const [best] = own
        const snippet =
          best && best.score > named
            ? best.snippet
            : snippetOf(bucket.description || bucket.summary || bucket.title, weights)
        return [{ bucket: toView(bucket), score, snippet, messageId: best?.messageId ?? null }]
      })
      .sort(
        (a, b) =>
          b.score - a.score ||
          (a.bucket.lastActive < b.bucket.lastActive ? 1 : a.bucket.lastActive > b.bucket.lastActive ? -1 : 0) ||
          (a.bucket.id < b.bucket.id ? -1 : 1),
      )
      .slice(0, limit)
  }
}

/** How much each word of the query tells buckets apart: a word in every title tells nothing. */
function wordWeights({ terms }: Query, buckets: readonly StoredBucket[]): Map<string, number> {
  const documents = new Map<string, number>()
  for (const { title, description } of buckets)
    for (const term of termCounts(`${title}\n${description}`).keys())
      documents.set(term, (documents.get(term) ?? 0) + 1)
  return new Map(terms.map((t) => [t, Math.log(1 + (buckets.length + 1) / ((documents.get(t) ?? 0) + 0.5))]))
}

/** The part of the query's words, by weight, that a text holds. */
function share(weights: ReadonlyMap<string, number>, text: string): number {
  const held = termCounts(text)
  let all = 0
  let found = 0
  for (const [term, weight] of weights) {
    all += weight
    if (held.has(term)) found += weight
  }
  return all === 0 ? 0 : found / all
}

/** Probability that at least one of several independent reasons holds. */
const eitherOf = (scores: readonly number[]): number => 1 - scores.reduce((none, s) => none * (1 - s), 1)

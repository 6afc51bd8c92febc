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

/** Buckets whose names are read before others get their turn: some milliseconds. */
const STEP = 50

interface Named {
  title: ReadonlySet<string>
  all: ReadonlySet<string>
}

/** `bucket_search`: buckets by their name and description, and by the messages they hold; archived ones as well. */
export function createBucketSearch({ sources, directory }: BucketSearchPorts) {
  // The directory puts a new object in place of a bucket that changed: what is kept here is never out of date.
  const names = new WeakMap<StoredBucket, Named>()
  async function read(buckets: readonly StoredBucket[]): Promise<(readonly [StoredBucket, Named])[]> {
    const out: (readonly [StoredBucket, Named])[] = []
    let fresh = 0
    for (const bucket of buckets) {
      const known = names.get(bucket)
      if (!known && fresh++ % STEP === STEP - 1) await new Promise(setImmediate)
      const named = known ?? namesOf(bucket)
      names.set(bucket, named)
      out.push([bucket, named])
    }
    return out
  }
  return async (query: Query, limit: number): Promise<BucketHit[]> => {
    const hits = (await sources.find((s) => s.scope === 'messages')?.find(query, MESSAGES)) ?? []
    const held = new Map<BucketId, SearchHit[]>()
    for (const hit of hits) if (hit.bucketId) held.set(hit.bucketId, [...(held.get(hit.bucketId) ?? []), hit])
    const buckets = await read(directory.visible())
    const weights = wordWeights(
      query,
      buckets.map(([, named]) => named),
    )
    return buckets
      .flatMap(([bucket, named]): Found[] => {
        const own = held.get(bucket.id) ?? []
        const byName = Math.max(NAMED * share(weights, named.title), DESCRIBED * share(weights, named.all))
        const score = eitherOf([byName, ...own.slice(0, VOTES).map((hit) => hit.score)])
        return score > 0 ? [{ bucket, score, byName, best: own[0] ?? null }] : []
      })
      .sort(bestFirst)
      .slice(0, limit)
      .map(({ bucket, score, byName, best }) => ({
        bucket: toView(bucket),
        score,
        snippet:
          best && best.score > byName
            ? best.snippet
            : snippetOf(bucket.description || bucket.summary || bucket.title, weights),
        messageId: best?.messageId ?? null,
      }))
  }
}

interface Found {
  bucket: StoredBucket
  score: number
  byName: number
  best: SearchHit | null
}

function bestFirst(a: Found, b: Found): number {
  if (a.score !== b.score) return b.score - a.score
  if (a.bucket.lastActive !== b.bucket.lastActive) return a.bucket.lastActive < b.bucket.lastActive ? 1 : -1
  return a.bucket.id < b.bucket.id ? -1 : 1
}

function namesOf({ title, description }: StoredBucket): Named {
  const named = new Set(termCounts(title).keys())
  return { title: named, all: new Set([...named, ...termCounts(description).keys()]) }
}

/**
 * How much each word of the query tells buckets apart: a word in every title tells nothing, and what every sentence has (“the”)
 * makes no bucket a find, unless nothing else was asked for.
 */
function wordWeights({ terms, grammar }: Query, buckets: readonly Named[]): Map<string, number> {
  const telling = terms.filter((term) => !grammar.has(term))
  const documents = (term: string) => buckets.reduce((n, { all }) => n + (all.has(term) ? 1 : 0), 0)
  return new Map(
    (telling.length > 0 ? telling : terms).map((t) => [t, Math.log(1 + (buckets.length + 1) / (documents(t) + 0.5))]),
  )
}

/** The part of the query's words, by weight, that a name holds. */
function share(weights: ReadonlyMap<string, number>, held: ReadonlySet<string>): number {
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

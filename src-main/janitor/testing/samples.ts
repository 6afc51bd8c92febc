/** Snapshots for tests of plans: plain data, one line per bucket. */
import { defaultSettings } from '@shared/contract/settings'
import { type BucketId, bucketId } from '@shared/ids'
import type { BucketProfile } from '../../filing/types'
import type { StoredBucket } from '../../store/types'
import { judgedWith } from '../operations/likeness'
import { type PairKey, pairKey } from '../pairs'
import { DAY_MS, type JanitorSnapshot } from '../types'

/** Tuesday, 6 January 2026, noon in UTC. */
export const NOON = Date.UTC(2026, 0, 6, 12)
export const HOUR_MS = 3_600_000

export const id = (text: string): BucketId => bucketId.parse(text)
const iso = (ms: number): string => new Date(ms).toISOString()

export interface Sketch extends Partial<Omit<StoredBucket, 'id' | 'createdAt' | 'lastActive'>> {
  id: string
  /** Days ago. */
  created?: number
  idle?: number
}

/** An active bucket of eight messages, two weeks old, spoken of a day and an hour ago. */
export function bucketOf({ id: name, created = 14, idle = 1 + 1 / 24, ...over }: Sketch): StoredBucket {
  const status = over.status ?? 'active'
  return {
    id: id(name),
    title: name,
    description: '',
    status,
    ownStatus: status === 'merged' ? 'active' : status,
    priority: 'normal',
    pinned: false,
    starred: false,
    messages: 8,
    createdAt: iso(NOON - created * DAY_MS),
    lastActive: iso(NOON - idle * DAY_MS),
    mergedInto: null,
    ownMergedInto: null,
    shapedBy: 'automation',
    summary: '',
    newestSeq: 1,
    returns: 0,
    summaryStale: false,
    lastSummarizedCount: 0,
    returnFrequency: 0,
    lifeChangeDetected: false,
    velocity: 0,
    parentBucketId: null,
    ...over,
  }
}

/** Similarities by pair, written `a_001 b_001`; pairs that are not named are unlike. */
export type Likenesses = Record<string, number>

export interface SnapshotSketch extends Partial<Omit<JanitorSnapshot, 'buckets' | 'topics' | 'refusals'>> {
  alike?: Likenesses
  refused?: [string, string][]
  takenBack?: JanitorSnapshot['refusals']['acts']
  /** Words of each bucket. */
  terms?: Record<string, string[]>
}

export function snapshotOf(sketches: readonly Sketch[], over: SnapshotSketch = {}): JanitorSnapshot {
  const { alike = {}, refused = [], takenBack = new Map(), terms = {}, ...rest } = over
  const buckets = sketches.map(bucketOf)
  const likeness = new Map(
    Object.entries(alike).map(([pair, similarity]): [PairKey, number] => {
      const [a = '', b = ''] = pair.split(' ')
      return [pairKey(id(a), id(b)), similarity]
    }),
  )
  return {
    now: NOON,
    timeZone: 'Europe/Lisbon',
    thresholds: defaultSettings,
    buckets: new Map(buckets.map((b) => [b.id, b])),
    newestAt: new Map(
      buckets.filter((b) => b.status === 'ephemeral' && b.messages > 0).map((b) => [b.id, Date.parse(b.lastActive)]),
    ),
    recent: null,
    names: new Map(),
    refusals: { pairs: new Set(refused.map(([a, b]) => pairKey(id(a), id(b)))), acts: takenBack },
    judged: { seq: 0, with: '' },
    topics: {
      profiles: new Map(buckets.filter((b) => b.messages > 0).map((b) => [b.id, profileOf(b, terms[b.id] ?? [])])),
      modelId: 'test',
      background: new Float32Array(2),
      similarity: (a, b) => likeness.get(pairKey(a.id, b.id)) ?? 0,
      sharedTerms: (a, b) => [...a.terms.keys()].filter((word) => b.terms.has(word)),
    },
    ...rest,
  }
}

/** The snapshot as the next pass finds it: everything that is there has been judged. */
export const judged = (snapshot: JanitorSnapshot): JanitorSnapshot => ({
  ...snapshot,
  judged: {
    seq: Math.max(...[...snapshot.buckets.values()].map((b) => b.newestSeq)),
    with: judgedWith(snapshot),
  },
})

/** All of them point the same way: no pair is spared the judgement. */
const profileOf = (bucket: StoredBucket, words: readonly string[]): BucketProfile => ({
  id: bucket.id,
  title: bucket.title,
  status: bucket.status === 'merged' ? 'active' : bucket.status,
  sum: Float32Array.of(bucket.messages, 0),
  weight: bucket.messages,
  messages: bucket.messages,
  firstAt: 0,
  lastAt: 0,
  terms: new Map(words.map((word) => [word, 1])),
})

/** The same snapshot with its buckets and profiles listed in another order. */
export function shuffled(snapshot: JanitorSnapshot, seed: number): JanitorSnapshot {
  const mix = (text: string): number =>
    [...text].reduce((h, c) => Math.imul(h ^ (c.codePointAt(0) ?? 0), 0x01000193), seed)
  const reorder = <T>(map: ReadonlyMap<BucketId, T>): Map<BucketId, T> =>
    new Map([...map].sort(([a], [b]) => mix(a) - mix(b)))
  return {
    ...snapshot,
    buckets: reorder(snapshot.buckets),
    newestAt: reorder(snapshot.newestAt),
    topics: { ...snapshot.topics, profiles: reorder(snapshot.topics.profiles) },
  }
}

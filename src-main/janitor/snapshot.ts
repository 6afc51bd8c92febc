/** The state a plan is made from: read from the store, and carried forward act by act. */
import { janitorThresholds } from '@shared/contract/settings'
import type { ReceiptView } from '@shared/domain'
import { type BucketId, bucketId, type OperationId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { NewBucket, StoredBucket } from '../store/types'
import { RECENT_MS } from './operations/velocity'
import { type PairKey, pairKey } from './pairs'
import { collectRefusals, type Refusals } from './refusals'
import type { JanitorPorts, JanitorSnapshot, PlannedAct, RecentTalk, TopicView } from './types'

/** Reads everything a pass decides by. Changes nothing. */
export async function loadSnapshot(
  ports: Pick<JanitorPorts, 'store' | 'clock' | 'settings' | 'timeZone' | 'topics'>,
): Promise<JanitorSnapshot> {
  const { store } = ports
  const [topics, all] = await Promise.all([ports.topics(), store.buckets.list({ merged: true })])
  const living = all.filter((b) => b.status !== 'merged')
  const now = ports.clock.now()
  const [state, log, undoneMerges, dismissed, newestAt, recent] = await Promise.all([
    store.janitor.state(),
    wholeLog(store),
    store.operations.refusedPairs(),
    store.janitor.dismissedPairs(),
    newestMessages(store, living),
    ports.settings().experimentLifeChange ? recentTalk(store, now) : null,
  ])
  const merges = new Map(all.flatMap((b) => (b.mergedInto ? [[b.id, b.mergedInto]] : [])))
  return {
    now,
    timeZone: ports.timeZone(),
    thresholds: janitorThresholds(ports.settings()),
    buckets: new Map(living.map((b) => [b.id, b])),
    newestAt,
    recent,
    names: new Map(),
    refusals: collectRefusals({ log, undoneMerges, dismissed, end: (id) => merges.get(id) ?? id }),
    judged: { seq: state.judgedSeq, with: state.judgedWith },
    topics: topicsOf(topics),
  }
}

const topicsOf = ({
  profiles,
  modelId,
  background,
  similarity,
  sharedTerms,
}: TopicView): JanitorSnapshot['topics'] => ({
  profiles: new Map(profiles.map((p) => [p.id, p])),
  modelId,
  background,
  similarity,
  sharedTerms,
})

async function recentTalk(store: Store, now: number): Promise<RecentTalk> {
  const { total, byBucket, oldest } = await store.janitor.recentActivity(now - RECENT_MS)
  return { total, byBucket: new Map(byBucket), oldest }
}

const PAGE = 500

/** What the janitor, a person and filing did, page by page: no single answer is large enough to be felt. */
async function wholeLog(store: Store): Promise<ReceiptView[]> {
  return readLog(store, { actors: ['janitor', 'person', 'classifier'] })
}

/** Every entry that matches, newest first. */
export async function readLog(
  store: Store,
  filter: { actors: ReceiptView['actor'][]; since?: number },
): Promise<ReceiptView[]> {
  const found: ReceiptView[] = []
  let before: { before?: OperationId } = {}
  for (;;) {
    const page = await store.operations.list({ ...filter, ...before, limit: PAGE })
    found.push(...page)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return found
    before = { before: last.id }
  }
}

/** `lastActive` also knows when a person opened a bucket; a one-off's day runs from its newest message (07-settled). */
async function newestMessages(store: Store, living: readonly StoredBucket[]): Promise<Map<BucketId, number>> {
  const oneOffs = living.filter((bucket) => bucket.status === 'ephemeral' && bucket.messages > 0)
  return new Map(await store.messages.newestIn(oneOffs.map(({ id }) => id)))
}

/**
 * The state these acts leave behind, as the store's log would: what the next operation plans on, and all a dry run has.
 * Profiles only change their name with a promotion; nothing reads those of merged buckets again within a pass.
 */
export function advance(snapshot: JanitorSnapshot, acts: readonly PlannedAct[]): JanitorSnapshot {
  const buckets = new Map(snapshot.buckets)
  const profiles = new Map(snapshot.topics.profiles)
  const newestAt = new Map(snapshot.newestAt)
  const merges = new Map<BucketId, BucketId>()
  for (const act of acts) {
    for (const made of act.creates) if (!buckets.has(made.id)) buckets.set(made.id, emptyBucket(made))
    for (const { entityId, field, after } of act.writes) {
      const id = bucketId.parse(entityId)
      const bucket = buckets.get(id)
      if (!bucket || after === null) continue
      if (field === 'own_status') buckets.set(id, { ...bucket, ...status(after) })
      if (field === 'title') buckets.set(id, { ...bucket, title: after })
      if (field === 'priority') buckets.set(id, { ...bucket, ...priority(after) })
      if (field === 'life_change_detected') buckets.set(id, { ...bucket, lifeChangeDetected: after === 'true' })
      if (field === 'parent_bucket_id') buckets.set(id, { ...bucket, parentBucketId: bucketId.parse(after) })
      if (field !== 'own_merged_into') continue
      const to = bucketId.parse(after)
      const target = buckets.get(to)
      if (!target) continue
      merges.set(id, to)
      buckets.delete(id)
      buckets.set(to, united(target, bucket))
      const profile = profiles.get(id)
      profiles.delete(id)
      if (profile && !profiles.has(to)) profiles.set(to, { ...profile, id: to, title: target.title })
      const newest = Math.max(newestAt.get(id) ?? 0, newestAt.get(to) ?? 0)
      if (newest > 0 && target.status === 'ephemeral') newestAt.set(to, newest)
      newestAt.delete(id)
    }
  }
  return {
    ...snapshot,
    buckets,
    newestAt,
    refusals: carried(snapshot.refusals, merges),
    topics: { ...snapshot.topics, profiles },
  }
}

/** The snapshot with buckets as the store answered them. */
export function withBuckets(snapshot: JanitorSnapshot, stored: readonly StoredBucket[]): JanitorSnapshot {
  const buckets = new Map(snapshot.buckets)
  for (const bucket of stored) {
    if (bucket.status === 'merged') buckets.delete(bucket.id)
    else buckets.set(bucket.id, bucket)
  }
  return { ...snapshot, buckets }
}

const STATUSES = ['ephemeral', 'active', 'archived'] as const
const PRIORITIES = ['high', 'normal', 'low'] as const

function status(written: string): Partial<Pick<StoredBucket, 'status' | 'ownStatus'>> {
  const known = STATUSES.find((s) => s === written)
  return known ? { status: known, ownStatus: known } : {}
}

function priority(written: string): Partial<Pick<StoredBucket, 'priority'>> {
  const known = PRIORITIES.find((p) => p === written)
  return known ? { priority: known } : {}
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a < b ? b : a)

/** A merge takes the earlier and the later time; counts and returns add (07-settled). */
const united = (target: StoredBucket, source: StoredBucket): StoredBucket => ({
  ...target,
  messages: target.messages + source.messages,
  returns: target.returns + source.returns,
  newestSeq: Math.max(target.newestSeq, source.newestSeq),
  createdAt: target.messages === 0 ? source.createdAt : earlier(target.createdAt, source.createdAt),
  lastActive: target.messages === 0 ? source.lastActive : later(target.lastActive, source.lastActive),
})

function carried(refusals: Refusals, merges: ReadonlyMap<BucketId, BucketId>): Refusals {
  if (merges.size === 0) return refusals
  const pairs = new Set<PairKey>()
  for (const key of refusals.pairs) {
    const [a, b] = key.split(' ').map((id) => bucketId.parse(id))
    const [one, two] = [a && (merges.get(a) ?? a), b && (merges.get(b) ?? b)]
    if (one && two && one !== two) pairs.add(pairKey(one, two))
  }
  return { ...refusals, pairs }
}

const emptyBucket = ({ id, title, description, status, shapedBy, at }: NewBucket): StoredBucket => ({
  id,
  title,
  description,
  status,
  ownStatus: status,
  priority: 'normal',
  pinned: false,
  starred: false,
  messages: 0,
  createdAt: new Date(at).toISOString(),
  lastActive: new Date(at).toISOString(),
  mergedInto: null,
  ownMergedInto: null,
  shapedBy,
  summary: '',
  newestSeq: 0,
  returns: 0,
  summaryStale: true,
  lastSummarizedCount: 0,
  returnFrequency: 0,
  lifeChangeDetected: false,
  velocity: 0,
  parentBucketId: null,
})

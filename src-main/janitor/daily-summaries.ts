/** Keeps the summaries of the `misc_…` buckets true to what lies in them, also after an undo (07-settled). */
import { type BucketId, isMisc } from '@shared/ids'
import type { StoredBucket, StoredMessage } from '../store/types'
import { dailySummary, type OneOff } from './misc'
import type { JanitorPorts } from './types'

const MOST_MESSAGES = 2000

/** Of these buckets, the filed-away ones whose contents have changed since they were summarised. */
export const outdatedSummaries = (buckets: Iterable<StoredBucket>): BucketId[] =>
  [...buckets].filter((b) => isMisc(b.id) && b.summaryStale && b.status !== 'merged').map((b) => b.id)

/** Writes the day's summary anew from its contents: a line for each bucket that was filed away, in order of time. */
export async function rebuildDailySummary(
  { store, absorb }: Pick<JanitorPorts, 'store' | 'absorb'>,
  day: BucketId,
): Promise<void> {
  const messages = await store.messages.ofBucket(day, { limit: MOST_MESSAGES, newest: false })
  const former = await store.buckets.formerOf(day)
  const summary = dailySummary(oneOffsOf(day, messages, former))
  const lastMessageId = messages.at(-1)?.id ?? null
  absorb({
    buckets: await store.buckets.setSummary({ id: day, summary, lastMessageId, count: messages.length }),
    removed: [],
  })
}

/** `messages` oldest first. What was merged into a one-off before it was filed away belongs to its line. */
export function oneOffsOf(
  day: BucketId,
  messages: readonly Pick<StoredMessage, 'homeBucketId' | 'role' | 'text'>[],
  former: readonly StoredBucket[],
): OneOff[] {
  const rows = new Map(former.map((b) => [b.id, b]))
  const filedAs = (home: BucketId): BucketId => {
    const passed = new Set<BucketId>()
    let at = home
    for (let to = rows.get(at)?.ownMergedInto; to && to !== day && !passed.has(to); to = rows.get(at)?.ownMergedInto) {
      passed.add(at)
      at = to
    }
    return at
  }
  const oneOffs = new Map<BucketId, OneOff>()
  for (const { homeBucketId, role, text } of messages) {
    const id = filedAs(homeBucketId ?? day)
    const oneOff = oneOffs.get(id) ?? { title: rows.get(id)?.title ?? 'Filed by hand', opening: '' }
    oneOffs.set(id, oneOff.opening === '' && role === 'user' ? { ...oneOff, opening: text } : oneOff)
  }
  return [...oneOffs.values()]
}

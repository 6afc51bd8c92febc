/** Summaries of a program that kept topics without buckets become those of the segments and buckets their messages are in (seed 001, appendix C). */
import type { BucketId, SegmentId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { StoredMessage } from '../store/types'
import type { OldSummary } from './readers/old-summary'

export interface KeptSummaries {
  kept: number
  /** One sentence for each that found no place. */
  failures: string[]
}

/**
 * A summary of most of a segment, and of nothing else, becomes what that segment says of itself. Called once the messages are
 * stored and before their segments are closed.
 */
export async function giveToSegments(store: Store, summaries: readonly OldSummary[]): Promise<void> {
  for (const { sources, title, content } of summaries) {
    const found = await store.imported.byExternalIds(sources)
    const [segment, ...more] = new Set(found.flatMap((m) => m.segmentId ?? []))
    if (segment === undefined || more.length > 0) continue
    if (await covers(store, segment, found.length)) await store.imported.keepOldSummary({ segment, title, content })
  }
}

const covers = async (store: Store, segment: SegmentId, messages: number): Promise<boolean> =>
  messages * 2 > ((await store.segments.byId(segment))?.messages ?? Number.POSITIVE_INFINITY)

/**
 * Gives each summary to the bucket that holds most of its sources, which stay linked to it; several of one bucket stand below
 * one another, in the order of their times. What a person or a model wrote there stays, and what is there already is not
 * added again. Called once the messages are filed.
 */
export async function keepSummaries(
  store: Store,
  summaries: readonly OldSummary[],
  now: number,
): Promise<KeptSummaries> {
  const failures: string[] = []
  const byBucket = new Map<BucketId, { texts: string[]; sources: StoredMessage[] }>()
  for (const summary of [...summaries].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
    const sources = await store.imported.byExternalIds(summary.sources)
    const bucket = commonBucket(sources)
    if (bucket === null) {
      const name = summary.title ?? summary.id ?? summary.content.slice(0, 40)
      failures.push(`Summary “${name}”: none of its ${summary.sources.length} messages is here and filed`)
      continue
    }
    const of = byBucket.get(bucket) ?? { texts: [], sources: [] }
    of.texts.push(summary.title === null ? summary.content : `${summary.title}: ${summary.content}`)
    of.sources.push(...sources)
    byBucket.set(bucket, of)
  }
  for (const [id, { texts, sources }] of byBucket) {
    const versions = await store.summaries.list(id)
    // The same file again adds nothing, whatever became of the summary since.
    const fresh = texts.filter((text) => !versions.some(({ summary }) => summary.includes(text)))
    if (fresh.length === 0) continue
    const [newest] = versions
    const written = newest !== undefined && newest.madeBy !== 'extractive' ? [newest] : []
    const ids = [...written.flatMap((version) => version.sources), ...sources.map((source) => source.id)]
    await store.summaries.save({
      id,
      summary: [...written.map((version) => version.summary), ...fresh].join('\n'),
      madeBy: 'model',
      at: now,
      read: { lastMessageId: sources.at(-1)?.id ?? null, count: sources.length },
      sources: [...new Set(ids)],
    })
  }
  return { kept: summaries.length - failures.length, failures }
}

function commonBucket(sources: readonly StoredMessage[]): BucketId | null {
  const counts = new Map<BucketId, number>()
  for (const { bucketId } of sources) if (bucketId !== null) counts.set(bucketId, (counts.get(bucketId) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

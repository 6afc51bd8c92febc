/** Summaries of a program that kept topics without buckets become those of the buckets their messages are in (seed 001, appendix C). */
import type { BucketId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { StoredMessage } from '../store/types'
import type { OldSummary } from './readers/old-summary'

export interface KeptSummaries {
  kept: number
  /** One sentence for each that found no place. */
  failures: string[]
}

/**
 * Gives each summary to the bucket that holds most of its sources; several of one bucket stand below one another, in the order
 * of their times. What a person wrote into a summary stays. Called once the messages are filed.
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
    const byPerson = (await store.summaries.list(id)).find(({ madeBy }) => madeBy === 'person')
    const parts = byPerson ? [byPerson.summary, ...texts.filter((text) => !byPerson.summary.includes(text))] : texts
    const read = { lastMessageId: sources.at(-1)?.id ?? null, count: sources.length }
    await store.summaries.save({ id, summary: parts.join('\n'), madeBy: 'model', at: now, read })
  }
  return { kept: summaries.length - failures.length, failures }
}

function commonBucket(sources: readonly StoredMessage[]): BucketId | null {
  const counts = new Map<BucketId, number>()
  for (const { bucketId } of sources) if (bucketId !== null) counts.set(bucketId, (counts.get(bucketId) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

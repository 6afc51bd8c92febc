/** Rolling summaries of buckets with every version they had (01-domain, Segment: domain blocks). */

import { type BucketId, type MessageId, messageId } from '@shared/ids'
import { desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../database'
import { bucketSummaries, buckets, messages } from '../../schema'
import { bucketsRepository } from '../buckets/buckets'
import { me } from '../profile'

export interface SummaryVersion {
  version: number
  summary: string
  madeBy: 'person' | 'model' | 'extractive'
  madeAt: string
  messages: number
  /** The messages it sums up, where an older program named them; those that are still here. */
  sources: MessageId[]
}

export const summariesRepository = {
  /**
   * Sets a bucket's summary and keeps it as a version. What the bucket said before is kept too, if no version says it.
   * False, and nothing is changed, if the bucket says something else than `basis` by now (somebody wrote meanwhile) or is
   * not there.
   */
  async save(
    db: Database,
    input: {
      id: BucketId
      summary: string
      madeBy: SummaryVersion['madeBy']
      at: number
      /** How far it reaches; null leaves that as it was (a person's words are no reading of messages). */
      read: { lastMessageId: MessageId | null; count: number } | null
      /** What the new summary was made from; left out, it replaces whatever is there. */
      basis?: string
      /** The messages it sums up, where they are known one by one. */
      sources?: readonly MessageId[]
    },
  ): Promise<boolean> {
    const [bucket] = await db.select().from(buckets).where(eq(buckets.id, input.id)).for('update')
    if (!bucket) return false
    if (input.basis !== undefined && input.basis !== bucket.summary) return false
    const [newest] = await versions(db, input.id, 1)
    const at = new Date(input.at)
    if (bucket.summary !== '' && bucket.summary !== newest?.summary)
      await add(db, {
        ...input,
        summary: bucket.summary,
        madeBy: 'extractive',
        at,
        messages: bucket.lastSummarizedCount,
        sources: [],
      })
    if (input.summary !== bucket.summary || input.madeBy !== newest?.madeBy)
      await add(db, {
        ...input,
        at,
        messages: input.read?.count ?? bucket.messageCount,
        sources: input.sources ?? [],
      })
    await bucketsRepository.setSummary(db, {
      id: input.id,
      summary: input.summary,
      lastMessageId: input.read ? input.read.lastMessageId : parsedId(bucket.lastSummarizedMessageId),
      count: input.read ? input.read.count : bucket.lastSummarizedCount,
    })
    return true
  },

  /** Newest first. */
  async list(db: Database, id: BucketId): Promise<SummaryVersion[]> {
    const all = await versions(db, id, 1_000)
    const named = [...new Set(all.flatMap((v) => v.sources))]
    const found =
      named.length === 0 ? [] : await db.select({ id: messages.id }).from(messages).where(inArray(messages.id, named))
    const here = new Set(found.map((row) => row.id))
    return all.map((v) => ({
      ...v,
      madeAt: v.madeAt.toISOString(),
      sources: v.sources.filter((source) => here.has(source)).map((source) => messageId.parse(source)),
    }))
  },
}

const parsedId = (id: string | null): MessageId | null => (id === null ? null : messageId.parse(id))

function versions(db: Database, id: BucketId, limit: number) {
  return db
    .select({
      version: bucketSummaries.version,
      summary: bucketSummaries.summary,
      madeBy: bucketSummaries.madeBy,
      madeAt: bucketSummaries.madeAt,
      messages: bucketSummaries.messages,
      sources: bucketSummaries.sources,
    })
    .from(bucketSummaries)
    .where(eq(bucketSummaries.bucketId, id))
    .orderBy(desc(bucketSummaries.version))
    .limit(limit)
}

async function add(
  db: Database,
  version: {
    id: BucketId
    summary: string
    madeBy: SummaryVersion['madeBy']
    at: Date
    messages: number
    sources: readonly MessageId[]
  },
): Promise<void> {
  const [newest] = await versions(db, version.id, 1)
  await db.insert(bucketSummaries).values({
    userId: me,
    bucketId: version.id,
    version: (newest?.version ?? 0) + 1,
    summary: version.summary,
    madeBy: version.madeBy,
    madeAt: version.at,
    messages: version.messages,
    sources: [...version.sources],
  })
}

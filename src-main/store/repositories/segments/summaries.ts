/** Rolling summaries of buckets with every version they had (01-domain, Segment: domain blocks). */

import { type BucketId, type MessageId, messageId } from '@shared/ids'
import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../database'
import { bucketSummaries, buckets } from '../../schema'
import { bucketsRepository } from '../buckets/buckets'
import { me } from '../profile'

export interface SummaryVersion {
  version: number
  summary: string
  madeBy: 'person' | 'model' | 'extractive'
  madeAt: string
  messages: number
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
      })
    if (input.summary !== bucket.summary || input.madeBy !== newest?.madeBy)
      await add(db, { ...input, at, messages: input.read?.count ?? bucket.messageCount })
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
    return (await versions(db, id, 1_000)).map((v) => ({ ...v, madeAt: v.madeAt.toISOString() }))
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
    })
    .from(bucketSummaries)
    .where(eq(bucketSummaries.bucketId, id))
    .orderBy(desc(bucketSummaries.version))
    .limit(limit)
}

async function add(
  db: Database,
  version: { id: BucketId; summary: string; madeBy: SummaryVersion['madeBy']; at: Date; messages: number },
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
  })
}

import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time, userId } from './columns'

/** Every version of a bucket's rolling summary; the newest is the bucket's own. */
export const bucketSummaries = pgTable(
  'bucket_summaries',
  {
    userId: userId(),
    bucketId: text('bucket_id').notNull(),
    version: integer('version').notNull(),
    summary: text('summary').notNull(),
    madeBy: text('made_by').$type<'person' | 'model' | 'extractive'>().notNull(),
    madeAt: time('made_at').notNull(),
    /** How many messages the bucket held then. */
    messages: integer('messages').notNull(),
    /** Ids of the messages it sums up, where an older program named them (seed 001, appendix C). */
    sources: jsonb('sources').$type<string[]>().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.userId, t.bucketId, t.version] })],
)

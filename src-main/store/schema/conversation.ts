import type { Candidate, FiledBy, MessageStatus, RecalledNote, Role, SegmentStatus, ToolRound } from '@shared/domain'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { oid, time, userId, vector384 } from './columns'

/**
 * One person's data: everything hangs off `user_id`. `role_name` is the database role the policies know the profile by, `role_oid`
 * which of all roles that ever bore this name.
 */
export const profiles = pgTable(
  'profiles',
  {
    userId: userId(),
    name: text('name').notNull(),
    roleName: text('role_name').notNull(),
    roleOid: oid('role_oid'),
    createdAt: time('created_at').notNull(),
    /** Where its programs hear of one another on a server; shown to nobody else. */
    channel: text('channel').notNull().default(sql`'catchment_' || replace(gen_random_uuid()::text, '-', '')`),
  },
  (t) => [primaryKey({ columns: [t.userId] })],
)

/** The one endless conversation of a profile. */
export const continuums = pgTable(
  'continuums',
  { userId: userId(), id: uuid('id').notNull(), createdAt: time('created_at').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

/**
 * Messages and sentinels (01-domain, Segment). `home_bucket_id` is where filing and operations put a message,
 * `bucket_id` where it is found once merges are followed: see docs/adr/0004-operation-log.md.
 */
export const messages = pgTable(
  'messages',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    continuumId: uuid('continuum_id').notNull(),
    /** Order of arrival, while `ts` is the message's own time. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    shortId: text('short_id').notNull(),
    externalId: text('external_id'),
    /** Imported conversations that overlap in time stay apart. Null: typed here. */
    conv: text('conv'),
    ts: time('ts').notNull(),
    role: text('role').$type<Role>().notNull(),
    author: text('author').notNull(),
    text: text('text').notNull(),
    status: text('status').$type<MessageStatus>().notNull().default('complete'),
    isSegmentBoundary: boolean('is_segment_boundary').notNull().default(false),
    /** Where it is found once cuts and merges of segments are followed; `home_segment_id` is where it was said. */
    segmentId: uuid('segment_id'),
    homeSegmentId: uuid('home_segment_id'),
    homeBucketId: text('home_bucket_id'),
    bucketId: text('bucket_id'),
    filedBy: text('filed_by').$type<FiledBy>(),
    confidence: doublePrecision('confidence'),
    candidates: jsonb('candidates').$type<Candidate[]>().notNull().default([]),
    stretchId: uuid('stretch_id'),
    topicChanged: boolean('topic_changed').notNull().default(false),
    bucketReturn: boolean('bucket_return').notNull().default(false),
    relatedBuckets: jsonb('related_buckets').$type<string[]>().notNull().default([]),
    tools: jsonb('tools').$type<string[]>().notNull().default([]),
    /** What came before a reply's text, if the model used tools. */
    toolRounds: jsonb('tool_rounds').$type<ToolRound[]>().notNull().default([]),
    modelId: text('model_id'),
    replyTo: uuid('reply_to'),
    recalled: jsonb('recalled').$type<RecalledNote[]>().notNull().default([]),
    /** What the model was sent for this turn, or what it wrote with its tags: kept verbatim, else the prefix breaks. */
    verbatim: text('verbatim'),
    /** The sentinel's synopsis vector. */
    segmentEmbedding: vector384('segment_embedding'),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    // With id, role, time and segment in the index itself (drizzle/0176_look_ups_in_the_index.sql).
    unique('messages_seq').on(t.userId, t.seq),
    index('messages_speakers')
      .on(t.userId, t.seq)
      .where(sql`author not in ('user', 'assistant') and not is_segment_boundary`),
    unique('messages_external').on(t.userId, t.externalId),
    index('messages_time').on(t.userId, t.ts, t.id),
    index('messages_bucket').on(t.userId, t.bucketId, t.ts),
    index('messages_conversation').on(t.userId, t.conv, t.ts).where(sql`conv is not null`),
    index('messages_home').on(t.userId, t.homeBucketId),
    index('messages_segment').on(t.userId, t.segmentId, t.ts),
    index('messages_home_segment').on(t.userId, t.homeSegmentId, t.ts, t.id),
    index('messages_lone')
      .on(t.userId, t.seq)
      .where(sql`segment_id is null and conv is null and not is_segment_boundary`),
    index('messages_unfiled').on(t.userId, t.seq).where(sql`bucket_id is null and not is_segment_boundary`),
    index('messages_short').on(t.userId, t.shortId),
    index('messages_active_segments')
      .on(t.userId, t.continuumId, t.ts)
      .where(sql`is_segment_boundary and metadata->>'status' = 'active'`),
  ],
)

/**
 * What stands on other branches of imported conversations (07-settled, Branches). Beside the messages: nothing that files,
 * counts or restores reads it.
 */
export const branchMessages = pgTable(
  'branch_messages',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    /** Null: it was said here. */
    externalId: text('external_id'),
    /** The shown message that stands where the branch begins. */
    place: uuid('place').notNull(),
    /** The branch goes on behind `place`, at whose end nothing else is shown. */
    follows: boolean('follows').notNull(),
    /** Messages of one branch share it. */
    branch: text('branch').notNull(),
    position: integer('position').notNull(),
    ts: time('ts').notNull(),
    role: text('role').$type<'user' | 'assistant'>().notNull(),
    author: text('author').notNull(),
    text: text('text').notNull(),
    status: text('status').$type<MessageStatus>().notNull().default('complete'),
    modelId: text('model_id'),
    tools: jsonb('tools').$type<string[]>().notNull().default([]),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    /** The words it is found by. */
    terms: text('terms').array().notNull(),
    /** Of the embedding model that is named beside it; null: it was not read yet. */
    embedding: vector384('embedding'),
    embeddingModel: text('embedding_model'),
    /** The message it begins at, if that is itself on another branch. */
    parent: uuid('parent'),
    /** The row it was among the messages, its vectors with it. Null: it was never shown here. */
    kept: jsonb('kept').$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('branch_messages_external').on(t.userId, t.externalId),
    index('branch_messages_place').on(t.userId, t.place),
    index('branch_messages_terms').using('gin', t.terms),
  ],
)

/** Where a person chose between branches: `own_shown` is a register, `standing` what is really shown, `head` its first message. */
export const branchForks = pgTable(
  'branch_forks',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    head: uuid('head').notNull(),
    ownShown: text('own_shown').notNull(),
    standing: text('standing').notNull(),
    /** What followed from the head goes with it. */
    whole: boolean('whole').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('branch_forks_head').on(t.userId, t.head)],
)

export const messageEmbeddings = pgTable(
  'message_embeddings',
  {
    userId: userId(),
    messageId: uuid('message_id').notNull(),
    modelId: text('model_id').notNull(),
    embedding: vector384('embedding').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.modelId, t.messageId] })],
)

/** The seed's denormalised table, written in the same transaction as the sentinel. */
export const continuumSegments = pgTable(
  'continuum_segments',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    continuumId: uuid('continuum_id').notNull(),
    sentinelId: uuid('sentinel_id').notNull(),
    conv: text('conv'),
    startTime: time('start_time').notNull(),
    endTime: time('end_time').notNull(),
    inactiveDurationMinutes: integer('inactive_duration_minutes'),
    title: text('title').notNull().default(''),
    summary: text('summary').notNull().default(''),
    summarisedBy: text('summarised_by').$type<'model' | 'extractive'>(),
    summaryEmbedding: vector384('summary_embedding'),
    embeddingModel: text('embedding_model'),
    messageCount: integer('message_count').notNull().default(0),
    /** `void`: nothing is found in it, because it was merged away or its cut was taken back. */
    status: text('status').$type<SegmentStatus | 'void'>().notNull(),
    claimedAt: time('claimed_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: time('next_attempt_at'),
    memoriesExtracted: boolean('memories_extracted').notNull().default(false),
    domainBlocksUpdated: boolean('domain_blocks_updated').notNull().default(false),
    toolsUsed: jsonb('tools_used').$type<string[]>().notNull().default([]),
    bucketsDiscussed: jsonb('buckets_discussed').$type<string[]>().notNull().default([]),
    complexity: integer('complexity'),
    /** Registers of the operation log: a person's title, merge and cut (docs/adr/0004-operation-log.md). */
    ownTitle: text('own_title'),
    ownMergedInto: uuid('own_merged_into'),
    /** Register: title and synopsis that a model told it anew by (JSON); a trigger puts them in place and keeps what was there. */
    retold: text('retold'),
    retoldEmbedding: vector384('retold_embedding'),
    toldBefore: jsonb('told_before').$type<Record<string, unknown>>(),
    /** What follows from `own_merged_into` once chains are resolved. */
    mergedInto: uuid('merged_into'),
    /** Of a segment that a cut makes: what it is cut from, and the message it begins with while the cut stands. */
    cutFrom: uuid('cut_from'),
    cutAt: uuid('cut_at'),
    /** Register: when a person closed the talk that was going on here. */
    closedAt: time('closed_at'),
    /** The segment before it, if it began only because that had been closed by hand. */
    followsClosed: uuid('follows_closed'),
    /** What the export it came with calls the conversation, and the project or custom assistant it was part of. */
    conversationTitle: text('conversation_title'),
    collection: text('collection'),
    /** It comes from a program that keeps conversations apart: each is one talk unless it clearly turns. */
    oneTalk: boolean('one_talk').notNull().default(false),
    collapsedAt: time('collapsed_at'),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('segments_time').on(t.userId, t.endTime),
    index('segments_began').on(t.userId, t.startTime),
    index('segments_open').on(t.userId, t.status).where(sql`status in ('active', 'collapsing', 'failed')`),
    index('segments_downstream').on(t.userId, t.status).where(sql`not domain_blocks_updated`),
    index('segments_cut').on(t.userId, t.cutFrom).where(sql`cut_from is not null`),
    index('segments_following').on(t.userId, t.followsClosed).where(sql`follows_closed is not null`),
    index('segments_started').on(t.userId, t.startTime, t.id),
    index('segments_memories').on(t.userId, t.status).where(sql`not memories_extracted`),
  ],
)

/** From the first message after a gap until the segment times out. The opening is fixed for the whole session. */
export const sessions = pgTable(
  'sessions',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    /** The newest message before the session: everything after it belongs to the session. */
    afterSeq: bigint('after_seq', { mode: 'number' }).notNull(),
    /** The restored context as it was sent: sections and messages, verbatim. */
    opening: jsonb('opening').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('sessions_started').on(t.userId, t.startedAt)],
)

/** A reply under way, saved as it streams, so that a crash keeps it as far as it came (07-settled). */
export const pendingReplies = pgTable(
  'pending_replies',
  {
    userId: userId(),
    turnId: uuid('turn_id').notNull(),
    userMessageId: uuid('user_message_id').notNull(),
    modelId: text('model_id'),
    text: text('text').notNull().default(''),
    raw: text('raw').notNull().default(''),
    updatedAt: time('updated_at').notNull(),
    /** The reply it is to stand in the place of. */
    replaces: uuid('replaces'),
    /** When it is said to have been said, if not when it came. */
    replyAt: time('reply_at'),
    /** The database session that writes it: who finds it while that session lives leaves it alone. */
    heldBy: integer('held_by').default(sql`pg_backend_pid()`),
    heldSince: time('held_since').default(sql`session_began(pg_backend_pid())`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.turnId] })],
)

/** In how many messages a word occurs: what informativeness and BM25 are measured by. */
export const termStatistics = pgTable(
  'term_statistics',
  { userId: userId(), term: text('term').notNull(), documents: integer('documents').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.term] })],
)

/** Words of messages, each with the number of these messages that hold it, not added to `term_statistics` yet. */
export const termBacklog = pgTable(
  'term_backlog',
  {
    userId: userId(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    terms: jsonb('terms').$type<Record<string, number>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

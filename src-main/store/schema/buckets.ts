import type { Actor, BucketStatus, OperationKind, Priority } from '@shared/domain'
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
  uuid,
} from 'drizzle-orm/pg-core'
import { time, userId, vector384 } from './columns'

/** `void`: made by an operation that was undone. Such a row stays, for redo, and is shown to nobody. */
export type OwnStatus = 'ephemeral' | 'active' | 'archived' | 'void'

/**
 * `own_status` and `own_merged_into` hold what operations wrote; `status` and `merged_into` what follows from them
 * once redirects are resolved. Counts and times are derived from the messages and kept here for speed.
 */
export const buckets = pgTable(
  'buckets',
  {
    userId: userId(),
    id: text('id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    ownStatus: text('own_status').$type<OwnStatus>().notNull(),
    ownMergedInto: text('own_merged_into'),
    status: text('status').$type<BucketStatus | 'void'>().notNull(),
    mergedInto: text('merged_into'),
    priority: text('priority').$type<Priority>().notNull().default('normal'),
    pinnedAt: time('pinned_at'),
    shapedBy: text('shaped_by').$type<'person' | 'automation'>().notNull().default('automation'),
    starred: boolean('starred').notNull().default(false),
    createdAt: time('created_at').notNull(),
    lastUpdated: time('last_updated').notNull(),
    /** When a person last pinned or opened it: `last_updated` is never earlier. */
    touchedAt: time('touched_at'),
    messageCount: integer('message_count').notNull().default(0),
    /** Arrival number of its newest message: what tells the janitor that there is something new to judge. */
    newestSeq: bigint('newest_seq', { mode: 'number' }).notNull().default(0),
    returns: integer('returns').notNull().default(0),
    /** Returns by a model's pin: no message stands for them, so they are counted here and are part of `returns`. */
    pinReturns: integer('pin_returns').notNull().default(0),
    summary: text('summary').notNull().default(''),
    /** A merge or its undo changed what it holds: to be made anew from the messages. */
    summaryRebuild: boolean('summary_rebuild').notNull().default(false),
    summaryStale: boolean('summary_stale').notNull().default(false),
    lastSummarizedMessageId: uuid('last_summarized_message_id'),
    lastSummarizedCount: integer('last_summarized_count').notNull().default(0),
    returnFrequency: doublePrecision('return_frequency').notNull().default(0),
    velocity: doublePrecision('velocity').notNull().default(0),
    lifeChangeDetected: boolean('life_change_detected').notNull().default(false),
    parentBucketId: text('parent_bucket_id'),
    relatedBuckets: jsonb('related_buckets').$type<string[]>().notNull().default([]),
    /** Normalised mean of its messages' vectors, of `embedding_model`. */
    embedding: vector384('embedding'),
    embeddingModel: text('embedding_model'),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('buckets_status').on(t.userId, t.status, t.lastUpdated),
    index('buckets_merged').on(t.userId, t.ownMergedInto),
    index('buckets_led').on(t.userId, t.mergedInto),
  ],
)

/** The operation log. An operation stands while `undone_at` is null. */
export const bucketOperations = pgTable(
  'bucket_operations',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    ts: time('ts').notNull(),
    kind: text('kind').$type<OperationKind>().notNull(),
    actor: text('actor').$type<Actor>().notNull(),
    /** One sentence for a person: what and why. */
    sentence: text('sentence').notNull(),
    buckets: jsonb('buckets').$type<string[]>().notNull().default([]),
    messagesMoved: integer('messages_moved').notNull().default(0),
    similarity: doublePrecision('similarity'),
    /** The pass of the janitor, or the import, that it belongs to. */
    passId: uuid('pass_id'),
    undoneAt: time('undone_at'),
    /** Where taking it back could not bring back everything: why. */
    note: text('note'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('operations_seq').on(t.userId, t.seq)],
)

/** What an operation wrote: one register of one row, with the value before and after. */
export const operationChanges = pgTable(
  'operation_changes',
  {
    userId: userId(),
    operationId: uuid('operation_id').notNull(),
    operationSeq: bigint('operation_seq', { mode: 'number' }).notNull(),
    entity: text('entity').$type<'bucket' | 'message' | 'segment' | 'memory' | 'fork'>().notNull(),
    entityId: text('entity_id').notNull(),
    field: text('field').notNull(),
    before: text('before'),
    after: text('after'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.operationId, t.entity, t.entityId, t.field] }),
    index('changes_register').on(t.userId, t.entity, t.entityId, t.field, t.operationSeq),
  ],
)

/** One act of a janitor pass with its justification; the receipt. */
export const janitorActions = pgTable(
  'janitor_actions',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    passId: uuid('pass_id').notNull(),
    operationId: uuid('operation_id').notNull(),
    kind: text('kind').$type<OperationKind>().notNull(),
    justification: text('justification').notNull(),
    ts: time('ts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('actions_pass').on(t.userId, t.passId)],
)

/** The seed's counters, and how far the janitor has judged: pairs without newer messages are not judged again. */
export const janitorState = pgTable(
  'janitor_state',
  {
    userId: userId(),
    lastRun: time('last_run'),
    nextRun: time('next_run'),
    bucketsConsolidated: integer('buckets_consolidated').notNull().default(0),
    bucketsArchived: integer('buckets_archived').notNull().default(0),
    lifeChangesDetected: integer('life_changes_detected').notNull().default(0),
    lastChanges: integer('last_changes').notNull().default(0),
    judgedSeq: bigint('judged_seq', { mode: 'number' }).notNull().default(0),
    /** Thresholds and embedding model the judgement was made with; others start afresh. */
    judgedWith: text('judged_with').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.userId] })],
)

export const suggestions = pgTable(
  'suggestions',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'merge' | 'archive' | 'divide'>().notNull(),
    sourceBucketId: text('source_bucket_id').notNull(),
    targetBucketId: text('target_bucket_id'),
    similarity: doublePrecision('similarity'),
    sentence: text('sentence').notNull(),
    /** Of a division: the titles of both parts. */
    parts: jsonb('parts').$type<[string, string]>(),
    status: text('status').$type<'open' | 'accepted' | 'dismissed' | 'withdrawn'>().notNull().default('open'),
    createdAt: time('created_at').notNull(),
    decidedAt: time('decided_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('suggestions_status').on(t.userId, t.status)],
)

/** Self-healing hints: "your new bucket X is 0.91 like Y" (seed 001, Self-Healing Assignment). */
export const hints = pgTable(
  'hints',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    bucketId: text('bucket_id').notNull(),
    existingBucketId: text('existing_bucket_id').notNull(),
    similarity: doublePrecision('similarity').notNull(),
    status: text('status').$type<'open' | 'shown' | 'accepted' | 'ignored'>().notNull().default('open'),
    /** The card the person was shown for it. */
    suggestionId: uuid('suggestion_id'),
    createdAt: time('created_at').notNull(),
    /** When a model was told of it. */
    shownAt: time('shown_at'),
    decidedAt: time('decided_at'),
    decidedBy: text('decided_by').$type<'person' | 'model' | 'janitor'>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

/** What filing knows of a bucket without reading its messages (src-main/filing). */
export const bucketProfiles = pgTable(
  'bucket_profiles',
  {
    userId: userId(),
    bucketId: text('bucket_id').notNull(),
    modelId: text('model_id').notNull(),
    sum: vector384('sum').notNull(),
    weight: doublePrecision('weight').notNull(),
    messages: integer('messages').notNull(),
    firstAt: time('first_at').notNull(),
    lastAt: time('last_at').notNull(),
    terms: jsonb('terms').$type<Record<string, number>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.modelId, t.bucketId] })],
)

/** Settings, endpoints, abilities, job states: one JSON value per key. */
export const preferences = pgTable(
  'preferences',
  {
    userId: userId(),
    key: text('key').notNull(),
    value: jsonb('value').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)

/** The last number given for a slug: ids are given here before anything is stored under them, and never twice. */
export const bucketNumbers = pgTable(
  'bucket_numbers',
  { userId: userId(), slug: text('slug').notNull(), last: integer('last').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.slug] })],
)

import type {
  AccessTier,
  CompressionLevel,
  HeatTier,
  MemoryCategory,
  MemorySource,
  PiiKind,
  Reflection,
  RetentionTier,
} from '@shared/memory'
import { sql } from 'drizzle-orm'
import {
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

/**
 * Memory entries. `content`, `category`, `done`, `own_state`, `superseded_by`, `ended_at`, `pinned_at`, `forgotten_at` and
 * `sensitive` are registers of the operation log (docs/adr/0004-operation-log.md); a row is deleted by erasure alone.
 */
export const memoryEntries = pgTable(
  'memory_entries',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    category: text('category').$type<MemoryCategory>().notNull(),
    content: text('content').notNull(),
    /** Of `content`, by the declared tokenizer (o200k_base). */
    tokenCount: integer('token_count').notNull(),
    /** sha256 of the normalised content, hex: the same thing is not learned twice. */
    contentHash: text('content_hash').notNull(),
    sourceMessageIds: jsonb('source_message_ids').$type<string[]>().notNull().default([]),
    segmentId: uuid('segment_id'),
    source: text('source').$type<MemorySource>().notNull(),
    explicit: boolean('explicit').notNull().default(false),
    done: boolean('done').notNull().default(false),
    reflection: jsonb('reflection').$type<Reflection>(),
    relevanceScore: doublePrecision('relevance_score'),
    confidence: doublePrecision('confidence').notNull(),
    containsPii: boolean('contains_pii').notNull().default(false),
    piiKinds: jsonb('pii_kinds').$type<PiiKind[]>().notNull().default([]),
    /** The person's own mark; null: follows `contains_pii`. */
    sensitive: boolean('sensitive'),
    accessTier: text('access_tier').$type<AccessTier>().notNull().default('PUBLIC'),
    heat: text('heat').$type<HeatTier>().notNull().default('HOT'),
    /** `void`: made by an operation that was undone. */
    ownState: text('own_state').$type<'live' | 'void'>().notNull().default('live'),
    /** The summary it is behind; with `ended_at`, the later statement that took its place. */
    supersededBy: uuid('superseded_by'),
    /** When what it says ceased to be so (07-settled, Superseding); null: as far as anybody knows it still is. */
    endedAt: time('ended_at'),
    /** Set before anything is hidden (02, archive first). */
    archivedAt: time('archived_at'),
    pinnedAt: time('pinned_at'),
    forgottenAt: time('forgotten_at'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    lastAccessed: time('last_accessed'),
    accessCount: integer('access_count').notNull().default(0),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    embedding: vector384('embedding'),
    embeddingModel: text('embedding_model'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('memories_standing')
      .on(t.userId, t.category, t.createdAt)
      .where(sql`own_state = 'live' and superseded_by is null and forgotten_at is null and ended_at is null`),
    index('memories_hash').on(t.userId, t.contentHash),
    index('memories_segment').on(t.userId, t.segmentId),
  ],
)

/** What is never learned again: forgotten, corrected and erased contents, by hash. Stands while its operation stands. */
export const memoryTombstones = pgTable(
  'memory_tombstones',
  {
    userId: userId(),
    contentHash: text('content_hash').notNull(),
    memoryId: uuid('memory_id').notNull(),
    reason: text('reason').$type<'forgotten' | 'corrected' | 'erased'>().notNull(),
    /** Null: erased, for good. */
    operationId: uuid('operation_id'),
    at: time('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.contentHash, t.memoryId, t.reason] })],
)

/** Seed 004, ValueClassification. */
export const valueClassifications = pgTable(
  'value_classifications',
  {
    userId: userId(),
    /** Same as the entry's. */
    id: uuid('id').notNull(),
    entityType: text('entity_type').$type<'memory'>().notNull(),
    retentionScore: doublePrecision('retention_score').notNull(),
    uniquenessScore: doublePrecision('uniqueness_score').notNull(),
    confidenceScore: doublePrecision('confidence_score').notNull(),
    /** Null: not known yet, left out of the score. */
    accessFrequency: doublePrecision('access_frequency'),
    recencyScore: doublePrecision('recency_score'),
    lastAccessed: time('last_accessed'),
    valueScore: doublePrecision('value_score').notNull(),
    retentionTier: text('retention_tier').$type<RetentionTier>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.entityType, t.id] })],
)

/** Seed 004, CompressedContext: the levels of a memory or a segment, linked upwards; `full` never expires. */
export const compressedContexts = pgTable(
  'compressed_contexts',
  {
    userId: userId(),
    id: uuid('id').notNull(),
    entityType: text('entity_type').$type<'memory' | 'segment'>().notNull(),
    entityId: uuid('entity_id').notNull(),
    compressionLevel: text('compression_level').$type<CompressionLevel>().notNull(),
    /** Empty for a segment's `full`: that is its messages, kept where they are. */
    content: text('content').notNull(),
    tokenCount: integer('token_count').notNull(),
    contentType: text('content_type').$type<MemoryCategory | 'segment'>().notNull(),
    containsPii: boolean('contains_pii').notNull().default(false),
    accessTier: text('access_tier').$type<AccessTier>().notNull(),
    /** The level it was made from. */
    parentContextId: uuid('parent_context_id'),
    childContextIds: jsonb('child_context_ids').$type<string[]>().notNull().default([]),
    /** Hash of what it was made from: another one and it is made anew. */
    madeFrom: text('made_from').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at'),
    lastAccessed: time('last_accessed'),
    accessCount: integer('access_count').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('contexts_entity').on(t.userId, t.entityType, t.entityId, t.compressionLevel),
    index('contexts_expiry').on(t.userId, t.expiresAt).where(sql`expires_at is not null`),
  ],
)

/** Seed 004, the relationships. */
export const contextEdges = pgTable(
  'context_edges',
  {
    userId: userId(),
    fromId: uuid('from_id').notNull(),
    toId: uuid('to_id').notNull(),
    kind: text('kind').$type<'SUMMARIZED_TO' | 'HAS_VALUE' | 'FOLLOWS'>().notNull(),
    /** Tokens of `to` over tokens of `from`; of SUMMARIZED_TO only. */
    compressionRatio: doublePrecision('compression_ratio'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fromId, t.toId, t.kind] }), index('edges_to').on(t.userId, t.toId)],
)

/** Seed 004, BoundedMemoryManifest: what stands in MEMORY.md, as pointers. */
export const boundedMemoryManifests = pgTable(
  'bounded_memory_manifests',
  {
    userId: userId(),
    maxTokens: integer('max_tokens').notNull(),
    currentTokens: integer('current_tokens').notNull(),
    lastCompacted: time('last_compacted'),
    personalPreferenceIds: jsonb('personal_preference_ids').$type<string[]>().notNull().default([]),
    activeTaskSummaryIds: jsonb('active_task_summary_ids').$type<string[]>().notNull().default([]),
    highValueInsightIds: jsonb('high_value_insight_ids').$type<string[]>().notNull().default([]),
    recentContextIds: jsonb('recent_context_ids').$type<string[]>().notNull().default([]),
    version: integer('version').notNull(),
    generatedAt: time('generated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId] })],
)

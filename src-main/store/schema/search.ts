import { sql } from 'drizzle-orm'
import { bigint, bigserial, customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { userId } from './columns'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** What can be found: memories plug in as one more kind. */
export type SearchKind = 'message' | 'segment' | 'memory'

/** What can be found, by its terms. `number` is a message's `seq`; a segment goes by its sentinel's. */
export const searchDocuments = pgTable(
  'search_documents',
  {
    userId: userId(),
    kind: text('kind').$type<SearchKind>().notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    /** The segment a message lies in; kept by a trigger on "messages". */
    segment: uuid('segment'),
    /** Distinct terms: what BM25 takes for its length. */
    length: integer('length').notNull(),
    terms: text('terms').array().notNull(),
  },
  (t) => [
    // With segment and length in the index itself (drizzle/0176_look_ups_in_the_index.sql).
    primaryKey({ columns: [t.userId, t.kind, t.number] }),
    index('search_documents_segments').on(t.userId, t.segment).where(sql`kind = 'segment'`),
  ],
)

/** Which documents hold a term: one row for each 2,048 numbers among which any does. */
export const searchPostings = pgTable(
  'search_postings',
  {
    userId: userId(),
    kind: text('kind').$type<SearchKind>().notNull(),
    term: text('term').notNull(),
    /** A document's number divided by 2,048. */
    chunk: integer('chunk').notNull(),
    /** What is left of each number, two bytes, most significant first. */
    numbers: bytea('numbers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.term, t.chunk] })],
)

/** In how many messages a term occurs. */
export const searchTerms = pgTable(
  'search_terms',
  { userId: userId(), term: text('term').notNull(), documents: integer('documents').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.term] })],
)

/** Messages whose terms were not added to `search_terms` and `search_totals` yet. */
export const searchBacklog = pgTable(
  'search_backlog',
  { userId: userId(), number: bigint('number', { mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.number] })],
)

/** Messages that are indexed, and the sum of their lengths. */
export const searchTotals = pgTable(
  'search_totals',
  {
    userId: userId(),
    documents: integer('documents').notNull(),
    length: bigint('length', { mode: 'number' }).notNull(),
    /** The highest message in the posting lists; `lists` and `synopses` change with what they held before (postings-held.ts). */
    listed: bigint('listed', { mode: 'number' }).notNull().default(0),
    lists: uuid('lists').notNull().defaultRandom(),
    synopses: uuid('synopses').notNull().defaultRandom(),
  },
  (t) => [primaryKey({ columns: [t.userId] })],
)

/** Passages of long messages, with a vector for each; without vectors as long as they wait for them. */
export const messagePassages = pgTable(
  'message_passages',
  {
    userId: userId(),
    modelId: text('model_id').notNull(),
    /** The message's `seq`. */
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Start and end of each passage in turn, in UTF-16 units of the message's text. */
    places: integer('places').array(),
    /** 384 bytes a passage. */
    vectors: bytea('vectors'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.modelId, t.number] }),
    index('message_passages_waiting').on(t.userId, t.modelId, t.number).where(sql`vectors IS NULL`),
  ],
)

/** Vectors abbreviated to one bit a dimension, those of a message's passages one after another, in the order they were written. */
export const searchVectors = pgTable(
  'search_vectors',
  {
    userId: userId(),
    modelId: text('model_id').notNull(),
    kind: text('kind').$type<SearchKind>().notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    written: bigserial('written', { mode: 'number' }).notNull(),
    bits: bytea('bits').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.modelId, t.kind, t.number] }),
    index('search_vectors_written').on(t.userId, t.modelId, t.written),
  ],
)

import { type MessageId, messageId, type SegmentId, segmentId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { vectorText } from '../../schema/columns'
import { single } from '../../single'
import { standing } from '../memories/rows'
import { me } from '../profile'
import { indexBacklog } from './backlog'
import { allowedBy, NEIGHBOURS, rankedByWords } from './candidates'
import { newestQualifying, qualifying, type SearchFilter } from './filter'
import { textArray } from './indexing'
import { countManyWords } from './listing'
import { caughtUp, nearest } from './nearest'
import { type AskedVector, awaitingPassages, centredLikeness, savePassages } from './passages'
import { MARK, type MarkRow, markOf, type Postings, readPostingsOf } from './postings'
import type { ListMark } from './postings-held'
import { readMessages } from './reading'
import { lookUp, type Wanted } from './vocabulary'
import { countAllWords, countWords } from './words'

export interface EvidenceInput {
  kind: 'message' | 'segment' | 'memory'
  /** Terms as `termCounts` makes them, most telling first. */
  terms: readonly string[]
  /** Null: by words alone. Both vectors of 384; the query is centred and normalised. */
  vector: AskedVector | null
  /** Of messages only those that qualify; with neither terms nor vector, the newest of them. */
  filter?: SearchFilter | null
  /** Times the question names, in milliseconds: the best of what was said then, and shortly after, are looked at as well. */
  times?: readonly { from: number; to: number }[]
}

export interface EvidenceRow {
  /** A message's `seq`, a segment's sentinel's, a memory's own. Neighbours have neighbouring numbers. */
  number: number
  /** The message, the sentinel or the memory; null for what is only here as the neighbour of a candidate. */
  messageId: MessageId | null
  segmentId: SegmentId | null
  /** A person's words, not the assistant's: what they say of themselves is what they ask for later. */
  bySomebody: boolean
  /** Of a candidate among messages: who said it, empty for the person and the assistant; and when, in milliseconds. */
  author: string
  at: number | null
  /** Distinct terms. */
  length: number
  /** Places in `wanted` of what it holds. */
  holds: number[]
  /** Of a candidate among messages: those of what the title and synopsis of its segment hold. */
  talkHolds: number[]
  /** Cosine of the centred vectors, of messages about, by the best of their abbreviated ones; null without one of this model. */
  likeness: number | null
}

export interface Evidence {
  /** Messages indexed and their mean length in distinct terms. */
  documents: number
  meanLength: number
  wanted: Wanted[]
  /** By number. */
  rows: EvidenceRow[]
}

/** Terms of a query that are looked up: of a pasted page only the most telling. */
const MOST_TERMS = 32
/** Share of the messages whose words may be missing from what words are weighed by. */
const TOLERATED = 0.02
/** Each of those is looked through by itself. */
const MOST_BEHIND = 200
/** What is on the screen anyway, and the message that is being answered (src-main/conversation/live-talk.ts). */
const NEWEST_NOT_RECALLED = 15
const CANDIDATES_BY_WORDS = 80
const CANDIDATES_BY_VECTOR = 80
/** Of a time that is named so many by words and so many by vector, among so many of the newest then and in the week after. */
const CANDIDATES_OF_THEN = 20
const MOST_THEN = 2000
const TOLD_AFTER = 7 * 86_400_000
/** With a filter so many more are looked at, because most of them go. */
const FILTERED = 1000

/** The reading side of the search index (docs/search.md). */
export const search = {
  /** What may answer a query, with all that is needed to score it; the decision is the caller's. */
  async evidence(db: Database, input: EvidenceInput): Promise<Evidence> {
    return evidenceOf(db, input, await readWords(db, input.terms))
  },

  /** The same of messages and of memories for one query: its words are looked up once. */
  async recallEvidence(
    db: Database,
    { terms, vector }: Pick<EvidenceInput, 'terms' | 'vector'>,
  ): Promise<{ messages: Evidence; memories: Evidence }> {
    const words = await readWords(db, terms, NEWEST_NOT_RECALLED)
    // On a server both go over the line at once.
    const [messages, memories] = await Promise.all([
      evidenceOf(db, { kind: 'message', terms, vector }, words),
      evidenceOf(db, { kind: 'memory', terms, vector }, words),
    ])
    return { messages, memories }
  },

  readMessages: single(readMessages),

  /** Long messages whose passages have no vectors yet, the newest first. */
  awaitingPassages,

  savePassages,

  /** Indexes what was written before there was an index, so many rows at a time; true when nothing is left. */
  async catchUp(db: Database, limit: number): Promise<boolean> {
    return indexBacklog(db, limit)
  },

  countWords,

  countManyWords,

  /** The first message a person sees of each segment: where the window jumps to. */
  async firstMessages(
    db: Database,
    ids: readonly SegmentId[],
  ): Promise<{ segmentId: SegmentId; messageId: MessageId }[]> {
    const { rows } = await db.execute<{ segment: string; message: string }>(sql`
      SELECT s.id AS segment, m.id AS message FROM unnest(${`{${ids.join(',')}}`}::uuid[]) AS s(id), LATERAL (
        SELECT id FROM messages WHERE user_id = ${me} AND segment_id = s.id AND NOT is_segment_boundary
          AND role IN ('user', 'assistant') ORDER BY ts, id LIMIT 1) m`)
    return rows.map((r) => ({ segmentId: segmentId.parse(r.segment), messageId: messageId.parse(r.message) }))
  },

  /** Names of those who speak beside the person and the assistant, in imported talk; who said most first. */
  async authors(db: Database, limit: number): Promise<string[]> {
    const { rows } = await db.execute<{ author: string }>(sql`
      SELECT author FROM messages WHERE user_id = ${me} AND role = 'user' AND author <> 'user' AND NOT is_segment_boundary
      GROUP BY author ORDER BY count(*) DESC, author LIMIT ${limit}`)
    return rows.map((r) => r.author)
  },

  /** Reads signatures into memory ahead of the first search, so many at a time; true when all are there. */
  async warm(db: Database, modelId: string, limit: number): Promise<boolean> {
    const { rows } = await db.execute<{ id: string }>(sql`SELECT ${me} AS id`)
    const profile = rows[0]?.id ?? ''
    const before = (await caughtUp(db, 'message', modelId, 0, profile)).size
    const after = (await caughtUp(db, 'message', modelId, limit, profile)).size
    return after - before < limit
  },
}

/** The best of both lists, of those that qualify; where nothing is asked for but a filter, the newest. */
async function chosen(
  db: Database,
  filter: SearchFilter | null,
  byWords: readonly number[],
  byVector: readonly number[],
): Promise<Set<number>> {
  if (!filter) return new Set([...byWords.slice(0, CANDIDATES_BY_WORDS), ...byVector])
  if (byWords.length === 0 && byVector.length === 0)
    return new Set(await newestQualifying(db, filter, CANDIDATES_BY_WORDS))
  const looked = [...new Set([...byWords.slice(0, FILTERED), ...byVector])]
  const kept = new Set(await qualifying(db, filter, looked))
  const best = (numbers: readonly number[], most: number) => numbers.filter((n) => kept.has(n)).slice(0, most)
  return new Set([...best(byWords, CANDIDATES_BY_WORDS), ...best(byVector, CANDIDATES_BY_VECTOR)])
}

/** Of what was said at the times that are named: the likeliest by words, and the nearest by meaning; without a filter only. */
async function bestOfThen(
  db: Database,
  { kind, times, filter }: EvidenceInput,
  likeness: ((number: number) => number | null) | undefined,
  byWords: readonly number[],
): Promise<number[]> {
  if (kind !== 'message' || filter || !times?.length) return []
  const spans = times.map(
    ({ from, to }) =>
      sql`(ts >= ${new Date(from).toISOString()}::timestamptz AND ts < ${new Date(to + TOLD_AFTER).toISOString()}::timestamptz)`,
  )
  const { rows } = await db.execute<{ seq: string }>(sql`
    SELECT seq FROM messages WHERE user_id = ${me} AND NOT is_segment_boundary AND role IN ('user', 'assistant')
      AND (${sql.join(spans, sql` OR `)}) ORDER BY ts DESC LIMIT ${MOST_THEN}`)
  const then = new Set(rows.map((r) => Number(r.seq)))
  const near = [...then]
    .map((number) => ({ number, likeness: likeness?.(number) ?? null }))
    .filter((n) => n.likeness !== null)
    .sort((a, b) => (b.likeness ?? 0) - (a.likeness ?? 0))
  return [
    ...byWords.filter((n) => then.has(n)).slice(0, CANDIDATES_OF_THEN),
    ...near.slice(0, CANDIDATES_OF_THEN).map((n) => n.number),
  ]
}

/** What a query's words are weighed by. */
interface ReadWords {
  profile: string
  /** Messages indexed and the sum of their lengths. */
  documents: number
  length: number
  wanted: Wanted[]
  /** There are memories to be found. */
  hasMemories: boolean
  /** Words of some messages wait to be counted. */
  isBehind: boolean
  mark: ListMark
}

/** @param unneeded so many of the newest messages need not be found */
async function readWords(db: Database, all: readonly string[], unneeded = 0): Promise<ReadWords> {
  const terms = all.slice(0, MOST_TERMS)
  let read = await totals(db, terms)
  // A few messages more or less tell nothing in a large store; in a small one they do, and a word that nobody has said
  // may have been said just now.
  const isUnknown = terms.some((term) => !read.known.has(term))
  const isFar = read.behind > Math.min(MOST_BEHIND, read.documents * TOLERATED)
  if (read.behind > unneeded && (isFar || isUnknown)) {
    await countAllWords(db)
    read = await totals(db, terms)
  }
  const { profile, documents, length, hasMemories, mark } = read
  const isBehind = read.behind > 0
  return { profile, documents, length, hasMemories, isBehind, mark, wanted: await lookUp(db, terms, read.known) }
}

async function evidenceOf(db: Database, input: EvidenceInput, words: ReadWords): Promise<Evidence> {
  const { documents, length, wanted, profile, hasMemories, isBehind, mark } = words
  const evidence = { documents, meanLength: documents === 0 ? 1 : length / documents, wanted }
  if (input.kind === 'memory' && !hasMemories) return { ...evidence, rows: [] }
  const filter = input.kind === 'message' ? (input.filter ?? null) : null
  const allowed = await allowedBy(db, filter, isBehind)
  const { vector } = input
  const limit = filter ? FILTERED : CANDIDATES_BY_VECTOR
  const forms = wanted.flatMap((w) => w.forms)
  // What the titles and synopses of segments hold comes along with what messages do.
  const kinds = input.kind === 'message' ? (['message', 'segment'] as const) : [input.kind]
  const [near, listsOf] = await Promise.all([
    vector ? nearest(db, { kind: input.kind, ...vector, limit, allowed, profile }) : null,
    readPostingsOf(db, kinds, forms, { isBehind, mark }),
  ])
  const postings = listsOf(input.kind)
  const byWords = await rankedByWords(db, input.kind, wanted, documents, postings, allowed)
  const candidates = await chosen(db, filter, byWords, near?.numbers ?? [])
  for (const number of await bestOfThen(db, input, near?.likeness, byWords)) candidates.add(number)
  return {
    ...evidence,
    rows: await rowsOf(
      db,
      input,
      candidates,
      { wanted, postings, told: listsOf('segment') },
      near?.likeness ?? (() => null),
    ),
  }
}

/**
 * Messages indexed and the sum of their lengths, how many more there are whose words were not counted yet, and in how many
 * messages each term occurs.
 */
async function totals(db: Database, terms: readonly string[]) {
  const { rows } = await db.execute<
    MarkRow & {
      documents: number | null
      length: string | null
      behind: number
      known: [string, number][] | null
      memories: boolean
    }
  >(sql`
    SELECT ${me} AS profile, ${MARK}, t.documents, t.length,
      (SELECT count(*) FROM (SELECT FROM search_backlog WHERE user_id = ${me} LIMIT 10000) b)::int AS behind,
      (SELECT json_agg(json_build_array(term, documents)) FROM search_terms
        WHERE user_id = ${me} AND term = ANY(${textArray(terms)}::text[])) AS known,
      EXISTS (SELECT FROM search_documents WHERE user_id = ${me} AND kind = 'memory')
        OR EXISTS (SELECT FROM search_vectors WHERE user_id = ${me} AND kind = 'memory') AS memories
    FROM (SELECT 1) one LEFT JOIN search_totals t ON t.user_id = ${me}`)
  const [row] = rows
  return {
    profile: row?.profile ?? '',
    documents: row?.documents ?? 0,
    length: Number(row?.length ?? 0),
    behind: row?.behind ?? 0,
    known: new Map(row?.known ?? []),
    hasMemories: row?.memories ?? false,
    mark: markOf(row),
  }
}

interface FoundDocument {
  number: number
  segment: string | null
  length: number
  holds: number[]
}

async function rowsOf(
  db: Database,
  input: EvidenceInput,
  candidates: ReadonlySet<number>,
  asked: { wanted: readonly Wanted[]; postings: Postings; told: Postings },
  estimate: (number: number) => number | null,
): Promise<EvidenceRow[]> {
  if (candidates.size === 0) return []
  const numbers = new Set(candidates)
  if (input.kind === 'message')
    for (const number of candidates) for (let d = 1; d <= NEIGHBOURS + 1; d++) numbers.add(number - d).add(number + d)
  const placeOf = placesOf(asked.wanted)
  const [documents, exact] = await Promise.all([
    documentsOf(db, input.kind, [...numbers], asked),
    exactly(db, input, { forms: [...placeOf.keys()], told: asked.told }, [...candidates], estimate),
  ])
  return documents.flatMap((d): EvidenceRow[] => {
    const known = exact.get(d.number)
    const base = {
      number: d.number,
      segmentId: d.segment === null ? null : segmentId.parse(d.segment),
      length: d.length,
      holds: d.holds,
    }
    if (known) {
      const { id, role, author, at, likeness } = known
      const talkHolds = [...new Set((known.ofTalk ?? []).flatMap((form) => placeOf.get(form) ?? []))]
      return [{ ...base, talkHolds, messageId: id, bySomebody: role === 'user', author, at, likeness }]
    }
    // A neighbour's abbreviated vector is near enough: it is one of several that speak for the candidate.
    return candidates.has(d.number)
      ? []
      : [
          {
            ...base,
            talkHolds: [],
            messageId: null,
            bySomebody: false,
            author: '',
            at: null,
            likeness: estimate(d.number),
          },
        ]
  })
}

/** What stands in the index for each wanted word → its place. */
const placesOf = (wanted: readonly Wanted[]): Map<string, number> =>
  new Map(wanted.flatMap((w, i) => w.forms.map((form): [string, number] => [form, i])))

/** Documents by number, with the wanted terms each holds; by number. */
async function documentsOf(
  db: Database,
  kind: EvidenceInput['kind'],
  numbers: readonly number[],
  { wanted, postings }: { wanted: readonly Wanted[]; postings: Postings },
): Promise<FoundDocument[]> {
  const placeOf = placesOf(wanted)
  // More than a thousand short rows: as three strings a driver reads them many times as fast.
  const { rows } = await db.execute<Record<'numbers' | 'segments' | 'lengths', string | null>>(sql`
    SELECT string_agg(number::text, ',') AS numbers, string_agg(coalesce(segment::text, ''), ',') AS segments,
      string_agg(length::text, ',') AS lengths
    FROM (SELECT number, segment, length FROM search_documents
      WHERE user_id = ${me} AND kind = ${kind} AND number = ANY(${`{${numbers.join(',')}}`}::bigint[]) ORDER BY number) d`)
  const [found] = rows
  if (!found || found.numbers === null) return []
  const segments = found.segments?.split(',') ?? []
  const lengths = found.lengths?.split(',') ?? []
  return found.numbers.split(',').map((text, i) => {
    const number = Number(text)
    const holds = new Set<number>()
    for (const [form, place] of placeOf) if (postings.has(form, number)) holds.add(place)
    return { number, segment: segments[i] || null, length: Number(lengths[i]), holds: [...holds] }
  })
}

/** Ids of candidates and how like the query they are: of messages by their abbreviated vectors, because they are read once more. */
async function exactly(
  db: Database,
  { kind, vector }: EvidenceInput,
  { forms, told }: { forms: readonly string[]; told: Postings },
  numbers: readonly number[],
  estimate: (number: number) => number | null,
): Promise<Map<number, Known>> {
  if (kind === 'memory') return exactMemories(db, vector, numbers)
  if (kind === 'message') {
    return messagesExactly(db, numbers, (number, talk) => ({
      likeness: estimate(number),
      ofTalk: talk === null ? [] : forms.filter((form) => told.has(form, talk)),
    }))
  }
  // OFFSET 0: one look-up by key for each candidate. Without statistics the planner would read every vector instead.
  const from = sql`LEFT JOIN LATERAL (SELECT x.summary_embedding AS v FROM continuum_segments x
    WHERE x.user_id = m.user_id AND x.id = m.segment_id AND x.embedding_model = ${vector?.modelId ?? ''} OFFSET 0) e ON true`
  const { rows } = await db.execute<Measured>(
    vector
      ? sql`
      SELECT m.seq, m.id, -(e.v <#> ${vectorText(vector.query)}::vector) AS to_query,
        -(e.v <#> ${vectorText(vector.centre)}::vector) AS to_centre
      FROM messages m ${from} WHERE m.user_id = ${me} AND m.seq = ANY(${`{${numbers.join(',')}}`}::bigint[])`
      : sql`SELECT seq, id, NULL AS to_query, NULL AS to_centre FROM messages
      WHERE user_id = ${me} AND seq = ANY(${`{${numbers.join(',')}}`}::bigint[])`,
  )
  return measured(rows, vector)
}

/**
 * Candidates among messages, from the indexes alone (drizzle/0176_look_ups_in_the_index.sql), as few strings.
 * @param more what is known of a message and of its segment's document
 */
async function messagesExactly(
  db: Database,
  numbers: readonly number[],
  more: (number: number, talk: number | null) => Pick<Known, 'likeness' | 'ofTalk'>,
): Promise<Map<number, Known>> {
  // OFFSET 0: look-ups by key, one after another, whatever the planner takes the tables for.
  const { rows } = await db.execute<MessageColumns>(sql`
    SELECT string_agg(m.seq::text, ',') AS numbers, string_agg(m.id::text, ',') AS ids, string_agg(m.role, ',') AS roles,
      string_agg((extract(epoch FROM m.ts) * 1000)::float8::text, ',') AS times,
      string_agg(coalesce(d.number::text, ''), ',') AS talks,
      json_object_agg(m.seq, s.author) FILTER (WHERE s.author IS NOT NULL) AS speakers
    FROM (SELECT seq, id, role, ts, segment_id FROM messages
      WHERE user_id = ${me} AND seq = ANY(${`{${numbers.join(',')}}`}::bigint[]) OFFSET 0) m
    LEFT JOIN LATERAL (SELECT number FROM search_documents
      WHERE user_id = ${me} AND kind = 'segment' AND segment = m.segment_id OFFSET 0) d ON true
    LEFT JOIN LATERAL (SELECT author FROM messages
      WHERE user_id = ${me} AND seq = m.seq AND author NOT IN ('user', 'assistant') AND NOT is_segment_boundary OFFSET 0) s ON true`)
  const known = new Map<number, Known>()
  const [found] = rows
  if (!found || found.numbers === null) return known
  const [ids, roles, times, talks] = [found.ids, found.roles, found.times, found.talks].map((c) => c?.split(',') ?? [])
  for (const [i, text] of found.numbers.split(',').entries()) {
    const number = Number(text)
    const talk = talks?.[i] || null
    known.set(number, {
      id: messageId.parse(ids?.[i]),
      role: roles?.[i] ?? '',
      author: found.speakers?.[text] ?? '',
      at: Number(times?.[i]),
      ...more(number, talk === null ? null : Number(talk)),
    })
  }
  return known
}

/** The same of memories, of those that stand. */
async function exactMemories(
  db: Database,
  vector: EvidenceInput['vector'],
  numbers: readonly number[],
): Promise<Map<number, Known>> {
  const product = (by: Float32Array) =>
    sql`CASE WHEN embedding_model = ${vector?.modelId ?? ''} THEN -(embedding <#> ${vectorText(by)}::vector) END`
  const { rows } = await db.execute<Measured>(sql`
    SELECT seq, id, ${vector ? product(vector.query) : sql`NULL`} AS to_query,
      ${vector ? product(vector.centre) : sql`NULL`} AS to_centre
    FROM memory_entries WHERE user_id = ${me} AND ${standing} AND seq = ANY(${`{${numbers.join(',')}}`}::bigint[])`)
  return measured(rows, vector)
}

/** What is known of a candidate beside its words. */
interface Known {
  id: MessageId
  role: string
  author: string
  at: number | null
  likeness: number | null
  /** Wanted terms in the title and synopsis of its segment. */
  ofTalk?: readonly string[]
}

/** A column each, parted by commas. */
interface MessageColumns extends Record<string, unknown> {
  numbers: string | null
  ids: string | null
  roles: string | null
  times: string | null
  talks: string | null
  /** By number, of those who are neither the person nor the assistant. */
  speakers: Record<string, string> | null
}

interface Measured extends Record<string, unknown> {
  seq: string
  id: string
  to_query: number | null
  to_centre: number | null
}

function measured(rows: readonly Measured[], vector: EvidenceInput['vector']): Map<number, Known> {
  const centred = vector ? centredLikeness(vector).ofProducts : null
  return new Map(
    rows.map((r) => [
      Number(r.seq),
      {
        id: messageId.parse(r.id),
        role: '',
        author: '',
        at: null,
        likeness: centred && r.to_query !== null && r.to_centre !== null ? centred(r.to_query, r.to_centre) : null,
      },
    ]),
  )
}

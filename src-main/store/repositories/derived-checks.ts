/** What the search index holds, made anew from messages, segments and vectors, and compared: a part of `verify --deep`. */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../database'
import { parseVector } from '../schema/columns'
import { messageTerms, termCounts } from '../search-terms'
import { centreOf, signatureOf } from '../signature'
import { me } from './profile'
import { directionOf, keptVectors } from './search/passages'
import { CHUNK, placesIn } from './search/posting-list'

/** Read at a time: a store of any size is gone through in constant memory. */
const AT_A_TIME = 500

/** One line for each kind of difference, with how often it was found; empty if all is as it would be made today. */
export async function derivedProblems(db: Database): Promise<string[]> {
  const lines: [number, string][] = [
    [await wrongTerms(db), 'messages that the search index holds by other words'],
    [await wrongSegmentTerms(db), 'segments that the search index holds by other words'],
    [await wrongSignatures(db), 'vectors that search has otherwise'],
    [await wrongMemoryTerms(db), 'memories that the search index holds by other words'],
    [await wrongMemorySignatures(db), 'vectors of memories that search has otherwise'],
    [await wrongSegmentSignatures(db), 'vectors of segments that search has otherwise'],
    [await wrongBranchTerms(db), 'messages of other branches that are held by other words'],
    [await wrongPostings(db), 'posting lists that hold other documents than their word is in'],
  ]
  return lines.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`)
}

/** The words of a text and who says it, were every part of it read `as` told. */
type Reading = (as: (part: string) => string) => readonly string[]

/**
 * Whether a text is held by its words: as it is read today, or as processes read it until November 2026. Those of the window parted
 * many words at a point between letters (“Node.js”), those of the command line joined them at a colon (“card:hover”). Words that all
 * of them find have to be there, and none that none of them finds.
 */
export function isHeldBy(held: readonly string[], terms: Reading): boolean {
  const known = new Set(held)
  const today = new Set(terms((part) => part))
  if (known.size === today.size && [...today].every((term) => known.has(term))) return true
  const parted = new Set(terms((part) => part.replace(POINT_BETWEEN, ' ')))
  // A point joins today as a colon did then.
  const joined = new Set(terms((part) => part.replace(COLON_BETWEEN, '.')))
  return (
    held.every((term) => today.has(term) || parted.has(term) || joined.has(term.replaceAll(':', '.'))) &&
    [...today].every((term) => known.has(term) || !parted.has(term) || !joined.has(term))
  )
}

const between = (sign: string): RegExp =>
  new RegExp(String.raw`(?<=\p{Alphabetic}[\p{M}\p{Cf}]*)${sign}(?=[\p{M}\p{Cf}]*\p{Alphabetic})`, 'gu')
const POINT_BETWEEN = between(String.raw`[.\uff0e]`)
const COLON_BETWEEN = between(String.raw`[:\ufe55\uff1a]`)

const wordsOf =
  (text: string): Reading =>
  (as) => [...termCounts(as(text)).keys()]
const wordsSaid =
  ({ author, text }: { author: string; text: string }): Reading =>
  (as) =>
    messageTerms({ author: as(author), text: as(text) })

async function wrongTerms(db: Database): Promise<number> {
  let wrong = 0
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{
      seq: string
      author: string
      text: string
      terms: string[]
      length: number
    }>(sql`
      SELECT m.seq, m.author, m.text, d.terms, d.length FROM messages m
      JOIN search_documents d ON d.user_id = m.user_id AND d.kind = 'message' AND d.number = m.seq
      WHERE m.user_id = ${me} AND m.seq > ${after}::bigint ORDER BY m.seq LIMIT ${AT_A_TIME}`)
    for (const { author, text, terms, length } of rows)
      if (length !== terms.length || !isHeldBy(terms, wordsSaid({ author, text }))) wrong += 1
    if (rows.length < AT_A_TIME) return wrong
    after = Number(rows.at(-1)?.seq)
  }
}

async function wrongSegmentTerms(db: Database): Promise<number> {
  let wrong = 0
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{ seq: string; text: string; terms: string[] }>(sql`
      SELECT m.seq, coalesce(s.own_title, s.title) || E'\n' || s.summary AS text, d.terms
      FROM continuum_segments s JOIN messages m ON m.user_id = s.user_id AND m.id = s.sentinel_id
      JOIN search_documents d ON d.user_id = m.user_id AND d.kind = 'segment' AND d.number = m.seq
      WHERE s.user_id = ${me} AND s.status = 'collapsed' AND m.seq > ${after}::bigint ORDER BY m.seq LIMIT ${AT_A_TIME}`)
    for (const { text, terms } of rows) if (!isHeldBy(terms, wordsOf(text))) wrong += 1
    if (rows.length < AT_A_TIME) return wrong
    after = Number(rows.at(-1)?.seq)
  }
}

async function wrongSignatures(db: Database): Promise<number> {
  let wrong = 0
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{
      written: string
      model: string
      bits: string
      vector: string
      passages: string | null
    }>(sql`
      SELECT v.written, v.model_id AS model, encode(v.bits, 'hex') AS bits, e.embedding::text AS vector, encode(p.vectors, 'hex') AS passages
      FROM search_vectors v JOIN messages m ON m.user_id = v.user_id AND m.seq = v.number
      JOIN message_embeddings e ON e.user_id = v.user_id AND e.message_id = m.id AND e.model_id = v.model_id
      LEFT JOIN message_passages p ON p.user_id = v.user_id AND p.model_id = v.model_id AND p.number = v.number AND p.vectors IS NOT NULL
      WHERE v.user_id = ${me} AND v.kind = 'message' AND v.written > ${after}::bigint ORDER BY v.written LIMIT ${AT_A_TIME}`)
    for (const { model, bits, vector, passages } of rows) {
      const centre = centreOf(model)
      const kept = passages === null ? null : [...keptVectors(Buffer.from(passages, 'hex'))]
      const directions = kept?.map(directionOf) ?? [parseVector(vector)]
      const wanted = Buffer.concat(directions.map((direction) => signatureOf(direction, centre)))
      if (wanted.toString('hex') !== bits) wrong += 1
    }
    if (rows.length < AT_A_TIME) return wrong
    after = Number(rows.at(-1)?.written)
  }
}

async function wrongMemoryTerms(db: Database): Promise<number> {
  let wrong = 0
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{ seq: string; content: string; terms: string[] }>(sql`
      SELECT m.seq, m.content, d.terms FROM memory_entries m
      JOIN search_documents d ON d.user_id = m.user_id AND d.kind = 'memory' AND d.number = m.seq
      WHERE m.user_id = ${me} AND m.seq > ${after}::bigint ORDER BY m.seq LIMIT ${AT_A_TIME}`)
    for (const { content, terms } of rows) if (!isHeldBy(terms, wordsOf(content))) wrong += 1
    if (rows.length < AT_A_TIME) return wrong
    after = Number(rows.at(-1)?.seq)
  }
}

const wrongMemorySignatures = (db: Database): Promise<number> =>
  wrongSignaturesOf(
    db,
    'memory',
    sql`SELECT m.seq, m.embedding_model AS model, m.embedding AS vector FROM memory_entries m
      WHERE m.user_id = ${me} AND m.embedding IS NOT NULL`,
  )

const wrongSegmentSignatures = (db: Database): Promise<number> =>
  wrongSignaturesOf(
    db,
    'segment',
    sql`SELECT m.seq, s.embedding_model AS model, s.summary_embedding AS vector FROM continuum_segments s
      JOIN messages m ON m.user_id = s.user_id AND m.id = s.sentinel_id
      WHERE s.user_id = ${me} AND s.summary_embedding IS NOT NULL`,
  )

/** Of what has one vector each. @param kept its `seq`, `model` and `vector` */
async function wrongSignaturesOf(db: Database, kind: 'memory' | 'segment', kept: SQL): Promise<number> {
  let wrong = 0
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{ seq: string; model: string; vector: string; bits: string }>(sql`
      SELECT k.seq, k.model, k.vector::text AS vector, encode(v.bits, 'hex') AS bits FROM (${kept}) k
      JOIN search_vectors v ON v.user_id = ${me} AND v.kind = ${kind} AND v.model_id = k.model AND v.number = k.seq
      WHERE k.seq > ${after}::bigint ORDER BY k.seq LIMIT ${AT_A_TIME}`)
    for (const { model, vector, bits } of rows)
      if (Buffer.from(signatureOf(parseVector(vector), centreOf(model))).toString('hex') !== bits) wrong += 1
    if (rows.length < AT_A_TIME) return wrong
    after = Number(rows.at(-1)?.seq)
  }
}

async function wrongBranchTerms(db: Database): Promise<number> {
  let wrong = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await db.execute<{ id: string; author: string; text: string; terms: string[] }>(sql`
      SELECT id, author, text, terms FROM branch_messages WHERE user_id = ${me} AND id > ${after}::uuid ORDER BY id LIMIT ${AT_A_TIME}`)
    for (const { author, text, terms } of rows) if (!isHeldBy(terms, wordsSaid({ author, text }))) wrong += 1
    if (rows.length < AT_A_TIME) return wrong
    after = rows.at(-1)?.id ?? after
  }
}

/** Documents of one piece of the lists at a time: what its words must hold is made of them, and compared. */
async function wrongPostings(db: Database): Promise<number> {
  const { rows: pieces } = await db.execute<{ kind: string; chunk: string }>(sql`
    SELECT kind, number / ${CHUNK}::bigint AS chunk FROM search_documents WHERE user_id = ${me} GROUP BY 1, 2
    UNION SELECT kind, chunk FROM search_postings WHERE user_id = ${me} GROUP BY 1, 2`)
  let wrong = 0
  for (const { kind, chunk } of pieces) {
    const { rows: documents } = await db.execute<{ number: string; terms: string[] }>(sql`
      SELECT d.number, d.terms FROM search_documents d WHERE d.user_id = ${me} AND d.kind = ${kind}
        AND d.number >= ${chunk}::bigint * ${CHUNK}::bigint AND d.number < (${chunk}::bigint + 1) * ${CHUNK}::bigint
        AND NOT (d.kind = 'message' AND EXISTS (SELECT FROM search_backlog b WHERE b.user_id = d.user_id AND b.number = d.number))`)
    const wanted = new Map<string, Set<number>>()
    for (const { number, terms } of documents)
      for (const term of terms) {
        const held = wanted.get(term) ?? new Set()
        held.add(Number(number) - Number(chunk) * CHUNK)
        wanted.set(term, held)
      }
    const { rows: lists } = await db.execute<{ term: string; numbers: string }>(sql`
      SELECT term, encode(numbers, 'base64') AS numbers FROM search_postings
      WHERE user_id = ${me} AND kind = ${kind} AND chunk = ${chunk}::bigint`)
    for (const { term, numbers } of lists) {
      const listed = new Set(placesIn(Buffer.from(numbers, 'base64')))
      const held = wanted.get(term) ?? new Set()
      if (listed.size !== held.size || [...listed].some((place) => !held.has(place))) wrong += 1
      wanted.delete(term)
    }
    wrong += wanted.size
  }
  return wrong
}

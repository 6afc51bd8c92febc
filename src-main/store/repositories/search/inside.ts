import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'
import { countAllWords } from './words'

/** All terms of a profile in one string, one a line, a line break before the first: a look inside of every word is one pass over a megabyte. */
interface Vocabulary {
  lines: string
  /** The newest message whose terms are in it. */
  upTo: number
}

const held = new Map<string, Vocabulary>()
const MOST_HELD = 4
/** So many messages later it is read anew; until then the terms of those few are looked through beside it. */
const RENEW_AFTER = 2000
/** A piece that is in more words than that tells nothing. */
const MOST_FOUND = 64

/** Terms that hold `piece` somewhere inside; at most 64 of them. */
export async function termsHolding(db: Database, piece: string): Promise<string[]> {
  const { lines } = await upToDate(db)
  const found: string[] = []
  for (let at = lines.indexOf(piece); at >= 0 && found.length < MOST_FOUND; at = lines.indexOf(piece, at)) {
    const from = lines.lastIndexOf('\n', at) + 1
    const end = lines.indexOf('\n', at)
    found.push(lines.slice(from, end))
    at = end
  }
  return found
}

/** Terms that are one slip of the finger away from `word`: a letter more, less or other, or two that changed places. */
export async function termsBeside(db: Database, word: string): Promise<string[]> {
  const { lines } = await upToDate(db)
  const middle = Math.floor(word.length / 2)
  // Wherever the slip is, what stands before the middle or what stands after it is right, but for one letter beside it.
  const pieces = [`\n${word.slice(0, middle - 1)}`, `${word.slice(middle + 1)}\n`]
  const found = new Set<string>()
  for (const piece of pieces)
    for (let at = lines.indexOf(piece); at >= 0 && found.size < MOST_FOUND; at = lines.indexOf(piece, at + 1)) {
      const inside = piece.startsWith('\n') ? at + 1 : at
      const term = lines.slice(lines.lastIndexOf('\n', inside - 1) + 1, lines.indexOf('\n', inside))
      if (term !== word && oneSlipApart(term, word)) found.add(term)
    }
  return [...found]
}

/** One letter more, less or other, or two neighbours that changed places. */
export function oneSlipApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const left = a.slice(from, a.length - end)
  const right = b.slice(from, b.length - end)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

async function upToDate(db: Database): Promise<Vocabulary> {
  await countAllWords(db)
  const { rows } = await db.execute<{ id: string; newest: string | null }>(sql`
    SELECT ${me} AS id, (SELECT max(number) FROM search_documents WHERE user_id = ${me} AND kind = 'message') AS newest`)
  const id = rows[0]?.id ?? ''
  const newest = Number(rows[0]?.newest ?? 0)
  const known = held.get(id)
  const vocabulary =
    known && newest - known.upTo <= RENEW_AFTER
      ? { lines: known.lines + (newest > known.upTo ? await termsSince(db, known.upTo) : ''), upTo: newest }
      : { lines: await allTerms(db), upTo: newest }
  held.delete(id)
  held.set(id, vocabulary)
  const oldest = held.keys().next()
  if (held.size > MOST_HELD && !oldest.done) held.delete(oldest.value)
  return vocabulary
}

async function allTerms(db: Database): Promise<string> {
  const { rows } = await db.execute<{ lines: string | null }>(
    sql`SELECT string_agg(term, E'\n') AS lines FROM search_terms WHERE user_id = ${me}`,
  )
  return `\n${rows[0]?.lines ? `${rows[0].lines}\n` : ''}`
}

async function termsSince(db: Database, number: number): Promise<string> {
  const { rows } = await db.execute<{ lines: string | null }>(sql`
    SELECT string_agg(DISTINCT term, E'\n') AS lines FROM search_documents, unnest(terms) AS term
    WHERE user_id = ${me} AND kind = 'message' AND number > ${number}::bigint`)
  return rows[0]?.lines ? `${rows[0].lines}\n` : ''
}

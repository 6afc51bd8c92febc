import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'
import { countAllWords } from './words'

/** All terms of a profile in one string, one a line: a look inside of every word is one pass over a megabyte. */
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
  return rows[0]?.lines ? `${rows[0].lines}\n` : ''
}

async function termsSince(db: Database, number: number): Promise<string> {
  const { rows } = await db.execute<{ lines: string | null }>(sql`
    SELECT string_agg(DISTINCT term, E'\n') AS lines FROM search_documents, unnest(terms) AS term
    WHERE user_id = ${me} AND kind = 'message' AND number > ${number}::bigint`)
  return rows[0]?.lines ? `${rows[0].lines}\n` : ''
}

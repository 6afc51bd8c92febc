import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'
import { termsHolding } from './inside'

/** A term of the query with what stands for it in the index: itself, and where it is scarce, longer words that hold it. */
export interface Wanted {
  term: string
  /** Present ones only, the term itself first; empty if nothing holds it. */
  forms: string[]
  /** In how many messages any of the forms occurs (an upper bound). */
  documents: number
}

/** A term that occurs seldomer is looked for inside of longer words as well: compounds, endings nobody listed. */
const SCARCE = 5
const FORMS = 6
/** Shorter beginnings are shared by words that have nothing to do with one another. */
const SHORTEST_BEGINNING = 4
const WORD = /^[\p{L}\p{M}]+$/u

/** Looks terms up in the vocabulary, in their order. */
export async function lookUp(db: Database, terms: readonly string[]): Promise<Wanted[]> {
  if (terms.length === 0) return []
  const known = await counts(db, sql`term IN (${list(terms)})`)
  const frequency = new Map(known.map((k) => [k.term, k.documents]))
  const wanted = terms.map((term): Wanted => {
    const documents = frequency.get(term) ?? 0
    return { term, forms: documents > 0 ? [term] : [], documents }
  })
  for (const word of wanted) {
    if (word.documents >= SCARCE || word.term.length < SHORTEST_BEGINNING || !WORD.test(word.term)) continue
    const longer = await counts(
      db,
      sql`term > ${word.term} AND term < ${`${word.term}\u{10ffff}`} ORDER BY documents DESC, term LIMIT ${FORMS}`,
    )
    const found = longer.length > 0 || word.documents > 0 ? longer : await insideOf(db, word.term)
    word.forms.push(...found.map((f) => f.term))
    word.documents += found.reduce((sum, f) => sum + f.documents, 0)
  }
  return wanted
}

/** The commonest words that hold a piece inside, for a piece that begins no word. */
async function insideOf(db: Database, piece: string): Promise<{ term: string; documents: number }[]> {
  const terms = await termsHolding(db, piece)
  if (terms.length === 0) return []
  return counts(db, sql`term IN (${list(terms)}) ORDER BY documents DESC, term LIMIT ${FORMS}`)
}

async function counts(db: Database, where: ReturnType<typeof sql>): Promise<{ term: string; documents: number }[]> {
  const { rows } = await db.execute<{ term: string; documents: number }>(
    sql`SELECT term, documents FROM search_terms WHERE user_id = ${me} AND ${where}`,
  )
  return rows
}

const list = (terms: readonly string[]) =>
  sql.join(
    terms.map((t) => sql`${t}`),
    sql`, `,
  )

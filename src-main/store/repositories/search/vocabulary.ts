import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { stem } from '../../search-terms'
import { me } from '../profile'
import { textArray } from './indexing'
import { termsBeside, termsHolding } from './inside'

/**
 * A term of the query with what stands for it in the index: itself; where it is scarce, longer words that hold it; where it
 * occurs nowhere, words it may have been meant as. A compound nobody said is wanted by its parts.
 */
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

/**
 * Looks terms up in the vocabulary, in their order.
 * @param frequency in how many messages each occurs; what occurs nowhere is left out
 */
export async function lookUp(
  db: Database,
  terms: readonly string[],
  frequency: ReadonlyMap<string, number>,
): Promise<Wanted[]> {
  const wanted = terms.map((term): Wanted => {
    const documents = frequency.get(term) ?? 0
    return { term, forms: documents > 0 ? [term] : [], documents }
  })
  const scarce = wanted.filter(
    ({ term, documents }) => documents < SCARCE && term.length >= SHORTEST_BEGINNING && WORD.test(term),
  )
  const longerThan = await longerWords(
    db,
    scarce.map((w) => w.term),
  )
  for (const word of scarce) {
    const longer = longerThan.get(word.term) ?? []
    const found = longer.length > 0 || word.documents > 0 ? longer : await insteadOf(db, word.term)
    word.forms.push(...found.map((f) => f.term))
    word.documents += found.reduce((sum, f) => sum + f.documents, 0)
  }
  const whole: Wanted[] = []
  for (const word of wanted) whole.push(...(word.forms.length > 0 ? [word] : await partsOf(db, word)))
  return whole
}

/** Alphabets in which one letter is a small part of a word. */
const SPELT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u
/** Shorter words are one slip from too many others. */
const SHORTEST_MISSPELT = 6

/** For a word that occurs nowhere and begins none: words that hold it inside, else those one slip away. */
async function insteadOf(db: Database, term: string): Promise<Counted[]> {
  const inside = await insideOf(db, term)
  if (inside.length > 0 || term.length < SHORTEST_MISSPELT || !SPELT.test(term)) return inside
  const beside = await termsBeside(db, term)
  return beside.length === 0
    ? []
    : counts(db, sql`term IN (${list(beside)}) ORDER BY documents DESC, term LIMIT ${FORMS}`)
}

const SHORTEST_PART = 4
/** What German puts between the parts of a compound. */
const JOINT = /(?:es|en|s|n)$/

/** A compound that nobody said (“Krankenversicherungsbeitrag”) by two parts that were; the word itself where there are none. */
async function partsOf(db: Database, word: Wanted): Promise<Wanted[]> {
  const { term } = word
  if (term.length < 2 * SHORTEST_PART || !SPELT.test(term)) return [word]
  const cuts: [string[], string][] = []
  for (let at = SHORTEST_PART; at <= term.length - SHORTEST_PART; at++) {
    const left = term.slice(0, at)
    cuts.push([[...new Set([left, stem(left), stem(left.replace(JOINT, ''))])], stem(term.slice(at))])
  }
  const documents = new Map(
    (await counts(db, sql`term IN (${list([...new Set(cuts.flatMap(([lefts, right]) => [...lefts, right]))])})`)).map(
      (c) => [c.term, c.documents],
    ),
  )
  for (const [lefts, right] of cuts) {
    const left = lefts.find((l) => l.length >= SHORTEST_PART - 1 && documents.has(l))
    if (left === undefined || !documents.has(right)) continue
    return [left, right].map((part) => ({ term: part, forms: [part], documents: documents.get(part) ?? 0 }))
  }
  return [word]
}

/** For each word the commonest that begin with it and go on; in one statement, however many there are. */
async function longerWords(db: Database, words: readonly string[]): Promise<Map<string, Counted[]>> {
  const found = new Map<string, Counted[]>()
  if (words.length === 0) return found
  const { rows } = await db.execute<Counted & { word: string }>(sql`
    SELECT w.word, t.term, t.documents FROM unnest(${textArray(words)}::text[]) AS w(word), LATERAL (
      SELECT term, documents FROM search_terms WHERE user_id = ${me}
        AND term > w.word COLLATE "C" AND term < (w.word || ${'\u{10ffff}'}::text) COLLATE "C"
      ORDER BY documents DESC, term LIMIT ${FORMS}) t`)
  for (const { word, term, documents } of rows) found.set(word, [...(found.get(word) ?? []), { term, documents }])
  return found
}

interface Counted extends Record<string, unknown> {
  term: string
  documents: number
}

/** The commonest words that hold a piece inside, for a piece that begins no word. */
async function insideOf(db: Database, piece: string): Promise<Counted[]> {
  const terms = await termsHolding(db, piece)
  if (terms.length === 0) return []
  return counts(db, sql`term IN (${list(terms)}) ORDER BY documents DESC, term LIMIT ${FORMS}`)
}

async function counts(db: Database, where: ReturnType<typeof sql>): Promise<Counted[]> {
  const { rows } = await db.execute<Counted>(
    sql`SELECT term, documents FROM search_terms WHERE user_id = ${me} AND ${where}`,
  )
  return rows
}

const list = (terms: readonly string[]) =>
  sql.join(
    terms.map((t) => sql`${t}`),
    sql`, `,
  )

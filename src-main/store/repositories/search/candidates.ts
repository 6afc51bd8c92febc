/** Which documents may answer the words of a query. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { SearchKind } from '../../schema'
import { termCounts } from '../../search-terms'
import { me } from '../profile'
import { allowedNumbers, type SearchFilter } from './filter'
import { textArray } from './indexing'
import type { Wanted } from './vocabulary'

/** Documents read from the index for the words of one query, rare words first; commoner words only weigh what was found. */
const MOST_POSTINGS = 3000
/** Documents looked at for a word that is commoner than that: the newest. */
const NEWEST_OF_COMMON = 300
/** Neighbours at both sides that come along. One more than is scored: a sentinel takes a number too. */
export const NEIGHBOURS = 3
/** Messages that hold all words of a phrase; whether they stand together is looked at in their texts. */
const MOST_WITH_PHRASE = 20_000

/** Messages that can qualify at all, by the columns of messages and by the words of phrases; null for all. */
export async function allowedBy(db: Database, filter: SearchFilter | null): Promise<ReadonlySet<number> | null> {
  let allowed = await allowedNumbers(db, filter)
  for (const phrase of filter?.phrases ?? []) {
    const terms = [...termCounts(phrase).keys()]
    if (terms.length === 0) continue
    const holding = (await postingsOf(db, 'message', [terms.join(' ')], MOST_WITH_PHRASE)).get(terms.join(' ')) ?? []
    const before = allowed
    allowed = new Set(before ? holding.filter((n) => before.has(n)) : holding)
  }
  return allowed
}

const rarity = (documents: number, n: number): number =>
  Math.log(1 + Math.max(0, n - documents + 0.5) / (documents + 0.5))

/** Messages that hold words of the query, best first: what stands near a hit counts half, because talk goes on. */
export async function rankedByWords(
  db: Database,
  kind: SearchKind,
  wanted: readonly Wanted[],
  n: number,
  allowed: ReadonlySet<number> | null,
): Promise<number[]> {
  const few = allowed !== null && allowed.size <= MOST_POSTINGS
  const weights = few ? await weightsAmong(db, kind, wanted, n, allowed) : await weightsByRarity(db, kind, wanted, n)
  const scored = [...weights].map(([number, weight]) => {
    let near = 0
    // Memories stand beside one another by chance.
    for (let d = 1; d <= (kind === 'memory' ? 0 : NEIGHBOURS); d++)
      near += (weights.get(number - d) ?? 0) + (weights.get(number + d) ?? 0)
    return { number, weight: weight + Math.min(weight, 0.5 * near) }
  })
  scored.sort((a, b) => b.weight - a.weight || b.number - a.number)
  return scored.map((s) => s.number).filter((number) => !allowed || allowed.has(number))
}

/** What each of few documents holds of the query. */
async function weightsAmong(
  db: Database,
  kind: SearchKind,
  wanted: readonly Wanted[],
  n: number,
  allowed: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const forms = wanted.flatMap((w) => w.forms)
  if (forms.length === 0) return new Map()
  const rarityOf = new Map(
    wanted.flatMap((w) => w.forms.map((form): [string, number] => [form, rarity(w.documents, n)])),
  )
  const { rows } = await db.execute<{ number: string; terms: string }>(sql`
    SELECT number, array_to_string(terms, ' ') AS terms FROM search_documents
    WHERE user_id = ${me} AND kind = ${kind} AND number = ANY(${`{${[...allowed].join(',')}}`}::bigint[])
      AND terms && ${textArray(forms)}::text[]`)
  return new Map(
    rows.map((r) => [Number(r.number), r.terms.split(' ').reduce((sum, term) => sum + (rarityOf.get(term) ?? 0), 0)]),
  )
}

/** Rare words first until enough documents are read. */
async function weightsByRarity(
  db: Database,
  kind: SearchKind,
  wanted: readonly Wanted[],
  n: number,
): Promise<Map<number, number>> {
  const present = wanted.filter((w) => w.documents > 0).sort((a, b) => a.documents - b.documents)
  const asked: Wanted[] = []
  let read = 0
  for (const word of present) {
    read += word.documents
    if (read > MOST_POSTINGS) break
    asked.push(word)
  }
  const [rarest, second] = present
  if (!rarest) return new Map()
  const weights = new Map<number, number>()
  const add = (numbers: readonly number[], weight: number): void => {
    for (const number of numbers) weights.set(number, (weights.get(number) ?? 0) + weight)
  }
  if (asked.length > 0) {
    const postings = await postingsOf(
      db,
      kind,
      asked.flatMap((w) => w.forms),
    )
    for (const word of asked)
      add([...new Set(word.forms.flatMap((f) => postings.get(f) ?? []))], rarity(word.documents, n))
  } else {
    // Nothing but common words: what holds two of them, and the newest of the rarest.
    const [first] = rarest.forms
    const [other] = second?.forms ?? []
    if (first && other) {
      const both = await postingsOf(db, kind, [`${first} ${other}`])
      for (const numbers of both.values()) add(numbers, rarity(rarest.documents, n) + rarity(second?.documents ?? n, n))
    }
    if (first) add(await newestWith(db, kind, first, rarest.documents), rarity(rarest.documents, n))
  }
  return weights
}

async function postingsOf(
  db: Database,
  kind: SearchKind,
  terms: readonly string[],
  most = MOST_POSTINGS,
): Promise<Map<string, number[]>> {
  const { rows } = await db.execute<{ term: string; numbers: string | null }>(sql`
    SELECT term, numbers FROM search_postings(${kind}, ARRAY[${sql.join(
      terms.map((t) => sql`${t}`),
      sql`, `,
    )}]::text[], ${most}::int)`)
  return new Map(rows.map((r) => [r.term, r.numbers === null ? [] : r.numbers.split(',').map(Number)]))
}

async function newestWith(db: Database, kind: SearchKind, term: string, documents: number): Promise<number[]> {
  const share = Math.min(1, NEWEST_OF_COMMON / documents)
  const { rows } = await db.execute<{ number: string }>(sql`
    SELECT number FROM search_documents
    WHERE user_id = ${me} AND kind = ${kind} AND terms @> ARRAY[${term}] AND number >= (
      SELECT max(number) - (max(number) - min(number) + 1) * ${share}::double precision FROM search_documents
      WHERE user_id = ${me} AND kind = ${kind})
    ORDER BY number DESC LIMIT ${NEWEST_OF_COMMON}`)
  return rows.map((r) => Number(r.number))
}

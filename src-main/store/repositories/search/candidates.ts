/** Which documents may answer the words of a query. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { SearchKind } from '../../schema'
import { termCounts } from '../../search-terms'
import { me } from '../profile'
import { allowedNumbers, type SearchFilter } from './filter'
import { type Postings, readPostings } from './postings'
import type { Wanted } from './vocabulary'

/** Documents taken from the lists for the words of one query, rare words first; commoner words only weigh what was found. */
const MOST_POSTINGS = 3000
/** Documents looked at for a word that is commoner than that: the newest. */
const NEWEST_OF_COMMON = 300
/** Neighbours at both sides that come along. One more than is scored: a sentinel takes a number too. */
export const NEIGHBOURS = 3
/** Messages that hold all words of a phrase; whether they stand together is looked at in their texts. */
const MOST_WITH_PHRASE = 20_000

/** Messages that can qualify at all, by the columns of messages and by the words of phrases; null for all. */
export async function allowedBy(
  db: Database,
  filter: SearchFilter | null,
  isBehind: boolean,
): Promise<ReadonlySet<number> | null> {
  let allowed = await allowedNumbers(db, filter)
  for (const phrase of filter?.phrases ?? []) {
    const terms = [...termCounts(phrase).keys()]
    if (terms.length === 0) continue
    const holding = holdingAll(await readPostings(db, 'message', terms, isBehind), terms, MOST_WITH_PHRASE)
    const before = allowed
    allowed = new Set(before ? holding.filter((n) => before.has(n)) : holding)
  }
  return allowed
}

/** Documents that hold every one of the terms, by number. */
function holdingAll(postings: Postings, terms: readonly string[], most: number): number[] {
  const [shortest, ...others] = [...terms].sort((a, b) => postings.of(a).length - postings.of(b).length)
  if (shortest === undefined) return []
  return postings
    .of(shortest)
    .filter((number) => others.every((term) => postings.has(term, number)))
    .slice(0, most)
}

const rarity = (documents: number, n: number): number =>
  Math.log(1 + Math.max(0, n - documents + 0.5) / (documents + 0.5))

/** Messages that hold words of the query, best first: what stands near a hit counts half, because talk goes on. */
export async function rankedByWords(
  db: Database,
  kind: SearchKind,
  wanted: readonly Wanted[],
  n: number,
  postings: Postings,
  allowed: ReadonlySet<number> | null,
): Promise<number[]> {
  const few = allowed !== null && allowed.size <= MOST_POSTINGS
  const weights = few
    ? weightsAmong(wanted, n, postings, allowed)
    : await weightsByRarity(db, kind, wanted, n, postings)
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
function weightsAmong(
  wanted: readonly Wanted[],
  n: number,
  postings: Postings,
  allowed: ReadonlySet<number>,
): Map<number, number> {
  const rarityOf = new Map(
    wanted.flatMap((w) => w.forms.map((form): [string, number] => [form, rarity(w.documents, n)])),
  )
  const weights = new Map<number, number>()
  for (const [form, weight] of rarityOf)
    for (const number of allowed)
      if (postings.has(form, number)) weights.set(number, (weights.get(number) ?? 0) + weight)
  return weights
}

/** Rare words first until enough documents are taken. */
async function weightsByRarity(
  db: Database,
  kind: SearchKind,
  wanted: readonly Wanted[],
  n: number,
  postings: Postings,
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
    for (const word of asked) add([...new Set(word.forms.flatMap((f) => postings.of(f)))], rarity(word.documents, n))
  } else {
    // Nothing but common words: what holds two of them, and the newest of the rarest.
    const [first] = rarest.forms
    const [other] = second?.forms ?? []
    if (first && other)
      add(
        holdingAll(postings, [first, other], MOST_POSTINGS),
        rarity(rarest.documents, n) + rarity(second?.documents ?? n, n),
      )
    if (first) add(await newestWith(db, kind, postings.of(first), rarest.documents), rarity(rarest.documents, n))
  }
  return weights
}

async function newestWith(
  db: Database,
  kind: SearchKind,
  holding: readonly number[],
  documents: number,
): Promise<number[]> {
  const share = Math.min(1, NEWEST_OF_COMMON / documents)
  const { rows } = await db.execute<{ from: number | null }>(sql`
    SELECT max(number) - (max(number) - min(number) + 1) * ${share}::double precision AS "from" FROM search_documents
    WHERE user_id = ${me} AND kind = ${kind}`)
  const from = rows[0]?.from ?? 0
  return holding.filter((number) => number >= from).slice(-NEWEST_OF_COMMON)
}

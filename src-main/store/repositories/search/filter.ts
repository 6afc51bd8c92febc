/** Narrows a search to a bucket, a speaker, a time, a kind of content, exact words (docs/search.md, Filters). */
import type { BucketId } from '@shared/ids'
import type { HasKind } from '@shared/search-query'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { foldText } from '../../search-terms'
import { me } from '../profile'
import { textArray } from './indexing'

export interface SearchFilter {
  /** Where messages are found now, merges followed. Null: anywhere. */
  buckets: BucketId[] | null
  /** `me`, `assistant`, or the beginning of an imported author's name. */
  from: string[]
  /** ISO 8601. */
  before: string | null
  after: string | null
  has: HasKind[]
  /** Exact words in their order; accents, case and the form of quotes do not count. */
  phrases: string[]
  /** Terms a message must not hold. */
  without: string[]
}

/** So many of the newest that qualify are looked at for exact words. */
const MOST_READ = 1000
const STEP = 100

/** Messages the store can pick out by its columns; null where nothing of that kind is asked for. */
export async function allowedNumbers(db: Database, filter: SearchFilter | null): Promise<ReadonlySet<number> | null> {
  const conditions = filter ? columnConditions(filter) : []
  if (conditions.length === 0) return null
  const { rows } = await db.execute<{ numbers: string | null }>(sql`
    SELECT string_agg(m.seq::text, ',') AS numbers FROM messages m WHERE ${everySaid(conditions)}`)
  return new Set((rows[0]?.numbers ?? '').split(',').filter(Boolean).map(Number))
}

/** Those of `numbers` that qualify in every way, in their order. */
export async function qualifying(db: Database, filter: SearchFilter, numbers: readonly number[]): Promise<number[]> {
  if (numbers.length === 0) return []
  const conditions = [...columnConditions(filter), ...contentConditions(filter)]
  const { rows } = await db.execute<{ seq: string }>(sql`
    SELECT m.seq FROM messages m WHERE ${everySaid([...conditions, sql`m.seq = ANY(${`{${numbers.join(',')}}`}::bigint[])`])}`)
  const kept = new Set(rows.map((r) => Number(r.seq)))
  return withPhrases(db, filter, numbers.filter((n) => kept.has(n)).slice(0, MOST_READ))
}

/** The newest messages that qualify: what filters without words find. */
export async function newestQualifying(db: Database, filter: SearchFilter, limit: number): Promise<number[]> {
  const conditions = [...columnConditions(filter), ...contentConditions(filter)]
  const { rows } = await db.execute<{ seq: string }>(sql`
    SELECT m.seq FROM messages m WHERE ${everySaid(conditions)} ORDER BY m.ts DESC, m.id DESC LIMIT ${MOST_READ}`)
  return (
    await withPhrases(
      db,
      filter,
      rows.map((r) => Number(r.seq)),
    )
  ).slice(0, limit)
}

/** The same of messages on other branches, which are found where the message stands that is shown in their place. */
export function branchConditions(filter: SearchFilter): SQL[] {
  return [...columnConditions(filter), ...filter.has.map((kind) => HOLDS[kind])]
}

/** Every one of the exact words is in the text. */
export function holdsPhrases(text: string, { phrases }: Pick<SearchFilter, 'phrases'>): boolean {
  const folded = foldText(text)
  return phrases.map(foldText).every((phrase) => phrase === '' || holdsWhole(folded, phrase))
}

const everySaid = (conditions: readonly SQL[]): SQL =>
  sql.join(
    [sql`m.user_id = ${me} AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant')`, ...conditions],
    sql` AND `,
  )

function columnConditions({ buckets, from, before, after }: SearchFilter): SQL[] {
  return [
    ...(buckets ? [sql`m.bucket_id = ANY(${textArray(buckets)}::text[])`] : []),
    ...from.map(speaks),
    ...(before ? [sql`m.ts < ${before}::timestamptz`] : []),
    ...(after ? [sql`m.ts >= ${after}::timestamptz`] : []),
  ]
}

function speaks(name: string): SQL {
  const folded = foldText(name)
  if (folded === 'me') return sql`m.role = 'user'`
  if (folded === 'assistant') return sql`m.role = 'assistant'`
  return sql`m.role = 'user' AND starts_with(lower(m.author), lower(${name}))`
}

function contentConditions({ has, without }: SearchFilter): SQL[] {
  return [
    ...has.map((kind) => HOLDS[kind]),
    ...(without.length === 0
      ? []
      : [
          sql`NOT EXISTS (SELECT FROM search_documents d WHERE d.user_id = m.user_id AND d.kind = 'message' AND d.number = m.seq
          AND d.terms && ${textArray(without)}::text[])`,
        ]),
  ]
}

const HOLDS: Record<HasKind, SQL> = {
  code: sql`(m.text LIKE '%\`\`\`%' OR m.text LIKE '%~~~%')`,
  link: sql`m.text ~* '(https?://|\\mwww\\.)[^\\s]'`,
  file: sql`m.text ~* '[[:alnum:]_)-]\\.(pdf|docx?|xlsx?|pptx?|odt|ods|csv|tsv|txt|md|json|ya?ml|xml|html?|css|jsx?|tsx?|py|rs|go|java|kt|c|h|cpp|cs|rb|php|sh|sql|png|jpe?g|gif|webp|svg|mp3|mp4|wav|zip|tar|gz|log|ipynb)\\M'`,
}

async function withPhrases(db: Database, { phrases }: SearchFilter, numbers: readonly number[]): Promise<number[]> {
  const wanted = phrases.map(foldText).filter((p) => p !== '')
  if (wanted.length === 0) return [...numbers]
  const kept: number[] = []
  for (let at = 0; at < numbers.length; at += STEP) {
    const step = numbers.slice(at, at + STEP)
    const { rows } = await db.execute<{ seq: string; text: string }>(sql`
      SELECT seq, text FROM messages WHERE user_id = ${me} AND seq = ANY(${`{${step.join(',')}}`}::bigint[])`)
    const texts = new Map(rows.map((r) => [Number(r.seq), foldText(r.text)]))
    kept.push(...step.filter((n) => wanted.every((phrase) => holdsWhole(texts.get(n) ?? '', phrase))))
  }
  return kept
}

const LETTER = /[\p{L}\p{N}]/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** `text` holds `phrase` between word boundaries, where its script has them. */
function holdsWhole(text: string, phrase: string): boolean {
  const joined = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && b !== undefined && LETTER.test(a) && LETTER.test(b) && !UNSPACED.test(a) && !UNSPACED.test(b)
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!joined(text[at - 1], phrase[0]) && !joined(phrase.at(-1), text[at + phrase.length])) return true
  return false
}

/** The second look of a search: the best candidates are read, passage by passage (docs/search.md). */
import { type BucketId, bucketId, type MessageId, messageId, type SegmentId, segmentId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { type Passage, passagesOf } from '../../passages'
import { vectorText } from '../../schema/columns'
import { foldedForTerms, mayHold, type TermSpan, termSpans } from '../../search-terms'
import { me } from '../profile'
import { type AskedVector, centredLikeness, keptVectors } from './passages'

export interface ReadingInput {
  /** Messages by `seq`. */
  numbers: readonly number[]
  /** What stands in the index for each word of the query, as `evidence` answered it. */
  forms: readonly (readonly string[])[]
  vector: AskedVector | null
  /** The messages themselves are wanted as well, to be shown: that spares reading them once more. */
  whole?: boolean
}

/** One passage of a message against the query. */
export interface ReadPassage extends Passage {
  /** Words in it. */
  length: number
  /** Place in `forms` → how often the passage holds it. */
  counts: [word: number, times: number][]
  /** Cosine of the centred vectors; null without a vector of this model. */
  likeness: number | null
}

export interface ReadMessage {
  number: number
  passages: ReadPassage[]
  /** Where it was asked for. */
  message?: FoundMessage
}

/** What a search shows of a message. */
export interface FoundMessage {
  id: MessageId
  segmentId: SegmentId | null
  bucketId: BucketId | null
  ts: string
  author: string
  /** Its beginning, as far as it is indexed. */
  text: string
}

/** Of a very long text the beginning is read, as it is indexed. */
const READ_CHARACTERS = 100_000

/** The passages of messages with what they hold of a query. */
export async function readMessages(
  db: Database,
  { numbers, forms, vector, whole = false }: ReadingInput,
): Promise<ReadMessage[]> {
  if (numbers.length === 0) return []
  const wanted = new Map(forms.flatMap((all, word) => all.map((form): [string, number] => [form, word])))
  const { rows } = await db.execute<StoredRow>(sql`
    SELECT m.seq, m.author, ${whole ? SHOWN : sql`NULL`} AS shown, left(m.text, ${READ_CHARACTERS}::int) AS text, p.places, encode(p.vectors, 'hex') AS vectors, ${ownVector(vector)} AS own
    FROM messages m
    LEFT JOIN message_passages p ON p.user_id = ${me} AND p.model_id = ${vector?.modelId ?? ''} AND p.number = m.seq
    WHERE m.user_id = ${me} AND m.seq = ANY(${`{${numbers.join(',')}}`}::bigint[])`)
  const likenessOf = vector ? centredLikeness(vector) : null
  const lengths = new PassageLengths()
  const read = rows.map((row) => {
    const passages = passagesIn(row).map((passage) => readPassage(row, passage, wanted, lengths))
    if (likenessOf) addLikeness(passages, row, likenessOf)
    return { number: Number(row.seq), passages, ...(row.shown === null ? {} : { message: shownOf(row, row.shown) }) }
  })
  for (const { passages } of read) for (const p of passages) if (p.length === UNREAD) p.length = lengths.about(p)
  return read
}

const SHOWN = sql`json_build_array(m.id, m.segment_id, m.bucket_id, extract(epoch FROM m.ts) * 1000)`

function shownOf({ author, text }: StoredRow, [id, segment, bucket, ms]: Shown): FoundMessage {
  return {
    id: messageId.parse(id),
    segmentId: segment === null ? null : segmentId.parse(segment),
    bucketId: bucket === null ? null : bucketId.parse(bucket),
    ts: new Date(ms).toISOString(),
    author,
    text,
  }
}

/** As they were cut when their vectors were made; cut now where there are none. */
function passagesIn({ text, places }: StoredRow): Passage[] {
  const last = places?.at(-1)
  if (!places || last === undefined || last > text.length) return passagesOf(text)
  return Array.from({ length: places.length / 2 }, (_, i) => ({
    start: places[2 * i] ?? 0,
    end: places[2 * i + 1] ?? 0,
  }))
}

const UNREAD = -1

/** Taking a text apart into words costs most of a search: only passages that can hold one of those that are wanted are. */
function readPassage(
  { author, text }: StoredRow,
  passage: Passage,
  wanted: ReadonlyMap<string, number>,
  lengths: PassageLengths,
): ReadPassage {
  // Who says it belongs to each passage, as it does to the whole: questions name people.
  const named = author === 'user' || author === 'assistant' ? [] : termSpans(author)
  const own = text.slice(passage.start, passage.end)
  const folded = foldedForTerms(own)
  const holds = named.some(({ term }) => wanted.has(term)) || [...wanted.keys()].some((term) => mayHold(folded, term))
  if (!holds) return { ...passage, length: UNREAD, counts: [], likeness: null }
  const words = wordsIn([...named, ...termSpans(own)], wanted)
  lengths.read(own.length, words.length)
  return { ...passage, ...words, likeness: null }
}

/** How many words a passage has that was not taken apart: by its characters, as in those that were. */
class PassageLengths {
  private characters = 0
  private words = 0

  read(characters: number, words: number): void {
    this.characters += characters
    this.words += words
  }

  about({ start, end }: Passage): number {
    const perWord = this.words === 0 ? USUAL_CHARACTERS_PER_WORD : this.characters / this.words
    return Math.max(1, Math.round((end - start) / perWord))
  }
}

const USUAL_CHARACTERS_PER_WORD = 6

type Shown = [id: string, segment: string | null, bucket: string | null, ms: number]

interface StoredRow extends Record<string, unknown> {
  seq: string
  shown: Shown | null
  author: string
  text: string
  places: number[] | null
  vectors: string | null
  own: string | null
}

/** The message's own vector, for those that are one passage; inner products with the query and the centre. */
function ownVector(vector: AskedVector | null) {
  if (!vector) return sql`NULL`
  return sql`CASE WHEN p.vectors IS NULL THEN (
    SELECT -(x.embedding <#> ${vectorText(vector.query)}::vector) || ' ' || -(x.embedding <#> ${vectorText(vector.centre)}::vector)
    FROM message_embeddings x WHERE x.user_id = ${me} AND x.model_id = ${vector.modelId} AND x.message_id = m.id) END`
}

function wordsIn(spans: readonly TermSpan[], wanted: ReadonlyMap<string, number>) {
  const counts = new Map<number, number>()
  for (const { term } of spans) {
    const word = wanted.get(term)
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { length: spans.length, counts: [...counts] }
}

/** Gives every passage the likeness of the saved one it shares most with: the same one, but for what was cut otherwise once. */
function addLikeness(passages: ReadPassage[], { places, vectors, own }: StoredRow, likenessOf: LikenessOf): void {
  if (!places || !vectors) {
    const [toQuery, toCentre] = (own ?? '').split(' ')
    if (toQuery && toCentre)
      for (const passage of passages) passage.likeness = likenessOf.ofProducts(Number(toQuery), Number(toCentre))
    return
  }
  const saved = [...keptVectors(Buffer.from(vectors, 'hex'))].map((kept, i) => ({
    start: places[2 * i] ?? 0,
    end: places[2 * i + 1] ?? 0,
    likeness: likenessOf.of(kept),
  }))
  for (const passage of passages) {
    let most = 0
    for (const { start, end, likeness } of saved) {
      const shared = Math.min(end, passage.end) - Math.max(start, passage.start)
      if (shared <= most) continue
      most = shared
      passage.likeness = likeness
    }
  }
}

type LikenessOf = ReturnType<typeof centredLikeness>

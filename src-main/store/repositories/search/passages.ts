/** Passages of long messages: those that wait for their vectors, and the saved ones. */
import { type MessageId, messageId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { PassageVectors } from '../../passages'
import { centreOf, SIGNATURE_BYTES, signatureOf } from '../../signature'
import { me } from '../profile'

const BYTES_PER_VECTOR = 384

/** A question as vectors of one model, 384 each; the query is centred and normalised. */
export interface AskedVector {
  modelId: string
  query: Float32Array
  centre: Float32Array
}

/** Long messages whose own vector is there and whose passages are not, the newest first: they are searched for most. */
export async function awaitingPassages(
  db: Database,
  modelId: string,
  limit: number,
): Promise<{ id: MessageId; number: number; text: string }[]> {
  const { rows } = await db.execute<{ id: string; number: string; text: string }>(sql`
    SELECT m.id, m.seq AS number, m.text
    FROM (SELECT number FROM message_passages WHERE user_id = ${me} AND model_id = ${modelId} AND vectors IS NULL
          ORDER BY number DESC LIMIT ${limit}) w
    JOIN messages m ON m.user_id = ${me} AND m.seq = w.number ORDER BY w.number DESC`)
  return rows.map((r) => ({ id: messageId.parse(r.id), number: Number(r.number), text: r.text }))
}

/**
 * Saves passages, and their signatures in place of the message's one; what turned out to be one passage waits no longer.
 * Only messages that wait are touched, so that nothing is written for one that was erased meanwhile.
 */
export async function savePassages(
  db: Database,
  modelId: string,
  found: readonly { number: number; passages: PassageVectors | null }[],
): Promise<void> {
  const whole = found.filter((f) => f.passages === null).map((f) => f.number)
  if (whole.length > 0)
    await db.execute(sql`
      DELETE FROM message_passages WHERE user_id = ${me} AND model_id = ${modelId} AND vectors IS NULL
        AND number = ANY(${`{${whole.join(',')}}`}::bigint[])`)
  const centre = centreOf(modelId)
  const rows = found.flatMap(({ number, passages }) =>
    passages
      ? [
          {
            number,
            places: `{${passages.passages.flatMap((p) => [p.start, p.end]).join(',')}}`,
            vectors: hex(passages.vectors),
            bits: hex(signaturesOf(passages, centre)),
          },
        ]
      : [],
  )
  if (rows.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v(number bigint, places text, vectors text, bits text)`
  const { rows: taken } = await db.execute<{ number: string }>(sql`
    UPDATE message_passages p SET places = v.places::int[], vectors = decode(v.vectors, 'hex') FROM ${given}
    WHERE p.user_id = ${me} AND p.model_id = ${modelId} AND p.number = v.number RETURNING p.number`)
  const numbers = `{${taken.map((t) => t.number).join(',')}}`
  // New rows, so that whoever holds signatures in memory reads them.
  await db.execute(sql`
    DELETE FROM search_vectors
    WHERE user_id = ${me} AND model_id = ${modelId} AND kind = 'message' AND number = ANY(${numbers}::bigint[])`)
  await db.execute(sql`
    INSERT INTO search_vectors (user_id, model_id, kind, number, bits)
    SELECT ${me}, ${modelId}, 'message', v.number, decode(v.bits, 'hex') FROM ${given}
    WHERE v.number = ANY(${numbers}::bigint[]) ORDER BY v.number`)
}

/** The vectors of the passages of one message, as they are kept: only their directions count. */
export function* keptVectors(vectors: Uint8Array): Generator<Int8Array> {
  const signed = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength)
  for (let at = 0; at + BYTES_PER_VECTOR <= signed.length; at += BYTES_PER_VECTOR)
    yield signed.subarray(at, at + BYTES_PER_VECTOR)
}

/** A kept vector at length one. */
export function directionOf(bytes: Int8Array): Float32Array {
  let squares = 0
  for (const x of bytes) squares += x * x
  const norm = Math.sqrt(squares) || 1
  return Float32Array.from(bytes, (x) => x / norm)
}

function signaturesOf({ passages, vectors }: PassageVectors, centre: readonly number[]): Uint8Array {
  const bits = new Uint8Array(passages.length * SIGNATURE_BYTES)
  for (const i of passages.keys()) {
    const bytes = vectors.subarray(i * BYTES_PER_VECTOR, (i + 1) * BYTES_PER_VECTOR)
    bits.set(signatureOf(directionOf(bytes), centre), i * SIGNATURE_BYTES)
  }
  return bits
}

const hex = (bytes: Int8Array | Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

/** The cosine of (v − centre) and the query, for a normalised v: by its inner products with both, or by the vector itself. */
export function centredLikeness({ query, centre }: { query: Float32Array; centre: Float32Array }) {
  const dot = (a: Float32Array, b: Float32Array): number => {
    let sum = 0
    for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
    return sum
  }
  const centreToQuery = dot(centre, query)
  const centreToCentre = dot(centre, centre)
  const ofProducts = (toQuery: number, toCentre: number): number =>
    (toQuery - centreToQuery) / Math.sqrt(Math.max(1e-9, 1 - 2 * toCentre + centreToCentre))
  /** Of a vector of any length. */
  const of = (v: Int8Array): number => {
    let squares = 0
    let toQuery = 0
    let toCentre = 0
    for (let i = 0; i < v.length; i++) {
      const x = v[i] ?? 0
      squares += x * x
      toQuery += x * (query[i] ?? 0)
      toCentre += x * (centre[i] ?? 0)
    }
    const length = Math.sqrt(squares) || 1
    return ofProducts(toQuery / length, toCentre / length)
  }
  return { ofProducts, of }
}

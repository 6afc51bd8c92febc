import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import type { SearchKind } from '../../schema'
import { Signatures } from '../../signature'
import { me } from '../profile'

/** Signatures held in memory, by profile, model and kind: 56 bytes a passage, read at the first search and kept up at each. */
const held = new Map<string, Signatures>()
/** Profiles × models × kinds held at a time; the one that was asked for longest ago goes. */
const MOST_HELD = 12
/** Rows read in one go while catching up. */
const CHUNK = 5_000

/** The entries of a kind nearest to `query` (centred and normalised), best first, by their abbreviated vectors; and about how near any entry is. */
export async function nearest(
  db: Database,
  input: {
    kind: SearchKind
    modelId: string
    query: Float32Array
    limit: number
    allowed?: ReadonlySet<number> | null
    /** Whose they are, where that is known already. */
    profile: string
  },
): Promise<{ numbers: number[]; likeness(number: number): number | null }> {
  const signatures = await caughtUp(db, input.kind, input.modelId, Number.POSITIVE_INFINITY, input.profile)
  return signatures.nearest(input.query, input.limit, input.allowed)
}

/** Reads what was written since; at most `limit` rows, so that a caller can leave others their turn. */
export async function caughtUp(
  db: Database,
  kind: SearchKind,
  modelId: string,
  limit: number,
  profile: string,
): Promise<Signatures> {
  const signatures = heldFor(profile, kind, modelId)
  for (let left = limit; left > 0; ) {
    const { rows } = await db.execute<{
      numbers: string | null
      sizes: string
      bits: string | null
      last: string | null
      n: number
    }>(
      sql`
      SELECT string_agg(number::text, ',' ORDER BY written) AS numbers, encode(string_agg(bits, ''::bytea ORDER BY written), 'hex') AS bits,
        string_agg(length(bits)::text, ',' ORDER BY written) AS sizes, max(written) AS last, count(*)::int AS n
      FROM (SELECT number, bits, written FROM search_vectors
            WHERE user_id = ${me} AND model_id = ${modelId} AND kind = ${kind} AND written > ${signatures.written}::bigint
            ORDER BY written LIMIT ${Math.min(CHUNK, left)}) v`,
    )
    const [row] = rows
    if (!row?.numbers || !row.bits) return signatures
    const sizes = row.sizes.split(',').map(Number)
    // A driver reads bytes digit by digit; a text of digits is read a hundred times as fast, and written faster than base 64.
    const bits = Buffer.from(row.bits, 'hex')
    let at = 0
    for (const [i, number] of row.numbers.split(',').entries()) {
      const size = sizes[i] ?? 0
      signatures.add(Number(number), bits.subarray(at, at + size))
      at += size
    }
    signatures.written = Number(row.last)
    if (row.n < CHUNK) return signatures
    left -= row.n
  }
  return signatures
}

function heldFor(profile: string, kind: SearchKind, modelId: string): Signatures {
  const key = `${profile} ${modelId} ${kind}`
  const signatures = held.get(key) ?? new Signatures()
  held.delete(key)
  held.set(key, signatures)
  const oldest = held.keys().next()
  if (held.size > MOST_HELD && !oldest.done) held.delete(oldest.value)
  return signatures
}

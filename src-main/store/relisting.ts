import type { Statements } from './connection'

/** The migration that brought posting lists: made for all messages in one statement, they take minutes of a large store. */
export const BROUGHT_LISTS = '0115_search_postings.sql'

/**
 * Around that migration: its messages wait while it runs, as new ones do, and are listed piece by piece after it, so that it can be
 * said how far this is. What comes of it is the same, in the same transaction.
 */
export async function holdBack(tx: Statements): Promise<void> {
  await tx.exec(`
    CREATE TEMP TABLE held_back ON COMMIT DROP AS SELECT user_id, number FROM search_documents d WHERE kind = 'message'
      AND NOT EXISTS (SELECT FROM search_backlog b WHERE b.user_id = d.user_id AND b.number = d.number)`)
  await tx.exec('INSERT INTO search_backlog (user_id, number) SELECT user_id, number FROM held_back')
}

/** @param tell is given the share that is done, 0 to 1 */
export async function listHeldBack(tx: Statements, tell: (share: number) => void): Promise<void> {
  await tx.exec(`
    DELETE FROM search_backlog b USING held_back h WHERE b.user_id = h.user_id AND b.number = h.number`)
  const { rows } = await tx.query<{ user_id: string; piece: number }>(
    'SELECT user_id, (number >> 11)::int AS piece FROM held_back GROUP BY 1, 2 ORDER BY 1, 2',
  )
  for (const [done, { user_id, piece }] of rows.entries()) {
    tell(done / rows.length)
    await tx.query(
      `INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
      SELECT d.user_id, 'message', t, $2::int, string_agg(int2send((d.number & 2047)::int2), ''::bytea ORDER BY d.number)
      FROM search_documents d, unnest(d.terms) t
      WHERE d.user_id = $1::uuid AND d.kind = 'message' AND d.number >= $2::bigint << 11 AND d.number < ($2::bigint + 1) << 11
        AND NOT EXISTS (SELECT FROM search_backlog b WHERE b.user_id = d.user_id AND b.number = d.number)
      GROUP BY d.user_id, t`,
      [user_id, piece],
    )
  }
  tell(1)
}

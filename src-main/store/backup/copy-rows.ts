import type { Statements } from '../connection'

export interface Table {
  name: string
  /** Those that can be written: no generated ones. */
  columns: string[]
}

/** Tables of the store with their columns, in the target's schema. */
export async function tablesOf(db: Statements): Promise<Table[]> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(`
    SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY 1 ORDER BY 1`)
  return rows
}

export interface Copied {
  read: number
  copied: number
  /** Rows that could not be read. */
  lost: number
}

const BLOCKS_AT_ONCE = 16

/**
 * Copies the rows of a table that the target lacks. Read block by block; where a block cannot be read, row by row, and what
 * cannot be read then is counted as lost.
 */
export async function copyRows(source: Statements, target: Statements, table: Table): Promise<Copied> {
  const done: Copied = { read: 0, copied: 0, lost: 0 }
  const columns = await sharedColumns(source, table)
  if (columns.length === 0) return done
  const { rows } = await source.query<{ blocks: number }>(
    `SELECT (pg_relation_size('"${table.name}"') / current_setting('block_size')::int)::int AS blocks`,
  )
  const blocks = rows[0]?.blocks ?? 0
  const take = async (where: string): Promise<void> => {
    const read = await source.query<{ rows: string | null; n: number }>(
      `SELECT jsonb_agg(to_jsonb(t))::text AS rows, count(*)::int AS n FROM (SELECT ${quotedList(columns)} FROM "${table.name}" WHERE ${where}) t`,
    )
    const [found] = read.rows
    if (!found?.rows) return
    done.read += found.n
    done.copied += await insert(target, table.name, columns, found.rows)
  }
  for (let block = 0; block < blocks; block += BLOCKS_AT_ONCE) {
    const to = Math.min(blocks, block + BLOCKS_AT_ONCE)
    if (await succeeds(() => take(between(block, to)))) continue
    for (let one = block; one < to; one++) {
      if (await succeeds(() => take(between(one, one + 1)))) continue
      done.lost += await byRow(source, table, one, take)
    }
  }
  return done
}

/** The rows of one block, each by itself. Answers how many could not be read. */
async function byRow(
  source: Statements,
  table: Table,
  block: number,
  take: (where: string) => Promise<void>,
): Promise<number> {
  // As many as fit on a page; whether a row lies at a number is known only by reading it.
  const { rows } = await source
    .query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table.name}" WHERE ${between(block, block + 1)}`)
    .catch(() => ({ rows: [{ n: -1 }] }))
  const known = rows[0]?.n ?? -1
  let lost = 0
  for (let item = 1; item <= MOST_ROWS_OF_A_BLOCK; item++) {
    const at = `ctid = '(${block},${item})'::tid`
    if (!(await succeeds(() => take(at)))) lost += 1
  }
  // A block that cannot be read at all says nothing of its rows: it counts as one loss, which is at least true.
  return known < 0 ? Math.max(1, Math.min(lost, 1)) : lost
}

const MOST_ROWS_OF_A_BLOCK = 291

const between = (from: number, to: number): string => `ctid >= '(${from},0)'::tid AND ctid < '(${to},0)'::tid`

async function succeeds(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** Data that cannot be read, as against a fault of the target or of ours. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && /^(XX|58|22|57|08|0A)/.test(error.code)) ||
    /invalid page|could not read|missing chunk|compressed|unexpected chunk|invalid memory alloc|RuntimeError|unreachable/i.test(
      error.message,
    ))

async function sharedColumns(source: Statements, { name, columns }: Table): Promise<string[]> {
  const { rows } = await source.query<{ column: string }>(
    `SELECT a.attname::text AS column FROM pg_attribute a WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`,
    [`public."${name}"`],
  )
  const there = new Set(rows.map((row) => row.column))
  return columns.filter((column) => there.has(column))
}

async function insert(target: Statements, table: string, columns: readonly string[], rows: string): Promise<number> {
  const list = quotedList(columns)
  // A number of arrival that another row has by now is given anew: the row is a missing one all the same.
  const values = columns
    .map((column) =>
      column === 'seq'
        ? `CASE WHEN EXISTS (SELECT FROM "${table}" x WHERE x.user_id = r.user_id AND x.seq = r.seq)
             THEN nextval(pg_get_serial_sequence('"${table}"', 'seq')) ELSE r.seq END`
        : `r."${column}"`,
    )
    .join(', ')
  const { rows: written } = await target.query<{ n: number }>(
    `WITH added AS (INSERT INTO "${table}" (${list})
       SELECT ${values} FROM jsonb_populate_recordset(NULL::"${table}", $1::jsonb) r ON CONFLICT DO NOTHING RETURNING 1)
     SELECT count(*)::int AS n FROM added`,
    [rows],
  )
  return written[0]?.n ?? 0
}

const quotedList = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** The counters stand behind every number that was copied. */
export async function advanceCounters(db: Statements): Promise<void> {
  const { rows } = await db.query<{ name: string; column: string; counter: string }>(`
    SELECT c.relname AS name, a.attname AS column, pg_get_serial_sequence(format('%I', c.relname), a.attname) AS counter
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND pg_get_serial_sequence(format('%I', c.relname), a.attname) IS NOT NULL`)
  for (const { name, column, counter } of rows)
    await db.query(
      `SELECT setval($1, greatest((SELECT coalesce(max("${column}"), 0) FROM "${name}"), (SELECT last_value FROM ${counter})) + 1)`,
      [counter],
    )
}

/** A profile is known by its database role, and roles are no rows: one is made for each profile that came, and bound to it. */
export async function makeRoles(db: Statements): Promise<void> {
  await db.exec(`DO $$ DECLARE r record; BEGIN
    FOR r IN SELECT role_name FROM profiles WHERE role_name NOT IN (SELECT rolname FROM pg_roles) LOOP
      EXECUTE format('CREATE ROLE %I NOLOGIN IN ROLE catchment_app', r.role_name);
    END LOOP; END $$`)
  await db.exec('UPDATE profiles SET role_oid = to_regrole(quote_ident(role_name))::oid')
}

import { CatchmentError } from '@shared/contract/errors'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'

export interface ArchivedTable {
  name: string
  /** Columns that tell its rows apart, without the profile. */
  keys: string[]
}

/** Whose rows they are, what hangs from the profile itself, and the marks of this store's lists: given anew where an archive is taken in. */
const OWN_COLUMNS = ['user_id', 'continuum_id', 'listed', 'lists', 'synopses']
/** The lists of the search follow from its documents. */
const NOT_ARCHIVED = ['profiles', 'continuums', 'search_postings']

/**
 * All rows of a profile, table by table, for an archive that brings back the same content (docs/archive.md). What is a table
 * is asked of the database, so that a new one is part of every archive from the day it is made.
 */
export const archive = {
  async tables(db: Database): Promise<ArchivedTable[]> {
    const { rows } = await db.execute<{ name: string; keys: string[] | null }>(sql`
      SELECT t.table_name AS name, (
        SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum))
        -- what an index only carries along is no key
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1])
        WHERE i.indrelid = format('public.%I', t.table_name)::regclass AND i.indisprimary AND a.attname <> 'user_id') AS keys
      FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name = 'user_id'
      ORDER BY t.table_name`)
    return rows.filter(({ name }) => !NOT_ARCHIVED.includes(name)).map(({ name, keys }) => ({ name, keys: keys ?? [] }))
  },

  /** The next rows as JSON, in the order of their keys; `after`: the last row of the page before. */
  async page(db: Database, input: { table: string; after: string | null; limit: number }): Promise<string[]> {
    const table = await tableNamed(db, input.table)
    const name = sql.identifier(table.name)
    const keys = sql.join(
      table.keys.map((key) => sql.identifier(key)),
      sql`, `,
    )
    const one = table.keys.length === 0
    if (one && input.after !== null) return []
    const after =
      input.after === null
        ? sql``
        : sql`AND (${keys}) > (SELECT ${keys} FROM jsonb_populate_record(NULL::${name}, ${input.after}::jsonb))`
    const { rows } = await db.execute<{ row: string }>(sql`
      SELECT (to_jsonb(t) - ${`{${OWN_COLUMNS.join(',')}}`}::text[])::text AS row FROM ${name} t
      WHERE user_id = current_profile() ${table.name === 'preferences' ? sql`AND key <> ${UNFINISHED}` : sql``} ${after} ${one ? sql`` : sql`ORDER BY ${keys}`} LIMIT ${input.limit}`)
    return rows.map(({ row }) => row)
  },

  /** Something that changes with every act: an export that sees two of them begins again. */
  async stamp(db: Database): Promise<string> {
    const { rows } = await db.execute<{ stamp: string }>(sql`
      SELECT concat_ws(' ',
        (SELECT count(*) || ':' || coalesce(max(seq), 0) FROM messages WHERE user_id = current_profile()),
        (SELECT count(*) FROM branch_messages WHERE user_id = current_profile()),
        (SELECT count(*) || ':' || coalesce(max(seq), 0) || ':' || count(undone_at) FROM bucket_operations WHERE user_id = current_profile()),
        (SELECT count(*) || ':' || coalesce(max(seq), 0) FROM memory_entries WHERE user_id = current_profile())) AS stamp`)
    return rows[0]?.stamp ?? ''
  },

  /** Names of the migrations that made these tables, in their order. */
  async migrations(db: Database): Promise<string[]> {
    const { rows } = await db.execute<{ name: string }>(sql`SELECT name FROM schema_migrations ORDER BY name`)
    return rows.map(({ name }) => name)
  },

  /** True if nothing was ever said in the profile, or an archive was taken in and not to its end. */
  async isEmpty(db: Database): Promise<boolean> {
    const { rows } = await db.execute<{ empty: boolean }>(sql`
      SELECT NOT EXISTS (SELECT FROM messages WHERE user_id = current_profile())
        AND NOT EXISTS (SELECT FROM memory_entries WHERE user_id = current_profile())
        OR EXISTS (SELECT FROM preferences WHERE user_id = current_profile() AND key = ${UNFINISHED}) AS empty`)
    return rows[0]?.empty === true
  },

  /** Makes room: the settings and tasks that a new profile begins with go too. Until `finish` the profile counts as empty. */
  async begin(db: Database): Promise<void> {
    if (!(await archive.isEmpty(db)))
      throw new CatchmentError('conflict', 'There are messages in this profile already. Nothing was changed.')
    for (const { name } of await archive.tables(db))
      await db.execute(sql`DELETE FROM ${sql.identifier(name)} WHERE user_id = current_profile()`)
    await db.execute(sql`
      INSERT INTO preferences (user_id, key, value, updated_at) VALUES (current_profile(), ${UNFINISHED}, 'true', now())`)
  },

  /** Rows as `page` gave them. Columns that they do not name get their defaults. @throws CatchmentError `import_broken` */
  async insert(db: Database, input: { table: string; rows: string[] }): Promise<void> {
    const table = await tableNamed(db, input.table)
    // Older programs put the mark into their archives.
    const rows = table.name === 'preferences' ? input.rows.filter((row) => !isMark(row)) : input.rows
    const [first] = rows
    if (first === undefined) return
    const columns = await columnsOf(db, table.name, first)
    const list = (of: (column: string) => ReturnType<typeof sql>) => sql.join(columns.map(of), sql`, `)
    const mine = sql`, continuum_id`
    const continuum = await hasContinuum(db, table.name)
    await db.execute(sql`
      INSERT INTO ${sql.identifier(table.name)} (user_id${continuum ? mine : sql``}, ${list((c) => sql`${sql.identifier(c)}`)})
      SELECT current_profile()${continuum ? sql`, (SELECT id FROM continuums WHERE user_id = current_profile())` : sql``},
        ${list((c) => sql`r.${sql.identifier(c)}`)}
      FROM jsonb_populate_recordset(NULL::${sql.identifier(table.name)}, ${`[${rows.join(',')}]`}::jsonb) r`)
  },

  async finish(db: Database): Promise<void> {
    await db.execute(sql`DELETE FROM preferences WHERE user_id = current_profile() AND key = ${UNFINISHED}`)
    await db.execute(sql`SELECT advance_numbers()`)
    await db.execute(sql`SELECT search_relist()`)
  },
}

/** Whether this profile took an archive in to its end: about this profile, and so in no archive of it. */
const UNFINISHED = 'archive.unfinished'

function isMark(row: string): boolean {
  const parsed: unknown = JSON.parse(row)
  return typeof parsed === 'object' && parsed !== null && 'key' in parsed && parsed.key === UNFINISHED
}

/** A name that came from a file is looked up before it becomes part of a statement. */
async function tableNamed(db: Database, name: string): Promise<ArchivedTable> {
  const found = (await archive.tables(db)).find((table) => table.name === name)
  if (!found) throw new CatchmentError('import_broken', `The archive holds a table “${name}” that is not known here.`)
  return found
}

async function columnsOf(db: Database, table: string, row: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' AND ${row}::jsonb ? column_name
    ORDER BY ordinal_position`)
  return rows.map(({ name }) => name).filter((name) => !OWN_COLUMNS.includes(name))
}

async function hasContinuum(db: Database, table: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table} AND column_name = 'continuum_id'`)
  return rows.length > 0
}

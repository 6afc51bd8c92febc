import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { findBuiltFile } from '../runtime/built-file'
import { createEmptyDatabase } from './empty-database'

vi.mock('../runtime/built-file')
const root = mkdtempSync(join(tmpdir(), 'catchment-empty-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** All that PostgreSQL knows of what the migrations made, in words, and every row there is. */
async function contents(client: PGlite): Promise<unknown> {
  const rows = async (sql: string): Promise<unknown[]> => (await client.query(sql)).rows
  const tables = (await rows(`SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`)) as { name: string }[]
  const without = (name: string): string => (name === 'schema_migrations' ? 'name, sha256' : '*')
  return {
    columns:
      await rows(`SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, attstorage
      FROM pg_attribute WHERE attnum > 0 AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      ORDER BY 1, attnum`),
    functions: await rows(`SELECT oid::regprocedure::text, md5(prosrc) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace ORDER BY 1`),
    indexes: await rows(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    policies: await rows(`SELECT * FROM pg_policies ORDER BY tablename, policyname`),
    roles: await rows('SELECT rolname, rolsuper, rolcanlogin FROM pg_roles ORDER BY 1'),
    triggers: await rows(`SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`),
    rows: await Promise.all(
      tables.map(async ({ name }) => [name, await rows(`SELECT ${without(name)} FROM ${name} ORDER BY 1`)]),
    ),
  }
}

async function made(name: string): Promise<unknown> {
  const client = await createEmptyDatabase(join(root, name))
  try {
    return await contents(client)
  } finally {
    await client.close()
  }
}

describe('the database of a new store', () => {
  it('is the same whether the build made it or it is made anew', async () => {
    const { findBuiltFile: real } =
      await vi.importActual<typeof import('../runtime/built-file')>('../runtime/built-file')
    let packed: string | null = null
    vi.mocked(findBuiltFile).mockImplementation((name) => {
      packed = real(name)
      return packed
    })
    const unpacked = await made('unpacked')
    // What was built last is of these sources: `npm test` builds first.
    expect(packed).not.toBeNull()
    vi.mocked(findBuiltFile).mockReturnValue(null)
    expect(unpacked).toEqual(await made('anew'))
  })
})

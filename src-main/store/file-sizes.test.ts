import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followFileSizes, nodeFileSystem } from './file-sizes'

const SEEK_END = 2
let dir: string
let client: PGlite
/** Lengths that were answered, and those of them that were not those of the files. */
let asked = 0
const wrong: string[] = []

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'catchment-sizes-'))
  client = await PGlite.create({ dataDir: join(dir, 'db') })
  const files = nodeFileSystem(client)
  const { llseek: plain } = files.stream_ops
  followFileSizes(files)
  const { llseek: followed } = files.stream_ops
  files.stream_ops.llseek = (stream, offset, whence) => {
    const answered = followed(stream, offset, whence)
    if (whence === SEEK_END) {
      asked += 1
      const real = plain(stream, offset, whence)
      if (real !== answered) wrong.push(`${answered} instead of ${real}`)
    }
    return answered
  }
})
afterAll(async () => {
  await client.close()
  rmSync(dir, { recursive: true, force: true })
})

const name = fc.constantFrom('one', 'two')
/** What makes files longer and shorter, and puts others in their place. */
const statement = fc.oneof(
  name.map((table) => `INSERT INTO ${table} SELECT i, repeat(md5(i::text), 40) FROM generate_series(1, 300) i`),
  name.map((table) => `UPDATE ${table} SET text = text || 'x' WHERE id % 3 = 0`),
  name.map((table) => `DELETE FROM ${table} WHERE id % 2 = 0`),
  name.map((table) => `DELETE FROM ${table}`),
  name.map((table) => `TRUNCATE ${table}`),
  name.map((table) => `VACUUM ${table}`),
  name.map((table) => `VACUUM FULL ${table}`),
  name.map((table) => `REINDEX TABLE ${table}`),
  name.map(
    (table) => `DROP TABLE ${table}; CREATE TABLE ${table} (id integer, text text); CREATE INDEX ON ${table} (id)`,
  ),
  fc.constant('CHECKPOINT'),
  name.map((table) => `SELECT count(*) FROM ${table} WHERE id < 100`),
  name.map((table) => `BEGIN; INSERT INTO ${table} SELECT i, 'gone' FROM generate_series(1, 2000) i; ROLLBACK`),
)

it('a table that was cut off at its end is as short as it is', async () => {
  await client.exec(
    `CREATE TABLE cut AS SELECT i AS id, repeat(md5(i::text), 40) AS text FROM generate_series(1, 5000) i`,
  )
  const pages = async (): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(`SELECT pg_relation_size('cut')::int / 8192 AS n`)
    return rows[0]?.n ?? 0
  }
  expect(await pages()).toBeGreaterThan(500)
  await client.exec('DELETE FROM cut WHERE id > 10')
  await client.exec('VACUUM (TRUNCATE) cut')
  expect(await pages()).toBeLessThan(10)
  await client.exec('SELECT count(*) FROM cut WHERE id < 100')
  await client.exec(`INSERT INTO cut SELECT i, 'again' FROM generate_series(1, 5000) i`)
  await client.exec('SELECT count(*) FROM cut WHERE id < 100')
  expect(wrong).toEqual([])
})

it('the length of a file is always the one it has, whatever was done to it', async () => {
  for (const table of ['one', 'two'])
    await client.exec(`CREATE TABLE ${table} (id integer, text text); CREATE INDEX ON ${table} (id)`)
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 5, maxLength: 20 }), async (statements) => {
      for (const each of statements) await client.exec(each)
      expect(wrong).toEqual([])
    }),
    { numRuns: 12 },
  )
  expect(asked).toBeGreaterThan(1000)
})

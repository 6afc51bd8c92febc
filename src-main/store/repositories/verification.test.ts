/** `verify` names whatever is not as it would be made today, and what is not done yet. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileId } from '@shared/ids'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp } from '../../app/testing/app'
import { importCutOff } from '../../app/testing/cut-off-import'
import { verifyStore } from '../../app/verify'
import { databaseDir, PGLITE, POSTGRES_MAJOR, STORE_FORMAT, writeVersion } from '../folder'
import { acquireLock } from '../lock'
import { createTestStore, type TestStore } from '../testing/store'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const HOUR = 3_600_000

describe('verify --deep', () => {
  let world: TestApp
  const change = (what: SQL): Promise<unknown> =>
    test.open.asProfile(profileId.parse(world.app.profileId), (db) => db.execute(what))
  beforeAll(async () => {
    world = await openTestApp(test)
    for (const topic of ['tomatoes soil compost', 'train ticket platform', 'bread flour yeast'])
      for (let i = 0; i < 3; i++) await say(world, `${topic} ${i}`)
    world.clock.advance(3 * HOUR)
    await world.app.segments.checkTimeouts()
    await world.app.memories.add({ content: 'Grows tomatoes on the balcony', category: 'fact' })
    await world.app.memories.idle()
    await world.app.search.ready()
  })

  it('finds nothing wrong with a store that works', async () => {
    expect(await verifyStore(world.app, true)).toMatchObject({ ok: true, problems: [], unfinished: [] })
  })

  const ONE = sql`(SELECT min(seq) FROM messages WHERE NOT is_segment_boundary)`
  it.each<[string, SQL, string]>([
    [
      'words of a message',
      sql`UPDATE search_documents SET terms = array_append(terms[2:], 'zebra') WHERE kind = 'message' AND number = ${ONE}`,
      '1 messages that the search index holds by other words',
    ],
    [
      'words of a segment',
      sql`UPDATE search_documents SET terms = array_append(terms, 'zebra') WHERE kind = 'segment'`,
      'segments that the search index holds by other words',
    ],
    [
      'a count of a word',
      sql`UPDATE search_terms SET documents = documents + 5 WHERE term = (SELECT min(term) FROM search_terms)`,
      '1 words of the search index with a wrong number of documents',
    ],
    [
      'the sums of the index',
      sql`UPDATE search_totals SET length = length + 1`,
      'texts of the search index added up wrongly',
    ],
    [
      'a message that the index lost',
      sql`DELETE FROM search_documents WHERE kind = 'message' AND number = ${ONE}`,
      '1 messages that the search index lacks',
    ],
    [
      'a vector that search lost',
      sql`DELETE FROM search_vectors WHERE kind = 'message' AND number = ${ONE}`,
      '1 vectors that search does not know',
    ],
    [
      'a list of documents',
      sql`UPDATE search_postings SET numbers = set_byte(numbers, 1, get_byte(numbers, 1) # 64)
        WHERE kind = 'message' AND term = (SELECT min(term) FROM search_postings WHERE kind = 'message')`,
      '1 posting lists that hold other documents than their word is in',
    ],
    [
      'words of a memory',
      sql`UPDATE search_documents SET terms = array_append(terms, 'zebra'), length = length + 1 WHERE kind = 'memory'`,
      '1 memories that the search index holds by other words',
    ],
    [
      'a signature of a memory',
      sql`UPDATE search_vectors SET bits = set_byte(bits, 0, get_byte(bits, 0) # 255) WHERE kind = 'memory'`,
      '1 vectors of memories that search has otherwise',
    ],
    [
      'a vector of a memory',
      sql`UPDATE memory_entries SET embedding = (SELECT embedding FROM message_embeddings ORDER BY message_id DESC LIMIT 1)`,
      '1 vectors that are not those of their memories',
    ],
    [
      'a signature',
      sql`UPDATE search_vectors SET bits = set_byte(bits, 0, get_byte(bits, 0) # 255) WHERE kind = 'message' AND number = ${ONE}`,
      '1 vectors that search has otherwise',
    ],
    [
      'a vector',
      sql`UPDATE message_embeddings SET embedding = (SELECT embedding FROM message_embeddings ORDER BY message_id DESC LIMIT 1)
        WHERE message_id = (SELECT id FROM messages WHERE seq = ${ONE})`,
      'vectors that are not those of their texts',
    ],
    [
      'what filing knows of a bucket',
      sql`UPDATE bucket_profiles SET sum = (SELECT ('[' || string_agg('0.05', ',') || ']')::vector FROM generate_series(1, 384)), messages = messages - 1`,
      'profiles of buckets that are not what their messages say',
    ],
    [
      'the count of a bucket',
      sql`UPDATE buckets SET message_count = message_count + 1 WHERE message_count > 0`,
      'buckets with a wrong count',
    ],
    [
      'the times of a segment',
      sql`UPDATE continuum_segments SET start_time = start_time - interval '1 day' WHERE status = 'collapsed'`,
      'segments whose times are not those of their messages',
    ],
  ])('names %s that was changed behind the product’s back', async (_, spoil, words) => {
    await snapshot()
    await change(spoil)
    const opened = await world.reopen()
    expect((await verifyStore(opened.app, true)).problems.join('; ')).toContain(words)
    await restore()
  })

  /** What follows is done with the owner's rights, as listing the profiles is. */
  const asOwner = async (): Promise<void> => void (await test.open.profiles())
  const OWN = [
    'search_documents',
    'search_postings',
    'search_terms',
    'search_totals',
    'search_vectors',
    'message_embeddings',
    'bucket_profiles',
    'buckets',
    'continuum_segments',
    'memory_entries',
  ]
  const snapshot = async (): Promise<void> => {
    await asOwner()
    for (const table of OWN) await test.open.db.execute(sql.raw(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`))
  }
  const restore = async (): Promise<void> => {
    await asOwner()
    for (const table of OWN) {
      await test.open.db.execute(sql.raw(`SET session_replication_role = 'replica'`))
      await test.open.db.execute(sql.raw(`DELETE FROM ${table}`))
      await test.open.db.execute(sql.raw(`INSERT INTO ${table} SELECT * FROM kept_${table}`))
      await test.open.db.execute(sql.raw(`DROP TABLE kept_${table}`))
      await test.open.db.execute(sql.raw(`SET session_replication_role = 'origin'`))
    }
  }
})

describe('verify of a store in a folder', () => {
  it('names a lock that is not its own, and a version file that says something else or nothing', async () => {
    const world = await openTestApp(test)
    const { storeDir } = world.app.handle
    mkdirSync(databaseDir(storeDir))
    writeFileSync(join(databaseDir(storeDir), 'PG_VERSION'), `${POSTGRES_MAJOR}\n`)
    const made = { catchment: 'store', format: STORE_FORMAT, pglite: PGLITE, postgres: POSTGRES_MAJOR } as const
    const version = { ...made, schema: '0001.sql' }
    writeVersion(storeDir, version)
    const problems = async () => (await verifyStore(world.app, false)).problems
    expect(await problems()).toEqual(['the store is not locked by the program that has it open'])
    const lock = acquireLock(storeDir, 'a test')
    expect(await problems()).toEqual([])
    writeVersion(storeDir, { ...version, pglite: '0.0.1' })
    expect(await problems()).toEqual([`the version file names PGlite 0.0.1 and not ${PGLITE}`])
    writeFileSync(join(storeDir, 'store.json'), '{"catchment"')
    expect(await problems()).toEqual([expect.stringContaining('The file store.json')])
    lock.release()
    await world.close()
  })
})

describe('an import that was killed in its middle', () => {
  let world: TestApp
  beforeEach(async () => {
    world = await openTestApp(test)
  })

  it('is named by verify, and filed by the next start', async () => {
    await importCutOff(world)

    const next = await world.reopen()
    const found = await verifyStore(next.app, false)
    expect(found.problems).toEqual([])
    expect(found.unfinished.join('; ')).toMatch(/12 messages of an import that was interrupted are not filed yet/)

    await next.app.recover()
    await next.app.segments.checkTimeouts()
    const after = await verifyStore(next.app, true)
    expect(after).toMatchObject({ ok: true, problems: [], unfinished: [] })
    expect(next.app.directory.all().filter((bucket) => bucket.messages > 0).length).toBeGreaterThan(0)
  })
})

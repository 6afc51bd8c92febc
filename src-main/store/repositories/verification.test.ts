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
import type { Verification } from './verification'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const HOUR = 3_600_000
const LONG = 'The tomatoes on the balcony want compost and a deep pot of good soil'

function fail(): never {
  throw new Error('It is not there.')
}

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
    const [bucket] = world.app.directory.visible()
    if (!bucket) throw new Error('Nothing was filed.')
    await world.app.buckets.command({ kind: 'rename', bucket: bucket.id, title: 'Named by hand' })
    const { bucketId } = await world.app.buckets.moveMessage((await world.store.messages.newest(1))[0]?.id ?? fail(), {
      newTitle: 'Moved by hand',
    })
    await world.app.heartbeat.add({ name: 'Water', schedule: '0 9 * * *', prompt: 'What needs water?', bucketId })
    const gone = await world.app.memories.add({ content: 'Has a cat called Rex', category: 'fact' })
    await world.app.memories.forget(gone.memory.id)
    const [segment] = await world.store.segments.newestCollapsed(1)
    await world.app.compression.ofSegment(segment?.id ?? fail())
    const paragraph = (i: number) => `${LONG} ${i}. `.repeat(12)
    await say(world, Array.from({ length: 6 }, (__, i) => paragraph(i)).join('\n\n'))
    await world.app.search.keepPassages()
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
      'memories that the search index holds by other words',
    ],
    [
      'a signature of a memory',
      sql`UPDATE search_vectors SET bits = set_byte(bits, 0, get_byte(bits, 0) # 255) WHERE kind = 'memory'`,
      'vectors of memories that search has otherwise',
    ],
    [
      'a vector of a memory',
      sql`UPDATE memory_entries SET embedding = (SELECT embedding FROM message_embeddings ORDER BY message_id DESC LIMIT 1)`,
      'vectors that are not those of their memories',
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
    const { problems } = await damaged([spoil])
    expect(problems.join('; ')).toContain(words)
  })

  /** What does not hide one another is damaged at once: a look at the whole store takes long. */
  const DERIVED: Record<string, [string, SQL, string][]> = {
    'counts and times': [
      [
        'the first activity of a bucket',
        sql`UPDATE buckets SET created_at = created_at - interval '1 day' WHERE message_count > 0`,
        'buckets whose first activity is not what it would be made today',
      ],
      [
        'the last activity of a bucket',
        sql`UPDATE buckets SET last_updated = last_updated + interval '1 minute' WHERE message_count > 0`,
        'buckets whose last activity is not what it would be made today',
      ],
      [
        'the returns of a bucket',
        sql`UPDATE buckets SET returns = returns + 3 WHERE message_count > 0`,
        'buckets whose returns is not what it would be made today',
      ],
      [
        'the returns a week of a bucket',
        sql`UPDATE buckets SET return_frequency = return_frequency + 0.5 WHERE message_count > 0`,
        'buckets whose returns a week is not what it would be made today',
      ],
      [
        'the newest message of a bucket',
        sql`UPDATE buckets SET newest_seq = newest_seq - 1 WHERE message_count > 0`,
        'buckets whose newest message is not what it would be made today',
      ],
      [
        'the status of a bucket',
        sql`UPDATE buckets SET status = 'archived' WHERE message_count > 0`,
        'buckets whose status is not what it would be made today',
      ],
      [
        'a title that an act gave',
        sql`UPDATE buckets SET title = 'Somebody else’s' WHERE title = 'Named by hand'`,
        '1 of bucket whose title is not what the log of acts says',
      ],
      [
        'the end of a segment',
        sql`UPDATE continuum_segments SET end_time = end_time + interval '1 day' WHERE status = 'collapsed'`,
        'segments whose end is not what it would be made today',
      ],
      [
        'the tools of a segment',
        sql`UPDATE continuum_segments SET tools_used = '["hammer"]' WHERE status = 'collapsed'`,
        'segments whose tools is not what it would be made today',
      ],
      [
        'where a message was said',
        sql`UPDATE messages SET segment_id = NULL WHERE seq = ${ONE}`,
        '1 messages in another segment than cuts and merges lead to',
      ],
      [
        'where a memory may go',
        sql`UPDATE memory_entries SET access_tier = 'SENSITIVE'`,
        'memories whose where it may go is not what it would be made today',
      ],
      [
        'the hash of a memory',
        sql`UPDATE memory_entries SET content_hash = 'of something else'`,
        'memories whose hash is not that of their words',
      ],
      [
        'what may not be learned again',
        sql`DELETE FROM memory_tombstones`,
        '1 marks of what is not learned again that are missing',
      ],
      [
        'a level of a text',
        sql`UPDATE compressed_contexts SET parent_context_id = NULL`,
        'levels of texts whose longer level is not what it would be made today',
      ],
      [
        'the registry of tasks',
        sql`UPDATE heartbeat_registry SET active_tasks = 5`,
        '1 registries of tasks whose number of active tasks is not what it would be made today',
      ],
      [
        'the places of passages',
        sql`UPDATE message_passages SET places[1] = places[1] + 3`,
        '1 long messages whose passages are not those of their words',
      ],
      [
        'a signature of a segment',
        sql`UPDATE search_vectors SET bits = set_byte(bits, 0, get_byte(bits, 0) # 255) WHERE kind = 'segment'`,
        'vectors of segments that search has otherwise',
      ],
    ],
    'links and lengths': [
      [
        'where a bucket leads',
        sql`UPDATE buckets SET merged_into = (SELECT min(id) FROM buckets) WHERE id = (SELECT max(id) FROM buckets)`,
        'buckets whose where it leads is not what it would be made today',
      ],
      [
        'where a segment leads',
        sql`UPDATE continuum_segments SET merged_into = id WHERE status = 'collapsed'`,
        'segments whose where it leads is not what it would be made today',
      ],
      [
        'what a sentinel says',
        sql`UPDATE messages SET text = 'Nothing was said.', metadata = metadata || '{"complexity": 9}' WHERE is_segment_boundary AND text <> ''`,
        'sentinels of segments whose synopsis is not what it would be made today',
      ],
      [
        'a vector of a synopsis',
        sql`UPDATE continuum_segments SET summary_embedding = (SELECT embedding FROM message_embeddings ORDER BY message_id DESC LIMIT 1)
          WHERE summary_embedding IS NOT NULL`,
        'vectors that are not those of their synopses',
      ],
      [
        'a time a memory was archived',
        sql`UPDATE memory_entries SET archived_at = now()`,
        'memories whose time it was archived is not what it would be made today',
      ],
      [
        'the length of a memory',
        sql`UPDATE memory_entries SET token_count = 99`,
        'memories whose length is not that of their words',
      ],
      [
        'the length of a level',
        sql`UPDATE compressed_contexts SET token_count = token_count + 7 WHERE content <> ''`,
        'levels of texts whose length is not that of their words',
      ],
      [
        'a link between levels',
        sql`DELETE FROM context_edges WHERE kind = 'SUMMARIZED_TO'`,
        'links between levels that are missing',
      ],
      [
        'the vectors of passages',
        sql`UPDATE message_passages SET vectors = overlay(vectors PLACING decode(repeat('7f', 384), 'hex') FROM 1)`,
        '1 long messages whose passages are not those of their words',
      ],
      [
        'the sum of a task',
        sql`UPDATE heartbeat_tasks SET definition_tokens = 1 WHERE kind = 'personal'`,
        '1 tasks whose sum or length is not that of their words',
      ],
    ],
  }
  it.each(Object.entries(DERIVED))(
    'names every one of these %s that was changed behind the product’s back',
    async (_, damages) => {
      const { problems } = await damaged(damages.map(([, spoil]) => spoil))
      for (const [what, , words] of damages) expect(problems.join('; '), what).toContain(words)
    },
  )

  /** What a new process finds in a store that was changed so; afterwards it is as it was. */
  const damaged = async (changes: readonly SQL[]): Promise<Verification> => {
    await snapshot()
    try {
      for (const spoil of changes) await change(spoil)
      return await verifyStore((await world.reopen()).app, true)
    } finally {
      await restore()
    }
  }

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
    'memory_tombstones',
    'compressed_contexts',
    'context_edges',
    'heartbeat_registry',
    'heartbeat_tasks',
    'message_passages',
    'messages',
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

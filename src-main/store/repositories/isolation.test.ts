import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProfileId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenStore } from '../database'
import { openServerStore } from '../server/open'
import { furnish, intrusions, MARK, type Victim } from '../testing/intrusion'
import { newMessage, START, say } from '../testing/samples'
import { noServerBecause, startTestServer } from '../testing/server'
import { createTestStore, type TestStore, testStoreOn } from '../testing/store'
import { repositories } from '.'

/** Two people on one store, and the store's owner who sees whether anything of the one changed. */
interface World {
  ann: TestStore
  annId: ProfileId
  bob: TestStore
  bobId: ProfileId
  owner: OpenStore
  close(): Promise<void>
}

async function inFolder(): Promise<World> {
  const test = await createTestStore()
  const [annId, bobId] = [await test.ensureProfile('ann'), await test.ensureProfile('bob')]
  return { ann: test, annId, bob: test, bobId, owner: test.open, close: () => test.close() }
}

/** Each with a login of their own, as people share a server. */
async function onServer(): Promise<World> {
  const server = await startTestServer()
  const dir = mkdtempSync(join(tmpdir(), 'catchment-isolation-'))
  await server.createDatabase('shared')
  const open = (role?: string) => openServerStore({ storeDir: dir, url: server.url('shared', role) })
  const owner = await open()
  await server.asKeeper(
    'shared',
    'CREATE ROLE ann LOGIN IN ROLE catchment_app; CREATE ROLE bob LOGIN IN ROLE catchment_app',
  )
  const [ann, bob] = [await testStoreOn(await open('ann')), await testStoreOn(await open('bob'))]
  return {
    ann,
    annId: ann.userId,
    bob,
    bobId: bob.userId,
    owner,
    async close() {
      for (const store of [ann, bob]) await store.close()
      await owner.close()
      await server.remove()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Answers that are a person's own doing, and not nothing although they have nothing: they are looked through all the same. */
const ANSWERS_ANYWAY = new Set([
  ...[
    'buckets.giveNumber',
    'hints.add',
    'operations.counts',
    'sessions.open',
    'turns.begin',
    'turns.edit',
    'turns.importSegment',
    'transfer.importSegments',
  ],
  ...[
    'filing.commit',
    'turns.finish',
    'verification.run',
    'search.evidence',
    'search.recallEvidence',
    'search.catchUp',
    'search.warm',
  ],
  ...['memories.metrics', 'memoryWriting.add', 'preferences.merge'],
  // What the tables are called is the same for all; an empty profile says that it is empty.
  ...['archive.tables', 'archive.migrations', 'archive.stamp', 'archive.isEmpty'],
])
/** With these the victim herself gets nothing and changes nothing in this sample; what they would reach, others reach too. */
const HOLLOW = new Set([
  'archive.isEmpty',
  'branches.move',
  'buckets.refreshStarred',
  'buckets.toRebuild',
  'consolidation.outdated',
  'filing.homesWithoutProfile',
  'search.countManyWords',
  'search.countWords',
  'segmentUpkeep.archive',
  'verification.missing',
  'verification.rederived',
  'verification.unfinishedTalks',
])

/** In this order: the later ones take more away. */
const LEAVE_NOTHING = ['rewriting.rewrite', 'erasing.rename', 'erasing.messages', 'erasing.bucket']

const isNothing = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isNothing)
}

const noServer = noServerBecause()
if (noServer !== null) console.warn(`Isolation on a real server is not tested: ${noServer}`)

describe.each([
  { engine: 'PGlite', open: inFolder, skip: false },
  { engine: 'a PostgreSQL server', open: onServer, skip: noServer !== null },
])('two profiles on $engine', ({ open, skip }) => {
  let world: World
  let victim: Victim
  let secrets: string[]
  let tables: string[] | undefined

  beforeAll(async () => {
    if (skip) return
    world = await open()
    victim = await furnish(storeOf(world.ann, world.annId))
    secrets = [...new Set((await everythingOf(world.annId)).match(SECRET) ?? [])]
  })
  afterAll(() => world?.close())

  const storeOf = (test: TestStore, id: ProfileId) => test.storeOf(id)
  /** Every row that is this profile's, in every table there is, as the owner sees it: one text. */
  async function everythingOf(id: ProfileId): Promise<string> {
    await world.owner.profiles()
    tables ??= (
      await world.owner.db.execute<{ name: string }>(sql`
        SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY 1`)
    ).rows.map((r) => r.name)
    const each = tables.map(
      (name) => sql`SELECT to_jsonb(t)::text AS row FROM ${sql.identifier(name)} t WHERE user_id = ${id}`,
    )
    const { rows } = await world.owner.db.execute<{ all: string }>(
      sql`SELECT string_agg(row, E'\n' ORDER BY row) AS all FROM (${sql.join(each, sql` UNION ALL `)}) everything`,
    )
    return rows[0]?.all ?? ''
  }
  /** Ids and whatever bears the mark. */
  const SECRET = new RegExp(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|${MARK}[\\w]*`, 'g')

  const methods = Object.entries(repositories).flatMap(([repository, all]) =>
    Object.keys(all).map((method) => ({ name: `${repository}.${method}`, repository, method })),
  )
  // What leaves rows of the intruder's own comes late, so that what reads finds none; what leaves nothing, last.
  const ofSort = (m: { name: string; method: string }): number =>
    LEAVE_NOTHING.indexOf(m.name) + 1 || (ANSWERS_ANYWAY.has(m.name) ? 0 : isWriting(m.method) ? -1 : -2)
  const inOrder = [...methods].sort((a, b) => ofSort(a) - ofSort(b))

  function valuesFor(repository: string, method: string): unknown[] {
    const table: Record<string, Record<string, (v: Victim) => unknown[]>> = intrusions
    const values = table[repository]?.[method]
    if (!values) throw new Error(`There is no attempt on ${repository}.${method}: add one to intrusion.ts.`)
    return values(victim)
  }

  it.skipIf(skip)('has an attempt for every method of every repository', () => {
    const attempts = Object.entries(intrusions).flatMap(([r, all]) => Object.keys(all).map((m) => `${r}.${m}`))
    expect(attempts.sort()).toEqual(methods.map((m) => m.name).sort())
  })

  it.skipIf(skip)(
    'shows one nothing of the other and lets one change nothing of the other, by any method',
    async () => {
      const before = await everythingOf(world.annId)
      for (const { name, repository, method } of inOrder) {
        const values = valuesFor(repository, method)
        const outcome = await world.bob.call(world.bobId, repository, method, values).then(
          (answer) => ({ answer, refused: null }),
          (error: Error & { code?: string }) => ({ answer: null, refused: error }),
        )
        const said = JSON.stringify([outcome.answer, outcome.refused?.message])
        const given = JSON.stringify(values)
        expect([name, secrets.filter((s) => said.includes(s) && !given.includes(s))]).toEqual([name, []])
        if (outcome.refused) expect([name, outcome.refused.code]).toEqual([name, 'not_found'])
        else if (!ANSWERS_ANYWAY.has(name)) expect([name, outcome.answer]).toSatisfy(([, a]) => isNothing(a))
        expect([name, (await everythingOf(world.annId)) === before]).toEqual([name, true])
      }
    },
    60_000,
  )

  it.skipIf(skip)(
    'answers the owner of the data by the same calls, so that those attempts could have found something',
    async () => {
      const hollow: string[] = []
      for (const { name, repository, method } of inOrder) {
        const before = await everythingOf(world.annId)
        const answer = await world.ann
          .call(world.annId, repository, method, valuesFor(repository, method))
          .catch((error: unknown) => error)
        // What is said to read only (reading.ts) is held to it by a server.
        expect([name, answer instanceof Error ? answer.message : '']).not.toEqual([
          name,
          expect.stringContaining('read-only transaction'),
        ])
        if (isNothing(answer) && (await everythingOf(world.annId)) === before) hollow.push(name)
      }
      expect(hollow.sort()).toEqual([...HOLLOW].sort())
    },
    60_000,
  )

  it.skipIf(skip)('keeps the same id apart in two profiles', async () => {
    const { id } = newMessage('same id', START)
    await say(storeOf(world.bob, world.bobId), 'x', START, 'recipes_001', { id })
    await say(storeOf(world.ann, world.annId), 'y', START + 2000, 'recipes_001', { id })
    expect((await storeOf(world.bob, world.bobId).messages.byIds([id]))[0]?.text).toBe('x')
    expect((await storeOf(world.ann, world.annId).messages.byIds([id]))[0]?.text).toBe('y')
  })

  it.skipIf(skip)('knows a profile by its role: neither a setting nor another role can be put on', async () => {
    const asBob = (statement: ReturnType<typeof sql>) =>
      world.bob.open.asProfile(world.bobId, async (db) => (await db.execute(statement)).rows)
    await expect(
      asBob(sql`INSERT INTO preferences (user_id, key, value, updated_at) VALUES (${world.annId}, 'x', '1', now())`),
    ).rejects.toThrow()
    await expect(asBob(sql`SELECT set_config('role', 'postgres', true)`)).rejects.toThrow()
    // In a folder the login is the app's own, which is why no request carries SQL.
    if (world.ann !== world.bob) await expect(asBob(sql`SET SESSION AUTHORIZATION postgres`)).rejects.toThrow()
    await expect(asBob(sql`SELECT erase_profile(${world.annId})`)).rejects.toThrow()
    await expect(asBob(sql`UPDATE profiles SET role_name = session_user`)).rejects.toThrow()
    await expect(asBob(sql`ALTER TABLE messages DISABLE ROW LEVEL SECURITY`)).rejects.toThrow()
    expect(await asBob(sql`SELECT DISTINCT user_id AS id FROM messages`)).toEqual([{ id: world.bobId }])
  })

  it.skipIf(skip)('holds for every table: none is without policy, and every key begins with user_id', async () => {
    await world.owner.profiles()
    const open = await world.owner.db.execute<{ name: string }>(sql`
      SELECT c.relname AS name FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migrations'
        AND (NOT c.relrowsecurity OR NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))`)
    expect(open.rows).toEqual([])
    const keys = await world.owner.db.execute<{ name: string; first: string }>(sql`
      SELECT i.relname AS name, a.attname AS first FROM pg_index x
      JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
      WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname <> 'schema_migrations'`)
    expect(keys.rows.length).toBeGreaterThan(15)
    expect(keys.rows.filter((k) => k.first !== 'user_id')).toEqual([])
    // A table that refers to another one could not be spread by profile (docs/sharing.md, Citus).
    const bound = await world.owner.db.execute(sql`SELECT conname FROM pg_constraint WHERE contype = 'f'`)
    expect(bound.rows).toEqual([])
  })

  it.skipIf(skip)('keeps words from being operators of a search', async () => {
    const words = (...terms: string[]) => ({ kind: 'message' as const, terms, vector: null })
    const { search } = storeOf(world.ann, world.annId)
    expect((await search.evidence(words("secret' | 'x", '!!', '&', '"', '\\', '{}', ','))).rows).toEqual([])
    expect((await search.evidence(words(MARK, "o'brien"))).rows.length).toBeGreaterThan(1)
  })
})

/** By their names: what changes something. */
function isWriting(method: string): boolean {
  return /^(add|apply|close|claim|keep|mark|open|record|refresh|release|save|set|take|touch|loaded|decide|end|begin|finish|import|update|undo|redo|commit|confirm|move|erase|settle|relate|expire|drop)/.test(
    method,
  )
}

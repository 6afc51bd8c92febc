import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenStore } from '../database'
import { inspectStore } from '../folder'
import { repositories } from '../repositories'
import { newMessage, START, say } from '../testing/samples'
import { noServerBecause, startTestServer, type TestServer } from '../testing/server'
import { testStoreOn } from '../testing/store'
import { type StoreProcess, startStoreProcess } from '../testing/store-process'
import { bundleWorker } from '../testing/worker'
import { openServerStore } from './open'

const noServer = noServerBecause()
if (noServer !== null) console.warn(`The store on a real server is not tested: ${noServer}`)

describe.skipIf(noServer !== null)('the store on a PostgreSQL server', () => {
  let server: TestServer
  let dir: string
  const ending: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    server = await startTestServer()
    dir = mkdtempSync(join(tmpdir(), 'catchment-server-'))
    await server.createDatabase('family')
    await server.asKeeper('postgres', 'CREATE ROLE ann LOGIN; CREATE ROLE bob LOGIN; CREATE ROLE stranger LOGIN')
  })
  afterAll(async () => {
    for (const end of ending.reverse()) await end()
    await server?.remove()
    rmSync(dir, { recursive: true, force: true })
  })

  async function open(database: string, role?: string): Promise<OpenStore> {
    const store = await openServerStore({ storeDir: dir, url: server.url(database, role) })
    ending.push(() => store.close())
    return store
  }
  const refused = (database: string, role?: string) =>
    open(database, role).then(
      () => 'opened',
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    )

  it('is made by its keeper, and then everybody has the one profile of their login', async () => {
    expect(await refused('family', 'ann')).toMatch(/^unavailable: The role “ann” may not use the Catchment store/)
    const keeper = await open('family')
    expect(keeper.place).toMatchObject({ server: 'the database “family” on this computer', ownProfileOnly: false })
    expect(await refused('family', 'ann')).toMatch(/GRANT catchment_app TO "ann"/)
    await server.asKeeper('family', 'GRANT catchment_app TO ann; GRANT catchment_app TO bob')
    const ann = await testStoreOn(await open('family', 'ann'))
    const bob = await testStoreOn(await open('family', 'bob'))
    await say(ann.store, 'Only for Ann', START, 'notes_001')
    expect(await ann.ask({ kind: 'profiles' })).toMatchObject([{ id: ann.userId, name: 'ann', messages: 1 }])
    expect(await bob.ask({ kind: 'profiles' })).toMatchObject([{ id: bob.userId, name: 'bob', messages: 0 }])
    expect((await keeper.profiles()).map((p) => [p.name, p.messages])).toEqual([
      ['ann', 1],
      ['bob', 0],
    ])
    expect(await ann.ensureProfile('ANN')).toBe(ann.userId)
    await expect(ann.ensureProfile('bob')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(ann.call(bob.userId, 'messages', 'newest', [1])).rejects.toMatchObject({ code: 'not_found' })
    await expect(ann.ask({ kind: 'create-profile', name: 'second' })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(ann.ask({ kind: 'erase-profile', userId: bob.userId })).rejects.toMatchObject({ code: 'unavailable' })
    await keeper.eraseProfile(bob.userId)
    expect((await keeper.profiles()).map((p) => p.name)).toEqual(['ann'])
    // The login itself is the server's, and finds an empty profile when it comes again.
    expect(await (await testStoreOn(await open('family', 'bob'))).store.messages.newest(1)).toEqual([])
  })

  it('is no business of somebody new who bears an old name', async () => {
    await server.createDatabase('names')
    const keeper = await open('names')
    const enter = 'CREATE ROLE alice LOGIN; GRANT catchment_app TO alice'
    await server.asKeeper('names', enter)
    const before = await testStoreOn(await open('names', 'alice'))
    await say(before.store, 'Of the first Alice', START, 'notes_001')
    await server.asKeeper('names', 'DROP ROLE alice')
    // Her connection is still open, and knows nobody any more.
    await expect(before.store.messages.newest(1)).rejects.toThrow(/permission denied/)
    await server.asKeeper('names', enter)
    const after = await testStoreOn(await open('names', 'alice'))
    expect(after.userId).not.toBe(before.userId)
    expect(await after.store.messages.newest(1)).toEqual([])
    await say(after.store, 'Of the second', START, 'notes_001')
    const profiles = await keeper.profiles()
    expect(profiles.map((p) => [p.name.replace(/[0-9a-f]{8}/, '…'), p.messages])).toEqual([
      ['alice', 1],
      ['alice (removed …)', 1],
    ])
    // What the first one left is the keeper's to read and to delete.
    const left = await keeper.asProfile(before.userId, (db) => repositories.messages.newest(db, 1))
    expect(left.map((m) => m.text)).toEqual(['Of the first Alice'])
    await keeper.eraseProfile(before.userId)
    expect((await after.store.messages.newest(5)).map((m) => m.text)).toEqual(['Of the second'])
  })

  async function login(role: string): Promise<Client> {
    const client = new Client({ connectionString: server.url('held', role), application_name: 'psql' })
    await client.connect()
    return client
  }

  it('is held up by nobody who may log in and nothing else', async () => {
    await server.createDatabase('held')
    await (await open('held')).close()
    await server.asKeeper('held', 'GRANT catchment_app TO ann; GRANT catchment_app TO bob')
    const ann = await testStoreOn(await open('held', 'ann'))
    const attacker = await login('stranger')
    for (const name of ['catchment profiles', 'catchment migrations', `catchment janitor ${ann.userId}`])
      await attacker.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name])
    for (const table of ['profiles', 'schema_migrations', 'leases', 'messages'])
      for (const mode of ['ROW EXCLUSIVE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE']) {
        await attacker.query('BEGIN')
        await expect(attacker.query(`LOCK TABLE ${table} IN ${mode} MODE`)).rejects.toThrow(/permission denied/)
        await attacker.query('ROLLBACK')
      }
    expect(await ann.open.takeTurn(ann.userId, 'janitor')).toBe(true)
    await ann.open.endTurn(ann.userId, 'janitor')
    await (await open('held', 'bob')).close()
    await (await open('held')).close()
    await attacker.end()
  })

  it('says who holds it up when one of its own people does', async () => {
    const bob = await login('bob')
    await bob.query('BEGIN; LOCK TABLE messages IN EXCLUSIVE MODE')
    const ann = await testStoreOn(
      await openServerStore({ storeDir: dir, url: server.url('held', 'ann'), lockTimeoutMs: 300 }),
    )
    ending.push(() => ann.close())
    await expect(say(ann.store, 'Waits in vain', START, 'notes_001')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/held up by “bob” \(psql, process \d+ of the server\)/),
    })
    await bob.end()
    await say(ann.store, 'Is heard', START, 'notes_001')
  })

  it('keeps its files apart from a store in the same folder, which can still be made there', async () => {
    await open('family')
    expect(readdirSync(dir)).toEqual(['servers'])
    expect(inspectStore(dir)).toEqual({ state: 'new' })
  })

  it('says in a sentence what is wrong, and what to do', async () => {
    await server.createDatabase('empty')
    await server.asKeeper('empty', 'GRANT catchment_app TO ann')
    expect(await refused('empty', 'ann')).toMatch(
      /There is no Catchment store in the database “empty” on this computer/,
    )
    expect(await refused('nowhere')).toMatch(/^unavailable: The server refuses .*: there is no such database\.$/)
    expect(await refused('family', 'nobody_here')).toMatch(
      /^unavailable: The server refuses .*does not let this role in/,
    )
    await expect(openServerStore({ storeDir: dir, url: 'mysql://x' })).rejects.toMatchObject({ code: 'bad_request' })
    await expect(openServerStore({ storeDir: dir, url: 'postgres://a:secret@127.0.0.1:1/x' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /^The server of the database “x” on this computer cannot be reached \(ECONNREFUSED\)/,
      ),
    })
    await server.createDatabase('plain')
    await server.asKeeper('plain', "ALTER DATABASE plain SET extension_control_path = '/nowhere'")
    expect(await refused('plain')).toMatch(/has no pgvector.*postgresql-18-pgvector/)
    // Somebody to whom row-level security does not apply would see everything.
    await server.asKeeper('family', 'CREATE ROLE above LOGIN BYPASSRLS IN ROLE catchment_app')
    expect(await refused('family', 'above')).toMatch(/not bound by row-level security/)
    await server.asKeeper(
      'family',
      'DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)',
    )
    expect(await refused('family', 'ann')).toMatch(/made by an older Catchment/)
    await server.asKeeper('family', "INSERT INTO schema_migrations (name, sha256) VALUES ('9999_later.sql', '')")
    expect(await refused('family', 'ann')).toMatch(/^store_newer: /)
  })

  it('answers while the server is away, and goes on by itself when it is back', async () => {
    await server.createDatabase('restarted')
    const test = await testStoreOn(await open('restarted'))
    await say(test.store, 'Before', START, 'notes_001')
    await server.stop()
    const away = { code: 'unavailable', message: expect.stringMatching(/^The (server of|connection to)/) }
    await expect(test.store.messages.newest(1)).rejects.toMatchObject(away)
    await expect(test.store.messages.newest(1)).rejects.toMatchObject(away)
    await server.start()
    await say(test.store, 'After', START + 1000, 'notes_001')
    expect((await test.store.messages.newest(5)).map((m) => m.text)).toEqual(['Before', 'After'])
  })

  it('loses what a request had begun when the connection breaks in its middle, and says so', async () => {
    await server.createDatabase('cut')
    const store = await open('cut')
    const me = await store.ensureProfile('default')
    const cut = store.asProfile(me, async (db) => {
      await repositories.preferences.set(db, 'k', 'half', START)
      await server.asKeeper(
        'postgres',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'catchment' AND datname = 'cut'",
      )
      await repositories.preferences.get(db, 'k')
    })
    await expect(cut).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('broke') })
    expect(await store.asProfile(me, (db) => repositories.preferences.get(db, 'k'))).toBeNull()
  })

  describe('from several processes', () => {
    let entry: string
    beforeAll(async () => {
      const bundle = await bundleWorker()
      entry = bundle.entry
      ending.push(async () => bundle.remove())
      await server.createDatabase('busy')
      await (await open('busy')).close()
      await server.asKeeper('busy', 'GRANT catchment_app TO ann; GRANT catchment_app TO bob')
    })

    async function start(role: string): Promise<StoreProcess> {
      const data = { storeDir: dir, program: 'a test', databaseUrl: server.url('busy', role) }
      const process = await startStoreProcess(entry, data)
      ending.push(() => process.kill())
      return process
    }

    it('serves two people at once', async () => {
      const people = await Promise.all(['ann', 'bob'].map(start))
      const seen = await Promise.all(
        people.map(async (process, n) => {
          const userId = String(await process.ask({ kind: 'profile', name: 'default' }))
          const call = (repository: string, method: string, ...args: unknown[]) =>
            process.ask({ kind: 'call', userId, repository, method, args })
          for (let at = 0; at < 10; at += 1) {
            const messages = [newMessage(`${n} ${at}`, START + at, { conv: `c${at}` })]
            await call('turns', 'importSegment', { conv: `c${at}`, messages, vectors: null, terms: [['word', 1]] })
          }
          const found = (await call('verification', 'run')) as { problems: string[]; counts: Record<string, number> }
          return [found.problems, found.counts.messages, await call('filing', 'loadTerms')]
        }),
      )
      expect(seen).toEqual([
        [[], 10, [['word', 10]]],
        [[], 10, [['word', 10]]],
      ])
    })

    it('lets one janitor at a time work on a profile, and another after a crash of the first', async () => {
      const [first, second, bob] = await Promise.all(['ann', 'ann', 'bob'].map(start))
      if (!first || !second || !bob) throw new Error('three were started')
      const [ann, other] = [
        await first.ask({ kind: 'profile', name: 'default' }),
        await bob.ask({ kind: 'profile', name: 'default' }),
      ]
      const take = (process: StoreProcess, userId: unknown) =>
        process.ask({ kind: 'take-turn', userId: String(userId), what: 'janitor' })
      expect(await take(first, ann)).toBe(true)
      expect(await take(second, ann)).toBe(false)
      expect(await take(bob, other)).toBe(true)
      await first.ask({ kind: 'end-turn', userId: String(ann), what: 'janitor' })
      expect(await take(second, ann)).toBe(true)
      expect(await take(first, ann)).toBe(false)
      await second.kill()
      await expect.poll(() => take(first, ann)).toBe(true)
    })
  })
})

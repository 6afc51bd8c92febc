import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationId } from '@shared/ids'
import { turnId } from '@shared/ids'
import fc from 'fast-check'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BucketIds } from '../../buckets/ids'
import { repositories } from '../repositories'
import type { News } from '../session'
import { bucket, HOUR, newBucket, newMessage, newOperation, START, say } from '../testing/samples'
import { noServerBecause, startTestServer, type TestServer } from '../testing/server'
import { type TestStore, testStoreOn } from '../testing/store'
import { openServerStore } from './open'

const noServer = noServerBecause()

describe.skipIf(noServer !== null)('two programs of one person on a server', () => {
  let server: TestServer
  let dir: string
  let people = 0
  const ending: (() => Promise<unknown>)[] = []
  const end = async (): Promise<void> => {
    for (const one of ending.splice(0)) await one()
  }
  beforeAll(async () => {
    server = await startTestServer()
    dir = mkdtempSync(join(tmpdir(), 'catchment-two-'))
    await server.createDatabase('two')
    await (await openServerStore({ storeDir: dir, url: server.url('two') })).close()
  })
  afterEach(end)
  afterAll(async () => {
    await end()
    await server?.remove()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Somebody new, at two computers. */
  async function twice(): Promise<{ role: string; one: TestStore; two: TestStore }> {
    const role = `person_${people++}`
    await server.asKeeper('two', `CREATE ROLE ${role} LOGIN IN ROLE catchment_app`)
    return { role, one: await program(role), two: await program(role) }
  }
  async function program(role: string): Promise<TestStore> {
    const test = await testStoreOn(await openServerStore({ storeDir: dir, url: server.url('two', role) }))
    ending.push(() => test.close())
    return test
  }
  const problems = async ({ store }: TestStore) => (await store.verification.run(false)).problems

  it('never get the same bucket id', async () => {
    const { one, two } = await twice()
    await say(one.store, 'Of before', START, 'dogs_007')
    const makers = [one, two].map(({ store }) => new BucketIds(store))
    const given = await Promise.all(
      Array.from({ length: 20 }, (_, i) => makers[i % 2]?.next(i < 16 ? 'Dogs' : 'Cats of the house')),
    )
    expect(new Set(given).size).toBe(20)
    const dogs = Array.from({ length: 16 }, (_, i) => `dogs_${String(i + 8).padStart(3, '0')}`)
    expect(given.filter((id) => id?.startsWith('dogs_')).sort()).toEqual(dogs)
  })

  it('put two turns at once into one segment, and count each once', async () => {
    const { one, two } = await twice()
    await say(one.store, 'Alone', START, 'talk_001')
    const turns = Array.from({ length: 12 }, (_, i) =>
      say((i % 2 ? one : two).store, `At once ${i}`, START + 1000 + i, 'talk_001'),
    )
    await Promise.all(turns)
    const said = await one.store.messages.newest(20)
    expect([said.length, new Set(said.map((m) => m.segmentId)).size]).toEqual([13, 1])
    expect((await two.store.buckets.byIds([bucket('talk_001')]))[0]?.messages).toBe(13)
    expect(await problems(one)).toEqual([])
  })

  const names = ['ants_001', 'bees_001', 'cows_001', 'dogs_001']
  const step = fc.record({
    act: fc.constantFrom('say', 'move', 'merge', 'pin', 'undo', 'undo', 'redo', 'touch'),
    from: fc.nat(3),
    to: fc.nat(3),
    nth: fc.nat(50),
  })
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  it('interleave turns, acts and their undoing in any order: counts stay right, and all undone nothing is moved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 14 }),
        fc.array(step, { minLength: 6, maxLength: 14 }),
        async (a, b) => {
          const { one, two } = await twice()
          for (const [i, name] of names.entries()) await say(one.store, `First of ${name}`, START + i, name)
          const said = new Map<string, string>()
          const log: OperationId[] = []
          let at = START + 1000
          const run = async ({ store }: TestStore, steps: readonly Step[]): Promise<void> => {
            for (const { act, from, to, nth } of steps) {
              const [source, target] = [names[from] ?? '', names[to] ?? '']
              const known = log[nth % Math.max(1, log.length)]
              if (act === 'say') {
                const { id } = await say(store, `${act} ${at++}`, at, target)
                said.set(id, target)
              } else if (act === 'undo' && known) await store.operations.undo(known, START)
              else if (act === 'redo' && known) await store.operations.redo(known)
              else if (act === 'touch') await store.buckets.touch(bucket(target), at)
              else {
                const messages = await store.messages.newest(20)
                const moved = messages[nth % messages.length]
                const write =
                  act === 'pin'
                    ? { entity: 'bucket', entityId: target, field: 'pinned_at', after: new Date(at).toISOString() }
                    : act === 'merge' && source !== target
                      ? { entity: 'bucket', entityId: source, field: 'own_merged_into', after: target }
                      : { entity: 'message', entityId: moved?.id ?? '', field: 'home_bucket_id', after: target }
                const { operationId } = await store.operations.apply(newOperation({ writes: [write as never] }))
                log.push(operationId)
              }
            }
          }
          await Promise.all([run(one, a), run(two, b)])
          expect(await problems(one)).toEqual([])
          // Taken back by both at once, from both ends.
          await Promise.all([
            (async () => {
              for (const id of log) await one.store.operations.undo(id, START)
            })(),
            (async () => {
              for (const id of [...log].reverse()) await two.store.operations.undo(id, START)
            })(),
          ])
          expect(await problems(two)).toEqual([])
          const messages = await two.store.messages.byIds([...said.keys()] as never)
          expect(messages.map((m) => [m.id, m.bucketId])).toEqual(messages.map((m) => [m.id, said.get(m.id) ?? null]))
          expect(messages.length).toBe(said.size)
          const buckets = await one.store.buckets.list({ merged: true })
          expect(buckets.map((found) => [found.id, found.status, found.pinned]).sort()).toEqual(
            names.map((name) => [name, 'active', false]),
          )
          await end()
        },
      ),
      { numRuns: 8 },
    )
  })

  it('read while the other writes, and cannot write where they only read', async () => {
    const { one, two } = await twice()
    await say(one.store, 'Seen', START, 'talk_001')
    let release = (): void => undefined
    let begun = (): void => undefined
    const isWriting = new Promise<void>((resolve) => {
      begun = resolve
    })
    const writing = one.open.asProfile(one.userId, async (db) => {
      await repositories.preferences.set(db, 'k', 1, START)
      begun()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await isWriting
    expect((await two.store.messages.newest(1)).map((m) => m.text)).toEqual(['Seen'])
    const waits = two.store.preferences.set('k', 2, START)
    expect(await Promise.race([waits.then(() => 'written'), one.open.place.server])).not.toBe('written')
    release()
    await writing
    await waits
    expect(await one.store.preferences.get('k')).toBe(2)
    const wrong = two.open.asProfile(two.userId, (db) => repositories.preferences.set(db, 'k', 3, START), 'read')
    await expect(wrong).rejects.toMatchObject({ cause: { code: '25006' } })
  })

  /** What this program is told from now on. */
  async function listen(test: TestStore): Promise<News[]> {
    const heard: News[] = []
    await test.ask({ kind: 'follow', userId: test.userId }, ({ news }) => heard.push(news))
    return heard
  }

  it('hear what the other writes and nothing of their own; nobody else hears, and no word or title is said', async () => {
    const { one, two, role } = await twice()
    const stranger = await twice()
    const [heard, own, others] = [await listen(one), await listen(two), await listen(stranger.one)]
    const everything: string[] = []
    const spy = new Client({ connectionString: server.url('two') })
    await spy.connect()
    ending.push(() => spy.end())
    const { rows } = await spy.query('SELECT channel FROM profiles WHERE role_name = $1', [role])
    spy.on('notification', ({ payload }) => everything.push(payload ?? ''))
    await spy.query(`LISTEN "${rows[0].channel}"`)
    const { id } = await say(two.store, 'A secret of hers', START, 'secret_001')
    const done = await two.store.operations.apply(
      newOperation({
        sentence: 'Renamed a secret.',
        creates: [newBucket('secret_002')],
        writes: [{ entity: 'bucket', entityId: 'secret_001', field: 'title', after: 'Secrets' }],
      }),
    )
    await two.store.preferences.set('settings', { theme: 'dark' }, START)
    await expect.poll(() => heard.map((n) => n.table)).toContain('preferences')
    expect(heard).toContainEqual({ table: 'messages', act: 'insert', ids: [id] })
    expect(heard).toContainEqual({ table: 'messages', act: 'update', ids: [id] })
    expect(heard).toContainEqual({ table: 'buckets', act: 'insert', ids: null })
    expect(heard).toContainEqual({ table: 'bucket_operations', act: 'insert', ids: [done.operationId] })
    expect([own, others]).toEqual([[], []])
    await expect.poll(() => everything.length).toBeGreaterThan(3)
    expect(everything.join()).not.toMatch(/secret/i)
    // The channel's name is shown to its own profile alone.
    const seen = await stranger.one.open.asProfile(stranger.one.userId, async (db) => {
      const { rows } = await db.execute<{ n: number }>('SELECT count(*)::int AS n FROM profiles')
      return rows[0]?.n
    })
    expect(seen).toBe(1)
  })

  it('come back by themselves when the connection was lost, and look at everything once', async () => {
    const { one, two, role } = await twice()
    const heard = await listen(one)
    await server.asKeeper('two', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`)
    // Nobody asks anything.
    await expect.poll(() => heard).toEqual([{ table: null, act: null, ids: null }])
    await say(two.store, 'After', START, 'talk_001').catch(() => say(two.store, 'After', START, 'talk_001'))
    await expect.poll(() => heard.some((n) => n.table === 'messages')).toBe(true)
  })

  it('take no reply for cut off that the other is writing', async () => {
    const { one, two } = await twice()
    const turn = turnId.parse(uuidv7())
    const message = newMessage('Asked', START)
    await one.store.turns.begin({ message, turnId: turn, modelId: 'm', timeoutMs: HOUR })
    await one.store.turns.savePartial({ turnId: turn, text: 'So fa', raw: 'So fa', at: START })
    expect(await two.store.turns.pending()).toEqual([])
    expect((await one.store.turns.pending()).map((p) => p.text)).toEqual(['So fa'])
    await one.close()
    await expect.poll(async () => (await two.store.turns.pending()).map((p) => p.turnId)).toEqual([turn])
  })
})

/** What only a store in a folder shows: what lies in its files, and the backups that are made of them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseHistory, eraseMemory } from '../app/erasing'
import { openIn, say, type TestApp } from '../app/testing/app'
import { backupOf } from './backup/catalogue'
import { openStore } from './database'
import { overwriteDue } from './erased-room'
import { say as tell } from './testing/samples'
import { type TestStore, testStoreOn } from './testing/store'

const SECRET = 'zebrafinch'
const SAID = `safe word is ${SECRET}`
const HOUR = 3_600_000
let dir: string
let test: TestStore
let world: TestApp

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'catchment-erased-'))
  test = await testStoreOn(await openStore({ storeDir: dir, program: 'a test' }))
  world = await openIn(test, dir, { profile: 'main' })
}, 240_000)
afterAll(async () => {
  await world.app.close()
  await test.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Files whose bytes hold the word, in whatever case, the write-ahead log among them; the ids of buckets stay (docs/guide.md). */
function filesWith(word: string): string[] {
  const path = (entry: { parentPath: string; name: string }): string => join(entry.parentPath, entry.name)
  const ids = new RegExp(`[a-z0-9_]*${word}[a-z0-9_]*_\\d{3}`, 'g')
  const holds = (file: string): boolean => {
    const text = readFileSync(file).toString('latin1').toLowerCase()
    return text.includes(word) && text.replace(ids, '').includes(word)
  }
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && holds(path(entry)))
    .map((entry) => path(entry).slice(dir.length))
}

/** Files of the log, used ones that were kept for later among them. */
const logFiles = (): string[] => filesWith(SECRET).filter((file) => /\/pg_wal\/[0-9A-F]{24}$/.test(file))

/** The file of what the planner knows. */
async function planned(): Promise<string> {
  await test.open.profiles()
  const { rows } = await test.open.db.execute<{ file: string }>(
    sql`SELECT pg_relation_filenode('pg_statistic')::text AS file`,
  )
  return rows[0]?.file ?? ''
}

it('holds what was erased neither in tables and their indexes, nor in what the planner knows, nor in the log, nor in the next backup', async () => {
  const { app, clock } = world
  await app.memoryFile.start()
  const secret = await say(world, `Remember that my ${SAID} and nobody else knows it`)
  await say(world, 'Tomatoes in the garden need potash and water')
  await say(world, 'Garden tomatoes again, and the potash for them')
  clock.advance(3 * HOUR)
  await app.segments.checkTimeouts()
  await app.memories.idle()
  await app.memoryFile.rebuild()
  // The planner learns values of columns, and used files of the log are kept for later.
  await app.handle.tidy()
  await test.open.profiles()
  await test.open.db.execute(
    sql`SELECT pg_logical_emit_message(false, 'test', repeat(${SAID} || repeat(' ', 4000), 256)) FROM generate_series(1, 66)`,
  )
  await test.ask({ kind: 'flush' })
  expect(logFiles().length).toBeGreaterThan(1)
  const holding = filesWith(SECRET)
  for (const place of ['/base/', '/pg_wal/']) expect(holding.join(' ')).toContain(place)

  await eraseHistory(app, { messageId: secret.userMessage.id }, false)
  expect(overwriteDue(dir)).not.toBeNull()
  await app.backups.make('asked')
  expect(overwriteDue(dir)).toBeNull()
  // What follows an erasure (the memory file, counts of words) may still be under way on a busy machine.
  await expect.poll(() => filesWith(SAID)).toEqual([])
  // The planner knows the ids of buckets, and keeps them compressed.
  const statistics = await planned()
  const named = (): string[] =>
    filesWith(SECRET).filter((file) => !file.endsWith(`/${statistics}`) && !file.startsWith('/backups/'))
  await expect.poll(named).toEqual([])
  expect(filesWith('potash').join(' ')).toMatch(/\/base\//)
  expect((await app.store.verification.run(true)).problems).toEqual([])

  const { memory } = await app.memories.add({ content: `The ${SECRET} lives in the attic`, category: 'fact' })
  await app.memories.idle()
  await eraseMemory(app, memory.id, false)
  const task = (await app.heartbeat.list({ offset: 0, limit: 20 })).builtin.find(({ id }) => id === 'erased-room')
  expect(task).toBeDefined()
  expect(await app.handle.overwriteErased()).toBe(true)
  expect(await app.handle.overwriteErased()).toBe(false)
  expect(existsSync(join(dir, 'overwrite.json'))).toBe(false)
  await expect(eraseMemory(app, memory.id, false)).rejects.toMatchObject({ code: 'not_found' })
  expect(overwriteDue(dir)).toBeNull()
  // of a memory its hash stays, so that it is not learned again
  expect(filesWith('lives in the attic')).toEqual([])
}, 240_000)

/** What a backup's facts say of the messages, of those in the store. */
async function messagesNow(): Promise<{ rows: number; sum: string } | undefined> {
  await test.open.profiles()
  const { rows } = await test.open.db.execute<{ rows: number; sum: string }>(
    sql`SELECT count(*)::int AS rows, sum(hashtextextended(t::text, 0)::numeric)::text AS sum FROM messages t`,
  )
  return rows[0]
}

it('is backed up before an act that changes more than one would look through, and not before a small one', async () => {
  const { app, clock } = world
  const ids: MessageId[] = []
  for (let i = 0; i < 101; i++) {
    clock.advance(1_000)
    ids.push((await tell(test.storeOf(app.profileId), `About the attic, ${i}`, clock.now(), 'attic_001')).id)
  }
  await app.directory.load()
  const reasons = () => app.backups.state().backups.map(({ reason }) => reason)
  const before = reasons()
  const move = (few: MessageId[], newTitle: string) => app.buckets.moveMessages(few, { newTitle }, false)
  await move(ids.slice(0, 5), 'A few')
  expect(reasons()).toEqual(before)
  const asItWas = await messagesNow()
  const { operationId } = await move(ids, 'All of it')
  expect(await messagesNow()).not.toEqual(asItWas)
  expect(reasons()).toEqual(['bulk', ...before])
  // The copy is verified behind the act, and holds what was there before it.
  await app.backups.daily()
  const [bulk] = app.backups.state().backups
  expect(bulk).toMatchObject({ reason: 'bulk', verified: true })
  expect(backupOf(join(dir, 'backups'), bulk?.id ?? '').facts.tables.messages).toEqual(asItWas)
  expect(world.events.filter((e) => e.type === 'job.changed').map((e) => e.job.kind)).toContain('backup')
  await app.operations.undo(operationId ?? fail())
  expect(reasons().filter((reason) => reason === 'bulk')).toHaveLength(2)
  expect(await app.store.operations.changed([operationId ?? fail()])).toMatchObject([
    { id: operationId, messages: 101 },
  ])
  // What is taken back already changes nothing.
  await app.buckets.moveMessages(ids.slice(0, 2), { newTitle: 'Two' }, false)
  await app.operations.undo(operationId ?? fail())
  expect(reasons().filter((reason) => reason === 'bulk')).toHaveLength(2)
  expect((await app.store.verification.run(true)).problems).toEqual([])
}, 240_000)

function fail(): never {
  throw new Error('It has no receipt.')
}

/** Erased for good: no table, no index, no summary, no file of the profile holds the words any more. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportSummary } from '@shared/contract/transfer'
import { jobId } from '@shared/ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../store/testing/store'
import { eraseHistory, lookAtErasing } from './erasing'
import { openTestApp, say, type TestApp } from './testing/app'

let test: TestStore
let world: TestApp
beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  world = await openTestApp(test)
  await world.app.memoryFile.start()
})
afterAll(() => test.close())

const HOUR = 3_600_000
const aSummary: ImportSummary = {
  ...{ read: 0, beside: 0, newBeside: 0, new: 0, updated: 0, skipped: 0, failed: 0, conversations: 0 },
  ...{ reasons: [], leftOut: [], programs: [], speakers: [] },
}
const SECRET = 'zebrafinch'

/** Every place of the profile that holds the word: rows of tables, and files in its folder. */
async function whereIs(word: string): Promise<string[]> {
  const { store, app } = world
  const found: string[] = []
  for (const { name } of await store.archive.tables()) {
    const rows = await store.archive.page({ table: name, after: null, limit: 10_000 })
    // of a bucket its id stays, as a mark that it was there
    if (
      rows.some((row) =>
        row
          .toLowerCase()
          .replace(/\b[a-z0-9_]+_\d{3}\b/gu, '')
          .includes(word),
      )
    )
      found.push(name)
  }
  const folder = join(app.handle.storeDir, 'profiles')
  if (existsSync(folder))
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, path)
      if (/\.(?:md|json)$/u.test(path) && readFileSync(file, 'utf8').toLowerCase().includes(word)) found.push(path)
    }
  return [...new Set(found)]
}

async function aTalk() {
  const { app, clock } = world
  const secret = await say(world, `Remember that my safe word is ${SECRET} and nobody else knows it`)
  await say(world, 'Tomatoes in the garden need potash and water')
  await say(world, 'Garden tomatoes again, and the potash for them')
  clock.advance(3 * HOUR)
  await app.segments.checkTimeouts()
  await app.memoryFile.rebuild()
  return secret.userMessage
}

it('a message goes with its memory, its vectors, its words in the indexes, the summaries and the memory file', async () => {
  const { app, store } = world
  const message = await aTalk()
  expect(await whereIs(SECRET)).toEqual(expect.arrayContaining(['messages', 'memory_entries', 'search_documents']))
  expect(await lookAtErasing(app, { messageId: message.id })).toEqual({ messages: 1, memories: 1 })

  // why something of an import could not be read names the talk it was in
  await app.lastImport.ended({
    jobId: jobId.parse('00000000-0000-7000-8000-000000000001'),
    name: 'chats.zip',
    summary: { ...aSummary, failed: 1, reasons: [`Conversation 1 (“${SECRET}”), message 2: it has no date`] },
    error: null,
  })

  const done = await eraseHistory(app, { messageId: message.id }, false)
  expect(done).toMatchObject({ messages: 1, memories: 1, backupsUntil: null })
  expect(await whereIs(SECRET)).toEqual([])
  expect(await app.lastImport.get()).toMatchObject({ name: 'chats.zip', summary: { failed: 1, reasons: [] } })
  expect(await app.search.continuum({ query: SECRET, scope: 'all', limit: 10 })).toEqual([])
  expect(await store.messages.byIds([message.id])).toEqual([])
  // the rest of the talk is summed up anew, and the store holds together
  const [segment] = await store.segments.newest(1)
  expect(segment?.title).not.toBe('')
  expect(segment?.synopsis).toMatch(/tomato/i)
  expect((await store.verification.run(true)).problems).toEqual([])
  expect(world.events).toContainEqual({ type: 'history.erased', messageIds: [message.id] })
})

it('a segment goes whole, and is shown nowhere', async () => {
  const { app, store } = world
  const message = await aTalk()
  const [found] = await store.messages.byIds([message.id])
  if (!found?.segmentId) throw new Error('it is in no segment')
  await eraseHistory(app, { segmentId: found.segmentId }, false)
  expect(await whereIs(SECRET)).toEqual([])
  expect(await whereIs('potash')).toEqual([])
  expect(await store.segments.newest(5)).toEqual([])
  expect((await store.verification.run(true)).problems).toEqual([])
})

it('a bucket goes with all that is filed in it, its names, its receipts and what was merged into it', async () => {
  const { app, store } = world
  const message = await aTalk()
  const made = await app.buckets.moveMessage(message.id, { newTitle: `Diary of the ${SECRET}` })
  const [other] = app.directory.visible().filter((b) => b.id !== made.bucketId && b.messages > 0)
  if (!made.bucketId || !other) throw new Error('there are not two buckets')
  await app.buckets.command({ kind: 'mv', source: other.id, target: made.bucketId })
  const before = (await store.verification.run()).counts.messages ?? 0
  const done = await eraseHistory(app, { bucketId: made.bucketId }, false)
  expect(done.messages).toBeGreaterThanOrEqual(2)
  expect((await store.verification.run()).counts.messages).toBe(before - done.messages)
  expect(app.directory.visible().filter((b) => b.title.includes(SECRET))).toEqual([])
  // of the bucket its id stays as a mark, and nothing else
  const left = (await whereIs(`diary of the ${SECRET}`)).concat(await whereIs(`safe word is ${SECRET}`))
  expect(left).toEqual([])
  expect((await store.verification.run(true)).problems).toEqual([])
})

it('does not come back with the file it was imported from', async () => {
  const { app, store, clock } = world
  const file = join(app.handle.storeDir, 'talk.jsonl')
  const row = (id: number, author: string, text: string) =>
    JSON.stringify({ conv: 'c', id, ts: new Date(clock.now() - HOUR + id * 1000).toISOString(), author, text })
  writeFileSync(file, [row(1, 'me', `The ${SECRET} sings`), row(2, 'assistant', 'How nice')].join('\n'))
  const options = { format: 'auto', signal: new AbortController().signal, report: () => undefined } as const
  await app.imports.run(file, options)
  const [message] = await store.imported.byExternalIds(['c/1'])
  if (!message) throw new Error('it was not imported')
  await eraseHistory(app, { messageId: message.id }, false)
  expect(await app.imports.run(file, options)).toMatchObject({ new: 0, skipped: 2 })
  expect(await whereIs(SECRET)).toEqual([])
})

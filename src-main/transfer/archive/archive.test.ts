import { mkdtempSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp } from '../../app/testing/app'
import { attachedDir } from '../../store/attached'
import type { Store } from '../../store/protocol'
import { createTestStore, type TestStore } from '../../store/testing/store'
import { fileOf } from '../testing/exports'
import { archiveAt, readArchive } from './read-archive'
import { writeArchive } from './write-archive'

const options = { signal: AbortSignal.any([]), report: () => undefined }
/** Where what is attached is put by those who take an archive in. */
const reading = { ...options, files: mkdtempSync(join(tmpdir(), 'catchment-files-')) }
let test: TestStore
let other: TestStore
let folder: string
beforeAll(async () => {
  test = await createTestStore()
  other = await createTestStore()
  folder = await mkdtemp(join(tmpdir(), 'catchment-archive-'))
})
afterAll(async () => {
  await test.close()
  await other.close()
})

/** Every row of the profile, as the database holds it. */
async function everything(store: Store): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const { name } of await store.archive.tables())
    tables[name] = await store.archive.page({ table: name, after: null, limit: 100_000 })
  return tables
}

const portsOf = ({ app }: TestApp) => ({
  store: app.store,
  profile: { id: app.profileId, name: 'Ann' },
  files: attachedDir(app.handle.storeDir, app.profileId),
  now: () => Date.UTC(2026, 0, 1),
})

describe('an archive of the whole profile', () => {
  it('brings back everything, row for row, in another store, and the profile lives on from there', async () => {
    const ann = await openTestApp(test)
    const rows = ['Ann', 'assistant', 'Ann'].map((author, i) =>
      JSON.stringify({
        conv: 'c',
        id: i,
        ts: 1.7e9 + i * 60,
        author,
        text: `About tomatoes ${i} "quoted" \\ 🦔\u2028 line`,
      }),
    )
    await ann.app.imports.run(await fileOf(rows.join('\n'), 'a.jsonl'), { ...options, format: 'auto' })
    await say(ann, 'Please remember that I am allergic to nuts.')
    await say(ann, 'Tomatoes need potash.')
    const bucket = (await ann.store.buckets.list({ merged: false }))[0]
    if (bucket) await ann.app.buckets.command({ kind: 'rename', bucket: bucket.id, title: 'Kitchen garden' })
    await ann.app.settings.set({ segmentTimeoutMinutes: 90 })
    const file = join(folder, 'ann.zip')
    const written = await writeArchive(file, portsOf(ann), options)
    const before = await everything(ann.store)
    await ann.close()
    expect(written.rows).toBe(Object.values(before).flat().length)
    expect(before.messages?.length).toBeGreaterThan(5)
    expect(await archiveAt(file)).toMatchObject({ format: 'catchment-archive', version: 1, profile: { name: 'Ann' } })

    const store = await other.as('Ben')
    await readArchive(file, store, reading)
    expect(await everything(store)).toEqual(before)
    const documents = (await store.archive.tables()).find(({ name }) => name === 'search_documents')
    expect(documents?.keys).toEqual(['kind', 'number'])
    expect((await store.verification.run(true)).problems).toEqual([])
    await expect(readArchive(file, store, reading)).rejects.toMatchObject({ code: 'conflict' })

    const ben = await openTestApp(other, { profile: 'Ben' })
    expect(ben.app.settings.get().segmentTimeoutMinutes).toBe(90)
    await say(ben, 'And peppers?')
    expect((await ben.store.verification.run(true)).problems).toEqual([])
    await ben.close()
  })

  it('adds only what is new to a profile that is not empty: it knows its messages again, typed and imported ones', async () => {
    const ann = await openTestApp(test)
    const row = JSON.stringify({ conv: 'c', id: 1, ts: 1.7e9, author: 'Ann', text: 'About plums' })
    await ann.app.imports.run(await fileOf(row, 'a.jsonl'), { ...options, format: 'auto' })
    await say(ann, 'Plums need sun.')
    const file = join(folder, 'own.zip')
    await writeArchive(file, portsOf(ann), options)
    expect(await ann.app.imports.run(file, { ...options, format: 'auto' })).toMatchObject({
      read: 2,
      new: 0,
      failed: 0,
      programs: ['Catchment'],
    })
    const other = await openTestApp(test)
    await say(other, 'Hello.')
    expect(await other.app.imports.run(file, { ...options, format: 'auto' })).toMatchObject({
      read: 2,
      new: 2,
      failed: 0,
    })
    await ann.close()
    await other.close()
  })

  it('is refused if it is newer or damaged, and taken in anew after it broke off', async () => {
    const ann = await openTestApp(test)
    await say(ann, 'Bread needs time.')
    const file = join(folder, 'small.zip')
    await writeArchive(file, portsOf(ann), options)
    const before = await everything(ann.store)
    await ann.close()
    const store = await other.as('Cleo')
    const stopping = new AbortController()
    await expect(
      readArchive(file, store, {
        ...reading,
        signal: stopping.signal,
        report: (progress) => void ((progress ?? 0) > 0.5 && stopping.abort()),
      }),
    ).rejects.toMatchObject({ code: 'cancelled' })
    expect(await store.archive.isEmpty()).toBe(true)
    // What came by then can be archived and taken in elsewhere, also as an older program wrote it down.
    const half = join(folder, 'half.zip')
    await writeArchive(half, { store, profile: { id: 'x', name: 'Cleo' }, files: null, now: Date.now }, options)
    const elsewhere = await other.as('Eve')
    await readArchive(half, elsewhere, reading)
    expect(await elsewhere.archive.isEmpty()).toBe(false)
    expect(await everything(elsewhere)).toEqual(await everything(store))
    const mark = JSON.stringify({ key: 'archive.unfinished', value: true, updated_at: new Date(0) })
    await elsewhere.archive.insert({ table: 'preferences', rows: [mark, mark] })
    expect(await elsewhere.archive.isEmpty()).toBe(false)
    await readArchive(file, store, reading)
    expect(await everything(store)).toEqual(before)

    const fresh = await other.as('Dan')
    const bytes = await readFile(file)
    await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, bytes.length - 200))
    await expect(readArchive(join(folder, 'cut.zip'), fresh, reading)).rejects.toMatchObject({ code: 'import_broken' })
    expect(await fresh.archive.isEmpty()).toBe(true)
  })

  it('holds for any history: imports, turns, moves, and what was undone', async () => {
    const act = fc.oneof(
      fc.record({
        kind: fc.constant('say' as const),
        text: fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }),
      }),
      fc.record({
        kind: fc.constant('import' as const),
        text: fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }),
        conv: fc.nat(3),
      }),
      fc.record({ kind: fc.constant('rename' as const), title: fc.constantFrom('Garden', 'Kitchen', 'Work') }),
      fc.record({ kind: fc.constant('undo' as const) }),
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        run += 1
        const world = await openTestApp(test)
        for (const [i, one] of acts.entries()) await perform(world, one, i)
        const file = join(folder, `history-${run}.zip`)
        await writeArchive(file, portsOf(world), options)
        const before = await everything(world.store)
        await world.close()
        const store = await other.as(`History ${run}`)
        await readArchive(file, store, reading)
        expect(await everything(store)).toEqual(before)
        expect((await store.verification.run(true)).problems).toEqual([])
      }),
      { numRuns: 8 },
    )
  }, 240_000)
})

type Act =
  | { kind: 'say'; text: string }
  | { kind: 'import'; text: string; conv: number }
  | { kind: 'rename'; title: string }
  | { kind: 'undo' }

async function perform(world: TestApp, act: Act, index: number): Promise<void> {
  if (act.kind === 'say' && act.text.trim() !== '') await say(world, act.text)
  else if (act.kind === 'import') {
    const row = {
      conv: `c${act.conv}`,
      id: index,
      ts: 1.6e9 + index * 100_000,
      author: 'Ann',
      text: `${act.text} words`,
    }
    await world.app.imports.run(await fileOf(JSON.stringify(row), 'x.jsonl'), { ...options, format: 'jsonl' })
  } else if (act.kind === 'rename') {
    const [bucket] = await world.store.buckets.list({ merged: false })
    if (bucket) await world.app.buckets.command({ kind: 'rename', bucket: bucket.id, title: act.title })
  } else if (act.kind === 'undo') {
    const newest = (await world.store.operations.list({ limit: 10 })).find((receipt) => !receipt.undone)
    if (newest) await world.app.operations.undo(newest.id)
  }
}

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from './database'
import { inspectStore } from './folder'
import { repositories } from './repositories'
import { newMessage, START } from './testing/samples'

let root: string
/** One store made once; every test works on a copy. */
let made: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'catchment-store-'))
  made = join(root, 'made')
  mkdirSync(made)
  const store = await openStore({ storeDir: made, program: 'test' })
  const me = await store.ensureProfile('default')
  await store.asProfile(me, (db) =>
    repositories.turns.begin(db, {
      message: newMessage('kept', START),
      turnId: turnId.parse(uuidv7()),
      modelId: null,
      timeoutMs: 1,
    }),
  )
  await store.close()
}, 240_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

function copy(name: string): string {
  const dir = join(root, name)
  cpSync(made, dir, { recursive: true })
  return dir
}
const open = (storeDir: string) => openStore({ storeDir, program: 'test' })

describe('opening a store', () => {
  it('finds what was written before, and gives its lock back when closed', async () => {
    const dir = copy('reopened')
    const store = await open(dir)
    await expect(open(dir)).rejects.toMatchObject({ code: 'store_locked' })
    const me = await store.ensureProfile('default')
    expect((await store.asProfile(me, (db) => repositories.messages.overview(db))).messages).toBe(1)
    await store.close()
    await (await open(dir)).close()
  })

  it('leaves a folder that holds something else untouched', async () => {
    const dir = join(root, 'foreign')
    mkdirSync(dir)
    writeFileSync(join(dir, 'thesis.docx'), 'years of work')
    await expect(open(dir)).rejects.toMatchObject({ code: 'store_foreign' })
    expect(readdirSync(dir)).toEqual(['thesis.docx'])
  })

  it('says so when the version file is garbled, and changes nothing', async () => {
    const dir = copy('garbled')
    writeFileSync(join(dir, 'store.json'), '{"catchment": 1')
    await expect(open(dir)).rejects.toMatchObject({ code: 'store_corrupt' })
    expect(readFileSync(join(dir, 'store.json'), 'utf8')).toBe('{"catchment": 1')
  })

  it('refuses a store of a newer app', async () => {
    const dir = copy('newer')
    const version = JSON.parse(readFileSync(join(dir, 'store.json'), 'utf8'))
    writeFileSync(join(dir, 'store.json'), JSON.stringify({ ...version, format: 99 }))
    await expect(open(dir)).rejects.toMatchObject({ code: 'store_newer' })
  })

  it('never tries a database of another PostgreSQL', async () => {
    for (const [postgres, code] of [
      [17, 'store_corrupt'],
      [19, 'store_newer'],
    ] as const) {
      const dir = copy(`postgres-${postgres}`)
      const version = JSON.parse(readFileSync(join(dir, 'store.json'), 'utf8'))
      writeFileSync(join(dir, 'store.json'), JSON.stringify({ ...version, postgres }))
      await expect(open(dir)).rejects.toMatchObject({ code })
    }
  })

  it('says so when the database is gone or damaged, and frees the lock', async () => {
    const gone = copy('gone')
    rmSync(join(gone, 'db'), { recursive: true })
    await expect(open(gone)).rejects.toMatchObject({ code: 'store_corrupt' })
    expect(existsSync(join(gone, 'db'))).toBe(false)

    const damaged = copy('damaged')
    truncateSync(join(damaged, 'db/global/pg_control'), 100)
    await expect(open(damaged)).rejects.toMatchObject({ code: 'store_corrupt' })
    expect(existsSync(join(damaged, 'lock.json'))).toBe(false)
  }, 240_000)

  it('says so when its folder is moved while it is open, and opens whole where the folder is now', async () => {
    const here = copy('here')
    const store = await open(here)
    const profile = await store.ensureProfile('default')
    const there = join(root, 'there')
    renameSync(here, there)
    await expect(store.asProfile(profile, async () => 'written')).rejects.toMatchObject({ code: 'store_moved' })
    await expect(store.profiles()).rejects.toMatchObject({ code: 'store_moved' })
    expect(existsSync(here)).toBe(false)
    await store.close()
    // The lock went along, and this process still lives.
    rmSync(join(there, 'lock.json'))
    const again = await open(there)
    expect((await again.profiles()).map(({ name }) => name)).toContain('default')
    await again.close()
  }, 240_000)

  it('begins anew where a first start was killed half-way', async () => {
    const dir = join(root, 'half')
    mkdirSync(join(dir, 'db.new/base'), { recursive: true })
    expect(inspectStore(dir)).toEqual({ state: 'new' })
    await (await open(dir)).close()
    expect(existsSync(join(dir, 'db.new'))).toBe(false)
  }, 240_000)
})

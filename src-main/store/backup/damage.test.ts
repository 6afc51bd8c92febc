/**
 * Bytes of a real store are garbled at random: in its log, its control file, its tables. It opens whole, or it is refused without
 * being changed, and what can be read comes out of it (05-trust, Faults).
 */
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profileId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../database'
import { databaseDir } from '../folder'
import { say } from '../testing/samples'
import { type TestStore, testStoreOn } from '../testing/store'
import { endOfLog, readControl, segmentName } from '../write-ahead-log'
import { rescueInPlace } from './rescue-in-place'

const LONG = 300_000
const START = Date.parse('2026-11-20T12:00:00Z')
/** How often each is damaged; a run of its own may ask for more. */
const TIMES = Number(process.env.CATCHMENT_DAMAGES ?? 1)
const MESSAGES = 40

let parent: string
/** The store as a kill left it: a part of it is in its tables, a part in its log alone. */
let killed: string
let texts: string[]
let table: string

const textsIn = async (store: TestStore): Promise<string[]> => {
  const [profile] = await store.open.profiles()
  const { rows } = await store.open.asProfile(profileId.parse(profile?.id), (db) =>
    db.execute<{ text: string }>(sql`SELECT text FROM messages WHERE NOT is_segment_boundary ORDER BY ts`),
  )
  return rows.map((row) => row.text)
}

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'catchment-damage-'))
  const dir = join(parent, 'store')
  killed = join(parent, 'killed')
  const test = await testStoreOn(await openStore({ storeDir: dir, program: 'a test' }))
  for (let i = 0; i < MESSAGES; i++) {
    await say(test.store, `Message ${i}. ${'soil and water '.repeat(30)}`, START + i * 60_000, 'garden_001')
    if (i === MESSAGES / 2) await test.open.flush()
    else test.open.syncLog()
  }
  texts = await textsIn(test)
  const found = await test.open.db.execute<{ path: string }>(sql`SELECT pg_relation_filepath('messages') AS path`)
  table = found.rows[0]?.path ?? ''
  cpSync(dir, killed, { recursive: true })
  rmSync(join(killed, 'lock.json'))
  await test.close()
}, LONG)
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const garble = (path: string, from: number, to: number): void => {
  const file = openSync(path, 'r+')
  const at = from + Math.floor(Math.random() * (to - from))
  const noise = Buffer.from(
    Array.from({ length: 1 + Math.floor(Math.random() * 64) }, () => Math.floor(Math.random() * 256)),
  )
  writeSync(file, noise, 0, Math.min(noise.length, to - at), at)
  closeSync(file)
}

/** Every file but the notes by which somebody says that they are at it. */
const contentsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'postmaster.pid' && entry.name !== 'lock.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path} ${readFileSync(path).toString('base64').length} ${statSync(path).mtimeMs}`)

const PLACES: Record<string, (dir: string) => void> = {
  'its log': (dir) => {
    const data = databaseDir(dir)
    const control = readControl(data)
    if (!control) throw new Error('the copy has no control file')
    const end = endOfLog(data, control)
    const within = (position: bigint): number => Number(position % control.walBytes)
    garble(join(data, 'pg_wal', segmentName(control, control.redo)), within(control.redo), within(end))
  },
  'its control file': (dir) => garble(join(databaseDir(dir), 'global', 'pg_control'), 0, 292),
  'its notes of what was committed, which are gone': (dir) =>
    rmSync(join(databaseDir(dir), 'pg_xact'), { recursive: true }),
  'a table': (dir) => {
    const path = join(databaseDir(dir), table)
    garble(path, 0, statSync(path).size)
  },
}

it.each(Object.keys(PLACES))(
  `garbled ${TIMES} times in %s it opens whole, or is refused and gives back what can be read`,
  async (place) => {
    for (let i = 0; i < TIMES; i++) {
      const dir = join(parent, 'damaged')
      cpSync(killed, dir, { recursive: true, preserveTimestamps: true })
      PLACES[place]?.(dir)
      const before = contentsOf(dir)
      let left: string[] | null = null
      try {
        const test = await testStoreOn(await openStore({ storeDir: dir, program: 'a test' }))
        left = await textsIn(test).finally(() => test.close())
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^store_(corrupt|damaged)$/) })
        // Said before anything was opened, it was left as it was.
        if ((error as Error).message.includes('Nothing was changed')) expect(contentsOf(dir)).toEqual(before)
      }
      if (left === null) {
        const { messages, setAside } = await rescueInPlace(dir)
        expect(readdirSync(setAside)).toContain('PG_VERSION')
        const test = await testStoreOn(await openStore({ storeDir: dir, program: 'a test' }))
        left = await textsIn(test)
        expect((await test.store.verification.run()).problems).toEqual([])
        await test.close()
        expect(left).toHaveLength(messages)
        expect(left.length).toBeGreaterThanOrEqual(MESSAGES / 4)
        expect(left.every((text) => texts.includes(text))).toBe(true)
      } else expect(left).toEqual(texts)
      rmSync(dir, { recursive: true, force: true })
    }
  },
  LONG,
)

import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { profileId } from '@shared/ids'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleOf } from '../../app/testing/app'
import { saveCopy, takeCopy } from '../../backups/copies'
import { type Backups, backupProblems, createBackups, newestGood, replaceWith, takeIn } from '../../backups/service'
import { openStore } from '../database'
import { erasing } from '../erased-room'
import { databaseDir } from '../folder'
import { newOperation, say } from '../testing/samples'
import { type TestStore, testStoreOn } from '../testing/store'
import { backupsIn } from './catalogue'
import { factsOfFolder } from './check'
import { madeWhole } from './derive-anew'
import { difference } from './facts'
import { materialise } from './materialise'
import { backupPlaces } from './place'
import { rescueStore } from './rescue'
import { heldUntil } from './thinning'

const START = Date.parse('2026-11-20T12:00:00Z')
const LONG = 240_000
let parent: string
let dir: string
let test: TestStore
let now = START

const open = async (): Promise<void> => {
  test = await testStoreOn(await openStore({ storeDir: dir, program: 'a test' }))
}
const backups = (): Backups =>
  createBackups({
    handle: handleOf(test, dir),
    check: factsOfFolder,
    now: () => now,
    timeZone: () => 'UTC',
    changed: () => undefined,
  })
const tell = async (text: string, into = 'garden_001'): Promise<void> => {
  now += 60_000
  await say(test.store, text, now, into)
}
const textsIn = async (store: TestStore): Promise<string[]> => {
  const [profile] = await store.open.profiles()
  const { rows } = await store.open.asProfile(profileId.parse(profile?.id), (db) =>
    db.execute<{ text: string }>(sql`SELECT text FROM messages WHERE NOT is_segment_boundary ORDER BY ts`),
  )
  return rows.map((row) => row.text)
}
const asOwn = async (statement: SQL): Promise<Record<string, unknown>[]> => {
  const [profile] = await test.open.profiles()
  return test.open.asProfile(profileId.parse(profile?.id), async (db) => (await db.execute(statement)).rows)
}
const verified = async (): Promise<void> => {
  expect((await test.store.verification.run()).problems).toEqual([])
}
const packs = (): number => {
  const folder = join(dir, 'backups', 'packs')
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'catchment-backups-'))
  dir = join(parent, 'store')
  await open()
}, LONG)
afterAll(async () => {
  await test.close()
  rmSync(parent, { recursive: true, force: true })
})

describe('backups', () => {
  it(
    'are made while the store is open, opened and compared before they count, and not made twice of the same',
    async () => {
      for (let i = 0; i < 30; i++) await tell(`About the garden, ${i}. ${'soil and water '.repeat(20)}`)
      const made = await backups().make('asked')
      expect(made).toMatchObject({ verified: true, messages: 30, failure: null })
      expect((await backups().make('asked')).id).toBe(made.id)
      expect(backups().state().backups).toHaveLength(1)
      expect(readdirSync(join(dir, 'backups')).filter((name) => name.startsWith('.'))).toEqual([])
    },
    LONG,
  )

  it(
    'share what is the same: a week of them costs less than half of one more',
    async () => {
      const one = packs()
      for (let day = 0; day < 7; day++) {
        now += 86_400_000
        await tell(`On day ${day}.`)
        expect(await backups().daily()).toBe(true)
        expect(await backups().daily()).toBe(false)
      }
      expect(packs()).toBeLessThan(one * 1.5)
      expect(
        backups()
          .state()
          .backups.every((backup) => backup.verified),
      ).toBe(true)
      now += 86_400_000
      expect(await backups().daily()).toBe(false)
    },
    LONG,
  )

  it(
    'bring the store back as it was, and what was there before is a backup as well',
    async () => {
      await tell('Look at this picture.')
      const before = await textsIn(test)
      const attached = join(dir, 'files', 'ann', `${'ab'.repeat(32)}.png`)
      const draft = join(dir, 'files', 'ann', 'drafts', `${'cd'.repeat(32)}.png`)
      for (const file of [attached, draft]) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `a picture, ${'\u0000'.repeat(40_000)}to its end`)
      }
      const picture = readFileSync(attached)
      const { id } = await backups().make('asked')
      rmSync(join(dir, 'files'), { recursive: true })
      await tell('Said too much.', 'regrets_001')
      await test.store.operations.apply(newOperation({ kind: 'rename', sentence: 'A receipt of then.' }))
      expect(await backups().preview(id)).toMatchObject({
        here: { messages: 1, buckets: [{ messages: 1 }] },
        there: { messages: 0 },
      })
      const later = await backups().make('restore')
      await test.close()
      const aside = await replaceWith(dir, id, factsOfFolder)
      expect(aside && existsSync(join(aside, 'PG_VERSION'))).toBe(true)
      // what was attached is there again, for its owner alone; what nobody sent was in no backup
      expect(readFileSync(attached).equals(picture)).toBe(true)
      expect(statSync(attached).mode & 0o777).toBe(0o600)
      expect(existsSync(draft)).toBe(false)
      await open()
      expect(await textsIn(test)).toEqual(before)
      await verified()

      await tell('Said today.')
      await asOwn(sql`UPDATE buckets SET title = 'A name of today' WHERE id = 'garden_001'`)
      const counts = await backups().merge(later.id)
      expect(counts).toMatchObject({ messages: 1, buckets: 1, receipts: 1 })
      // what is here as well as there stays as it is
      const titles = await asOwn(sql`SELECT title FROM buckets WHERE id = 'garden_001'`)
      expect(titles).toEqual([{ title: 'A name of today' }])
      expect((await test.store.operations.list({ limit: 5 })).map((act) => act.sentence)).toContain(
        'A receipt of then.',
      )
      expect((await textsIn(test)).sort()).toEqual([...before, 'Said too much.', 'Said today.'].sort())
      expect((await test.store.buckets.list({ merged: true })).map((b) => b.id)).toContain('regrets_001')
      await verified()
      expect(await backups().merge(later.id)).toMatchObject({ messages: 0, buckets: 0, receipts: 0 })

      // killed right behind the rows: what follows from them is made by the next start
      const times = sql`SELECT last_updated, newest_seq FROM buckets ORDER BY id`
      const whole = await asOwn(times)
      const folder = join(parent, 'merged')
      const header = backupsIn(backups().state().place).find(({ id: one }) => one === later.id)
      if (!header) throw new Error('the backup is gone')
      materialise(backups().state().place, header, folder)
      await test.open.merge(folder)
      await asOwn(sql`UPDATE buckets SET last_updated = created_at, newest_seq = 0`)
      await test.close()
      test = await testStoreOn(await madeWhole(await openStore({ storeDir: dir, program: 'a test' })))
      expect(test.open.deriveDue).toBe(true)
      expect(await asOwn(times)).toEqual(whole)
      await test.close()
      await open()
      expect(test.open.deriveDue).toBe(false)
      await verified()
    },
    LONG,
  )

  it(
    'that were damaged since are refused, and the store stays as it is',
    async () => {
      const texts = await textsIn(test)
      const { id } = await backups().make('asked')
      await test.close()
      const folder = join(dir, 'backups', 'packs')
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.pack')))
        garble(join(folder, name), 20_000)
      await expect(replaceWith(dir, id, factsOfFolder)).rejects.toMatchObject({ code: 'store_corrupt' })
      expect(backupProblems(dir, true)).toContain(`the backup ${id} is damaged`)
      await open()
      expect(await textsIn(test)).toEqual(texts)
    },
    LONG,
  )

  it(
    'store anew what went bad on the disk',
    async () => {
      await tell('After the damage.')
      const { id, verified: counts } = await backups().make('asked')
      expect(counts).toBe(true)
      expect(backupProblems(dir, true).filter((problem) => problem.includes(id))).toEqual([])
    },
    LONG,
  )

  it(
    'never drop the last good one for one that does not open',
    async () => {
      await tell('One more.')
      const good = backupsIn(join(dir, 'backups')).find((backup) => backup.verifiedAt !== null)
      const broken = createBackups({
        handle: handleOf(test, dir),
        check: async (folder) => ({ ...(await factsOfFolder(folder)), newestId: 'another' }),
        now: () => now + 400 * 86_400_000,
        timeZone: () => 'UTC',
        changed: () => undefined,
      })
      await expect(broken.make('daily')).rejects.toMatchObject({ message: expect.stringContaining('newest message') })
      const left = backupsIn(join(dir, 'backups'))
      expect(left.map((backup) => backup.id)).toContain(good?.id)
    },
    LONG,
  )

  // Another file system than the one tests lie on, where there is one.
  it.skipIf(!existsSync('/dev/shm'))(
    'lie on another disk if a person wants so, and come back from there',
    async () => {
      const elsewhere = mkdtempSync('/dev/shm/catchment-backups-')
      try {
        backups().setPlace(elsewhere)
        await tell('Kept on another disk.')
        const made = await backups().make('asked')
        expect(made.verified).toBe(true)
        expect(backups().state()).toMatchObject({ place: elsewhere, isDefaultPlace: false })
        const texts = await textsIn(test)
        await tell('Said after it.')
        await test.close()
        await replaceWith(dir, made.id, factsOfFolder)
        await open()
        expect(await textsIn(test)).toEqual(texts)
        await verified()
      } finally {
        backups().setPlace(null)
        rmSync(elsewhere, { recursive: true, force: true })
      }
    },
    LONG,
  )

  it(
    'go into one file behind a passphrase and come back from it into another place, verified',
    async () => {
      await tell('The heron came back to the pond.')
      const made = await backups().make('asked')
      const [file, place] = [join(parent, 'copy.sealed'), join(parent, 'elsewhere')]
      await saveCopy(join(dir, 'backups'), made.id, file, 'three blind mice')
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(readFileSync(file).includes('heron')).toBe(false)
      await expect(takeCopy(place, file, null)).rejects.toMatchObject({ code: 'wrong_passphrase' })
      await expect(takeCopy(place, file, 'three blind cats')).rejects.toMatchObject({ code: 'wrong_passphrase' })
      const cut = join(parent, 'cut.sealed')
      writeFileSync(cut, readFileSync(file).subarray(0, Math.floor(statSync(file).size / 2)))
      await expect(takeCopy(place, cut, 'three blind mice')).rejects.toMatchObject({ code: 'import_broken' })
      expect(backupsIn(place)).toEqual([])

      expect(await takeCopy(place, file, 'three blind mice')).toBe(made.id)
      const [header] = backupsIn(place)
      const folder = join(parent, 'opened')
      if (!header) throw new Error('it is not there')
      materialise(place, header, folder)
      expect(difference(header.facts, await factsOfFolder(folder))).toBeNull()
      await expect(takeCopy(place, file, 'three blind mice')).rejects.toMatchObject({ code: 'conflict' })
      // on another computer it is verified as it is taken in, and becomes the store
      const other = join(parent, 'other-computer')
      mkdirSync(other)
      const taking = { check: factsOfFolder, now: () => now }
      expect(await takeIn(other, file, 'three blind mice', taking)).toMatchObject({ id: made.id, verified: true })
      const texts = await textsIn(test)
      await replaceWith(other, made.id, factsOfFolder)
      const there = await testStoreOn(await openStore({ storeDir: other, program: 'a test' }))
      expect(await textsIn(there).finally(() => there.close())).toEqual(texts)
      // without one it is a plain tar
      const plain = join(parent, 'copy.tar')
      await saveCopy(join(dir, 'backups'), made.id, plain, null)
      expect(await takeCopy(join(parent, 'third'), plain, null)).toBe(made.id)
    },
    LONG,
  )
})

describe('what was erased for good', () => {
  // the places of the tests before it are gone, and with them a backup of a day to come
  beforeAll(() => {
    rmSync(join(dir, 'backups.json'), { force: true })
    rmSync(join(dir, 'backups'), { recursive: true, force: true })
  })
  const aside = (name: string): string => {
    const path = join(dir, 'set-aside', name)
    mkdirSync(path, { recursive: true })
    return path
  }

  it(
    'is held by no backup of any place, nor by a store that was set aside, from the day on that was said',
    async () => {
      const old = aside('db-2026-01-01T10-00-00.000Z')
      await backups().make('asked')
      const elsewhere = join(parent, 'another-place')
      backups().setPlace(elsewhere)
      expect(backupPlaces(dir)).toEqual([elsewhere, join(dir, 'backups')])
      await tell('In the backup of another place.')
      const held = await backups().make('asked')
      const until = backups().noteErasure()
      if (until === null) throw new Error('there are backups')

      now = until
      await tell('The day itself.')
      expect(await backups().daily()).toBe(true)
      expect(backupsIn(join(dir, 'backups'))).toEqual([])
      expect(backupsIn(elsewhere).map(({ id }) => id)).not.toContain(held.id)
      expect(backupsIn(elsewhere).every(({ verifiedAt }) => verifiedAt !== null)).toBe(true)
      expect(existsSync(old)).toBe(false)
      expect(readdirSync(join(dir, 'backups', 'packs'))).toEqual([])
    },
    LONG,
  )

  it(
    'is held past that day by no copy that was made before it was written over, and nothing waits for that or fails of it',
    async () => {
      const without = (overwriteErased: () => Promise<boolean>): Backups =>
        createBackups({
          handle: { ...handleOf(test, dir), overwriteErased },
          check: factsOfFolder,
          now: () => now,
          timeZone: () => 'UTC',
          changed: () => undefined,
        })
      const until = heldUntil(1, now) ?? 0
      await erasing({ storeDir: dir, server: null }, now, async () => undefined)
      // somebody who comes back is not held up by a daily one either
      await tell('Somebody is here.')
      now += 2 * 86_400_000
      expect(await backups().daily(() => false)).toBe(true)
      expect(existsSync(join(dir, 'overwrite.json'))).toBe(true)
      await tell('Before an import.')
      await without(() => new Promise(() => undefined)).before('import')
      await tell('Asked for.')
      const asked = await without(() => Promise.reject(new CatchmentError('disk_full', 'There is no room.'))).make(
        'asked',
      )
      const place = backupPlaces(dir)[0] ?? ''
      const holding = backupsIn(place)
      expect(holding.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['import', 'asked']))

      rmSync(join(dir, 'overwrite.json'))
      now = until
      await tell('The day itself, again.')
      expect(await backups().daily()).toBe(true)
      const left = backupsIn(place)
      expect(left.map(({ reason }) => reason)).toEqual(['daily'])
      expect(left.map(({ id }) => id)).not.toContain(asked.id)
    },
    LONG,
  )

  it(
    'goes from all of them at once if a person wants so, and a place that is not there is said',
    async () => {
      const old = aside('db-2026-02-01T10-00-00.000Z')
      backups().setPlace(null)
      expect(await backups().forgetOld()).toBeNull()
      expect(backupPlaces(dir).flatMap((place) => backupsIn(place))).toMatchObject([{ reason: 'erase' }])
      expect(existsSync(old)).toBe(false)
      expect(backups().heldUntil()).not.toBeNull()

      rmSync(join(parent, 'another-place'), { recursive: true })
      expect(await backups().forgetOld()).toContain(join(parent, 'another-place'))
      expect((await test.store.verification.run()).problems).toEqual([])
    },
    LONG,
  )
})

describe('a store with a garbled page', () => {
  it(
    'is read out row by row into a new one that is whole',
    async () => {
      const texts = await textsIn(test)
      const { rows } = await test.open.db.execute<{ path: string; key: string }>(
        sql`SELECT pg_relation_filepath('messages') AS path, pg_relation_filepath('messages_user_id_id_pk') AS key`,
      )
      await test.close()
      const damaged = join(parent, 'damaged')
      cpSync(dir, damaged, { recursive: true })
      await open()
      // an index that is gone keeps nothing of its table from being read
      rmSync(join(databaseDir(damaged), rows[0]?.key ?? ''))
      garble(join(databaseDir(damaged), rows[0]?.path ?? ''), 8192)
      const into = join(parent, 'rescued')
      const found = await rescueStore(damaged, into, () => undefined)
      expect(found.tables.messages?.lost).toBeGreaterThan(0)
      const rescued = await testStoreOn(await openStore({ storeDir: into, program: 'a test' }))
      try {
        const left = await textsIn(rescued)
        expect(left.length).toBeGreaterThan(texts.length / 3)
        expect(left.length).toBeLessThan(texts.length)
        expect(left.every((text) => texts.includes(text))).toBe(true)
        expect((await rescued.store.verification.run()).problems).toEqual([])
        expect(await rescued.store.verification.rederived()).toEqual([])
      } finally {
        await rescued.close()
      }
      await expect(rescueStore(damaged, into, () => undefined)).rejects.toMatchObject({ code: 'conflict' })
    },
    LONG,
  )
})

describe('a store whose table was cut off', () => {
  it(
    'is not backed up as a shorter one: the good backup stays the newest that counts',
    async () => {
      const { rows } = await test.open.db.execute<{ path: string }>(
        sql`SELECT pg_relation_filepath('messages') AS path`,
      )
      const good = await backups().make('asked')
      await test.close()
      const cut = join(parent, 'cut-off')
      cpSync(dir, cut, { recursive: true })
      await open()
      truncateSync(join(databaseDir(cut), rows[0]?.path ?? ''), 8192)
      const torn = await testStoreOn(await openStore({ storeDir: cut, program: 'a test' }))
      try {
        const ofTorn = createBackups({
          handle: handleOf(torn, cut),
          check: factsOfFolder,
          now: () => now + 60_000,
          timeZone: () => 'UTC',
          changed: () => undefined,
        })
        await expect(ofTorn.make('restore')).rejects.toMatchObject({ code: 'store_damaged' })
        expect(newestGood(cut)?.id).toBe(good.id)
      } finally {
        await torn.close().catch(() => undefined)
      }
      const { tables } = await rescueStore(cut, join(parent, 'read-out'), () => undefined)
      expect(tables.messages?.lost).toBeGreaterThan(0)
    },
    LONG,
  )
})

describe('a store to which the disk gave a page back empty', () => {
  it(
    'opens without a word, says what it lost when it is asked, and is not backed up',
    async () => {
      const { rows } = await test.open.db.execute<{ path: string }>(
        sql`SELECT pg_relation_filepath('messages') AS path`,
      )
      expect(await test.store.verification.missing()).toBeNull()
      const good = await backups().make('asked')
      await test.close()
      const emptied = join(parent, 'emptied')
      cpSync(dir, emptied, { recursive: true })
      await open()
      garble(join(databaseDir(emptied), rows[0]?.path ?? ''), 0, 0)
      const poor = await testStoreOn(await openStore({ storeDir: emptied, program: 'a test' }))
      try {
        expect((await textsIn(poor)).length).toBeLessThan((await textsIn(test)).length)
        expect(await poor.store.verification.missing()).toMatch(/knows of \d+ messages that are not there/)
        const ofPoor = createBackups({
          handle: handleOf(poor, emptied),
          check: factsOfFolder,
          now: () => now + 60_000,
          timeZone: () => 'UTC',
          changed: () => undefined,
        })
        await expect(ofPoor.make('daily')).rejects.toMatchObject({ code: 'store_damaged' })
        expect(newestGood(emptied)?.id).toBe(good.id)
      } finally {
        await poor.close()
      }
    },
    LONG,
  )
})

/** A page of noise, or of another byte. */
function garble(path: string, at: number, byte = 0xa5): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(8192, byte), 0, 8192, at)
  closeSync(file)
}

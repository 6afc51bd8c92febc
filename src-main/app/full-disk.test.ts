/**
 * Every long operation on a disk that fills up under it (05-trust, Faults): it says so in a sentence, nothing that was stored
 * is lost, nothing half written is left, and it succeeds once there is room. Three of them run with all tests; with
 * CATCHMENT_FULL_DISKS=N each of them N times, with other amounts of room (docs/faults.md).
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCopy } from '../backups/copies'
import { replaceWith } from '../backups/service'
import { sealFile } from '../sealing/files'
import { backupsIn, dropBackups } from '../store/backup/catalogue'
import { factsOfFolder } from '../store/backup/check'
import { rescueStore } from '../store/backup/rescue'
import { openStore } from '../store/database'
import { type Migration, migrations } from '../store/migrations'
import { fillDisk, mountSmallDisk, unmount } from '../store/testing/small-disk'
import { type TestStore, testStoreOn } from '../store/testing/store'
import { writeArchive } from '../transfer/archive/write-archive'
import { exportToFile } from '../transfer/export-service'
import { forgetOpened, openSealed } from '../transfer/opened-files'
import { fileOf } from '../transfer/testing/exports'
import { writeWhole } from '../transfer/write-whole'
import { eraseHistory } from './erasing'
import { openIn, say, type TestApp } from './testing/app'
import { verifyStore } from './verify'

const ALL = process.env.CATCHMENT_FULL_DISKS
const TIMES = Number(ALL ?? 1)
const LONG = 240_000
const LONGEST_MS = 150_000
const KILOBYTE = 1024
const quiet = { signal: AbortSignal.any([]), report: () => undefined }
const disk = mkdtempSync(join(tmpdir(), 'catchment-full-'))
const isMounted = mountSmallDisk(disk, 400)
const storeDir = join(disk, 'store')
let extra: Migration[] = []
let test: TestStore
let world: TestApp
let number = 0

const open = async (): Promise<void> => {
  test = await testStoreOn(await openStore({ storeDir, program: 'a test' }, [...migrations, ...extra]))
  world = await openIn(test, storeDir, { profile: 'default' })
  await world.app.recover()
}
const close = async (): Promise<void> => {
  await world.app.close()
  await test.close().catch(() => undefined)
}
const rows = (count: number): string =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      conv: `c${number}`,
      id: i,
      ts: 1.7e9 + number * 10_000 + i * 60,
      author: i % 2 ? 'assistant' : 'Ann',
      text: `Row ${i} of ${number}. ${'Tomatoes, soil and water; a train at noon. '.repeat(30)}`,
    }),
  ).join('\n')
const everything = async (): Promise<string[]> =>
  (await world.store.messages.newest(100_000)).map((message) => message.text)
const imported = async (count: number): Promise<unknown> => {
  number += 1
  return world.app.imports.run(await fileOf(rows(count), 'rows.jsonl'), { ...quiet, format: 'auto' })
}
const ports = () => ({
  files: null,
  store: world.store,
  profile: { id: world.app.profileId, name: 'Ann' },
  now: () => world.clock.now(),
  place: { timeZone: 'UTC', locale: 'en-US' },
})
const out = (name: string): string => join(disk, 'out', name)
const newestBackup = (): string => backupsIn(join(storeDir, 'backups'))[0]?.id ?? ''

const PASSPHRASE = 'a long passphrase'
/** Written while there was room, on another disk. */
const kept = { folder: mkdtempSync(join(tmpdir(), 'catchment-kept-')), copy: '', archive: '', id: '' }
const copied = (file: string, passphrase: string | null): Promise<boolean> =>
  writeWhole(file, async (draft) => {
    await saveCopy(join(storeDir, 'backups'), newestBackup(), draft, passphrase)
    return true
  })

/** What a person would wait for. `closed`: it needs the store closed; `beside`: it writes nothing into its database. */
interface Act {
  closed?: boolean
  beside?: boolean
  run(): Promise<unknown>
}
const acts: Record<string, Act> = {
  'an import': { run: () => imported(3_000) },
  'an export as Markdown': {
    beside: true,
    run: () => exportToFile(out('a.md'), ports(), { ...quiet, format: 'markdown' }),
  },
  'an export as JSON lines': {
    beside: true,
    run: () => exportToFile(out('a.jsonl'), ports(), { ...quiet, format: 'jsonl' }),
  },
  'an archive': { beside: true, run: () => writeArchive(out('a.zip'), ports(), quiet) },
  'a backup': { beside: true, run: () => world.app.backups.make('asked') },
  'a copy of a backup': { beside: true, run: () => copied(out('copy'), null) },
  'a sealed copy of a backup': { beside: true, run: () => copied(out('sealed'), PASSPHRASE) },
  'taking in a copy': {
    beside: true,
    run() {
      dropBackups(join(storeDir, 'backups'), [kept.id])
      return world.app.backups.take(kept.copy, PASSPHRASE)
    },
  },
  'opening a sealed archive': {
    beside: true,
    async run() {
      await openSealed(storeDir, kept.archive, PASSPHRASE)
      await forgetOpened(storeDir)
    },
  },
  'a look at a backup': { beside: true, run: () => world.app.backups.preview(newestBackup()) },
  'a merge of a backup': { run: () => world.app.mergeBackup(newestBackup()) },
  'a restore': { closed: true, run: () => replaceWith(storeDir, newestBackup(), factsOfFolder) },
  'a rescue': { closed: true, run: () => rescueStore(storeDir, out('rescued'), () => undefined) },
  'a migration': {
    closed: true,
    async run() {
      const name = `full_${String(number).padStart(4, '0')}`
      const sql = `CREATE TABLE ${name} AS SELECT m.* FROM messages m, generate_series(1, 40); DROP TABLE ${name};`
      const all = [...migrations, ...extra, { name: `${name}.sql`, sql }]
      await (await openStore({ storeDir, program: 'a test' }, all)).close()
      extra = all.slice(migrations.length)
      number += 1
    },
  },
  'a pass of the janitor': { run: () => world.app.janitor.tidy({ dryRun: false }) },
  'tidying the store': { run: () => world.app.handle.tidy() },
  'erasing a message': {
    async run() {
      await say(world, 'This is to be erased.')
      const [message] = (await world.store.messages.newest(5)).filter((m) => m.text === 'This is to be erased.')
      if (message) await eraseHistory(world.app, { messageId: message.id }, true)
    },
  },
}

const WITH_ALL_TESTS = ['an archive', 'a merge of a backup', 'a rescue']
const chosen = Object.entries(acts).filter(([name]) => ALL !== undefined || WITH_ALL_TESTS.includes(name))

describe.skipIf(!isMounted)('a disk that fills up', () => {
  beforeAll(async () => {
    mkdirSync(out(''))
    await open()
    await imported(400)
    await world.app.backups.make('asked')
    kept.copy = join(kept.folder, 'copy')
    kept.id = newestBackup()
    await copied(kept.copy, PASSPHRASE)
    kept.archive = join(kept.folder, 'archive')
    await writeArchive(join(kept.folder, 'plain.zip'), ports(), quiet)
    await sealFile(join(kept.folder, 'plain.zip'), kept.archive, PASSPHRASE)
    await imported(60)
  }, LONG)
  afterAll(async () => {
    await close()
    unmount(disk)
    rmSync(disk, { recursive: true, force: true })
    rmSync(kept.folder, { recursive: true, force: true })
  }, LONG)

  it.each(chosen)(
    'under %s is said, and loses nothing',
    async (name, { closed, beside, run }) => {
      for (let time = 0; time < TIMES; time++) {
        const before = await everything()
        if (closed) await close()
        const left = time === 0 ? 300 * KILOBYTE : Math.floor(Math.random() * 20_000) * KILOBYTE
        const giveBack = fillDisk(disk, left)
        const hung = new Promise((resolve) => setTimeout(resolve, LONGEST_MS, new Error(`${name} never ended`)).unref())
        const failure: unknown = await Promise.race([
          run().then(
            () => null,
            (error: unknown) => error,
          ),
          hung,
        ]).finally(giveBack)
        if (ALL !== undefined) console.log(name, Math.round(left / KILOBYTE), String(failure))
        if (failure !== null) {
          expect(failure).toBeInstanceOf(CatchmentError)
          expect(failure).toMatchObject({ code: 'disk_full' })
        }
        if (failure !== null) expect(readdirSync(out(''))).toEqual([])
        expect(readdirSync(storeDir).filter((name) => name.startsWith('.lock-'))).toEqual([])
        // As after a restart, or after the store's thread was begun anew.
        if (!closed && !beside) await close()
        if (!beside) await open()
        const now = new Set(await everything())
        expect(before.filter((text) => !now.has(text) && text !== 'This is to be erased.')).toEqual([])
        expect((await verifyStore(world.app, false)).problems).toEqual([])
        if (failure !== null) {
          if (closed) await close()
          await run()
          if (closed) await open()
          expect((await verifyStore(world.app, false)).problems).toEqual([])
        }
        rmSync(out(''), { recursive: true })
        mkdirSync(out(''))
        rmSync(join(storeDir, 'set-aside'), { recursive: true, force: true })
      }
    },
    LONG * TIMES,
  )
})

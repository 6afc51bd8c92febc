import { closeSync, cpSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProfileId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleOf } from '../app/testing/app'
import { backupsIn } from '../store/backup/catalogue'
import { factsOfFolder } from '../store/backup/check'
import { readFacts } from '../store/backup/facts'
import { rescueStore } from '../store/backup/rescue'
import { openStore } from '../store/database'
import { databaseDir } from '../store/folder'
import { message } from '../store/testing/samples'
import { type TestStore, testStoreOn } from '../store/testing/store'
import { type Backups, createBackups, replaceWith } from './service'

let dir: string
let test: TestStore
let userId: ProfileId
let now = Date.parse('2026-11-20T12:00:00Z')
let made = 0

const open = async (): Promise<void> => {
  test = await testStoreOn(await openStore({ storeDir: dir, program: 'a test' }))
  userId = test.userId
}
const backupsOf = (): Backups =>
  createBackups({
    handle: handleOf(test, dir),
    check: factsOfFolder,
    now: () => now,
    timeZone: () => 'UTC',
    changed: () => undefined,
  })
const say = async (text: string): Promise<void> => {
  made += 1
  await test.store.transfer.insert({
    messages: [message({ text, ts: now + made })],
  } as never)
}
const texts = async (): Promise<string[]> => {
  const { rows } = await test.open.asProfile(userId, (db) => db.execute<{ text: string }>('SELECT text FROM messages ORDER BY ts'))
  return rows.map((row) => row.text)
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'catchment-backups-'))
  await open()
}, 240_000)
afterAll(async () => {
  await test.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A disk that lets nothing be written is an exit code of its own and one line, and nothing on it is touched (05-trust). */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handleOf } from '../app/testing/app'
import { startWordHost } from '../models/testing/word-host'
import { openStore } from '../store/database'
import { say } from '../store/testing/samples'
import { mountSmallDisk, remount, unmount } from '../store/testing/small-disk'
import { testStoreOn } from '../store/testing/store'
import { main } from './main'
import { realMachinery } from './session'

const disk = mkdtempSync(join(tmpdir(), 'catchment-read-only-'))
const isMounted = mountSmallDisk(disk, 200)
const store = join(disk, 'store')

const open = async (storeDir: string) => testStoreOn(await openStore({ storeDir, program: 'a test' }))

async function cli(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const into = (stream: 'out' | 'err') => (text: string) => {
    said[stream] += text
  }
  const code = await main(
    words,
    { out: into('out'), err: into('err') },
    {
      ...realMachinery,
      openStore: async ({ storeDir }) => handleOf(await open(storeDir), storeDir),
      startHost: () => startWordHost().start(),
    },
  )
  return { code, ...said }
}

beforeAll(async () => {
  if (!isMounted) return
  const test = await open(store)
  await say(test.store, 'Kept on the disk.', Date.UTC(2026, 0, 5), 'garden_001')
  await test.close()
  mkdirSync(join(disk, 'empty'))
  remount(disk, 'ro')
})
afterAll(() => {
  if (isMounted) unmount(disk)
  rmSync(disk, { recursive: true, force: true })
})

it.skipIf(!isMounted)(
  'a store on a read-only disk: exit code 15, one line, and nothing changed',
  async () => {
    const before = readdirSync(store)
    for (const words of [['messages'], ['send', 'x', '--model', 'none'], ['verify'], ['backup']]) {
      const { code, out, err } = await cli(...words, '--store', store)
      expect([words, code, out]).toEqual([words, 15, ''])
      expect(err.trim()).toMatch(/^[^\n]*may not be read and written[^\n]*Nothing was changed\.[^\n]*$/)
    }
    expect((await cli('messages', '--store', join(disk, 'empty', 'new'))).code).toBe(15)
    expect(readdirSync(store)).toEqual(before)
    expect(readdirSync(join(disk, 'empty'))).toEqual([])
  },
  60_000,
)

it.skipIf(!isMounted)(
  'is whole again once it may be written to',
  async () => {
    remount(disk, 'rw')
    const test = await open(store)
    expect((await test.store.messages.newest(5)).map((message) => message.text)).toEqual(['Kept on the disk.'])
    await test.close()
  },
  60_000,
)

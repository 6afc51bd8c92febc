import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterEach, describe, expect, it } from 'vitest'
import { backupsIn } from './backup/catalogue'
import { backupPlace, erasures } from './backup/place'
import { openStore } from './database'
import { erasing } from './erased-room'
import { migrations } from './migrations'
import { testStoreOn } from './testing/store'

/** Stores that older versions made themselves, by their own command line: the same five messages, filed and tidied by what they knew. */
const STORES = join(import.meta.dirname, 'testing', 'old-stores')
const MESSAGES = [
  'My tomatoes on the balcony have brown spots on their leaves.',
  'How much water do the tomatoes on the balcony need?',
  'The chain of my bicycle squeaks when it rains.',
  'Which oil suits the chain of a bicycle?',
  'The tomatoes are red now, I can harvest them.',
]

const made: string[] = []
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
})

async function unpack(name: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'catchment-of-old-'))
  made.push(dir)
  const all = extract()
  Readable.from([brotliDecompressSync(readFileSync(join(STORES, name)))]).pipe(all)
  for await (const entry of all) {
    const path = join(dir, entry.header.name)
    if (entry.header.type === 'directory') {
      mkdirSync(path, { recursive: true })
      entry.resume()
      continue
    }
    mkdirSync(dirname(path), { recursive: true })
    const pieces: Buffer[] = []
    for await (const piece of entry) pieces.push(piece)
    writeFileSync(path, Buffer.concat(pieces))
  }
  return dir
}

describe('a store that an older version made', () => {
  it.each(readdirSync(STORES).map((name) => [name.replace('.tar.br', ''), name]))(
    '%s: is backed up, brought up to date and whole',
    async (schema, name) => {
      const storeDir = await unpack(name)
      const before = readFileSync(join(storeDir, 'store.json'), 'utf8')
      expect(JSON.parse(before)).toMatchObject({ schema: `${schema}.sql` })
      const steps: string[] = []
      // Something was erased before, and is not written over yet: the backup holds it, and has to go by the day that was said.
      const erasedAt = Date.parse('2026-01-01')
      await erasing({ storeDir, server: null }, erasedAt, async () => undefined)
      const open = await openStore({ storeDir, program: 'a test', tell: ({ step }) => void steps.push(step) })
      const { store, close } = await testStoreOn(open)
      try {
        expect(steps[0]).toBe('backup')
        const [backup, ...more] = backupsIn(backupPlace(storeDir))
        expect([backup?.reason, more]).toEqual(['migration', []])
        expect(erasures(storeDir)).toEqual([{ at: erasedAt, upTo: backup?.ts }])
        expect(JSON.parse(readFileSync(join(storeDir, 'store.json'), 'utf8'))).toMatchObject({
          schema: migrations.at(-1)?.name,
        })
        expect((await store.verification.run(false)).problems).toEqual([])
        const { messages } = await store.messages.page({ anchor: { at: 'newest' }, limit: 50 })
        expect(messages.map((m) => m.text)).toEqual(MESSAGES)
        expect(messages.every((m) => m.bucketId !== null)).toBe(true)
        // What was done then can be taken back now.
        const [receipt] = await store.operations.list({ limit: 1 })
        if (!receipt) throw new Error('there is no receipt')
        await store.operations.undo(receipt.id, Date.parse('2026-11-29'))
        expect((await store.verification.run(false)).problems).toEqual([])
      } finally {
        await close()
      }
    },
    60_000,
  )

  it('is refused in words by a version that is older than it, and left as it is', async () => {
    const storeDir = await unpack('0140_measures.tar.br')
    const older = migrations.filter((m) => m.name < '0130')
    const found = () => readFileSync(join(storeDir, 'store.json'), 'utf8')
    const before = found()
    await expect(openStore({ storeDir, program: 'a test' }, older)).rejects.toMatchObject({
      code: 'store_newer',
      message: expect.stringMatching(/was changed by a newer Catchment .* left untouched\. Update the app/),
    })
    expect(found()).toBe(before)
    expect(backupsIn(backupPlace(storeDir))).toEqual([])
  })
})

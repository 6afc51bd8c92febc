/** The built program, on real folders, a real store worker and the real model host. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { builtFile } from '../app/built-file'
import { realEmbedding } from '../models/testing/real-models'
import { openStoreWorker } from '../store/client'

const root = mkdtempSync(join(tmpdir(), 'catchment-built-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const store = join(root, 'store')

const run = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [builtFile('cli.js'), ...args], (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    )
  })

describe('the built command line', { timeout: 120_000 }, () => {
  it('leaves a folder of somebody else’s alone, and makes no store for a slip', async () => {
    writeFileSync(join(root, 'holiday.jpg'), 'x')
    const foreign = await run('buckets', '--store', root)
    expect(foreign).toMatchObject({ code: 6, out: '' })
    expect(foreign.err).toMatch(/holds something else \(holiday\.jpg.*\n$/)
    expect(await run('send', 'x', '--at', 'soon', '--store', store)).toMatchObject({ code: 2, out: '' })
    expect(existsSync(store)).toBe(false)
  })

  it('makes a store of an empty folder, keeps to its streams, and says who holds a locked one', async () => {
    mkdirSync(store)
    const sent = await run('send', 'Tomatoes need potash.', '--model', 'none', '--store', store, '--json')
    expect(sent).toMatchObject({ code: 0, err: '' })
    // Filed by the real model, where it is installed.
    const { bucket, filedBy, reply } = JSON.parse(sent.out)
    expect({ filed: bucket !== null, filedBy, reply }).toEqual(
      realEmbedding
        ? { filed: true, filedBy: 'classifier', reply: null }
        : { filed: false, filedBy: null, reply: null },
    )
    const handle = await openStoreWorker({ storeDir: store, program: 'a test' })
    const locked = await run('buckets', '--json', '--store', store)
    await handle.close()
    expect(locked).toMatchObject({ code: 5, out: '' })
    expect(locked.err).toMatch(/^The store is in use by a test \(process \d+\)\. .*\n$/)
    const listed = await run('messages', '--json', '--store', store)
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(listed.out)).toMatchObject([{ text: 'Tomatoes need potash.', bucket, externalId: null }])
  })
})

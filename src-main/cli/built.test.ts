/** The built program, on real folders, a real store worker and the real model host. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { realEmbedding } from '../models/testing/real-models'
import { builtFile } from '../runtime/built-file'
import { openStoreWorker } from '../store/client'
import { noServerBecause, startTestServer } from '../store/testing/server'

const root = mkdtempSync(join(tmpdir(), 'catchment-built-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const store = join(root, 'store')

const run = (...args: string[]) => runWith({}, ...args)
const runWith = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [builtFile('cli.js'), ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    )
  })

describe('the built command line', () => {
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

const noServer = noServerBecause()
if (noServer !== null) console.warn(`The app on a real server is not tested: ${noServer}`)

describe.skipIf(noServer !== null)('the built command line on a PostgreSQL server', { timeout: 180_000 }, () => {
  it('is two people’s at once, each with a conversation of their own that the other cannot see', async () => {
    const server = await startTestServer()
    try {
      await server.createDatabase('family')
      await server.asKeeper('postgres', 'CREATE ROLE ann LOGIN; CREATE ROLE bob LOGIN')
      const as = (role?: string) => ({ CATCHMENT_DATABASE_URL: server.url('family', role) })
      const files = ['--store', join(root, 'files')]
      expect(await runWith(as(), 'profiles', ...files)).toMatchObject({ code: 0, err: '' })
      await server.asKeeper('family', 'GRANT catchment_app TO ann, bob')
      const people = ['ann', 'bob'] as const
      const told = await Promise.all(
        people.map(async (role) => {
          const words = ['send', `Only for ${role}: tomatoes need potash.`, '--model', 'none', '--json', ...files]
          const { code, err } = await runWith(as(role), ...words)
          return { code, err }
        }),
      )
      expect(told).toEqual(Array(2).fill({ code: 0, err: '' }))
      for (const role of people) {
        const { out } = await runWith(as(role), 'messages', '--json', ...files)
        expect(JSON.parse(out)).toMatchObject([{ text: `Only for ${role}: tomatoes need potash.` }])
      }
    } finally {
      await server.remove()
    }
  })
})

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectStore, type StoreHandle } from './client'
import { newMessage, START, say } from './testing/samples'
import { bundleWorker } from './testing/worker'

let entry: string
let remove: () => void
let storeDir: string
beforeAll(async () => {
  const bundle = await bundleWorker()
  entry = bundle.entry
  remove = bundle.remove
  storeDir = join(mkdtempSync(join(tmpdir(), 'catchment-store-')), 'store')
})
afterAll(() => {
  remove()
  rmSync(storeDir, { recursive: true, force: true })
})

function start(program = 'a test'): { worker: Worker; opened: Promise<StoreHandle> } {
  const worker = new Worker(entry, { workerData: { storeDir, program } })
  return { worker, opened: connectStore(worker) }
}
const texts = async (handle: StoreHandle) => {
  const store = handle.forProfile(await handle.ensureProfile('default'))
  return (await store.messages.newest(100)).map((m) => m.text)
}

describe('the store in its worker', () => {
  it('is made where there is none, answers, and reports its errors by code', async () => {
    const { opened } = start()
    const handle = await opened
    const profile = await handle.ensureProfile('default')
    expect(await handle.ensureProfile('default')).toBe(profile)
    const store = handle.forProfile(profile)
    await say(store, 'The first message', START, 'notes_001')
    expect(await texts(handle)).toEqual(['The first message'])
    expect((await store.messages.newest(1))[0]?.ts).toBe(new Date(START).toISOString())
    const stranger = handle.forProfile(newMessage('x', 0).id as never)
    await expect(stranger.messages.newest(1)).rejects.toMatchObject({ name: 'CatchmentError', code: 'not_found' })
    await expect(store.operations.undo(newMessage('x', 0).id as never, START)).rejects.toMatchObject({
      code: 'not_found',
    })
    await handle.flush()
    await handle.close()
  })

  it('refuses a second opener, names the first, and lets go when that closes, once or twice', async () => {
    const first = await start('the Catchment app').opened
    await expect(start().opened).rejects.toMatchObject({
      code: 'store_locked',
      message: expect.stringContaining('the Catchment app'),
    })
    expect(await texts(first)).toEqual(['The first message'])
    await Promise.all([first.close(), first.close()])
    await first.close()
    expect(existsSync(join(storeDir, 'lock.json'))).toBe(false)
    await expect(texts(first)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('leaves no thread behind where it does not open, or does not close', async () => {
    const stubborn = (answers: string) =>
      new Worker(
        `const { parentPort } = require('node:worker_threads')
        const full = { ok: false, error: { code: 'disk_full', message: 'The disk is full.' } }
        setInterval(() => undefined, 1_000)
        ${answers}`,
        { eval: true },
      )
    const unopened = stubborn('parentPort.postMessage({ id: 0, ...full })')
    await expect(connectStore(unopened)).rejects.toMatchObject({ code: 'disk_full' })
    expect(unopened.threadId).toBe(-1)
    const unclosed = stubborn(`
      parentPort.postMessage({ id: 0, ok: true, data: { dir: '', server: null, ownProfileOnly: false } })
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id, ...full }))`)
    await expect((await connectStore(unclosed)).close()).rejects.toMatchObject({ code: 'disk_full' })
    expect(unclosed.threadId).toBe(-1)
  })

  it('goes on after something that cannot be sent to it', async () => {
    const handle = await start().opened
    const store = handle.forProfile(await handle.ensureProfile('default'))
    const uncloneable = { limit: (() => 1) as never, anchor: { at: 'newest' } } as const
    await expect(store.messages.page(uncloneable)).rejects.toThrow(/could not be cloned/)
    expect(await texts(handle)).toEqual(['The first message'])
    await handle.close()
  })

  it('ends every request if it stops in the middle, loses nothing it acknowledged, and closes without complaint', async () => {
    const { worker, opened } = start()
    const handle = await opened
    const store = handle.forProfile(await handle.ensureProfile('default'))
    await say(store, 'Acknowledged before the crash', START + 1000, 'notes_001')
    const waiting = [store.verification.run(), store.messages.newest(1), handle.flush()]
    await worker.terminate()
    for (const result of await Promise.allSettled(waiting))
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    await expect(store.messages.newest(1)).rejects.toMatchObject({ code: 'unavailable' })
    await handle.close()
    // This process lives on, so the lock it died with looks like a living one's.
    rmSync(join(storeDir, 'lock.json'))
    const again = await start().opened
    expect(await texts(again)).toEqual(['The first message', 'Acknowledged before the crash'])
    await again.close()
  })

  it('says so if its own code breaks before it opened', async () => {
    const broken = new Worker('throw new Error("no such module")', { eval: true })
    await expect(connectStore(broken)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no such module'),
    })
  })
})

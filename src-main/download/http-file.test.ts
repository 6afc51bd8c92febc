import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchHttpFile, type HttpFile } from './http-file'
import { type HubServer, startHubServer } from './testing/hub-server'
import { noise, sha256 } from './testing/models'

const CONTENT = noise(300_000)
let server: HubServer
let folder: string
let part: string

beforeAll(async () => {
  server = await startHubServer(new Map([['/file', CONTENT]]))
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catchment-http-'))
  part = join(folder, 'file.part')
  server.ranges.length = 0
  server.behave({ kind: 'serve' })
})
afterEach(() => rm(folder, { recursive: true }))

const sizeOfPart = (): number => statSync(part, { throwIfNoEntry: false })?.size ?? 0
const fetchIt = (change: Partial<HttpFile> = {}): Promise<void> =>
  fetchHttpFile({
    url: `${server.address}/file`,
    part,
    sizeBytes: CONTENT.length,
    sha256: sha256(CONTENT),
    signal: new AbortController().signal,
    onBytes: () => undefined,
    timing: { stallMs: 400, attempts: 3, pauseMs: 1 },
    ...change,
  })

describe('fetching a file', () => {
  it('brings all bytes and says how many there are by now', async () => {
    const seen: number[] = []
    await fetchIt({ onBytes: (done) => seen.push(done) })
    expect((await readFile(part)).equals(CONTENT)).toBe(true)
    expect(seen.at(-1)).toBe(CONTENT.length)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })

  it('goes on where a broken connection left off, wherever that was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 3 }),
        async (breaks) => {
          await rm(part, { force: true })
          server.ranges.length = 0
          let known = 0
          const arrived = (): boolean => {
            const more = sizeOfPart() > known
            known = sizeOfPart()
            return more
          }
          server.behave(...breaks.map((bytes) => ({ kind: 'break-after', bytes, arrived }) as const), { kind: 'serve' })
          await fetchIt()
          expect((await readFile(part)).equals(CONTENT)).toBe(true)
          expect(server.ranges[0]).toBeNull()
          // What had arrived when the connection broke is asked for again by nobody.
          const starts = server.ranges.map((range) => Number(range?.slice('bytes='.length, -1) ?? 0))
          expect(starts).toEqual([...starts].sort((a, b) => a - b))
        },
      ),
      { numRuns: 15 },
    )
  })

  it('goes on with what an earlier run left, and asks only for the rest', async () => {
    await writeFile(part, CONTENT.subarray(0, 123_456))
    await fetchIt()
    expect(server.ranges).toEqual(['bytes=123456-'])
    expect((await readFile(part)).equals(CONTENT)).toBe(true)
  })

  it('asks for nothing if all of it is already there', async () => {
    await writeFile(part, CONTENT)
    await fetchIt()
    expect(server.ranges).toEqual([])
  })

  it('starts over where the server knows no ranges, or where more is there than there should be', async () => {
    await writeFile(part, CONTENT.subarray(0, 100))
    server.behave({ kind: 'serve-without-ranges' })
    await fetchIt()
    expect((await readFile(part)).equals(CONTENT)).toBe(true)
    await writeFile(part, Buffer.concat([CONTENT, CONTENT]))
    await fetchIt()
    expect((await readFile(part)).equals(CONTENT)).toBe(true)
  })

  it('tries again after a connection that stalls and after a server error', async () => {
    server.behave({ kind: 'stall-after', bytes: 1000 }, { kind: 'status', status: 503 }, { kind: 'serve' })
    await fetchIt()
    expect((await readFile(part)).equals(CONTENT)).toBe(true)
  })
})

describe('giving a file up', () => {
  it('refuses other bytes of the right size, and keeps none of them', async () => {
    server.behave({ kind: 'wrong-bytes' })
    await expect(fetchIt()).rejects.toThrow(/another checksum/)
    await expect(stat(part)).rejects.toThrow(/ENOENT/)
  })

  it('refuses a body longer than promised before it fills the disk', async () => {
    server.behave({ kind: 'too-long' })
    await expect(fetchIt()).rejects.toThrow(/more bytes than/)
    expect((await stat(part)).size).toBeLessThanOrEqual(CONTENT.length)
  })

  it('refuses an answer that begins elsewhere', async () => {
    await writeFile(part, CONTENT.subarray(0, 100))
    server.behave({ kind: 'wrong-range' })
    await expect(fetchIt()).rejects.toThrow(/another range/)
  })

  it('asks once for what is not there', async () => {
    server.behave({ kind: 'status', status: 404 })
    await expect(fetchIt()).rejects.toThrow(/404/)
    expect(server.ranges).toHaveLength(1)
  })

  it('stops after three attempts that brought nothing', async () => {
    server.behave({ kind: 'status', status: 500 })
    await expect(fetchIt()).rejects.toThrow(/keeps breaking off/)
    expect(server.ranges).toHaveLength(3)
  })

  it('keeps what had come when it gives up, for the next time', async () => {
    const arrived = () => sizeOfPart() > 0
    server.behave({ kind: 'break-after', bytes: 50_000, arrived }, { kind: 'status', status: 500 })
    await expect(fetchIt()).rejects.toThrow(/keeps breaking off/)
    expect((await stat(part)).size).toBeGreaterThan(0)
    server.behave({ kind: 'serve' })
    await fetchIt()
    expect((await readFile(part)).equals(CONTENT)).toBe(true)
  })

  it('names a server that cannot be reached', async () => {
    await expect(fetchIt({ url: 'http://127.0.0.1:9/file' })).rejects.toThrow(/ECONNREFUSED|bad port/)
  })

  it('ends at once when cancelled', async () => {
    const control = new AbortController()
    server.behave({ kind: 'stall-after', bytes: 1000 })
    const fetching = fetchIt({ signal: control.signal, timing: { stallMs: 60_000, attempts: 3, pauseMs: 1 } })
    setTimeout(() => control.abort(new Error('the person said stop')), 50)
    await expect(fetching).rejects.toThrow('the person said stop')
  })
})

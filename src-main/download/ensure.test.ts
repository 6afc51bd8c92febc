import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModelSource } from './catalog'
import { ensureModel } from './ensure'
import { installedPath, isInstalled, modelFolder } from './places'
import { type HubServer, startHubServer } from './testing/hub-server'
import { hubPath, hubSource, noise, tinyModel } from './testing/models'
import type { DownloadProgress, EnsureOptions } from './types'
import { verifyInstalled } from './verify'

const WEIGHTS = noise(400_000)
const CONFIG = Buffer.from('{"tiny":true}')
const entry = tinyModel({ 'weights.gguf': WEIGHTS, 'more/config.json': CONFIG })
const missing: ModelSource = { kind: 'hub', repository: 'owner/nowhere', revision: 'b'.repeat(40) }

let server: HubServer
let cacheDir: string
let timing: EnsureOptions['timing'] & object

beforeAll(async () => {
  server = await startHubServer(
    new Map([
      [hubPath('weights.gguf'), WEIGHTS],
      [hubPath('more/config.json'), CONFIG],
    ]),
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'catchment-ensure-'))
  timing = { stallMs: 400, attempts: 2, pauseMs: 1 }
  server.behave({ kind: 'serve' })
  server.ranges.length = 0
})
afterEach(() => rm(cacheDir, { recursive: true, force: true }))

const ensure = (change: Partial<EnsureOptions> = {}, model = entry): Promise<string> =>
  ensureModel(model, { cacheDir, hub: server.address, timing, ...change })

const failure = (work: Promise<unknown>): Promise<CatchmentError> =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => (error instanceof CatchmentError ? error : Promise.reject(error)),
  )

/** Every file below the cache, without folders. */
async function filesLeft(folder = cacheDir): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((item) => item.isFile()).map((item) => item.name)
}

describe('installing a model', () => {
  it('leaves exactly the files of the catalog, readable by everyone, and says where the weights are', async () => {
    const path = await ensure()
    expect(path).toBe(join(cacheDir, 'models/tiny/weights.gguf'))
    expect((await readFile(path)).equals(WEIGHTS)).toBe(true)
    expect((await readFile(join(cacheDir, 'models/tiny/more/config.json'))).equals(CONFIG)).toBe(true)
    expect((await filesLeft()).sort()).toEqual(['.verified.json', 'config.json', 'weights.gguf'])
    for (const folder of [cacheDir, 'models', 'models/tiny', 'models/tiny/more'].slice(1))
      expect((await stat(join(cacheDir, folder))).mode & 0o777).toBe(0o755)
    expect((await stat(path)).mode & 0o777).toBe(0o644)
  })

  it('fetches nothing the second time, and nothing at all in offline mode', async () => {
    const error = await failure(ensure({ offline: true }))
    expect(error.code).toBe('model_missing')
    expect(server.ranges).toEqual([])
    await ensure()
    const asked = server.ranges.length
    await ensure()
    await ensure({ offline: true })
    expect(server.ranges).toHaveLength(asked)
  })

  it('reports progress up to the whole size, phase by phase', async () => {
    const seen: DownloadProgress[] = []
    await ensure({ onProgress: (progress) => seen.push(progress) })
    const total = WEIGHTS.length + CONFIG.length
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['fetching', 'checking'])
    expect(seen.filter(({ phase }) => phase === 'fetching').at(-1)).toMatchObject({
      doneBytes: total,
      totalBytes: total,
    })
    expect(seen.at(-1)).toMatchObject({ modelId: 'tiny', from: 'the hub', phase: 'checking', doneBytes: total })
  })

  it('goes on to the next source when one does not have it', async () => {
    await ensure({}, { ...entry, sources: [missing, hubSource] })
    expect(isInstalled(entry, cacheDir)).toBe(true)
  })

  it('names what every source said when none has it', async () => {
    server.behave({ kind: 'wrong-bytes' })
    const error = await failure(ensure({}, { ...entry, sources: [missing, hubSource] }))
    expect(error.code).toBe('model_missing')
    expect(error.message).toMatch(/the hub: it answered 404; the hub: it served a file with another checksum/)
    expect(await filesLeft()).toEqual([])
  })

  it('resumes in the next call what broke off in this one', async () => {
    const parts = join(cacheDir, 'parts')
    const arrived = () => existsSync(parts) && readdirSync(parts).some((name) => statSync(join(parts, name)).size > 0)
    server.behave({ kind: 'break-after', bytes: 150_000, arrived }, { kind: 'status', status: 500 })
    expect((await failure(ensure())).code).toBe('model_missing')
    expect(isInstalled(entry, cacheDir)).toBe(false)
    server.behave({ kind: 'serve' })
    server.ranges.length = 0
    await ensure()
    expect(server.ranges[0]).toMatch(/^bytes=[1-9]\d*-$/)
  })

  it('takes over what a killed process left, and clears away its folder', async () => {
    const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
    const [weights] = entry.files
    await ensure({ offline: true }).catch(() => undefined)
    execFileSync('mkdir', ['-p', join(cacheDir, 'parts'), join(cacheDir, `models/.work/tiny.${gone}.abc/files`)])
    await writeFile(join(cacheDir, 'parts', `${weights?.sha256}.${gone}.part`), WEIGHTS.subarray(0, 100_000))
    await ensure()
    expect(server.ranges[0]).toBe('bytes=100000-')
    expect((await filesLeft()).sort()).toEqual(['.verified.json', 'config.json', 'weights.gguf'])
    expect(await readdir(join(cacheDir, 'models/.work'))).toEqual([])
  })

  it('survives two calls at once', async () => {
    const paths = await Promise.all([ensure(), ensure()])
    expect(new Set(paths).size).toBe(1)
    expect(server.ranges).toHaveLength(entry.files.length)
    await verifyInstalled(entry, cacheDir)
  })
})

describe('a cancelled download', () => {
  it('leaves nothing, and says so', async () => {
    server.behave({ kind: 'stall-after', bytes: 100_000 })
    timing = { stallMs: 60_000, attempts: 1, pauseMs: 1 }
    const control = new AbortController()
    setTimeout(() => control.abort(), 100)
    const error = await failure(ensure({ signal: control.signal }))
    expect(error.code).toBe('cancelled')
    expect(await filesLeft()).toEqual([])
  })

  it('does not begin if it was cancelled before', async () => {
    expect((await failure(ensure({ signal: AbortSignal.abort() }))).code).toBe('cancelled')
    expect(server.ranges).toEqual([])
  })
})

describe('a damaged model', () => {
  beforeEach(async () => void (await ensure()))

  it('is not the model any more if a file lost its end', async () => {
    await writeFile(join(modelFolder(entry, cacheDir), 'weights.gguf'), WEIGHTS.subarray(0, 10))
    expect(installedPath(entry, cacheDir)).toBeNull()
    expect((await failure(verifyInstalled(entry, cacheDir))).code).toBe('model_missing')
  })

  it('is found out by its checksum when the size is right, and fetched again', async () => {
    const weights = join(modelFolder(entry, cacheDir), 'weights.gguf')
    await writeFile(weights, noise(WEIGHTS.length, 2))
    await utimes(weights, new Date(), new Date(Date.now() + 5000))
    expect((await failure(verifyInstalled(entry, cacheDir))).message).toMatch(/weights.gguf has another checksum/)
    await ensure()
    expect((await readFile(weights)).equals(WEIGHTS)).toBe(true)
  })

  it('counts as missing when the catalog moved on to another revision of the same size', async () => {
    const next = tinyModel({ 'weights.gguf': noise(WEIGHTS.length, 3), 'more/config.json': CONFIG })
    expect(isInstalled(next, cacheDir)).toBe(false)
  })
})

const mayMount = process.platform === 'linux' && process.getuid?.() === 0

describe('a full disk', () => {
  let disk: string

  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'catchment-disk-'))
    if (mayMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
  })
  afterEach(async () => {
    if (mayMount) execFileSync('umount', [disk])
    await rm(disk, { recursive: true, force: true })
  })

  it.skipIf(!mayMount)('is noticed before anything is fetched (needs root, for a small disk)', async () => {
    await writeFile(join(disk, 'filler'), Buffer.alloc(700_000))
    const error = await failure(ensure({ cacheDir: disk }))
    expect(error.code).toBe('disk_full')
    expect(error.message).toMatch(/1 MB are needed/)
    expect(server.ranges).toEqual([])
  })

  it.skipIf(!mayMount)('in the middle of a transfer leaves no half file (needs root, for a small disk)', async () => {
    const meanwhile = async (): Promise<void> => {
      await writeFile(join(disk, 'filler'), Buffer.alloc(900_000)).catch(() => undefined)
    }
    server.behave({ kind: 'pause-after', bytes: 64_000, meanwhile })
    const error = await failure(ensure({ cacheDir: disk }))
    expect(error.code).toBe('disk_full')
    expect(await filesLeft(disk)).toEqual(['filler'])
  })
})

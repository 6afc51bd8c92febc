import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../runtime/log'
import { openStore } from './database'
import { inspectStore } from './folder'
import { makePrivate } from './private-files'

let parent: string
let dir: string
const umask = process.umask()

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'catchment-private-'))
  chmodSync(parent, 0o755)
  dir = join(parent, 'store')
})
afterAll(() => {
  process.umask(umask)
  rmSync(parent, { recursive: true, force: true })
})

const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(folder)
    .filter((path) => (statSync(path).mode & 0o077) !== 0)

const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all']
const canBecomeNobody =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('setpriv', [...NOBODY, 'true']).status === 0
const asNobody = (...command: string[]) => spawnSync('setpriv', [...NOBODY, ...command], { encoding: 'utf8' })

describe.skipIf(process.platform === 'win32')('a store', () => {
  it('is its owner’s alone from the first moment, whatever the mask of the process', async () => {
    process.umask(0)
    const store = await openStore({ storeDir: dir, program: 'a test' })
    await store.ensureProfile('default')
    createLog(dir).error('something')
    await store.close()
    expect(openToOthers(dir)).toEqual([])
  }, 180_000)

  it('that others could read is closed to them when it is opened, and links out of it are left alone', async () => {
    const outside = join(parent, 'outside.txt')
    writeFileSync(outside, 'mine')
    // The process creates nothing that others may read: it has to be said.
    chmodSync(outside, 0o644)
    mkdirSync(join(dir, 'profiles'), { recursive: true })
    symlinkSync(outside, join(dir, 'profiles', 'link'))
    execFileSync('chmod', ['-R', 'a+rwX', dir])
    expect(openToOthers(dir).length).toBeGreaterThan(900)
    await (await openStore({ storeDir: dir, program: 'a test' })).close()
    expect(openToOthers(dir)).toEqual([join(dir, 'profiles', 'link')])
    expect(statSync(outside).mode & 0o777).toBe(0o644)
  }, 180_000)

  it.skipIf(!canBecomeNobody)('is neither read nor written by another user of the machine', () => {
    expect(asNobody('ls', dir).status).not.toBe(0)
    expect(asNobody('cat', join(dir, 'db', 'PG_VERSION')).status).not.toBe(0)
    expect(asNobody('sh', '-c', `: >> '${join(dir, 'db', 'PG_VERSION')}'`).status).not.toBe(0)
    expect(asNobody('sh', '-c', `: > '${join(dir, 'new')}'`).status).not.toBe(0)
  })

  it('keeps the right to run and to enter, and takes away only what others had', () => {
    const folder = join(parent, 'modes')
    mkdirSync(join(folder, 'inner'), { recursive: true, mode: 0o775 })
    writeFileSync(join(folder, 'inner', 'tool'), '', { mode: 0o755 })
    chmodSync(join(folder, 'inner', 'tool'), 0o755)
    makePrivate(folder)
    expect(statSync(join(folder, 'inner')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'inner', 'tool')).mode & 0o777).toBe(0o700)
  })
})

describe.skipIf(!canBecomeNobody)('a folder that may not be written to', () => {
  const inspectAsNobody = (folder: string): unknown => {
    process.seteuid?.(65534)
    try {
      return inspectStore(folder)
    } finally {
      process.seteuid?.(0)
    }
  }

  it('is refused with a sentence of its own and is left as it is', () => {
    expect(() => inspectAsNobody(dir)).toThrowError(expect.objectContaining({ code: 'not_writable' }))
    execFileSync('chmod', ['-R', 'a+rX', dir])
    const before = readdirSync(dir)
    expect(() => inspectAsNobody(dir)).toThrowError(
      expect.objectContaining({ code: 'not_writable', message: expect.stringContaining('Nothing was changed') }),
    )
    expect(readdirSync(dir)).toEqual(before)
  })

  it('is refused too if a new store would have to be made in it', () => {
    expect(() => inspectAsNobody(join(parent, 'not', 'yet'))).toThrowError(
      expect.objectContaining({ code: 'not_writable' }),
    )
  })
})

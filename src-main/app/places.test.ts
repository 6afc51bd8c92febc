/** Where things lie: files, folders, the build. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFile } from './built-file'
import { SimulatedClock, systemClock } from './clock'
import { jsonFile } from './json-file'
import { createLog } from './log'
import { defaultStoreDir } from './profile-folder'

const dir = () => mkdtempSync(join(tmpdir(), 'catchment-app-'))

describe('a JSON file', () => {
  it('is read as it was written, and null before', async () => {
    const path = join(dir(), 'models.json')
    const file = jsonFile(path)
    expect(await file.load()).toBeNull()
    await file.save({ a: [1, 'ü'] })
    expect(await file.load()).toEqual({ a: [1, 'ü'] })
    // It may hold what only its owner should read, and leaves nothing half-written beside it.
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(readdirSync(join(path, '..'))).toEqual(['models.json'])
  })

  it('that is damaged is an error, not an empty one: it is not ours to overwrite', async () => {
    const path = join(dir(), 'models.json')
    writeFileSync(path, '{"a": [1,')
    await expect(jsonFile(path).load()).rejects.toThrow(SyntaxError)
  })
})

describe('the app’s own store', () => {
  it('lies where the platform keeps such things, unless told otherwise', () => {
    expect(defaultStoreDir('linux', {})).toBe(join(homedir(), '.local/share/catchment/store'))
    expect(defaultStoreDir('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/catchment/store')
    expect(defaultStoreDir('darwin', {})).toBe(join(homedir(), 'Library/Application Support/Catchment/store'))
    expect(defaultStoreDir('win32', { APPDATA: '/roaming' })).toBe(join('/roaming', 'Catchment/store'))
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(defaultStoreDir(platform, { CATCHMENT_STORE: '/mine' })).toBe('/mine')
  })
})

it('the log is written line by line into the store’s folder', () => {
  const store = dir()
  createLog(store).error({ err: new Error('boom'), task: 'x' }, 'upkeep failed')
  const [line] = readFileSync(join(store, 'logs/catchment.log'), 'utf8').split('\n')
  expect(JSON.parse(line ?? '')).toMatchObject({ level: 50, task: 'x', msg: 'upkeep failed', err: { message: 'boom' } })
})

it('a file that is not built is said to be missing, with what to do', () => {
  expect(() => builtFile('nothing-of-the-kind.js')).toThrow(/not built: run npm run build/)
})

it('a simulated clock stands still until it is moved', () => {
  const clock = new SimulatedClock(5)
  expect([clock.now(), clock.now()]).toEqual([5, 5])
  clock.advance(10)
  expect(clock.now()).toBe(15)
  clock.set(1)
  expect(clock.now()).toBe(1)
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000)
})

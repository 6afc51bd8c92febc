/** The Electron that package.json names, by the installer in its npm package, which knows its address and checksums. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fillPlace } from '../cache.mjs'
import { inRoot } from '../paths.mjs'
import { run } from '../run.mjs'
import { busy, megabytes } from '../say.mjs'

const STALL_MS = 45_000
const LIMIT_MS = 30 * 60_000

const read = (name) => JSON.parse(readFileSync(inRoot('node_modules', 'electron', name), 'utf8'))

/** `{ version, checksum }`, or null if the npm package is not installed or has no build for this system. */
export function offer() {
  try {
    const { version } = read('package.json')
    const checksum = read('checksums.json')[`electron-v${version}-${process.platform}-${process.arch}.zip`]
    return checksum ? { version, checksum } : null
  } catch {
    return null
  }
}

/** Fills `place`. Returns null, or in a few words why it could not. */
export async function fetch(place, say) {
  const { version } = offer()
  const work = busy(`Electron ${version}, official download`, say)
  let reason = null
  await fillPlace(place, async (folder) => {
    reason = await runInstaller(folder, work)
    if (reason !== null) throw new Error(reason)
  }).catch((error) => {
    reason ??= error.message
  })
  const time = work.end()
  if (reason === null) say(`  Electron ${version}: fetched and verified (${time})`)
  return reason
}

/** The installer unpacks beside itself: so it runs from a copy in the cache, with this clone's packages. */
async function runInstaller(folder, work) {
  const copy = join(folder, 'installer')
  const temporary = join(copy, 'tmp')
  mkdirSync(temporary, { recursive: true })
  for (const name of ['install.js', 'package.json', 'checksums.json'])
    cpSync(inRoot('node_modules', 'electron', name), join(copy, name))
  symlinkSync(inRoot('node_modules'), join(copy, 'node_modules'), 'junction')

  let largest = -1
  let grownAt = Date.now()
  const stalled = () => {
    const bytes = bytesIn(copy)
    if (bytes > largest) grownAt = Date.now()
    largest = Math.max(largest, bytes)
    work.update(megabytes(bytes))
    return Date.now() - grownAt > STALL_MS
  }
  const env = {
    electron_config_cache: join(copy, 'cache'),
    TMPDIR: temporary,
    TMP: temporary,
    ELECTRON_GET_NO_PROGRESS: '1',
  }
  const result = await run(process.execPath, [join(copy, 'install.js')], {
    cwd: copy,
    env,
    timeoutMs: LIMIT_MS,
    stalled,
  })
  if (!result.ok) return reasonOf(result)
  for (const name of readdirSync(join(copy, 'dist'))) renameSync(join(copy, 'dist', name), join(folder, name))
  rmSync(copy, { recursive: true })
  return null
}

/** The first line of the stack trace says it; the rest is where. */
const reasonOf = ({ output, reason }) =>
  output.split('\n').find((line) => /^\w*Error\b.*: /.test(line)) ?? (reason === null ? 'no reason given' : reason)

function bytesIn(folder) {
  let total = 0
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, item.name)
    if (item.isDirectory()) total += bytesIn(path)
    else if (item.isFile()) total += statSync(path, { throwIfNoEntry: false })?.size ?? 0
  }
  return total
}

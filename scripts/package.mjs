/**
 * `npm run package`: makes an installable app in `dist/`: a folder, a Debian package and a portable archive (Linux). Electron
 * comes from the set-up's cache, and nothing is fetched for it. `--only folder|deb|archive`, `--to DIRECTORY`.
 * Other systems: not made yet, see docs/releasing.md.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { buildApplication } from './packaging/application.mjs'
import { debianPackage, sizeOf } from './packaging/debian.mjs'
import { inRoot, root } from './paths.mjs'
import { ask, run } from './run.mjs'
import { busy, megabytes, seconds } from './say.mjs'
import { setup } from './setup.mjs'
import { findElectron } from './steps/electron.mjs'

const KINDS = ['folder', 'deb', 'archive']

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, to: { type: 'string' } } })
  if (values.only !== undefined && !KINDS.includes(values.only))
    throw new Error(`usage: npm run package [-- --only ${KINDS.join('|')}] [--to DIRECTORY]`)
  if (process.platform !== 'linux')
    throw new Error('This script makes the packages of Linux; docs/releasing.md says how the others are made.')
  const started = Date.now()
  await setup()
  const electron = findElectron()
  if (!electron) throw new Error('There is no Electron in the cache: nothing to package.')
  await ensureBuilt()
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const folder = resolve(values.to ?? inRoot('dist'))
  mkdirSync(folder, { recursive: true })
  const name = `catchment-${manifest.version}-linux-${process.arch}`
  const application = join(folder, name)
  rmSync(application, { recursive: true, force: true })
  await step(`the app with Electron ${electron.version}`, async () => {
    await buildApplication({ target: application, electron, commit: commit() })
    return `${application}, ${megabytes(sizeOf(application))}`
  })
  if (!electron.official)
    console.log(
      `  ! Electron ${electron.version} is for development and tests; a release is made with the official one.`,
    )
  const wanted = (kind) => values.only === undefined || values.only === kind
  if (wanted('deb')) await step('Debian package', () => debianPackage({ application, manifest, folder }))
  if (wanted('archive')) await step('portable archive', () => portableArchive(folder, name))
  if (values.only !== undefined && values.only !== 'folder') rmSync(application, { recursive: true })
  console.log(`package: done (${seconds(Date.now() - started)})`)
}

async function step(what, work) {
  const shown = busy(what)
  const made = await work().finally(() => shown.end())
  console.log(`  ${what}: ${made}`)
}

async function portableArchive(folder, name) {
  const file = join(folder, `${name}.tar.gz`)
  const words = ['--owner=0', '--group=0', '--numeric-owner', '-C', folder, '-czf', file, name]
  const { ok, reason } = await run('tar', words)
  if (!ok) throw new Error(`The archive was not made: ${reason}`)
  return file
}

/** The state of the sources, for the manifest; a copy without Git has none. */
const commit = () => ask('git', ['-C', root, 'rev-parse', 'HEAD']) ?? undefined

main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})

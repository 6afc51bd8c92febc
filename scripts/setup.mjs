/**
 * Installs what is missing, in this order: system packages (Debian, as root), npm packages, an Electron binary, two
 * models, a PostgreSQL server for tests.
 * Without dependencies, because it runs before there are any. What cannot be had is said in one line and the rest goes on;
 * only missing npm packages are fatal.
 */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { cacheDirectory } from './cache.mjs'
import { seconds } from './say.mjs'
import { debianPackages } from './steps/debian-packages.mjs'
import { electronBinary, findElectron, missingLibraries } from './steps/electron.mjs'
import { models } from './steps/models.mjs'
import { npmPackages } from './steps/npm-packages.mjs'
import { postgresServer } from './steps/postgres.mjs'

const OLDEST_NODE = [20, 19]

const HELP = `usage: scripts/setup [--offline] [--retry-electron]

Installs what is missing and says what cannot be had. Downloads lie in ${cacheDirectory()}
(environment variable CATCHMENT_CACHE names another folder), so that a second clone fetches nothing.

  --offline          fetch nothing, use what is there (also: CATCHMENT_OFFLINE=1)
  --retry-electron   try the official Electron download again although it could not be reached lately`

const isOffline = () => ['1', 'true', 'yes'].includes(process.env.CATCHMENT_OFFLINE ?? '')

/**
 * Returns whether everything is there: `{ complete, lines }`, the lines being what a person should know. Throws an Error
 * with one clear line if the app cannot work at all.
 */
export async function setup({ offline = isOffline(), retryElectron = false, say = console.log } = {}) {
  const started = Date.now()
  checkNode()
  const options = { offline, retryElectron, say }
  const lines = await orLine('System packages', debianPackages(options))
  await npmPackages(options)
  lines.push(...(await orLine('Electron', electronBinary(options))))
  const electron = findElectron()
  if (electron) lines.push(...libraryLines(electron))
  lines.push(...(await orLine('Models', models(options))))
  lines.push(...(await orLine('PostgreSQL', postgresServer(options))))
  for (const line of lines) say(`  ! ${line}`)
  const have = electron ? `Electron ${electron.version}` : 'no Electron'
  say(
    `setup: ${lines.length === 0 ? 'all is there' : 'done, with the exceptions above'} (${have}, ${seconds(Date.now() - started)})`,
  )
  return { complete: lines.length === 0, lines }
}

/** A step that breaks (a cache that cannot be written, say) costs its own part only. */
const orLine = (what, step) => step.catch((error) => [`${what} could not be fetched: ${error.message}`])

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new Error(`Catchment needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
}

function libraryLines(electron) {
  const missing = missingLibraries(electron)
  return missing.length === 0 ? [] : [`Electron will not start: this system lacks ${missing.join(', ')}.`]
}

async function main() {
  const options = {
    offline: { type: 'boolean' },
    'retry-electron': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  const { values } = parseArgs({ options })
  if (values.help) return console.log(HELP)
  await setup({ offline: values.offline ?? isOffline(), retryElectron: values['retry-electron'] ?? false })
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(`setup: ${error.message}`)
    process.exitCode = 1
  })
}

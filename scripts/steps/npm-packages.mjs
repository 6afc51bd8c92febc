/** The npm packages, exactly as package-lock.json says. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { withLock } from '../lock.mjs'
import { inRoot, root } from '../paths.mjs'
import { run } from '../run.mjs'
import { busy } from '../say.mjs'

const STAMP = inRoot('node_modules', '.catchment-setup')

/** Changes when other packages or another runtime have to be installed for. */
const wantedStamp = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

const isStamped = (wanted) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted

/**
 * Whether npm's own record of what it installed (`node_modules/.package-lock.json`) has all that the lock file names, in
 * those versions. Packages for other systems may be missing. Pure: two parsed lock files.
 */
export function holdsAll(installed, locked) {
  return Object.entries(locked.packages).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true
    const found = installed.packages[path]
    if (!found) return wanted.optional === true || wanted.devOptional === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

function isInstalledByHand() {
  const record = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const parse = (path) => JSON.parse(readFileSync(path, 'utf8'))
  return holdsAll(parse(record), parse(inRoot('package-lock.json')))
}

/** Throws an Error with one clear line if the packages cannot be had: nothing works without them. */
export async function npmPackages({ offline, say }) {
  const wanted = wantedStamp()
  if (isStamped(wanted)) return
  if (isInstalledByHand()) return writeFileSync(STAMP, wanted)
  await withLock(
    inRoot('.cache', 'locks'),
    'npm',
    () => install(wanted, offline, say),
    (pid) => say(`  waiting for process ${pid}, which installs npm packages here`),
  )
}

async function install(wanted, offline, say) {
  if (isStamped(wanted)) return
  const work = busy('npm packages', say)
  const words = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--progress=false',
    '--loglevel=error',
    ...(offline ? ['--offline'] : []),
  ]
  // Both would fetch binaries on their own; what is needed of them comes with the packages, or in a step of its own.
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1', NODE_LLAMA_CPP_SKIP_DOWNLOAD: '1' }
  const result = await run('npm', words, { cwd: root, env, timeoutMs: 20 * 60_000 })
  const time = work.end()
  if (!result.ok) throw new Error(`npm packages could not be installed: ${reasonOf(result)}`)
  writeFileSync(STAMP, wanted)
  say(`  npm packages: installed (${time})`)
}

const reasonOf = ({ output, reason }) =>
  output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .find((line) => line && !/^(code|errno|syscall) |complete log/.test(line)) ?? reason

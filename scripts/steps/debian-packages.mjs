/** The system libraries that Electron and its virtual display need. */
import { existsSync } from 'node:fs'
import { ask, isInstalled, run } from '../run.mjs'
import { busy } from '../say.mjs'

const NEEDED = [
  ...['unzip', 'xvfb', 'xauth', 'libgtk-3-0', 'libnss3', 'libnspr4', 'libasound2', 'libatk-bridge2.0-0', 'libatk1.0-0'],
  ...[
    'libatspi2.0-0',
    'libcups2',
    'libdrm2',
    'libgbm1',
    'libxkbcommon0',
    'libxcomposite1',
    'libxdamage1',
    'libxfixes3',
  ],
  ...['libxrandr2', 'libpango-1.0-0', 'libcairo2'],
]

/** Since 2024 some libraries carry the size of their time type in their name. */
const names = (name) => [name, `${name}t64`]

const isDebian = () => process.platform === 'linux' && existsSync('/etc/debian_version') && isInstalled('apt-get')

/** Those of `wanted` that are not installed, asked of dpkg in one call. Pure but for that. */
export function missingPackages(wanted, listed) {
  const installed = new Set(
    listed
      .split('\n')
      .filter((line) => line.startsWith('ii '))
      .map((line) => line.slice(3).trim()),
  )
  return wanted.filter((name) => !names(name).some((one) => installed.has(one)))
}

const dpkgList = () => {
  const words = ['-W', '-f', `\${db:Status-Abbrev}\${Package}\n`, ...NEEDED.flatMap(names), 'python3-pip']
  // dpkg-query exits 1 when it knows one of the names not at all, but lists the others all the same.
  return ask('sh', ['-c', `dpkg-query "$@" 2>/dev/null || true`, 'dpkg-query', ...words]) ?? ''
}

const hasPip = () => isInstalled('pip3') || isInstalled('pip') || ask('python3', ['-m', 'pip', '--version']) !== null

/** Returns lines that a person should read; [] if all is there. */
export async function debianPackages({ offline, say }) {
  if (!isDebian()) return process.platform === 'linux' ? missingPrograms() : []
  const missing = missingPackages(NEEDED, dpkgList())
  const wanted = [...missing, ...(hasPip() ? [] : ['python3-pip'])]
  if (wanted.length === 0) return []
  const command = `apt-get install ${wanted.join(' ')}`
  if (process.getuid?.() !== 0) return [`System packages are missing. As root: ${command}`]
  if (offline) return [`System packages are missing and not fetched in offline mode: ${wanted.join(' ')}`]
  return install(wanted, say)
}

async function install(wanted, say) {
  const work = busy(`system packages: ${wanted.length} by apt`, say)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words) =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...words], { env, timeoutMs: 15 * 60_000 })
  const update = await apt('update')
  const known = wanted.map((name) => names(name).find(isAvailable) ?? null)
  const available = known.filter((name) => name !== null)
  const unknown = wanted.filter((_, at) => known[at] === null)
  const result = await apt('install', '-y', '--no-install-recommends', ...available)
  const time = work.end()
  const left = missingPackages(wanted, dpkgList())
  if (left.length === 0) say(`  system packages: installed (${time})`)
  if (left.length === 0) return []
  const why =
    unknown.length > 0 ? `apt knows no ${unknown.join(', ')}` : (result.reason ?? update.reason ?? 'apt failed')
  return [`System packages could not be installed (${why}): ${left.join(' ')}`]
}

/** A virtual package has no candidate to install. */
const isAvailable = (name) => /Candidate: (?!\(none\))/.test(ask('apt-cache', ['policy', name]) ?? '')

function missingPrograms() {
  const needed = ['unzip', ...(process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? [] : ['Xvfb'])]
  const missing = needed.filter((program) => !isInstalled(program))
  if (missing.length === 0) return []
  return [
    `Not found: ${missing.join(', ')}. Install ${missing.length > 1 ? 'them' : 'it'} with this system's package manager.`,
  ]
}

/** Builds when something that goes into the build changed since the last one. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { inRoot, root } from './paths.mjs'
import { run } from './run.mjs'
import { busy } from './say.mjs'

const STAMP = inRoot('out', '.built')
const FOLDERS = ['src-main', 'src-renderer', 'src-shared', 'bench', 'drizzle', 'scripts/packaging']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'electron.vite.config.ts', 'models.catalog.json']

/** The oldest Electron that the output has to run on (steps/electron-registry.mjs); its Node and Chromium set the syntax. */
const OLDEST_ELECTRON = '33'

/** A checksum over the contents of everything that is built; tests are not. Some ten milliseconds for 500 files. */
function sourceChecksum() {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inRoot(path)))
      .update('\0')
  const walk = (folder) => {
    for (const item of readdirSync(inRoot(folder), { withFileTypes: true }).sort(byName)) {
      const path = join(folder, item.name)
      if (item.isDirectory()) walk(path)
      else if (!/\.test\.tsx?$/.test(item.name)) add(path)
    }
  }
  for (const folder of FOLDERS) if (existsSync(inRoot(folder))) walk(folder)
  for (const file of FILES) if (existsSync(inRoot(file))) add(file)
  return hash.digest('hex')
}

const byName = (a, b) => (a.name < b.name ? -1 : 1)
const isBuilt = (checksum) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === checksum

/** Makes `out/` fit the sources. Throws an Error that carries what the build said. */
export async function ensureBuilt({ say = console.log } = {}) {
  if (isBuilt(sourceChecksum())) return
  if (!existsSync(inRoot('node_modules')))
    throw new Error('The npm packages are not installed: run scripts/setup first.')
  await withLock(inRoot('.cache', 'locks'), 'build', () => build(say))
}

async function build(say) {
  const checksum = sourceChecksum()
  if (isBuilt(checksum)) return
  const work = busy('build', say)
  const words = [inRoot('node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build', '--logLevel', 'warn']
  const result = await run(process.execPath, words, { cwd: root, env: { ELECTRON_MAJOR_VER: OLDEST_ELECTRON } })
  const time = work.end()
  if (!result.ok) throw new Error(`The build failed:\n${result.output}`)
  mkdirSync(inRoot('out'), { recursive: true })
  writeFileSync(STAMP, checksum)
  say(`  build: done (${time})`)
}

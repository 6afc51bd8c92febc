/**
 * `npm run cli`, `npm run bench`: builds if something changed (all words about it go to stderr), then runs the program in
 * this very process, so that its output, signals and exit code are its own.
 */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { cacheDirectory } from './cache.mjs'
import { inRoot } from './paths.mjs'

const [name = '', ...words] = process.argv.slice(2)
const program = inRoot('out', 'main', `${name}.js`)

try {
  if (!['cli', 'bench'].includes(name)) throw new Error('usage: node scripts/run-built.mjs cli|bench …')
  await ensureBuilt({ say: (line) => process.stderr.write(`${line}\n`) })
  if (!existsSync(program)) throw new Error(`The build made no ${program}.`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
process.env.CATCHMENT_CACHE = cacheDirectory()
process.argv = [process.execPath, program, ...words]
await import(pathToFileURL(program).href)

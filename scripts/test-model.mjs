/**
 * `npm run test:model [FILE]`: the suite that needs a real language model. The file is the one named, else `CATCHMENT_MODEL`,
 * else the largest chat model of the cache's catalog that is installed; the starter is too small for it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDirectory } from './cache.mjs'
import { inRoot } from './paths.mjs'

const catalog = JSON.parse(readFileSync(inRoot('models.catalog.json'), 'utf8'))
const installed = catalog.models
  .filter((model) => model.purpose === 'chat' && !model.default)
  .sort((a, b) => b.memoryMb - a.memoryMb)
  .map((model) => join(cacheDirectory(), 'models', model.id, model.files[0].path))
  .find((path) => existsSync(path))
const file = process.argv[2] ?? process.env.CATCHMENT_MODEL ?? installed

if (!file || !existsSync(file)) {
  process.stderr.write('No model: npm run test:model -- FILE.gguf (or CATCHMENT_MODEL), of 1 B parameters or more.\n')
  process.exit(2)
}
const run = spawnSync('npx', ['vitest', 'run', '--project', 'model', '--maxWorkers=1'], {
  stdio: 'inherit',
  cwd: inRoot('.'),
  env: { ...process.env, CATCHMENT_MODEL: file },
})
process.exit(run.status ?? 1)

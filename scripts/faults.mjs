/**
 * Kills the product at random moments, 500 times or as often as it is told: `npm run faults -- 100`. Acts that are named behind it come
 * more often than the others: `npm run faults -- 100 compression mergeAndUndo`.
 */
import { spawnSync } from 'node:child_process'
import { inRoot, root } from './paths.mjs'

const [kills = '500', ...acts] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(kills)) {
  console.log('usage: npm run faults -- [how often] [act ...]')
  process.exit(2)
}
const { status } = spawnSync(
  process.execPath,
  [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'node', 'src-main/app/faults.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CATCHMENT_FAULTS: kills, CATCHMENT_FAULT_ACTS: acts.join(' ') },
  },
)
process.exit(status ?? 1)

/**
 * `npm test`: installs what is missing, builds, and runs everything: the checks (types, lint, architecture, unused code, these
 * scripts), then Vitest, then Playwright against real Electron. Ends with one line `N passed, N failed` and exit code 1 if
 * anything failed. `--only checks|unit|e2e` for a part of it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { startVirtualDisplay } from './display.mjs'
import { launchEnvironment } from './launch.mjs'
import { inRoot, root } from './paths.mjs'
import {
  addUp,
  atLeastOneFailure,
  countPlaywright,
  countVitest,
  failedFiles,
  lastLine,
  withSecondTry,
} from './reports.mjs'
import { run, runInForeground } from './run.mjs'
import { seconds } from './say.mjs'
import { setup } from './setup.mjs'
import { findElectron } from './steps/electron.mjs'

const REPORTS = inRoot('test-results')
/** As many as playwright.config.ts says; each has a display of its own. */
const WINDOW_WORKERS = 2
const LIMIT_MS = 40 * 60_000
const AT_ONCE = 2

const bin = (name) => inRoot('node_modules', '.bin', name)
const scriptTests = () =>
  readdirSync(inRoot('scripts'), { recursive: true })
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => inRoot('scripts', name))

const CHECKS = [
  { name: 'types', program: bin('tsc'), words: ['-p', 'tsconfig.json'] },
  { name: 'lint', program: bin('biome'), words: ['check', '.'] },
  {
    name: 'architecture',
    program: bin('depcruise'),
    words: ['--config', '.dependency-cruiser.cjs', 'src-main', 'src-renderer', 'src-shared', 'bench'],
  },
  { name: 'unused code', program: bin('knip'), words: [] },
  { name: 'scripts', program: process.execPath, words: ['--test', ...scriptTests()] },
]

/** Every check counts as one test; what a failed one said is shown. */
async function runChecks() {
  const waiting = [...CHECKS]
  const counts = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = Date.now()
      const { ok, output } = await run(check.program, check.words, { cwd: root, timeoutMs: LIMIT_MS })
      console.log(`${ok ? '✓' : '✗'} ${check.name} (${seconds(Date.now() - started)})`)
      if (!ok) console.log(output.trimEnd().replace(/^/gm, '    '))
      counts.push({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, faults: ok ? [] : [`✗ ${check.name}`] })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return addUp(counts)
}

/** Runs a test runner in this terminal and counts by the report it wrote. */
async function runRunner({ name, program, words, env, report, count }) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  rmSync(report, { force: true })
  const code = await runInForeground(program, words, { cwd: root, env, timeoutMs: LIMIT_MS })
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : addUp([])
  if (!existsSync(report)) console.log(`✗ ${name} ended with exit code ${code} and without a report.`)
  const final = atLeastOneFailure(counts, code === 0 && counts.passed > 0)
  console.log(`${final.failed === 0 ? '✓' : '✗'} ${name}: ${lastLine(final)} (${seconds(Date.now() - started)})`)
  return final
}

const vitest = (name, report, files, count) =>
  runRunner({
    name,
    program: bin('vitest'),
    words: ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env: launchEnvironment(findElectron()),
    report,
    count,
  })

/**
 * A file that failed is run once more when the machine has nothing else to do, as the window's tests are: what passes then is no
 * failure of the product's, but a fault of the test, and is named as such at the end.
 */
async function runUnit() {
  let first = null
  const counts = await vitest('unit and integration', inRoot('test-results', 'unit.json'), [], (report) => {
    first = report
    return countVitest(report)
  })
  const failed = first === null ? [] : failedFiles(first)
  if (failed.length === 0) return counts
  return vitest('once more, what failed', inRoot('test-results', 'unit-again.json'), failed, (again) =>
    withSecondTry(first, again),
  )
}

async function runEndToEnd() {
  const electron = findElectron()
  if (!electron) {
    const allowed = process.env.CATCHMENT_ALLOW_NO_ELECTRON === '1'
    console.log(`${allowed ? '!' : '✗'} The Playwright suite could not run: there is no Electron here.`)
    return { passed: 0, failed: allowed ? 0 : 1, skipped: allowed ? 1 : 0 }
  }
  // Also where there is a display: tests move no mouse in front of anybody. One for each worker: a window that opens over another
  // takes the pointer away from it, and what a test holds under the pointer is let go in the middle of it.
  const screens =
    process.platform === 'linux' ? await Promise.all(Array.from({ length: WINDOW_WORKERS }, startVirtualDisplay)) : []
  const report = inRoot('test-results', 'e2e.json')
  try {
    return await runRunner({
      name: 'the window, in real Electron',
      program: bin('playwright'),
      words: ['test', '--reporter=list,json', `--workers=${WINDOW_WORKERS}`],
      env: {
        ...launchEnvironment(electron),
        ...(screens[0] && {
          DISPLAY: screens[0].display,
          WAYLAND_DISPLAY: '',
          CATCHMENT_TEST_DISPLAYS: screens.map(({ display }) => display).join(','),
        }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      report,
      count: countPlaywright,
    })
  } finally {
    for (const screen of screens) screen.stop()
  }
}

const PARTS = { checks: runChecks, unit: runUnit, e2e: runEndToEnd }

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  if (values.only !== undefined && !(values.only in PARTS))
    throw new Error(`usage: npm test [-- --only ${Object.keys(PARTS).join('|')}]`)
  const started = Date.now()
  let interrupted = false
  process.on('SIGINT', () => {
    interrupted = true
  })
  await setup()
  mkdirSync(REPORTS, { recursive: true })
  const counts = []
  if (values.only !== 'checks') counts.push(await buildForTests())
  for (const [name, part] of Object.entries(PARTS))
    if (!interrupted && (values.only === undefined || values.only === name)) counts.push(await guarded(name, part))
  if (interrupted) throw new Error('interrupted')
  const total = addUp(counts)
  if (total.faults.length > 0) console.log(`\n${total.faults.join('\n')}`)
  console.log(`\nall of it took ${seconds(Date.now() - started)}`)
  console.log(lastLine(total))
  process.exitCode = total.failed === 0 ? 0 : 1
}

/** A failing build is a failed test, so that the checks still say why. */
const buildForTests = () =>
  guarded('build', async () => {
    await ensureBuilt()
    return addUp([])
  })

async function guarded(name, part) {
  try {
    return await part()
  } catch (error) {
    console.log(`✗ ${name}: ${error.message}`)
    return { passed: 0, failed: 1, skipped: 0, faults: [`✗ ${name}: ${error.message}`] }
  }
}

main().catch((error) => {
  console.log(error.message)
  console.log(lastLine({ passed: 0, failed: 1, skipped: 0 }))
  process.exitCode = 1
})

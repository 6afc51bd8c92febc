/**
 * Turns the runners' JSON reports into counts: `{ passed, failed, skipped, faults }`; `faults` names in a line each what failed, and
 * what passed at its second try only. Pure.
 */

const none = { passed: 0, failed: 0, skipped: 0, faults: [] }

export const addUp = (counts) =>
  counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      faults: [...sum.faults, ...(one.faults ?? [])],
    }),
    none,
  )

/** Vitest's `json` reporter. A file that broke before its first test counts as one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(isBroken)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    faults: report.testResults.flatMap(faultsOfFile).map((fault) => `✗ ${fault}`),
  }
}

/** Test files that hold a failure, as they are to be given to Vitest once more. */
export const failedFiles = (report) =>
  report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)

/**
 * What a first run, and one of its failed files alone on the machine, come to together: what passed then is no failure, and is named.
 * Broken both times, it is one.
 */
export function withSecondTry(first, again) {
  const { failed, faults } = countVitest(again)
  const passedLate = first.testResults
    .flatMap(faultsOfFile)
    .filter((fault) => !faults.some((one) => titleOf(one).endsWith(titleOf(fault))))
  const counts = countVitest(first)
  return {
    ...counts,
    passed: counts.passed + counts.failed - failed,
    failed,
    faults: [...faults, ...passedLate.map((fault) => `! at its second try only: ${fault}`)],
  }
}

const isBroken = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed')

function faultsOfFile(file) {
  if (isBroken(file)) return [fault(file.name, 'before its first test', file.message)]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => fault(file.name, fullName, failureMessages?.[0]))
}

const fault = (file, title, message = '') =>
  `${file} › ${title}${SAYS}${message.trim().split('\n', 1)[0].slice(0, 300)}`
const SAYS = '\n      '
const titleOf = (fault) => fault.split(SAYS, 1)[0]

/** Playwright's `json` reporter. A flaky test passed in the end; an error outside of any test is one failure. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  const faults = (report.suites ?? []).flatMap(faultsOfSuite)
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, faults }
}

const WINDOW_FAULTS = { unexpected: '✗ ', flaky: '! at its second try only: ' }

/** Suites hold suites, and specifications with the tests made of them. */
function faultsOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status, results }) =>
      status in WINDOW_FAULTS
        ? [WINDOW_FAULTS[status] + fault(file, title, results.flatMap(({ errors }) => errors ?? [])[0]?.message)]
        : [],
    ),
  )
  return [...own, ...suites.flatMap(faultsOfSuite)]
}

/** A run that failed without saying of what still failed: so the last line can never look green by mistake. */
export const atLeastOneFailure = (counts, ok) => (ok || counts.failed > 0 ? counts : { ...counts, failed: 1 })

export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

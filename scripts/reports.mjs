/** Turns the runners' JSON reports into counts: `{ passed, failed, skipped }`. Pure. */

const none = { passed: 0, failed: 0, skipped: 0 }

export const addUp = (counts) =>
  counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    none,
  )

/** Vitest's `json` reporter. A file that broke before its first test counts as one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Playwright's `json` reporter. A flaky test passed in the end; an error outside of any test is one failure. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped }
}

/** A run that failed without saying of what still failed: so the last line can never look green by mistake. */
export const atLeastOneFailure = (counts, ok) => (ok || counts.failed > 0 ? counts : { ...counts, failed: 1 })

export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

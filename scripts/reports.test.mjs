import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUp, atLeastOneFailure, countPlaywright, countVitest, lastLine } from './reports.mjs'

const vitest = (change) => ({
  ...{ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] },
  ...change,
})

test('a test file that broke before its first test is a failure', () => {
  const broken = { status: 'failed', assertionResults: [] }
  const withFailedTest = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  assert.equal(countVitest(vitest({ testResults: [broken] })).failed, 1)
  assert.equal(countVitest(vitest({ numFailedTests: 1, testResults: [withFailedTest] })).failed, 1)
  assert.deepEqual(countVitest(vitest({})), { passed: 5, failed: 0, skipped: 1 })
})

test('a flaky window test passed, an error outside of any test failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  assert.deepEqual(countPlaywright({ stats, errors: [{}] }), { passed: 4, failed: 2, skipped: 2 })
})

test('a runner that failed without a failed test still turns the last line red', () => {
  const green = { passed: 4, failed: 0, skipped: 0 }
  assert.equal(lastLine(atLeastOneFailure(green, false)), '4 passed, 1 failed')
  assert.equal(lastLine(atLeastOneFailure(green, true)), '4 passed, 0 failed')
})

test('counts add up, and skipped ones are named only if there are any', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  assert.equal(lastLine(addUp([one, one])), '2 passed, 4 failed, 6 skipped')
  assert.equal(lastLine(addUp([])), '0 passed, 0 failed')
})

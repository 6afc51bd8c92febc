import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addUp,
  atLeastOneFailure,
  countPlaywright,
  countVitest,
  failedFiles,
  lastLine,
  withSecondTry,
} from './reports.mjs'

const failing = (name, ...titles) => ({
  ...{ name, status: 'failed' },
  assertionResults: titles.map((title) => ({
    ...{ status: 'failed', fullName: title },
    failureMessages: [`Error: ${title}\n    at it`],
  })),
})
const vitest = (change) => ({
  ...{ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] },
  ...change,
})

test('a test file that broke before its first test is a failure', () => {
  const broken = { name: 'a.test.ts', status: 'failed', message: 'no such file', assertionResults: [] }
  const withFailedTest = failing('b.test.ts', 'one')
  assert.equal(countVitest(vitest({ testResults: [broken] })).failed, 1)
  assert.equal(countVitest(vitest({ numFailedTests: 1, testResults: [withFailedTest] })).failed, 1)
  assert.deepEqual(countVitest(vitest({})), { passed: 5, failed: 0, skipped: 1, faults: [] })
  assert.deepEqual(countVitest(vitest({ testResults: [broken] })).faults, [
    '✗ a.test.ts › before its first test\n      no such file',
  ])
})

test('what fails again is a failure, what passes then is none and is named all the same', () => {
  const first = vitest({
    numFailedTests: 3,
    testResults: [
      failing('a.test.ts', 'one'),
      failing('b.test.ts', 'two', 'three'),
      { status: 'passed', assertionResults: [] },
    ],
  })
  assert.deepEqual(failedFiles(first), ['a.test.ts', 'b.test.ts'])
  const again = vitest({ numPassedTests: 2, numFailedTests: 1, testResults: [failing('b.test.ts', 'three')] })
  assert.deepEqual(withSecondTry(first, again), {
    ...{ passed: 7, failed: 1, skipped: 1 },
    faults: [
      '✗ b.test.ts › three\n      Error: three',
      '! at its second try only: a.test.ts › one\n      Error: one',
      '! at its second try only: b.test.ts › two\n      Error: two',
    ],
  })
})

test('a flaky window test passed, an error outside of any test failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  assert.deepEqual(countPlaywright({ stats, errors: [{}] }), { passed: 4, failed: 2, skipped: 2, faults: [] })
})

test('window tests that failed, or passed late, are named with what they said', () => {
  const spec = (title, status) => ({
    ...{ file: 'a.spec.ts', title },
    tests: [{ status, results: [{ errors: [{ message: 'Error: gone\n  more' }] }, { errors: [] }] }],
  })
  const suites = [
    { specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'flaky'), spec('three', 'unexpected')] }] },
  ]
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 }
  assert.deepEqual(countPlaywright({ stats, errors: [], suites }).faults, [
    '! at its second try only: a.spec.ts › two\n      Error: gone',
    '✗ a.spec.ts › three\n      Error: gone',
  ])
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

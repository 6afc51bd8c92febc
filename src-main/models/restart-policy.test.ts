import { expect, it } from 'vitest'
import { decideRestart, recentCrashes } from './restart-policy'

it('waits a little after the first crash and longer after the second', () => {
  const first = decideRestart([1000], 1000)
  const second = decideRestart([1000, 5000], 5000)
  if (first.kind !== 'restart' || second.kind !== 'restart') throw new Error('It should have restarted')
  expect(second.afterMs).toBeGreaterThan(first.afterMs)
})

it('gives up at the third crash within a minute and not at the third within two', () => {
  expect(decideRestart([0, 20_000, 59_000], 59_000)).toEqual({ kind: 'give-up' })
  expect(decideRestart([0, 60_000, 119_000], 119_000).kind).toBe('restart')
})

it('forgets crashes that are a minute old', () => {
  expect(recentCrashes([0, 10_000, 65_000], 65_000)).toEqual([10_000, 65_000])
})

import { describe, expect, it } from 'vitest'
import { Plans } from './plans'

describe('plans of the database', () => {
  it('are made anew each time the requests have doubled', () => {
    const plans = new Plans()
    const old = Array.from({ length: 200 }, (_, i) => i + 1).filter(() => plans.areOld())
    expect(old).toEqual([16, 32, 64, 128])
  })
})

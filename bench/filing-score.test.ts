import { describe, expect, it } from 'vitest'
import { decisionErrors } from './filing-score'

describe('the errors of filing', () => {
  it('are none where every bucket is one topic', () => {
    expect(decisionErrors(['a', 'a', 'b'], ['dogs', 'dogs', 'tax'])).toEqual({
      wrong_merges_per_1000: 0,
      missed_merges_per_1000: 0,
    })
  })
  it('count a message in a bucket of another topic as a wrong merge', () => {
    expect(decisionErrors(['a', 'a', 'a', 'b'], ['dogs', 'dogs', 'tax', 'tax']).wrong_merges_per_1000).toBe(250)
  })
  it('count what lies in a second bucket of its topic as a missed merge', () => {
    expect(decisionErrors(['a', 'a', 'a', 'b'], ['dogs', 'dogs', 'dogs', 'dogs'])).toEqual({
      wrong_merges_per_1000: 0,
      missed_merges_per_1000: 250,
    })
  })
})

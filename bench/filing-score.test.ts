import { describe, expect, it } from 'vitest'
import { decisionErrors, whereRowsEnd } from './filing-score'

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

describe('where rows end', () => {
  it('tells the bucket of a topic, a second one, another topic and one-offs apart', () => {
    const row = (topic: string, cluster: string, oneoff = false, ephemeral = false) => ({
      topic,
      cluster,
      oneoff,
      ephemeral,
    })
    const dogs = [row('dogs', 'a'), row('dogs', 'a'), row('dogs', 'b'), row('dogs', 'c')]
    const tax = [row('tax', 'c'), row('tax', 'c')]
    const aside = [row('one-off 1', 'a', true), row('one-off 2', 'd', true, true)]
    expect(whereRowsEnd([...dogs, ...tax, ...aside])).toEqual({
      topics: { home: 4 / 6, second_bucket: 1 / 6, with_another_topic: 1 / 6 },
      'one-offs': { with_another_topic: 0.5, ephemeral: 0.5 },
    })
  })
})

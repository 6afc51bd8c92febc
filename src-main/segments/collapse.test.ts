import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterModelFailure,
  afterStoreFailure,
  complexity,
  fitTitle,
  mayAskModel,
  summaryWithoutMessages,
} from './collapse'

const words = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter((w) => w.isWordLike).length

describe('the ladder of attempts', () => {
  it('waits a minute, then five, then gives the model up', () => {
    expect(afterModelFailure(0, 0)).toEqual({ next: 'retry', attempts: 1, retryAt: 60_000 })
    expect(afterModelFailure(1, 0)).toEqual({ next: 'retry', attempts: 2, retryAt: 300_000 })
    expect(afterModelFailure(2, 0)).toEqual({ next: 'give_up', attempts: 3 })
  })

  it('counts failures to store apart from those of the model: three either way', () => {
    for (const before of [0, 1, 2, 3]) {
      let attempts = before
      const steps: string[] = []
      for (let i = 0; i < 3; i++) {
        const after = afterStoreFailure(attempts, 0)
        attempts = after.attempts
        steps.push(after.next)
      }
      expect(steps).toEqual(['retry', 'retry', 'give_up'])
    }
  })

  it('does not ask a model again once it was given up', () => {
    expect([0, 1, 2, 3, 4].map(mayAskModel)).toEqual([true, true, true, false, false])
  })
})

describe('titles', () => {
  it('keep at most eight words in any script', () => {
    expect(fitTitle('one two three four five six seven eight nine ten')).toBe('one two three four five six seven eight')
    expect(words(fitTitle('今日は新しい冷蔵庫の値段と配送の日程について長く話し合いました'))).toBeLessThanOrEqual(8)
  })

  it('lose quotation marks, line breaks and the full stop', () => {
    expect(fitTitle('  “Segment system\n deep dive.” ')).toBe('Segment system deep dive')
  })

  it('fit the line of a manifest, whatever they are made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const title = fitTitle(text)
        expect([...new Intl.Segmenter().segment(title)].length).toBeLessThanOrEqual(60)
        expect(words(title)).toBeLessThanOrEqual(8)
        expect(title).not.toMatch(/\n/)
      }),
    )
  })

  it('are never empty where nothing was said', () => {
    expect(summaryWithoutMessages([]).title).not.toBe('')
    const tools = Array.from({ length: 20 }, (_, i) => `tool_${i}`)
    expect(words(summaryWithoutMessages(tools).title)).toBeLessThanOrEqual(8)
  })
})

describe('complexity', () => {
  it('is 1 for a greeting and 5 for an afternoon over several topics with tools', () => {
    expect(complexity({ messages: 2, buckets: 1, tools: 0 })).toBe(1)
    expect(complexity({ messages: 100, buckets: 5, tools: 2 })).toBe(5)
  })

  it('stays between 1 and 5 and never falls when there is more of anything', () => {
    const count = fc.nat({ max: 200 })
    fc.assert(
      fc.property(count, count, count, (messages, buckets, tools) => {
        const here = complexity({ messages, buckets, tools })
        expect(here).toBeGreaterThanOrEqual(1)
        expect(here).toBeLessThanOrEqual(5)
        expect(complexity({ messages: messages + 10, buckets: buckets + 1, tools: tools + 1 })).toBeGreaterThanOrEqual(
          here,
        )
      }),
    )
  })
})

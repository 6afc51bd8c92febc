import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../language/tokens'
import { budgetFor, keepEnds } from './budget'

describe('the budget of a prompt', () => {
  it('leaves room for the reply and adds up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 512, max: 200_000 }), (contextTokens) => {
        const { reply, prompt, opening, newestTurn } = budgetFor(contextTokens)
        expect(reply + prompt).toBeLessThanOrEqual(contextTokens)
        expect(opening + newestTurn).toBe(prompt)
        expect(Math.min(reply, opening, newestTurn)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('keeping both ends of a text', () => {
  it('leaves what fits as it is', () => {
    expect(keepEnds('A short text.', 10)).toBe('A short text.')
  })

  it('keeps the question at the end of what was pasted, and says how much is missing', () => {
    const text = `Please look at this log. ${'line of a log file\n'.repeat(5_000)} Why did it fail?`
    const cut = keepEnds(text, 200)
    expect(cut).toMatch(/^Please look at this log\./)
    expect(cut).toMatch(/Why did it fail\?$/)
    expect(cut).toMatch(/\[… \d+ characters left out …\]/)
  })

  it('never exceeds its budget and never tears a character, in any script', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.constantFrom(
        '犬と猫'.repeat(4_000),
        '👨‍👩‍👧‍👦'.repeat(2_000),
        'a'.repeat(10_000),
        ' '.repeat(10_000),
        '𝔘'.repeat(5_000),
      ),
    )
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 500 }), (said, maxTokens) => {
        const cut = keepEnds(said, maxTokens)
        expect(countTokens(cut)).toBeLessThanOrEqual(maxTokens)
        expect(cut.isWellFormed()).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('takes ten million characters', () => {
    expect(countTokens(keepEnds('Ein sehr langer Text. '.repeat(450_000), 3_000))).toBeLessThanOrEqual(3_000)
  })
})

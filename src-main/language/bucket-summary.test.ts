import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BULLET, bucketSummary } from './bucket-summary'
import type { SummarisedMessage } from './extractive'
import { NOTHING_KNOWN } from './testing/statistics'
import { countTokens } from './tokens'

const user = (text: string): SummarisedMessage => ({ role: 'user', author: 'user', text, at: 0 })
const assistant = (text: string): SummarisedMessage => ({ role: 'assistant', author: 'assistant', text, at: 0 })

/** Invented. */
const talk = [
  user('I want to insulate the attic of the old house before winter.'),
  assistant('Wood fibre boards of 160 mm suit an old roof, they let moisture through.'),
  user('The roofer offered mineral wool for 4,200 euros.'),
  assistant('Ask the roofer for the price with wood fibre boards too.'),
  user('We decided on wood fibre boards, the roofer begins on 3 November.'),
  user('Do I need a vapour barrier with wood fibre boards?'),
]

describe('bucketSummary', () => {
  it('writes telegraphic bullets with the latest outcome and the open question', () => {
    const lines = bucketSummary('', talk, NOTHING_KNOWN).split('\n')
    expect(lines.every((line) => line.startsWith(BULLET))).toBe(true)
    expect(lines).toContain('• → decided on wood fibre boards, the roofer begins on 3 November')
    expect(lines.at(-1)).toBe('• ? Do I need a vapour barrier with wood fibre boards?')
    expect(lines.join()).toContain('4,200 euros')
  })

  it('keeps what a person wrote, first and unchanged', () => {
    const own = 'Budget: at most 6,000!\n- neighbour has a ladder'
    const once = bucketSummary(own, talk, NOTHING_KNOWN)
    const twice = bucketSummary(once, [user('The boards arrive on Friday at the old house, 48 pieces.')], NOTHING_KNOWN)
    expect(twice.startsWith(`${own}\n`)).toBe(true)
  })

  it('turns old outcomes into facts, drops old questions and lets the oldest bullets go', () => {
    let summary = bucketSummary('', talk, NOTHING_KNOWN)
    summary = bucketSummary(summary, [user('The boards arrive on Friday at the old house, 48 pieces.')], NOTHING_KNOWN)
    expect(summary).toContain('• decided on wood fibre boards')
    expect(summary).not.toContain('• ?')
    for (let week = 1; week <= 12; week += 1) {
      const report = `In week ${week} the roofer finished part ${week} of the attic and charged ${week * 100} euros.`
      summary = bucketSummary(summary, [user(report)], NOTHING_KNOWN)
    }
    expect(summary).toContain('week 12')
    expect(summary).not.toContain('mineral wool')
    expect(countTokens(summary)).toBeLessThanOrEqual(200)
  })

  it('says nothing new where nothing was said', () => {
    expect(bucketSummary('• a fact', [user('ok'), user('🎉')], NOTHING_KNOWN)).toBe('• a fact')
    expect(bucketSummary('', [], NOTHING_KNOWN)).toBe('')
  })

  it('stays within 200 tokens for any conversation', () => {
    const part = fc.constantFrom(
      'the attic of the house',
      '犬の散歩に行きました。',
      'costs 4,200 euros.',
      'Ada Lovelace said',
      'why?',
      '👩‍👩‍👧',
    )
    const text = fc.array(part, { maxLength: 40 }).map((parts) => user(parts.join(' ')))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (messages) => {
        expect(countTokens(bucketSummary('', messages, NOTHING_KNOWN))).toBeLessThanOrEqual(200)
      }),
      { numRuns: 50 },
    )
  })
})

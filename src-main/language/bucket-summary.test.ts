import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../runtime/slices'
import { asWritten, BULLET, ownLines, bucketSummary as summarising } from './bucket-summary'
import type { SummarisedMessage } from './extractive'
import { NOTHING_KNOWN } from './testing/statistics'
import { countTokens } from './tokens'

const bucketSummary = (...args: Parameters<typeof summarising>) => atOnce(summarising(...args))
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

describe('a summary that a person edits', () => {
  const made = bucketSummary('', talk, NOTHING_KNOWN)

  it('keeps the bullets it left alone, and takes a changed or new one for the person’s own', () => {
    const [first = '', ...others] = made.split('\n')
    const edited = [`${first}, in oak`, ...others, '• The key is under the mat', 'No bullet at all'].join('\r\n')
    const written = asWritten(edited, ['• of before', made])
    expect(ownLines(written)).toEqual([
      `${first.slice(BULLET.length)}, in oak`,
      'The key is under the mat',
      'No bullet at all',
    ])
    expect(written.split('\n')).toEqual(expect.arrayContaining(others))
  })

  it('never loses a word of the person’s to an update, whatever they wrote', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('• a fact', '• • a fact', '- an item', '→ an outcome', '# A heading'),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (typed) => {
        const written = asWritten(`${made}\n${typed.join('\n')}`, [made])
        const updated = bucketSummary(written, talk, NOTHING_KNOWN)
        for (const text of written.split('\n').filter((l) => l.trim() !== '' && !made.split('\n').includes(l)))
          expect(ownLines(updated)).toContain(text)
      }),
    )
  })
})

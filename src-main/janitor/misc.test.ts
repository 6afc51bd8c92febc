import { isMisc } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailySummary, miscBucket, type OneOff } from './misc'
import { id } from './testing/samples'

describe('the bucket of a day', () => {
  it('is named by the local date', () => {
    const newYear = Date.UTC(2025, 11, 31, 23, 30)
    expect(miscBucket(newYear, 'UTC')).toEqual({
      id: 'misc_conversations_2025_12_31',
      title: 'One-offs of 31 December 2025',
    })
    expect(miscBucket(newYear, 'Europe/Berlin')).toEqual({
      id: 'misc_conversations_2026_01_01',
      title: 'One-offs of 1 January 2026',
    })
  })

  it('is known by its id', () => {
    expect(isMisc(miscBucket(0, 'UTC').id)).toBe(true)
    expect(isMisc(id('misc_ideas_001'))).toBe(false)
  })
})

describe('the summary of a day', () => {
  it('has a line per one-off: its title, and how it began', () => {
    expect(
      dailySummary([
        { title: 'Arduino', opening: ' How do I\nblink an LED? ' },
        { title: 'Tax', opening: '' },
        { title: 'Same', opening: 'Same' },
      ]),
    ).toBe('- Arduino: How do I blink an LED?\n- Tax\n- Same')
  })

  it('says nothing of nothing', () => {
    expect(dailySummary([])).toBe('')
  })

  it('keeps to its size whatever was said, loses no one-off without saying so, and never cuts inside an emoji', () => {
    const oneOff: fc.Arbitrary<OneOff> = fc.record({
      title: fc.string({ minLength: 1, maxLength: 30 }).map((t) => t.replace(/\s/gu, '_')),
      opening: fc.constantFrom('', 'word '.repeat(200), '👨‍👩‍👧‍👦'.repeat(200), '猫が好き'.repeat(50)),
    })
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.array(oneOff, { minLength: 1, maxLength: 90 }), (oneOffs) => {
        const text = dailySummary(oneOffs)
        expect([...graphemes.segment(text)].length).toBeLessThanOrEqual(830)
        const lines = text.split('\n')
        const rest = /^- and (\d+) more$/.exec(lines.at(-1) ?? '')
        expect(rest ? lines.length - 1 + Number(rest[1]) : lines.length).toBe(oneOffs.length)
        expect(text.replaceAll('👨‍👩‍👧‍👦', '')).not.toMatch(/[\u{1F468}\u{1F469}\u{1F467}\u{1F466}]/u)
      }),
    )
  })
})

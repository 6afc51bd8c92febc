import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutGraphemes } from './graphemes'

const graphemes = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]

describe('cutGraphemes', () => {
  it('leaves a text that fits alone and cuts a longer one with an ellipsis', () => {
    expect(cutGraphemes('Sourdough', 9)).toBe('Sourdough')
    expect(cutGraphemes('Sourdough bread', 11)).toBe('Sourdough…')
    expect(cutGraphemes('Sourdough', 1)).toBe('…')
    expect(cutGraphemes('Sourdough', 0)).toBe('')
  })

  it('never cuts inside an emoji, an accented letter or a flag', () => {
    expect(cutGraphemes('👩‍👩‍👧👨‍👨‍👦🇩🇪🇯🇵', 3)).toBe('👩‍👩‍👧👨‍👨‍👦…')
    expect(cutGraphemes('ééééé', 3)).toBe('éé…')
  })

  it('never exceeds the limit and always keeps a beginning of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, max) => {
        const cut = cutGraphemes(text, max)
        expect(graphemes(cut).length).toBeLessThanOrEqual(max)
        expect(text.startsWith(cut.replace(/…$/, '').trimEnd())).toBe(true)
      }),
    )
  })
})

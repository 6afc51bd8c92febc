import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundText, poolWindows, splitIntoWindows } from './windows'

/** Four characters a token, as a stand-in for a tokenizer: never more for the whole than for its parts together. */
const count = (text: string): number => Math.ceil(text.length / 4)

describe('splitting a long text', () => {
  it('leaves a text that fits as it is', () => {
    expect(splitIntoWindows('Short. And sweet.', 10, count)).toEqual(['Short. And sweet.'])
  })

  it('begins and ends windows with sentences', () => {
    const text = 'The first sentence is here. The second one follows it. The third one ends it all.'
    expect(splitIntoWindows(text, 14, count)).toEqual([
      'The first sentence is here. The second one follows it. ',
      'The third one ends it all.',
    ])
  })

  it('loses nothing, adds nothing and keeps every window within the limit, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 40 }), (text, limit) => {
        const windows = splitIntoWindows(text, limit, count)
        expect(windows.join('')).toBe(text)
        // A single character may be longer than the smallest limits.
        for (const window of windows) expect(count(window) <= limit || [...window].length === 1).toBe(true)
      }),
    )
  })

  it('cuts a word that is longer than a window', () => {
    const windows = splitIntoWindows('a'.repeat(100), 5, count)
    expect(windows.length).toBeGreaterThan(4)
    expect(windows.join('')).toBe('a'.repeat(100))
  })
})

describe('bounding a text', () => {
  it('keeps the beginning and the end of a text of ten million characters', () => {
    const { text: bounded, from, shift } = boundText(`BEGIN ${'x'.repeat(10_000_000)} END`)
    expect(bounded.length).toBeLessThan(40_000)
    expect(bounded.startsWith('BEGIN ')).toBe(true)
    expect(bounded.endsWith(' END')).toBe(true)
    expect(bounded[from - 1]).toBe('\n')
    expect(bounded.length + shift).toBe(10_000_010)
  })

  it('replaces half surrogates, so that every place stays where it is, and keeps whole ones', () => {
    expect(boundText('a\uD83D b 🙂')).toEqual({ text: 'a\uFFFD b 🙂', from: 7, shift: 0 })
  })
})

describe('pooling windows', () => {
  it('weights by tokens and has length one', () => {
    const pooled = poolWindows([Float32Array.of(1, 0), Float32Array.of(0, 1)], [3, 4])
    expect([...pooled].map((value) => value.toFixed(3))).toEqual(['0.600', '0.800'])
  })

  it('returns a single vector unchanged', () => {
    const vector = Float32Array.of(0.6, 0.8)
    expect(poolWindows([vector], [7])).toBe(vector)
  })
})

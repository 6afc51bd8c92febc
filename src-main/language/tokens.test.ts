import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens, cutTokens } from './tokens'

describe('countTokens', () => {
  it('counts by o200k_base', () => {
    expect(countTokens('')).toBe(0)
    expect(countTokens('hello world')).toBe(2)
    expect(countTokens('The dog is called Rex.')).toBe(6)
  })

  it('counts control tokens in a text as the characters they are made of', () => {
    expect(countTokens('a <|endoftext|> b')).toBeGreaterThan(5)
  })

  it.each([
    ['Chinese without a break', '犬'.repeat(60_000), 60_000],
    ['one endless word', 'a'.repeat(200_000), 25_000],
    ['blanks', ' '.repeat(100_000), 800],
    ['signs', '='.repeat(100_000), 1_600],
  ])('stays linear for %s', (_, text, about) => {
    const count = countTokens(text)
    expect(count).toBeGreaterThan(about * 0.7)
    expect(count).toBeLessThan(about * 1.3)
  })
})

describe('cutTokens', () => {
  it('keeps a text that fits and the longest beginning of one that does not', () => {
    expect(cutTokens('hello world', 2)).toBe('hello world')
    expect(cutTokens('hello world again', 2)).toBe('hello world')
    expect(cutTokens('hello', 0)).toBe('')
  })

  it('never splits an emoji and never exceeds the budget', () => {
    const text = fc.array(fc.constantFrom('word ', '犬の散歩', '👩‍👩‍👧', 'é', 'naïve ', '\n\n', '1234', '🇩🇪', '---'))
    fc.assert(
      fc.property(
        text.map((parts) => parts.join('')),
        fc.nat(40),
        (whole, max) => {
          const cut = cutTokens(whole, max)
          expect(whole.startsWith(cut)).toBe(true)
          expect(countTokens(cut)).toBeLessThanOrEqual(max)
          const boundaries = [...new Intl.Segmenter('en').segment(whole)].map((g) => g.index)
          expect([...boundaries, whole.length]).toContain(cut.length)
        },
      ),
    )
  })
})

it('cuts a text alike whatever was cut before, a character in the middle among it', () => {
  const text = '𘪏𞒜󃍈 tomatoes 󽅛⏨𰻟 want sun and water'
  const alone = Array.from({ length: 24 }, (_, max) => cutTokens(text, max))
  for (const [max, cut] of alone.entries()) {
    cutTokens('👨‍👩‍👧‍👦'.repeat(8), (max % 7) + 1)
    expect(cutTokens(text, max)).toBe(cut)
  }
})

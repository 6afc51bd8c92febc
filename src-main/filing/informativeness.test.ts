import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turnWeight } from './informativeness'
import { WordCounts } from './statistics'
import { rarity, sharedTerms, termSimilarity, termsOf } from './terms'
import { SENTENCES } from './testing/sentences'
import { model, START, statistics, turn } from './testing/talk'

const weight = (text: string) => turnWeight(turn(text, START), statistics, model)

describe('how much topic a turn carries', () => {
  it('is more for a request than for an answer in a few empty words', () => {
    const least = Math.min(...[...SENTENCES.dogs, ...SENTENCES.taxes, ...SENTENCES.bread].map(weight))
    expect(weight("Yes, that's fine.")).toBeLessThan(least)
    expect(weight('ok')).toBeLessThan(least)
    expect(weight('Thanks!')).toBeLessThan(least)
  })

  it('is high for requests in other scripts too', () => {
    for (const text of [...SENTENCES.犬, ...SENTENCES.料理, ...SENTENCES.налоги, ...SENTENCES.футбол])
      expect(weight(text)).toBeGreaterThan(weight("Yes, that's fine."))
  })

  it('is a number between 0 and 1 for whatever is typed', () => {
    const base = turn('ok', START)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const w = turnWeight({ ...base, text }, statistics, model)
        expect(w).toBeGreaterThanOrEqual(0)
        expect(w).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the rarity of words', () => {
  it('falls as a word is used more, and needs no word list: the person’s own text says it', () => {
    const own = new WordCounts()
    const before = rarity('hund', own)
    own.add(Array.from({ length: 200 }, () => 'der hund schläft'))
    own.add(['das finanzamt schreibt'])
    expect(rarity('hund', own)).toBeLessThan(before)
    expect(rarity('hund', own)).toBeLessThan(rarity('finanzamt', own))
  })

  it('takes short words of alphabets for common as long as nothing is known', () => {
    const own = new WordCounts()
    expect(rarity('and', own)).toBeLessThan(rarity('mortgage', own))
    expect(rarity('犬', own)).toBe(rarity('散歩', own))
  })

  it('reads no more than the beginning of a pasted text', () => {
    expect(termsOf('word '.repeat(100_000)).length).toBe(300)
  })
})

describe('what two texts have in common', () => {
  const counts = (text: string) => new Map(termsOf(text).map((word) => [word, 1]))

  it('is 1 for the same words, 0 for none, and does not depend on the order', () => {
    const [a, b] = [counts('sourdough loaf'), counts('sourdough flour')]
    expect(termSimilarity(a, a, statistics)).toBeCloseTo(1)
    expect(termSimilarity(a, counts('tax return'), statistics)).toBe(0)
    expect(termSimilarity(a, b, statistics)).toBeCloseTo(termSimilarity(b, a, statistics))
  })

  it('is told by the one rare word they share rather than by the many usual ones', () => {
    const own = new WordCounts()
    own.add(Array.from({ length: 40 }, (_, i) => `please list some good ways to begin with number${i} this week`))
    own.add(Array.from({ length: 3 }, () => 'grafting'))
    const asked = counts('please list some good ways to begin with grafting')
    const tree = counts('grafting an apple branch in spring')
    const usual = counts('please list some good ways to begin with pottery')
    expect(termSimilarity(asked, tree, own)).toBeGreaterThan(2 * termSimilarity(asked, usual, own))
  })

  it('names the most telling words first', () => {
    const own = new WordCounts()
    own.add([...Array.from({ length: 50 }, () => 'bread again'), 'sourdough bread'])
    expect(sharedTerms(counts('sourdough bread'), counts('bread sourdough'), own, 5)[0]).toBe('sourdough')
  })
})

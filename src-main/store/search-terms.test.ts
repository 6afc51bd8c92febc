import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldedForTerms, mayHold, stem, termCounts, termSpans } from './search-terms'

const terms = (text: string) => [...termCounts(text).keys()]
/** True if every term of the query is among those of the text. */
const found = (query: string, text: string) => terms(query).every((t) => termCounts(text).has(t))

describe('what a text is found by', () => {
  it('makes writings of the same word equal: case, accents, width, ligatures, the four i of Turkish', () => {
    expect(fold('MÜLLER')).toBe(fold('Muller'))
    expect(fold('Straße')).toBe(fold('STRASSE'))
    expect(fold('İSTANBUL')).toBe(fold('istanbul'))
    expect(fold('ISPARTA')).toBe(fold('ısparta'))
    expect(fold('ｆｕｌｌ')).toBe('full')
    expect(fold('ﬁnd')).toBe('find')
    expect(fold('ΑΘΉΝΑ')).toBe(fold('Αθηνα'))
    expect(fold('كِتَاب')).toBe(fold('كتاب'))
  })

  it('leaves marks that are letters: Hindi vowels, Japanese voicing, Thai tones', () => {
    expect(fold('किताब')).not.toBe(fold('कताब'))
    expect(fold('が')).not.toBe(fold('か'))
    expect(fold('ข้าว')).not.toBe(fold('ขาว'))
  })

  it('finds inflected forms of a word by one another', () => {
    for (const [a, b] of [
      ['painting', 'painted'],
      ['dogs', 'dog'],
      ["Caroline's", 'Caroline'],
      ['running', 'runs'],
      ['Lampen', 'Lampe'],
      ['книгами', 'книгам'],
    ] as const)
      expect(stem(fold(a)), a).toBe(stem(fold(b)))
    expect(stem('cat')).not.toBe(stem('car'))
    expect(stem('2026')).toBe('2026')
  })

  it('finds a piece of a text without spaces', () => {
    expect(found('京都', '来週は東京都庁に行きます')).toBe(true)
    expect(found('犬', '犬の散歩')).toBe(true)
    expect(found('公园', '我们昨天去公园散步了')).toBe(true)
    expect(found('ร้านอาหาร', 'วันนี้ไปร้านอาหารใหม่')).toBe(true)
    expect(found('학교', '학교에서 만나요')).toBe(true)
    expect(found('猫', '犬の散歩')).toBe(false)
  })

  it('finds emoji, also with another presentation, and nothing in punctuation', () => {
    expect(found('🎉', 'done 🎉!')).toBe(true)
    expect(found('❤', 'I ❤️ it')).toBe(true)
    expect(terms('… — !? \n\t "')).toEqual([])
    expect(terms('')).toEqual([])
  })

  it('says where each term stands, in any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
        for (const { term, start, end } of termSpans(text)) {
          expect(term).not.toBe('')
          expect(term).not.toMatch(/\s/u)
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('reads what is long in time that grows with its length', () => {
    expect(terms('a'.repeat(100_000))).toHaveLength(1)
    expect(terms('日'.repeat(5000))).toHaveLength(2)
  })
})

describe('whether a text may hold a term', () => {
  const letter = fc.constantFrom(
    ..."aAbBeEéÉßıİiI ΑΣσςέ Жжй שׁא كِتَاب ـ 字漢が゙ーｶﾞ 한국어 ภาษา हिन्दी ﬁ ｆ ’'‘ .,:;_- 12٣ ✓❤️\u200d🔥🇩🇪 ʼ ǅ K Å ² ½".split(
      '',
    ),
    'running',
    'Straße',
    'l’eau',
    'camelCase',
    '85,000',
    'e\u0301',
    ' ',
    '\n',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.array(letter, { maxLength: 40 }).map((parts) => parts.join('')),
  )

  it('is never denied of one that it holds', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const folded = foldedForTerms(text)
        for (const term of terms(text)) expect(mayHold(folded, term), JSON.stringify([term, folded])).toBe(true)
      }),
      { numRuns: Number(process.env.RUNS ?? 2000) },
    )
  })

  it('is denied of one that none of its words comes to', () => {
    expect(mayHold(foldedForTerms('We painted the kitchen.'), 'paint')).toBe(true)
    expect(mayHold(foldedForTerms('We painted the kitchen.'), 'garden')).toBe(false)
  })
})

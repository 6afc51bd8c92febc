import { describe, expect, it } from 'vitest'
import { keyPhrases } from './key-phrases'
import { plainForm, rightForm, withCapitals } from './spelling'
import { statisticsOf } from './testing/statistics'

const knows = (counts: Record<string, number>) => (word: string) => counts[word] ?? 0

describe('rightForm', () => {
  it.each([
    ['descision', { descision: 2, decision: 1 }, 'decision'],
    ['recieve', { recieve: 1, receive: 9 }, 'receive'],
    ['insurence', { insurence: 1, insurance: 4 }, 'insurance'],
  ])('knows the right form of %s where it occurs', (word, counts, right) => {
    expect(rightForm(word, knows(counts))).toBe(right)
  })

  it.each([
    ['the right form never occurs', 'descision', { descision: 3 }],
    ['an ending', 'triangle', { triangle: 1, triangles: 9 }],
    ['two words that both exist', 'marital', { marital: 3, martial: 3 }],
    ['a short word', 'from', { from: 1, form: 50 }],
  ])('leaves a word alone for %s', (_, word, counts) => {
    expect(rightForm(word, knows(counts))).toBeNull()
  })

  it('writes phrases as the person mostly does', () => {
    const texts = ['The insurence claim is open.', 'My insurence claim again.']
    const all = statisticsOf([...texts, ...Array.from({ length: 9 }, (_, i) => `insurance number ${i}`)])
    expect(keyPhrases(texts, all, { max: 3 })[0]?.text).toBe('insurance claim')
  })
})

describe('withCapitals', () => {
  it.each([
    ['lebron james', 'lebron James'],
    ['united states', 'United States'],
    ['new york', 'New York'],
    ['deals on amazon', 'deals on Amazon'],
    ['html code', 'HTML code'],
    ['gym in the summer', 'gym in the summer'],
    ['apple pie', 'apple pie'],
    ['new hotel', 'new hotel'],
  ])('writes %s as %s', (typed, right) => {
    expect(withCapitals(typed.split(' ')).join(' ')).toBe(right)
  })
})

describe('plainForm', () => {
  it.each([
    ['seanslarını', 'tr', false, 'seansları'],
    ['alarmı', 'tr', true, 'alarm'],
    ['alarmları', 'tr', true, 'alarm'],
    ['müziği', 'tr', false, null],
    ['sternen', 'de', true, 'sterne'],
    ['garten', 'de', true, null],
    ['garden', 'en', true, null],
  ] as const)('%s (%s, alone: %s) is plainly %s', (word, language, lone, plain) => {
    expect(plainForm(word, language, { frequency: knows({ alarm: 3, sterne: 2 }), lone })).toBe(plain)
  })
})

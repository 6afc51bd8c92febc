import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutBoilerplate } from './boilerplate'
import { words } from './words'

const said = (text: string) => words(withoutBoilerplate(text)).join(' ')

describe('what programs put around the words of a message', () => {
  it.each([
    ['notes about pictures', 'Look! [shares a picture: a red kite over the barn]', 'look a red kite over the barn'],
    ['lone notes', '[image]\nIs this mould? [voice message]', 'is this mould'],
    [
      'links and addresses',
      'See https://example.org/a/b?c=d or write to jo@example.org today',
      'see or write to today',
    ],
    ['colour and escape codes', '\u001b[31mfailed\u001b[0m [0m in #ff8800 and rgb(1, 2, 3)', 'failed in and'],
    ['list marks', '1. flour\n2) water\n- [ ] salt\na) yeast', 'flour water salt yeast'],
    [
      'quoted mail with its headers',
      'I agree.\n\nOn Mon, 4 May 2026 at 10:00, Jo wrote:\n> The rent is due.\n> Thanks',
      'i agree',
    ],
    [
      'headers in another language',
      'Passt.\n-----Ursprüngliche Nachricht-----\nVon: Jo <jo@example.org>\nGesendet: Montag 10:00\nBetreff: Miete',
      'passt',
    ],
    ['signatures', 'See you there.\n-- \nJo Smith\nHead of Sales', 'see you there'],
    ['what a telephone adds', 'On my way\nSent from my iPhone', 'on my way'],
  ])('leaves out %s', (_, text, rest) => {
    expect(said(text)).toBe(rest)
  })

  it('is not what a person writes in lines with a colon or about a price', () => {
    expect(said('Flour: 500 g\nWater: 300 g')).toBe('flour 500 g water 300 g')
    expect(said('Issue #12 costs 5 > 3')).toBe('issue 12 costs 5 3')
  })

  it('never throws and never adds a word, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const before = new Set(words(text).join(''))
        for (const letter of words(withoutBoilerplate(text)).join('')) expect(before.has(letter)).toBe(true)
      }),
    )
  })
})

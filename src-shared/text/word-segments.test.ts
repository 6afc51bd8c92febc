import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinedAtPoints, wordSegments } from './word-segments'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const byTheSegmenter = (text: string): [string, number][] =>
  [...segmenter.segment(text)].flatMap((s): [string, number][] => (s.isWordLike ? [[s.segment, s.index]] : []))
const words = (text: string): [string, number][] =>
  [...wordSegments(text)].flatMap((s): [string, number][] => (s.isWordLike ? [[s.segment, s.index]] : []))

it.each([
  "Don't stop: it's 3.14, 1,000;5 or a.b.c — user_id=42_x, e.g. (U.S.A.) https://example.com/a_b?c=1&d=2",
  'a:b a::b 1:2 __init__ _ __ 1. .5 5_ _5 o’clock l’eau L·l x\u0301y ½ 10€ naïve Ärger Straße Привет, мир! ΓΕΙΑ σου',
  '日本語のテキスト and English混ぜる สวัสดีชาวโลก 한국어 👍🏽 done ❤️ ✅',
  'नमस्ते दुनिया। यह हिन्दी है, क्‍या? سلام، كيف حالُك؟ ٣ كتب x\u0301y \u0301 a\u0301.b «bon» ¿qué?',
  'tab\tnew\nline\u00a0no-break\u2028x\u3000y\u200bz',
])('finds the words the segmenter finds: %s', (text) => {
  expect(words(text)).toEqual(byTheSegmenter(text))
})

it('finds the same words as the segmenter in any text', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aZ09_\'.,;: -"\n/éßяΩ’·:', 'I.B'), maxLength: 60 })
  const marked = fc.string({ unit: fc.constantFrom(..."aé\u0301\u0308.':, _1हि्ंकी।سلُا،؟«»", 'क्ष'), maxLength: 40 })
  const any = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(
      fc.oneof(
        plain,
        marked,
        any,
        fc.tuple(plain, any, plain).map((parts) => parts.join('')),
      ),
      (text) => {
        expect(words(text)).toEqual(byTheSegmenter(text))
      },
    ),
    { numRuns: 3000 },
  )
})

it('keeps pictures, which are no words', () => {
  expect([...wordSegments('fine 👍🏽 then')].map((s) => s.segment)).toEqual(['fine', '👍🏽', 'then'])
})

it('joins what a segmenter parted at a point between letters, and nothing else', () => {
  const parts = (...segments: string[]) => {
    let index = 0
    return segments.map((segment) => {
      const part = { segment, index, isWordLike: /[\p{L}\d]/u.test(segment) }
      index += segment.length
      return part
    })
  }
  const joined = (...segments: string[]) => [...joinedAtPoints(parts(...segments))].map(({ segment }) => segment)
  expect(joined('on', ' ', 'Render', '.', 'com', ' ', 'U', '.', 'S', '.', 'A', '.')).toEqual([
    ...['on', ' ', 'Render.com', ' ', 'U.S.A', '.'],
  ])
  for (const apart of [
    ['ends', '.', ' ', 'Begins'],
    ['v', '.', '3'],
    ['日本', '.', 'com'],
    ['a', '.', '.', 'b'],
    ['.', 'com'],
  ])
    expect(joined(...apart)).toEqual(apart)
  for (const { segment, index } of joinedAtPoints(parts('a', '.', 'b', ' ', 'c')))
    expect('a.b c'.slice(index, index + segment.length)).toBe(segment)
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allSegments, wordSegments } from './word-segments'

const wordsIn = (segments: Iterable<{ segment: string; index: number; isWordLike?: boolean }>): [string, number][] =>
  [...segments].flatMap((s): [string, number][] => (s.isWordLike ? [[s.segment, s.index]] : []))
const byTheSegmenter = (text: string): [string, number][] => wordsIn(allSegments(text))
const words = (text: string): [string, number][] => wordsIn(wordSegments(text))

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

it.each([
  ['on Render.com U.S.A. ends. Begins', ['on', 'Render.com', 'U.S.A', 'ends', 'Begins']],
  ['v.3 1.5 a..b .com ab．cd е.г', ['v', '3', '1.5', 'a', 'b', 'com', 'ab．cd', 'е.г']],
  ['card:hover k:v 12:30 ab：cd S:t', ['card', 'hover', 'k', 'v', '12', '30', 'ab', 'cd', 'S', 't']],
  ['नम.कख शद:ab', ['नम.कख', 'शद', 'ab']],
  ['“Node.js”—k:v…', ['Node.js', 'k', 'v']],
])('reads signs that tables of different versions read differently in one way: %s', (text, expected) => {
  expect(words(text).map(([word]) => word)).toEqual(expected)
  expect(byTheSegmenter(text)).toEqual(words(text))
  for (const { segment, index } of allSegments(text)) expect(text.slice(index, index + segment.length)).toBe(segment)
})

it('is the segmenter in texts without such signs', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (any) => {
      const text = any.replace(/[.:\u00b8\uff0e\uff1a\ufe55\ufe10\ufe14]/g, '')
      expect(byTheSegmenter(text)).toEqual(wordsIn(segmenter.segment(text)))
    }),
  )
})

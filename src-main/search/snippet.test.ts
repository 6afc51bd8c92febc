import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termCounts } from '../store/search-terms'
import { snippetOf } from './snippet'

const wanted = (query: string) => new Map([...termCounts(query).keys()].map((t): [string, number] => [t, 1]))
const marked = (text: string, query: string) => {
  const snippet = snippetOf(text, wanted(query))
  return snippet.highlights.map(([start, end]) => snippet.text.slice(start, end))
}

describe('a snippet', () => {
  it('marks what was searched, in the writing of the text', () => {
    expect(marked('The Painted door', 'painting')).toEqual(['Painted'])
    expect(marked('Frau MÜLLER kommt', 'müller')).toEqual(['MÜLLER'])
    expect(marked('来週は東京都庁に行きます', '東京都')).toEqual(['東京都'])
    expect(marked('👩‍👩‍👧 and 🎉 today', '🎉')).toEqual(['🎉'])
    expect(marked('nothing here', 'volcano')).toEqual([])
  })

  it('shows the place where most of it stands, without line breaks, and says what was left out', () => {
    const text = `${'Weather talk.\n'.repeat(60)}The rear derailleur of my bicycle skips. ${'More talk. '.repeat(60)}`
    const { text: shown } = snippetOf(text, wanted('bicycle derailleur'))
    expect(shown).toContain('derailleur of my bicycle')
    expect(shown.startsWith('…')).toBe(true)
    expect(shown.endsWith('…')).toBe(true)
    expect(shown).not.toContain('\n')
  })

  it('shows all that matches within its first two lines where that can be', () => {
    const text =
      "Thanks, Ada. It's still a work in progress, but I'm doing my best. My kids are so excited about summer break! We're thinking about going camping next month."
    const { text: shown } = snippetOf(text, wanted('camping kids'))
    expect(shown).toMatch(/^….*kids are so excited about summer break! We're thinking about going camping/)
    expect(shown.indexOf('camping') + 'camping'.length).toBeLessThanOrEqual(96)
    expect(snippetOf(text, wanted('progress')).text.startsWith('Thanks, Ada.')).toBe(true)
    expect(snippetOf(text, wanted('month')).text).toMatch(/^….{60,}month\.$/)
  })

  it('shows words, not the signs of Markdown around them, and leaves signs that are words', () => {
    const answer =
      '### Sizes\n\n- **Price Range**: a `refund` of [$153](https://shop.example/a)\n\n```js\nlet snake_case = a ** b\n```'
    const { text } = snippetOf(answer, wanted('refund'))
    expect(text).toBe('Sizes Price Range: a refund of $153 let snake_case = a ** b')
    expect(marked(answer, 'refund price')).toEqual(['Price', 'refund'])
    expect(snippetOf('2 * 3 * 4, __init__.py and a - b', new Map()).text).toBe('2 * 3 * 4, __init__.py and a - b')
  })

  it('has highlights that rise, never overlap and lie on whole matches, whatever the text', () => {
    const word = fc.oneof(
      fc.constantFrom('dog', 'Über', '東京都', '🎉', 'x', ' ', '\n', '…'),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 120 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (parts, query) => {
          const snippet = snippetOf(parts.join(''), wanted(`dog 東京 ${query}`))
          let last = 0
          for (const [start, end] of snippet.highlights) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(snippet.text.length)
            last = end
          }
          expect(snippet.text.length).toBeLessThanOrEqual(300)
          expect(snippet.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
        },
      ),
      { numRuns: 200 },
    )
  })
})

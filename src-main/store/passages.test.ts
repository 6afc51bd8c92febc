import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aboutTokens, MOST_PASSAGES, passagesOf } from './passages'

const cutUp = (text: string) => passagesOf(text).map(({ start, end }) => text.slice(start, end))
const words = (n: number, word = 'lantern') => Array.from({ length: n }, (_, i) => `${word}${i}`).join(' ')

describe('the passages of a text', () => {
  it('leave a short text whole', () => {
    expect(passagesOf('A short answer.')).toEqual([{ start: 0, end: 15 }])
    expect(passagesOf('')).toEqual([{ start: 0, end: 0 }])
  })

  it('begin at headings and keep a heading with what follows it', () => {
    const text = `Intro ${words(40)}\n\n## Soil\n\n${words(50, 'clay')}\n\n## Water\n\n${words(50, 'rain')}`
    const found = cutUp(text)
    expect(found.find((p) => p.includes('## Soil'))).toContain('clay49')
    expect(found.find((p) => p.includes('## Water'))).toContain('rain0')
    expect(found.find((p) => p.includes('rain0'))).not.toContain('clay0')
  })

  it('keep a code block whole where it fits, blank lines and list marks in it and all', () => {
    const code = `\`\`\`python\ndef f():\n\n    - 1\n# not a heading\n${words(30, 'x')}\n\`\`\``
    const text = `${words(60)}\n\n${code}\n\n${words(60, 'after')}`
    expect(cutUp(text).some((p) => p.includes(code))).toBe(true)
  })

  it('repeat the last sentence where a paragraph is cut, and only there', () => {
    const text = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} tells of the harbour and its boats.`).join(
      ' ',
    )
    const found = passagesOf(text)
    expect(found.length).toBeGreaterThan(2)
    for (const [i, { start }] of found.entries()) if (i > 0) expect(start).toBeLessThan(found[i - 1]?.end ?? 0)
    const listed = Array.from({ length: 60 }, (_, i) => `- Item ${i} tells of the harbour and its many boats.`).join(
      '\n',
    )
    const items = passagesOf(listed)
    for (const [i, { start }] of items.entries())
      if (i > 0) expect(start).toBeGreaterThanOrEqual(items[i - 1]?.end ?? 0)
  })

  it('are of a size in scripts without spaces too', () => {
    for (const passage of cutUp('今日は港で新しい船を見ました。'.repeat(100)))
      expect(aboutTokens(passage)).toBeLessThan(230)
    expect(passagesOf('今日は港で新しい船を見ました。'.repeat(100)).length).toBeGreaterThan(4)
  })

  it('rise, stay inside, leave out nothing but blanks, and are at most 64, whatever the text', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom('', '# T', '```', '- a', '  - b', '1. c', '---', '**Bold**', 'x'.repeat(2000), words(150)),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const text = lines.join('\n')
        const found = passagesOf(text)
        expect(found.length).toBeLessThanOrEqual(MOST_PASSAGES)
        let covered = 0
        for (const { start, end } of found) {
          if (start > covered) expect(text.slice(covered, start).trim()).toBe('')
          expect(end).toBeGreaterThanOrEqual(covered)
          expect(end).toBeLessThanOrEqual(text.length)
          covered = end
        }
        expect(text.slice(covered).trim()).toBe('')
      }),
      { numRuns: 200 },
    )
  })

  it('of a book are still at most 64, made in a moment', () => {
    const book = Array.from({ length: 20_000 }, (_, i) => `Line ${i} of a very long log file.`).join('\n')
    expect(passagesOf(book).length).toBeLessThanOrEqual(MOST_PASSAGES)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitBlocks, splitGrowing } from './blocks'

describe('parts of a reply', () => {
  it('joined are the text', () => {
    const line = fc.constantFrom('', 'text', '- item', '1. one', '```ts', '```', '$$', '  indented', '# head', '| a |')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        expect(splitBlocks(text).join('')).toBe(text)
      }),
    )
  })
  it('are cut between paragraphs', () => {
    expect(splitBlocks('one\n\ntwo\nstill two\n\n# three')).toEqual(['one\n\n', 'two\nstill two\n\n', '# three'])
  })
  it('keep a fence whole, blank lines and all', () => {
    const fence = '```py\na = 1\n\nb = 2\n```\n\n'
    expect(splitBlocks(`${fence}after`)).toEqual([fence, 'after'])
  })
  it('keep a loose list with its numbers whole', () => {
    const list = '1. one\n\n2. two\n\n   more of two\n\n'
    expect(splitBlocks(`${list}after`)).toEqual([list, 'after'])
  })
  it('keep display math whole', () => {
    const math = '$$\na\n\nb\n$$\n\n'
    expect(splitBlocks(`${math}after`)).toEqual([math, 'after'])
  })
  it('stay one where definitions may be meant from anywhere', () => {
    const text = 'see [a]\n\nmore\n\n[a]: https://example.org'
    expect(splitBlocks(text)).toEqual([text])
  })
  it('never change before the last one while text is appended', () => {
    const text = '# A\n\nfirst\n\n- x\n- y\n\nsecond\n\n```\ncode\n\n```\n\nthird'
    const whole = splitBlocks(text)
    for (let length = 1; length < text.length; length += 1) {
      const sofar = splitBlocks(text.slice(0, length))
      expect(whole.slice(0, sofar.length - 1)).toEqual(sofar.slice(0, -1))
    }
  })
})

describe('parts of a reply that is being written', () => {
  const kinds: [string, string][] = [
    ['words without a line', 'endless words '.repeat(1_500)],
    ['a list without a blank line', '- an item of **a list** with `code`\n'.repeat(800)],
    ['letters without a space', '\u{1F33F}x'.repeat(7_000)],
    ['definitions', `[a]: https://example.org\n\n${'see [a] and more\n'.repeat(1_500)}`],
  ]
  it.each(kinds)('are short, joined are the text, and never change before the last one: %s', (_, text) => {
    const whole = splitGrowing(text)
    expect(whole.join('')).toBe(text)
    expect(Math.max(...whole.map((part) => part.length))).toBeLessThanOrEqual(4_000)
    expect(whole.every((part) => part.isWellFormed())).toBe(true)
    for (let length = 13_000; length < text.length; length += 997) {
      const sofar = splitGrowing(text.slice(0, length))
      expect(whole.slice(0, sofar.length - 1)).toEqual(sofar.slice(0, -1))
    }
  })
  it('leave code whole, and hundreds of lines of it in pieces that are code as well', () => {
    const code = (lines: number) => `\`\`\`py\n${'a = 1\n'.repeat(lines)}`
    expect(splitGrowing(code(2_000))).toEqual([code(2_000)])
    const pieces = splitGrowing(code(6_000))
    expect(pieces.length).toBeGreaterThan(2)
    for (const piece of pieces) expect(piece).toMatch(/^```py\na = 1\n(a = 1\n)*(```\n)?$/)
    expect(pieces.join('').match(/a = 1/g)).toHaveLength(6_000)
    expect(splitGrowing(code(7_000)).slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1))
  })
})

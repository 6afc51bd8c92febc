import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitBlocks } from './blocks'

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

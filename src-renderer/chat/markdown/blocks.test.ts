import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginsWithHeading, splitBlocks, splitGrowing } from './blocks'

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

  const line = (at: number) => `value_${at} = compute(${at})\n`
  const lines = (from: number, indent = '') => Array.from({ length: 900 }, (_, at) => indent + line(from + at)).join('')
  const torn: [string, string, number][] = [
    ['behind a line of text', `Here is the code:\n\`\`\`py\n${lines(0)}\`\`\`\nThat was it.\n`, 900],
    ['in a list', `1. Do this:\n   \`\`\`py\n${lines(0, '   ')}   \`\`\`\n2. Then rest.\n`, 900],
    ['deep in a list', `- a\n  - b:\n      ~~~py\n${lines(0, '      ')}      ~~~\n- Then rest.\n`, 900],
    [
      'twice, with words between',
      `Here:\n\`\`\`py\n${lines(0)}\`\`\`\n${'Then more words. '.repeat(400)}\n\`\`\`\`py\n${lines(900)}\`\`\`\`\nThat was it.\n`,
      1_800,
    ],
  ]
  it.each(torn)(
    'are code in each of them where code %s is cut, and never change before the last one',
    (_, text, all) => {
      const whole = splitGrowing(text)
      expect(whole.length).toBeGreaterThan(2)
      expect(Math.max(...whole.map((part) => part.length))).toBeLessThan(16_100)
      const code: string[] = []
      for (const part of whole) {
        let mark: string | null = null
        for (const one of part.trimEnd().split('\n')) {
          const found = /^ *(`{3,}|~{3,})(?:py)?$/.exec(one)?.[1]
          if (found !== undefined) mark = mark === null ? found : null
          else if (mark === null) expect(one).not.toContain('value_')
          else code.push(`${one.trim()}\n`)
        }
      }
      expect(code).toEqual(Array.from({ length: all }, (_, at) => line(at)))
      for (let length = 3_000; length < text.length; length += 997) {
        const sofar = splitGrowing(text.slice(0, length))
        expect(whole.slice(0, sofar.length - 1)).toEqual(sofar.slice(0, -1))
      }
    },
  )
  it.each([
    ['at the margin', (tex: string) => `$$\n${tex}$$\nThat was it.\n`],
    ['behind a line of text', (tex: string) => `It is\n$$\n${tex}$$\nThat was it.\n`],
    ['in a list', (tex: string) => `1. It is\n   $$\n${tex.replace(/^/gm, '   ')}$$\n2. Rest.\n`],
  ])('are pieces of one formula where a long one %s is cut', (_, around) => {
    const rows = Array.from({ length: 400 }, (_, at) => `x_{${at}} &= \\alpha^{${at}} * y * z \\\\\n`)
    const pieces = splitGrowing(around(rows.join('')))
    expect(pieces.length).toBeGreaterThan(2)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(4_010)
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^\$\$\nx_/)
    const drawn = pieces.flatMap((piece) =>
      [...piece.matchAll(/\$\$\n([\s\S]*?)(?:\$\$|$)/g)].map(([, tex = '']) => tex),
    )
    expect(drawn.join('').replace(/^ +/gm, '')).toBe(rows.join(''))
  })
  it('begin at the margin where code of a list goes on, and leave the list as it was behind it', () => {
    const pieces = splitGrowing(torn[1]?.[1] ?? '')
    expect(pieces[1]).toMatch(/^```py\nvalue_\d+ = compute/)
    expect(pieces.at(-1)).toMatch(/\n```\n2\. Then rest\.\n$/)
  })
  it('never change before the last one, whatever is written', () => {
    const piece = fc.constantFrom(
      ...['\n', '\n\n', '```py\n', '```\n', '   ```\n', '- ~~~\n', '~~~\n', '1. one\n', '`a` ', '$$\n', '  $$\n'],
      ...['word '.repeat(300), 'a = 1\n'.repeat(700), '   b = 2\n'.repeat(500), 'x'.repeat(5_000)],
      'x_1 &= y \\\\\n'.repeat(400),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 14 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, share) => {
          const text = all.join('')
          const sofar = splitGrowing(text.slice(0, Math.max(1, Math.floor(text.length * share))))
          expect(splitGrowing(text).slice(0, sofar.length - 1)).toEqual(sofar.slice(0, -1))
        },
      ),
    )
  })
})

describe('a part that begins with a heading', () => {
  it.each([
    '# A',
    '#### A\n\ntext',
    '\n \n## A',
    '   # A',
    '#',
    'A\n===',
    'A\n---\ntext',
    'A title\n -  \n',
    '#tag\n---',
  ])('is known: %j', (part) => expect(beginsWithHeading(part)).toBe(true))
  it.each([
    ...[
      'text',
      '#tag',
      '    # code',
      '##### A',
      'a\nb',
      '',
      ' ',
      '- a\n---',
      '1. a\n---',
      '> a\n---',
      '```yaml\n---\na: 1',
    ],
    ...['---\n---', '* * *\n---', '##### A\n---', '|a|b|\n|-|-|', '$$\n---', 'a\n- b', 'a\n-- c'],
  ])('is not taken for one: %j', (part) => expect(beginsWithHeading(part)).toBe(false))
  it('costs no more than its length, whatever it is', () => {
    const most = 500_000
    for (const part of [
      ' '.repeat(most),
      ' \n'.repeat(most),
      '- '.repeat(most),
      `a\n${'-'.repeat(most)}a`,
      'a'.repeat(most),
    ])
      expect(beginsWithHeading(part)).toBe(false)
  })
})

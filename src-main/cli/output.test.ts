import { describe, expect, it } from 'vitest'
import { printRows, printValue, type Row } from './output'

function printed(json: boolean, print: (out: { json: boolean; write(text: string): void }) => void): string {
  let text = ''
  print({
    json,
    write: (piece) => {
      text += piece
    },
  })
  return text
}
const rows: Row[] = [
  { id: 'a_001', title: '犬の散歩', messages: 12, pinned: true, bucket: null },
  { id: 'b_001', title: 'Zoë 👩‍👩‍👧 and\nfriends', messages: 3, pinned: false, bucket: 'x' },
]

describe('what the command line prints', () => {
  it('is one line of JSON for machines, with every field as it is', () => {
    const text = printed(true, (out) => printRows(out, rows, ['id']))
    expect(text.endsWith('\n')).toBe(true)
    expect(text.trimEnd()).not.toContain('\n')
    expect(JSON.parse(text)).toEqual(rows)
    expect(printed(true, (out) => printRows(out, [], ['id']))).toBe('[]\n')
    expect(printed(true, (out) => printValue(out, { a: 1 }, 'for people'))).toBe('{"a":1}\n')
  })

  it('is aligned columns for people, in any script, each row on one line', () => {
    expect(printed(false, (out) => printRows(out, rows, ['title', 'messages', 'pinned', 'bucket']))).toBe(
      [
        'title               messages  pinned  bucket',
        '犬の散歩            12        yes',
        'Zoë 👩‍👩‍👧 and friends  3                 x',
        '',
      ].join('\n'),
    )
    expect(printed(false, (out) => printRows(out, [], ['id']))).toBe('(none)\n')
  })

  it('cuts a long cell between letters and says so', () => {
    const text = printed(false, (out) => printRows(out, [{ title: '👩‍👩‍👧'.repeat(80), n: 1 }], ['title', 'n']))
    const [, line = ''] = text.split('\n')
    expect(line).toMatch(/…\s+1$/)
    expect(line).not.toContain('\u200d…')
    expect(line.length).toBeLessThan('👩‍👩‍👧'.length * 31)
  })

  it('ends every text with one line break', () => {
    for (const text of ['said', 'said\n']) expect(printed(false, (out) => printValue(out, null, text))).toBe('said\n')
  })

  it('holds no character that a terminal would act on, as a table, as text and as JSON', () => {
    const hostile = `a${String.fromCharCode(...Array.from({ length: 0xa0 }, (_, i) => i))}\u202e\u2066z\r\nlast`
    const actedOn = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u
    const row = { id: hostile, title: hostile }
    const outputs = [
      printed(false, (out) => printRows(out, [row], ['id', 'title'])),
      printed(false, (out) => printValue(out, null, hostile)),
      printed(true, (out) => printRows(out, [row], ['id'])),
      printed(true, (out) => printValue(out, { hostile }, '')),
    ]
    for (const text of outputs) expect(text).not.toMatch(actedOn)
    expect(outputs[1]).toContain('\\x1b')
    expect(JSON.parse(outputs[2] ?? '')).toEqual([row])
    expect(JSON.parse(outputs[3] ?? '')).toEqual({ hostile })
  })
})

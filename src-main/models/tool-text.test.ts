import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callsIn, createCallStream, withToolText } from './tool-text'
import type { CallEvent, ToolSpec } from './types'

const spec: ToolSpec = {
  name: 'bucket_search',
  description: 'Finds topics.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}
const call = (query: string) =>
  `<tool_call>\n{"name": "bucket_search", "arguments": {"query": "${query}"}}\n</tool_call>`

function read(pieces: readonly string[], names: readonly string[] = []): { text: string; calls: CallEvent[] } {
  const out = { text: '', calls: [] as CallEvent[] }
  const stream = createCallStream((piece) => {
    if (typeof piece === 'string') out.text += piece
    else out.calls.push(piece)
  }, names)
  for (const piece of pieces) stream.push(piece)
  stream.end()
  return out
}

describe('a model that asks for tools in its text', () => {
  it('has its calls taken out, each with an id of its own, and its prose left', () => {
    const { text, calls } = read([`Let me look.\n${call('dogs')}\n${call('Rome')}`])
    expect(text).toBe('Let me look.\n\n')
    expect(calls.map((c) => c.call)).toEqual([
      { name: 'bucket_search', arguments: { query: 'dogs' } },
      { name: 'bucket_search', arguments: { query: 'Rome' } },
    ])
    expect(new Set(calls.map((c) => c.id)).size).toBe(2)
  })

  it('is understood when it was cut off after a whole call, and has a nameless call when it cannot be read', () => {
    expect(callsIn('<tool_call>{"name": "bucket_status"}')).toEqual([{ name: 'bucket_status', arguments: {} }])
    expect(callsIn('<tool_call>{"name": "bucket_se')).toEqual([{ name: '', arguments: '{"name": "bucket_se' }])
    expect(callsIn('<tool_call>[1, 2]</tool_call>')).toEqual([{ name: '', arguments: '[1, 2]' }])
    expect(callsIn('No call at all, <tool, is here.')).toEqual([])
  })

  it('is read the same however its stream is cut, and no prose is lost', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 20 }).filter((s) => !s.includes('<')),
      fc.constantFrom('<', '<tool', '<tool_cal', '</tool_call', call('x'), call('y')),
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (parts, sizes) => {
          const whole = parts.join('')
          const pieces: string[] = []
          for (let at = 0; at < whole.length; ) {
            const size = sizes.next().value ?? 1
            pieces.push(whole.slice(at, at + size))
            at += size
          }
          expect(read(pieces)).toEqual(read([whole]))
          if (!whole.includes('<tool_call>')) expect(read(pieces).text).toBe(whole)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a small model that leaves the marks out', () => {
  const names = ['bucket_search']
  const bare = '{"name": "bucket_search", "arguments": {"query": "a } in \\"quotes\\""}}'
  const asked = { name: 'bucket_search', arguments: { query: 'a } in "quotes"' } }

  it.each([
    ['alone', bare, [asked], ''],
    ['fenced as code', `\n\`\`\`json\n${bare}\n\`\`\`\n`, [asked], ''],
    ['twice', `${bare}\n${bare}`, [asked, asked], ''],
    ['with prose behind it', `${bare}\nI looked.`, [asked], '\nI looked.'],
    ['JSON that is an answer', '{"name": "Rex", "legs": 4}', [], '{"name": "Rex", "legs": 4}'],
    ['code that is an answer', '```json\n{"a": 1}\n```', [], '```json\n{"a": 1}\n```'],
    ['a brace that never closes', '{ and so on', [], '{ and so on'],
    ['within prose', `See ${bare}`, [], `See ${bare}`],
    ['fenced within prose', `I look.\n\`\`\`json\n${bare}\n\`\`\`\nDone.`, [asked], 'I look.\n\nDone.'],
    ['fenced and cut off', `I look.\n\`\`\`json\n${bare}`, [asked], 'I look.'],
    [
      'code within prose',
      'So:\n```ts\nconst a = 1\n```\nand ```json\n{"a": 1}\n``` end',
      [],
      'So:\n```ts\nconst a = 1\n```\nand ```json\n{"a": 1}\n``` end',
    ],
  ])('is understood wherever its stream is cut: %s', (_, text, calls, prose) => {
    const whole = read([text], names)
    expect(whole.calls.map((c) => c.call)).toEqual(calls)
    expect(whole.text.trim()).toBe(prose.trim())
    for (let at = 1; at < text.length; at++) {
      expect(read([text.slice(0, at), text.slice(at)], names)).toEqual(whole)
    }
  })

  it('is not listened for where no tools were offered', () => {
    expect(read([bare])).toEqual({ text: bare, calls: [] })
  })
})

describe('a conversation with tools as text', () => {
  it('is the same without any', () => {
    const messages = [{ role: 'user' as const, text: 'Hi' }]
    expect(withToolText(messages, [])).toEqual(messages)
  })

  it('declares them behind the system text, or in one of its own', () => {
    const [system] = withToolText([{ role: 'system', text: 'Be brief.' }], [spec])
    expect(system?.text).toMatch(/^Be brief\.\n\n# Tools\n/)
    expect(system?.text).toContain(JSON.stringify({ type: 'function', function: spec }))
    expect(withToolText([{ role: 'user', text: 'Hi' }], [spec]).map((m) => m.role)).toEqual(['system', 'user'])
  })

  it('writes calls and answers out in the order they came, roles in turn, so that a prompt goes on where the last ended', () => {
    const rounds = [
      { text: 'Let me look.', uses: [{ id: 'a', name: 'bucket_search', arguments: { query: 'dogs' }, result: 'Rex' }] },
    ]
    const asked = withToolText(
      [
        { role: 'user', text: 'Dog?' },
        { role: 'assistant', text: '', rounds },
      ],
      [],
    )
    expect(asked).toEqual([
      { role: 'user', text: 'Dog?' },
      {
        role: 'assistant',
        text: 'Let me look.\n<tool_call>\n{"name":"bucket_search","arguments":{"query":"dogs"}}\n</tool_call>',
      },
      { role: 'user', text: '<tool_response>\nRex\n</tool_response>' },
    ])
    const later = withToolText(
      [
        { role: 'user', text: 'Dog?' },
        { role: 'assistant', text: 'Rex.', rounds },
      ],
      [],
    )
    expect(later.slice(0, 3)).toEqual(asked)
    expect(later.at(3)).toEqual({ role: 'assistant', text: 'Rex.' })
  })
})

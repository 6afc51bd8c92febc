import { describe, expect, it } from 'vitest'
import { externalIdOf, importedMessage } from '../types'
import { readRow } from './jsonl-row'

const row = { conv: 'd0', id: 'd0-0', ts: '2026-01-05T08:00:00Z', author: 'user', text: 'Hi.' }
const message = importedMessage({
  externalId: 'd0/d0-0',
  conv: 'd0',
  role: 'user',
  author: 'user',
  text: 'Hi.',
  at: Date.UTC(2026, 0, 5, 8),
})

describe('a row of the neutral form', () => {
  it.each([
    ['without a type', row, message],
    ['of type message with a session', { ...row, type: 'message', session: 's1' }, { ...message, session: 's1' }],
    ['of the assistant', { ...row, author: 'assistant' }, { ...message, role: 'assistant', author: 'assistant' }],
    ['of a named person', { ...row, author: 'Caroline' }, { ...message, author: 'Caroline' }],
    [
      'with numbers for ids and time',
      { ...row, conv: 1, id: 2, ts: 1767600000 },
      { ...message, conv: '1', externalId: '1/2' },
    ],
    ['with fields nobody asked for', { ...row, topic: 'x', oneoff: false }, message],
  ])('is a message %s', (_, value, expected) => {
    expect(readRow(JSON.stringify(value))).toEqual({ kind: 'message', message: expected })
  })

  it('keeps a message of ten thousand lines as it is', () => {
    const text = 'line\n'.repeat(10_000)
    expect(readRow(JSON.stringify({ ...row, text }))).toMatchObject({ message: { text } })
  })

  it('is passed over if it is of another type', () => {
    expect(readRow('{"type":"question","conv":"d0","text":"Who?"}')).toEqual({ kind: 'other', type: 'question' })
  })

  it.each([
    ['not JSON', 'hello'],
    ['cut off', JSON.stringify(row).slice(0, -5)],
    ['a list', '[1]'],
    ['null', 'null'],
    ['without a conversation', JSON.stringify({ ...row, conv: undefined })],
    ['without an id', JSON.stringify({ ...row, id: '' })],
    ['without an author', JSON.stringify({ ...row, author: null })],
    ['without a text', JSON.stringify({ ...row, text: '  ' })],
    ['without a time', JSON.stringify({ ...row, ts: 'soon' })],
  ])('is counted with a reason if it is %s', (_, line) => {
    expect(readRow(line)).toMatchObject({ kind: 'broken', reason: expect.stringMatching(/^it(?:s)? /) })
  })
})

describe('externalIdOf', () => {
  it('tells every pair of conversation and id apart', () => {
    const ids = [
      ['a', 'b/c'],
      ['a/b', 'c'],
      ['a%2Fb', 'c'],
      ['a', 'b%2Fc'],
    ].map(([conv = '', id = '']) => externalIdOf(conv, id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { externalIdOf, type ImportedConversation, type ImportedMessage, importedMessage } from '../types'
import { ConversationBuffer } from './conversation-buffer'

const said = (conv: string, id: number, at: number): ImportedMessage =>
  importedMessage({
    externalId: externalIdOf(conv, String(id)),
    conv,
    role: 'user',
    author: 'user',
    text: 'x',
    at,
    session: null,
  })

function run(messages: readonly ImportedMessage[], limit: number): ImportedConversation[] {
  const buffer = new ConversationBuffer({ messages: limit, characters: 1_000_000 })
  const out = messages.flatMap((message) => (buffer.add(message) ? [...buffer.overflow()] : []))
  return [...out, ...buffer.rest()]
}

const shape = (parts: readonly ImportedConversation[]) => parts.map((p) => [p.externalId, p.messages.map((m) => m.at)])

describe('ConversationBuffer', () => {
  it('puts interleaved conversations together', () => {
    const rows = [said('a', 1, 1), said('b', 1, 2), said('a', 2, 3), said('b', 2, 4)]
    expect(shape(run(rows, 10))).toEqual([
      ['a', [1, 3]],
      ['b', [2, 4]],
    ])
  })

  it('hands out the conversation that was quiet longest when too much is waiting', () => {
    const rows = [said('a', 1, 1), said('a', 2, 2), said('b', 1, 3), said('c', 1, 4), said('b', 2, 5)]
    expect(shape(run(rows, 3))).toEqual([
      ['a', [1, 2]],
      ['c', [4]],
      ['b', [3, 5]],
    ])
  })

  it('cuts one endless conversation at its longest silence', () => {
    const rows = [1, 2, 3, 4, 50, 51].map((at, i) => said('a', i, at))
    expect(shape(run(rows, 5))).toEqual([
      ['a', [1, 2, 3, 4]],
      ['a', [50, 51]],
    ])
  })

  it('leaves a repeated id out', () => {
    const buffer = new ConversationBuffer()
    expect(buffer.add(said('a', 1, 1))).toBe(true)
    expect(buffer.add(said('a', 1, 9))).toBe(false)
    expect(shape([...buffer.rest()])).toEqual([['a', [1]]])
  })

  it('hands every message out once and never keeps more than the limit', () => {
    const row = fc.record({ conv: fc.constantFrom('a', 'b', 'c'), at: fc.nat(50) })
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 6 }), (rows, limit) => {
        const messages = rows.map(({ conv, at }, i) => said(conv, i, at))
        const buffer = new ConversationBuffer({ messages: limit, characters: 1_000_000 })
        const out: ImportedConversation[] = []
        for (const [i, message] of messages.entries()) {
          buffer.add(message)
          out.push(...buffer.overflow())
          expect(i + 1 - out.flatMap((p) => p.messages).length).toBeLessThanOrEqual(limit)
        }
        out.push(...buffer.rest())
        expect(out.flatMap((p) => p.messages.map((m) => m.externalId)).sort()).toEqual(
          messages.map((m) => m.externalId).sort(),
        )
        for (const { externalId, messages: own } of out) {
          expect(own.length).toBeGreaterThan(0)
          expect(own.every((m) => m.conv === externalId)).toBe(true)
        }
      }),
    )
  })
})

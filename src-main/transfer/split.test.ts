import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitIntoSegments } from './split'
import { externalIdOf, type ImportedMessage, importedMessage } from './types'

const HOUR = 3_600_000

const said = (conv: string, id: number, at: number): ImportedMessage =>
  importedMessage({
    externalId: externalIdOf(conv, String(id)),
    conv,
    role: 'user',
    author: 'user',
    text: `message ${id}`,
    at,
    session: null,
  })

const times = (stretches: ImportedMessage[][]) => stretches.map((stretch) => stretch.map((m) => m.at))

describe('splitIntoSegments', () => {
  it('ends a stretch where the silence is longer than the timeout', () => {
    const messages = [said('a', 1, 0), said('a', 2, HOUR), said('a', 3, 2 * HOUR + 1)]
    expect(times(splitIntoSegments(messages, HOUR))).toEqual([[0, HOUR], [2 * HOUR + 1]])
  })

  it('keeps conversations apart that overlap in time', () => {
    const messages = [said('a', 1, 0), said('b', 1, 1), said('a', 2, 2), said('b', 2, 3)]
    expect(splitIntoSegments(messages, HOUR).map((s) => s.map((m) => m.externalId))).toEqual([
      ['a/1', 'a/2'],
      ['b/1', 'b/2'],
    ])
  })

  it('orders messages by time and leaves those of the same time in their order', () => {
    const messages = [said('a', 1, 5), said('a', 2, 1), said('a', 3, 5)]
    expect(splitIntoSegments(messages, HOUR)).toEqual([[messages[1], messages[0], messages[2]]])
  })

  it('loses no message, spans no silence and no two conversations', () => {
    const message = fc.record({ conv: fc.constantFrom('a', 'b', 'c'), at: fc.nat(100) })
    fc.assert(
      fc.property(fc.array(message), fc.nat(20), (rows, timeout) => {
        const messages = rows.map(({ conv, at }, i) => said(conv, i, at))
        const stretches = splitIntoSegments(messages, timeout)
        expect(new Set(stretches.flat())).toEqual(new Set(messages))
        expect(stretches.flat()).toHaveLength(messages.length)
        for (const stretch of stretches) {
          expect(new Set(stretch.map((m) => m.conv)).size).toBe(1)
          for (const [i, m] of stretch.slice(1).entries()) {
            expect(m.at - (stretch[i]?.at ?? 0)).toBeGreaterThanOrEqual(0)
            expect(m.at - (stretch[i]?.at ?? 0)).toBeLessThanOrEqual(timeout)
          }
        }
      }),
    )
  })
})

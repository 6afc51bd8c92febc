import type { MessageId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newMessageId } from '../store/testing/samples'
import { type Divisible, divide } from './divide'

const pointing = (degrees: number): Float32Array => {
  const angle = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}
const messagesAt = (...degrees: number[]): Divisible[] =>
  degrees.map((d) => ({ id: newMessageId(), vector: pointing(d) }))
const sides = (messages: readonly Divisible[], division: ReadonlyMap<MessageId, 0 | 1>) =>
  messages.map((m) => division.get(m.id))

describe('dividing a bucket in two', () => {
  it('goes by what the two sides are about, where that is known', () => {
    const messages = messagesAt(0, 10, 60, 80)
    expect(sides(messages, divide(messages, [pointing(0), pointing(90)]))).toEqual([0, 0, 1, 1])
    expect(sides(messages, divide(messages, [pointing(90), pointing(0)]))).toEqual([1, 1, 0, 0])
  })

  it('finds the other side itself where only one is known', () => {
    const messages = messagesAt(0, 10, 170, 180, 175)
    expect(sides(messages, divide(messages, [pointing(5), null]))).toEqual([0, 0, 1, 1, 1])
    expect(sides(messages, divide(messages, [null, pointing(5)]))).toEqual([1, 1, 0, 0, 0])
  })

  it('finds two clusters where nothing is known', () => {
    const messages = messagesAt(0, 5, -5, 120, 125, 115)
    const [first, ...rest] = sides(messages, divide(messages, [null, null]))
    expect(rest).toEqual([first, first, 1 - (first ?? 0), 1 - (first ?? 0), 1 - (first ?? 0)])
  })

  it('puts a lone message to the first side, and nothing nowhere', () => {
    const [one] = messagesAt(30)
    expect(one && sides([one], divide([one], [null, null]))).toEqual([0])
    expect(divide([], [null, null]).size).toBe(0)
  })

  it('gives every message exactly one side, the same each time, whatever the vectors', () => {
    const vector = fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(fc.array(vector, { maxLength: 12 }), fc.option(vector), (vectors, side) => {
        const messages = vectors.map((v) => ({ id: newMessageId(), vector: Float32Array.from(v) }))
        const known = [side && Float32Array.from(side), null] as const
        const division = divide(messages, known)
        expect([...division.keys()]).toEqual(messages.map((m) => m.id))
        expect([...divide(messages, known)]).toEqual([...division])
      }),
    )
  })
})

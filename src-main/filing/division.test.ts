import type { MessageId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newMessageId } from '../store/testing/samples'
import { type Divisible, divide, type Side } from './division'

const pointing = (degrees: number): Float32Array => {
  const angle = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}
const message = (degrees: number, over: Partial<Divisible> = {}): Divisible => ({
  id: newMessageId(),
  role: 'user',
  vector: pointing(degrees),
  weight: 1,
  stretchId: null,
  terms: new Set(),
  ...over,
})
const messagesAt = (...degrees: number[]): Divisible[] => degrees.map((d) => message(d))
const side = (degrees: number, over: Partial<Side> = {}): Side => ({
  vector: pointing(degrees),
  terms: new Set(),
  fixed: true,
  ...over,
})
const sides = (messages: readonly Divisible[], division: ReadonlyMap<MessageId, 0 | 1>) =>
  messages.map((m) => division.get(m.id))

describe('dividing a bucket in two', () => {
  it('goes by what the two sides hold, where that is known', () => {
    const messages = messagesAt(0, 10, 60, 80)
    expect(sides(messages, divide(messages, [side(0), side(90)]))).toEqual([0, 0, 1, 1])
    expect(sides(messages, divide(messages, [side(90), side(0)]))).toEqual([1, 1, 0, 0])
  })

  it('follows the names that were typed, by their meaning and by their words', () => {
    const messages = messagesAt(0, 5, -5, 120, 125, 115)
    const named = (degrees: number) => side(degrees, { fixed: false })
    expect(sides(messages, divide(messages, [named(30), named(100)]))).toEqual([0, 0, 0, 1, 1, 1])
    expect(sides(messages, divide(messages, [named(100), named(30)]))).toEqual([1, 1, 1, 0, 0, 0])
    // Likeness is undecided; the word is not.
    const alike = ['rent', 'tax', 'rent', 'tax'].map((word) => message(45, { terms: new Set([word]) }))
    const told = divide(alike, [
      side(45, { fixed: false, terms: new Set(['tax']) }),
      side(45, { fixed: false, terms: new Set(['rent']) }),
    ])
    expect(sides(alike, told)).toEqual([1, 0, 1, 0])
  })

  it('keeps what the person said and what was answered together', () => {
    const messages = [0, 10, 100, 110].flatMap((degrees) => [
      message(degrees),
      message(degrees + 80, { role: 'assistant', weight: 0.5 }),
    ])
    const of = sides(messages, divide(messages, [side(0), side(110)]))
    for (let i = 0; i < of.length; i += 2) expect(of[i]).toBe(of[i + 1])
  })

  it('leaves a follow-up without a topic of its own with the stretch it stands in', () => {
    const one = newMessageId()
    const messages = [
      message(0, { id: one, stretchId: one }),
      message(100, { stretchId: one, weight: 0.1 }),
      message(95),
      message(90),
    ]
    expect(sides(messages, divide(messages, [side(0), side(90)]))).toEqual([0, 0, 1, 1])
  })

  it('finds the other side itself where only one is known, and both where none is', () => {
    const messages = messagesAt(0, 10, 170, 180, 175)
    expect(sides(messages, divide(messages, [side(5), null]))).toEqual([0, 0, 1, 1, 1])
    expect(sides(messages, divide(messages, [null, side(5)]))).toEqual([1, 1, 0, 0, 0])
    const clusters = messagesAt(0, 5, -5, 120, 125, 115)
    expect(sides(clusters, divide(clusters, [null, null]))).toEqual([0, 0, 0, 1, 1, 1])
  })

  it('gives every message exactly one side, the same each time, and parts no exchange, whatever the vectors', () => {
    const said = fc.record({
      vector: fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 2, maxLength: 2 }),
      role: fc.constantFrom('user' as const, 'assistant' as const),
      weight: fc.float({ noNaN: true, min: 0, max: 1 }),
    })
    fc.assert(
      fc.property(fc.array(said, { maxLength: 12 }), fc.option(fc.integer({ min: 0, max: 360 })), (list, degrees) => {
        const messages = list.map((one) => message(0, { ...one, vector: Float32Array.from(one.vector) }))
        const known = [degrees === null ? null : side(degrees, { fixed: false }), null] as const
        const division = divide(messages, known)
        expect([...division.keys()]).toEqual(messages.map((m) => m.id))
        expect([...divide(messages, known)]).toEqual([...division])
        messages.forEach((m, i) => {
          const before = messages[i - 1]
          if (before && m.role === 'assistant') expect(division.get(m.id)).toBe(division.get(before.id))
        })
      }),
    )
  })
})

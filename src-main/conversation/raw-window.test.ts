import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectRawWindow } from './raw-window'

const message = (id: number, topicChanged = false) => ({ id, topicChanged })
/** Messages 1…count, with marks on those given. */
const talk = (count: number, ...marked: number[]) =>
  Array.from({ length: count }, (_, i) => message(i + 1, marked.includes(i + 1)))
const ids = (window: { id: number }[]) => window.map((m) => m.id)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('the raw window', () => {
  it('is the newest fifteen when no boundary is near', () => {
    expect(ids(selectRawWindow(talk(40, 3), 15))).toEqual(range(26, 40))
  })

  it('starts at the earliest of several boundaries inside it', () => {
    expect(ids(selectRawWindow(talk(40, 28, 33), 15))).toEqual(range(28, 40))
  })

  it('keeps at least four messages: a boundary near the end is passed over', () => {
    expect(ids(selectRawWindow(talk(40, 38), 15))).toEqual(range(26, 40))
    expect(ids(selectRawWindow(talk(40, 37), 15))).toEqual(range(37, 40))
  })

  it('reaches back to the nearest boundary in the ten before when none inside will do', () => {
    expect(ids(selectRawWindow(talk(40, 18, 22, 39), 15))).toEqual(range(22, 40))
  })

  it('does not look further back than ten messages before it', () => {
    expect(ids(selectRawWindow(talk(40, 16), 15))).toEqual(range(16, 40))
    expect(ids(selectRawWindow(talk(40, 15), 15))).toEqual(range(26, 40))
  })

  it('shows the whole of a conversation that is shorter than it', () => {
    expect(ids(selectRawWindow(talk(3, 2), 15))).toEqual([1, 2, 3])
    expect(selectRawWindow([], 15)).toEqual([])
  })

  it('is always an unbroken end of the conversation of bounded length, and starts at a boundary or with the newest N', () => {
    const marks = fc.array(fc.boolean(), { maxLength: 60 })
    fc.assert(
      fc.property(marks, fc.integer({ min: 5, max: 20 }), (flags, size) => {
        const messages = flags.map((topicChanged, id) => ({ id, topicChanged }))
        const window = selectRawWindow(messages, size)
        expect(window).toEqual(messages.slice(messages.length - window.length))
        expect(window.length).toBeLessThanOrEqual(size + 10)
        expect(window.length).toBeGreaterThanOrEqual(Math.min(4, messages.length))
        const atBoundary = window[0]?.topicChanged ?? false
        expect(atBoundary || window.length === Math.min(size, messages.length)).toBe(true)
        // Earliest: inside the newest N no boundary lies before the start.
        if (window.length < size) expect(messages.slice(-size, -window.length).some((m) => m.topicChanged)).toBe(false)
      }),
    )
  })

  it('does not depend on anything older than its candidates', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 25, maxLength: 60 }), (flags) => {
        const messages = flags.map((topicChanged, id) => ({ id, topicChanged }))
        expect(selectRawWindow(messages, 15)).toEqual(selectRawWindow(messages.slice(-25), 15))
      }),
    )
  })
})

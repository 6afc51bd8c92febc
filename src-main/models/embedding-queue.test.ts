import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseBatch, EmbeddingQueue, type QueuedText } from './embedding-queue'
import type { Priority, TextKind } from './types'

const item = (text: string, priority: Priority = 'normal', signal?: AbortSignal): QueuedText => ({
  text,
  priority,
  kind: 'passage',
  signal,
  resolve: () => undefined,
  reject: () => undefined,
})
const anything = (): boolean => true

describe('the embedding queue', () => {
  it('gives the turn first, then normal work, then the backlog', () => {
    const queue = new EmbeddingQueue(10)
    queue.add(item('old', 'backlog'))
    queue.add(item('work', 'normal'))
    queue.add(item('typed', 'turn'))
    const order = [1, 2, 3].map(() => queue.takeBatch(anything).map(({ text }) => text))
    expect(order).toEqual([['typed'], ['work'], ['old']])
  })

  it('lets the turn in when it is full and makes others wait until something was taken', async () => {
    const queue = new EmbeddingQueue(1)
    queue.add(item('a'))
    expect(queue.hasRoom('turn')).toBe(true)
    expect(queue.hasRoom('backlog')).toBe(false)
    let entered = false
    const waiting = queue.nextRoom().then(() => {
      entered = true
    })
    await Promise.resolve()
    expect(entered).toBe(false)
    queue.takeBatch(anything)
    await waiting
    expect(queue.hasRoom('backlog')).toBe(true)
  })

  it('hands out what was aborted and keeps the rest', () => {
    const queue = new EmbeddingQueue(10)
    const controller = new AbortController()
    queue.add(item('gone', 'backlog', controller.signal))
    queue.add(item('stays', 'backlog'))
    controller.abort()
    expect(queue.takeAborted().map(({ text }) => text)).toEqual(['gone'])
    expect(queue.takeBatch(anything).map(({ text }) => text)).toEqual(['stays'])
  })

  it('always makes progress with batches of one kind within the limits', () => {
    const texts = fc.array(
      fc.record({ text: fc.integer({ min: 0, max: 12_000 }), kind: fc.constantFrom<TextKind>('passage', 'query') }),
      { maxLength: 80 },
    )
    fc.assert(
      fc.property(texts, (sizes) => {
        const list = sizes.map(({ text, kind }) => ({ text: 'x'.repeat(text), kind }))
        const batch = chooseBatch(list)
        expect(batch.length > 0).toBe(list.length > 0)
        expect(batch[0]).toBe(list[0])
        expect(batch.length).toBeLessThanOrEqual(32)
        expect(new Set(batch.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1)
        const characters = batch.reduce((total, { text }) => total + text.length, 0)
        expect(batch.length === 1 || characters <= 8000 || batch.length === 0).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})

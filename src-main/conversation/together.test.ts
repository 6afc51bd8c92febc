import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { together } from './together'

describe('pieces of a reply', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('are told one by one as a model writes them', () => {
    const told: string[] = []
    const pieces = together((text) => told.push(text))
    for (let i = 0; i < 200; i++) {
      pieces.push(`${i} `)
      vi.advanceTimersByTime(6)
    }
    expect(told).toHaveLength(200)
  })

  it('are told together in a flood, each once and in order, and without waiting for the next', () => {
    const told: string[] = []
    const pieces = together((text) => told.push(text))
    const all = Array.from({ length: 10_000 }, (_, i) => `${i} `)
    for (const piece of all) pieces.push(piece)
    expect(told.length).toBeLessThan(20)
    vi.advanceTimersByTime(30)
    expect(told.join('')).toBe(all.join(''))
  })

  it('are all told before what comes after them', () => {
    const told: string[] = []
    const pieces = together((text) => told.push(text))
    for (let i = 0; i < 100; i++) pieces.push('x')
    pieces.end()
    expect(told.join('')).toHaveLength(100)
    vi.advanceTimersByTime(1_000)
    expect(told.join('')).toHaveLength(100)
  })
})

import { describe, expect, it } from 'vitest'
import { measureMemory, paceOf, paceShown } from './pace'

describe('how fast a model would write here', () => {
  it('is how often its weights can be read in a second', () => {
    expect(paceOf(1e9, 10e9)).toBe(10)
    expect(paceOf(4e9, 10e9)).toBe(2.5)
  })

  it('is measured by the best of three copies', () => {
    const times = [0, 40, 100, 110, 200, 230]
    expect(measureMemory(() => times.shift() ?? 0)).toBe((32 * 2 ** 20 * 1000) / 10)
  })

  it('is what a long answer of a large model shows, and no other', () => {
    expect(paceShown(1e9, { tokensPerSecond: 8, generatedTokens: 40 })).toBe(8e9)
    expect(paceShown(1e9, { tokensPerSecond: 8, generatedTokens: 3 })).toBeNull()
    expect(paceShown(1e8, { tokensPerSecond: 40, generatedTokens: 40 })).toBeNull()
    expect(paceShown(null, { tokensPerSecond: 8, generatedTokens: 40 })).toBeNull()
    expect(paceShown(1e9, { tokensPerSecond: null, generatedTokens: 40 })).toBeNull()
  })
})

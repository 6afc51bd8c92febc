import { describe, expect, it } from 'vitest'
import { nextAsideChunk } from './lane'

describe('how much is read at once beside the conversation', () => {
  it('is what takes a tenth of a second on this machine', () => {
    expect(nextAsideChunk(16, 400)).toBe(4)
    expect(nextAsideChunk(16, 100)).toBe(16)
    expect(nextAsideChunk(16, 20)).toBe(80)
  })

  it('is never so little that nothing comes of it, and never more than in a turn', () => {
    expect(nextAsideChunk(4, 5000)).toBe(4)
    expect(nextAsideChunk(256, 1)).toBe(256)
    expect(nextAsideChunk(16, 0)).toBe(256)
  })
})

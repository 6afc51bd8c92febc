import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMemory, valued } from '../testing/memories'
import { placeOf } from './place'

describe('where an entry stands', () => {
  it('is what the last rendering says, whatever its value would let one expect', () => {
    const low = aMemory(1, { value: { ...valued(0.3), tier: 'ARCHIVE' } })
    expect(placeOf(low, { [low.id]: 'summary' })).toBe('summary')
    const kept = aMemory(2, { value: { ...valued(0.95), tier: 'KEEP' } })
    expect(placeOf(kept, {})).toBe('full_up')
  })

  it('is nowhere once it holds no more, even if an old rendering still has it', () => {
    const ended = aMemory(1, { endedAt: '2026-11-01T10:00:00.000Z' })
    expect(placeOf(ended, { [ended.id]: 'full' })).toBe('ended')
  })

  it('says “worth too little” only of what is, for any value and kind', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('KEEP', 'SUMMARIZE', 'ARCHIVE'),
        fc.constantFrom('preference', 'task', 'insight', 'fact', 'chitchat'),
        fc.boolean(),
        fc.boolean(),
        (score, tier, category, pinned, explicit) => {
          // a tier is given by the score, a pin or “remember …” (main's rule)
          fc.pre(tier !== 'ARCHIVE' || (score < 0.5 && !pinned && !explicit))
          const memory = aMemory(1, { category, pinned, explicit, value: { ...valued(score), tier } })
          const place = placeOf(memory, {})
          if (place === 'low') expect(score).toBeLessThan(0.5)
          if (place === 'full_up' && category !== 'preference') expect(tier).not.toBe('ARCHIVE')
        },
      ),
    )
  })
})

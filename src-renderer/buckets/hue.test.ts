import { bucketId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hueOf } from './hue'

const id = (text: string) => bucketId.parse(text)

describe('the hue of a bucket', () => {
  it('is a whole degree and never changes for an id', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_]{1,40}$/), (text) => {
        const hue = hueOf(id(text))
        expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true)
        expect(hueOf(id(text))).toBe(hue)
      }),
    )
  })
  it('differs for ids that differ only in their number', () => {
    const hues = Array.from({ length: 9 }, (_, n) => hueOf(id(`dog_breeds_00${n + 1}`)))
    expect(new Set(hues).size).toBe(9)
  })
  it('uses the whole circle', () => {
    const sectors = new Set(Array.from({ length: 200 }, (_, n) => Math.floor(hueOf(id(`topic_${n}_001`)) / 30)))
    expect(sectors.size).toBe(12)
  })
  it('takes ids of any script', () => {
    expect(hueOf(id('犬の散歩_001'))).not.toBe(hueOf(id('猫の散歩_001')))
  })
})

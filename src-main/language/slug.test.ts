import { bucketId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugFor } from './slug'

describe('slugFor', () => {
  it.each([
    ['Dog breeds', 'dog_breeds'],
    ['Trip to Lisbon!', 'trip_to_lisbon'],
    ["Melanie's C++ & Rust", 'melanies_c_rust'],
    ['犬の散歩', '犬の散歩'],
    ['Straße nach Übersee', 'straße_nach_übersee'],
    ['हिन्दी सीखना', 'हिन्दी_सीखना'],
    ['🎉🎉', 'topic'],
    ['', 'topic'],
    ['A very long title about many different things at once', 'a_very_long_title_about_many_different'],
  ])('makes of %j the slug %j', (title, slug) => {
    expect(slugFor(title)).toBe(slug)
  })

  it('always gives something that can begin a bucket id', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', minLength: 30 })), (title) => {
        const slug = slugFor(title)
        expect(slug.length).toBeLessThanOrEqual(40)
        expect(bucketId.safeParse(`${slug}_001`).success).toBe(true)
        expect(slug).toBe(slugFor(slug))
      }),
    )
  })
})

import { isMisc } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { findBucket, isSameName } from './references'
import { bucketOf, mergedInto } from './testing/samples'

const dogs = bucketOf('dog_breeds_001', { title: 'Dog breeds' })
const walks = bucketOf('犬の散歩_001', { title: '犬の散歩' })
const cafe = bucketOf('café_001', { title: 'Café' })
const rooms = bucketOf('room_001', { title: 'Room' })
const found = (written: string, buckets = [dogs, walks, cafe, rooms]) => {
  const reference = findBucket(written, buckets)
  return reference.kind === 'found' ? reference.bucket.id : reference.kind
}

describe('a bucket as somebody writes it', () => {
  it('is found by its id, in any case', () => {
    expect(found('dog_breeds_001')).toBe('dog_breeds_001')
    expect(found('DOG_BREEDS_001')).toBe('dog_breeds_001')
    expect(found('犬の散歩_001')).toBe('犬の散歩_001')
  })

  it('is found by an id with a made-up suffix, by its name and by its title', () => {
    for (const written of [
      'dog_breeds_XXX',
      'dog_breeds_xx',
      'dog_breeds_042',
      'dog_breeds',
      'Dog Breeds',
      'dog-breeds',
    ])
      expect([written, found(written)]).toEqual([written, 'dog_breeds_001'])
    expect(found('犬の散歩_XXX')).toBe('犬の散歩_001')
    expect(found('犬の散歩')).toBe('犬の散歩_001')
  })

  it('is meant by its title before others whose id only begins so', () => {
    const named = bucketOf('visit_001', { title: 'John' })
    const other = bucketOf('john_001', { title: 'Birthday of John' })
    expect(found('John', [other, named])).toBe('visit_001')
    expect(found('john_001', [other, named])).toBe('john_001')
    expect(found('John', [other])).toBe('john_001')
  })

  it('is found however its accents are composed', () => {
    expect(found('Cafe\u0301')).toBe('café_001')
    expect(found('cafe\u0301_001')).toBe('café_001')
  })

  it('is not found by a number that belongs to another name', () => {
    expect(found('Room 101')).toBe('unknown')
    expect(found('Room')).toBe('room_001')
  })

  it('is unknown if nothing is like it, and if nothing is left of what was written', () => {
    expect(found('cats')).toBe('unknown')
    expect(found('')).toBe('unknown')
    expect(found('___')).toBe('unknown')
    expect(found('_001')).toBe('unknown')
  })

  it('leads to where it was merged, by old id and by old title', () => {
    const old = mergedInto('dog_breeds_001', 'poodles_001', { title: 'Poodles' })
    for (const written of ['poodles_001', 'Poodles', 'poodles_XXX']) expect(found(written, [dogs, old])).toBe(dogs.id)
  })

  it('is ambiguous if several live ones fit, but not because of the archived', () => {
    const second = bucketOf('dog_breeds_002', { title: 'Dog breeds' })
    const asleep = bucketOf('dog_breeds_003', { title: 'Dog breeds', status: 'archived' })
    const result = findBucket('Dog Breeds', [dogs, second, asleep])
    expect(result).toMatchObject({ kind: 'ambiguous', among: [{ id: 'dog_breeds_001' }, { id: 'dog_breeds_002' }] })
    expect(found('Dog Breeds', [dogs, asleep])).toBe('dog_breeds_001')
    expect(found('Dog Breeds', [asleep])).toBe('dog_breeds_003')
    expect(found('dog_breeds_002', [dogs, second, asleep])).toBe('dog_breeds_002')
  })

  it('is one bucket if all that fit lead to it', () => {
    expect(found('Dog breeds', [dogs, mergedInto('dog_breeds_001', 'dog_breeds_002', { title: 'Dog breeds' })])).toBe(
      dogs.id,
    )
  })
})

it('knows the day’s filed-away one-offs by their id, and two names for one', () => {
  expect(isMisc(bucketOf('misc_conversations_2026_01_05').id)).toBe(true)
  expect(isMisc(bucketOf('misc_things_001').id)).toBe(false)
  expect(isSameName('Dog  breeds', 'dog_breeds')).toBe(true)
  expect(isSameName('Dogs', 'Dog')).toBe(false)
})

import { type BucketId, bucketId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { relatedTo } from './related'

const segment = (name: string, ...buckets: string[]) => ({ name, buckets: buckets.map((b) => bucketId.parse(b)) })
const own = segment('own', 'dogs_001')
/** `pups_001` was merged into `dogs_001`. */
const bucketOf = (id: BucketId): BucketId => (id === 'pups_001' ? bucketId.parse('dogs_001') : id)
const related = (candidates: { segment: ReturnType<typeof segment>; cosine: number }[]) =>
  relatedTo(own, candidates, bucketOf).map((c) => c.segment.name)

describe('related segments', () => {
  it('are those clearly alike, and those of one bucket that are somewhat alike, in the order given', () => {
    expect(
      related([
        { segment: segment('alike', 'cats_001'), cosine: 0.5 },
        { segment: segment('same bucket', 'dogs_001'), cosine: 0.25 },
        { segment: segment('merged bucket', 'cats_001', 'pups_001'), cosine: 0.22 },
        { segment: segment('other bucket', 'cats_001'), cosine: 0.3 },
        { segment: segment('same bucket, unlike', 'dogs_001'), cosine: 0.1 },
      ]),
    ).toEqual(['alike', 'same bucket', 'merged bucket'])
  })

  it('are none where nothing is alike, however few there are to choose from', () => {
    expect(related([{ segment: segment('the only other one'), cosine: 0.2 }])).toEqual([])
  })
})

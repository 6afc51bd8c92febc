import { describe, expect, it } from 'vitest'
import { bucketOfLink, bucketOfWords } from './deep-link'

describe('a link into the app', () => {
  it('leads to a bucket by its id, in any script', () => {
    expect(bucketOfLink('catchment://bucket/dog_breeds_001')).toBe('dog_breeds_001')
    expect(bucketOfLink(`catchment://bucket/${encodeURIComponent('犬の散歩_001')}`)).toBe('犬の散歩_001')
  })
  it.each([
    'https://bucket/dog_breeds_001',
    'catchment://message/dog_breeds_001',
    'catchment://bucket/',
    'catchment://bucket/%E0%A4%A',
    'dog_breeds_001',
    '--user-data-dir=/tmp',
  ])('is nothing else: %s', (link) => {
    expect(bucketOfLink(link)).toBeNull()
  })
  it('is found among the words a second start was called with', () => {
    expect(bucketOfWords(['/opt/catchment', '--flag', 'catchment://bucket/bread_001'])).toBe('bread_001')
    expect(bucketOfWords(['/opt/catchment'])).toBeNull()
  })
})

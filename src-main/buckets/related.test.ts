import { describe, expect, it } from 'vitest'
import { bucket as id } from '../store/testing/samples'
import { alsoNamed } from './related'
import { bucketOf, mergedInto } from './testing/samples'

const buckets = [
  bucketOf('mira_dev_001'),
  bucketOf('window_cleaning_001'),
  bucketOf('taxes_001'),
  bucketOf('dogs_001'),
  bucketOf('misc_conversations_2026_01_05', { status: 'archived' }),
  mergedInto('window_cleaning_001', 'windows_001'),
]
const tags = (...ids: string[]) => ids.map((written) => ({ id: written, isNew: false }))

describe('a turn that spans several topics', () => {
  it('keeps the bucket named last and names the others, each once, merges followed', () => {
    const named = tags('window_cleaning_001', 'windows_001', 'mira_dev_001')
    expect(alsoNamed(named, buckets, id('mira_dev_001'))).toEqual(['window_cleaning_001'])
  })

  it('names at most three, and neither what is unknown nor filed-away one-offs nor itself', () => {
    const named = tags('misc_conversations_2026_01_05', 'nowhere_001', 'mira_dev_001', 'taxes_001', 'dogs_001')
    expect(alsoNamed(named, buckets, id('dogs_001'))).toEqual(['taxes_001', 'mira_dev_001'])
    const all = tags('mira_dev_001', 'window_cleaning_001', 'taxes_001', 'dogs_001')
    expect(alsoNamed(all, buckets, null)).toEqual(['dogs_001', 'taxes_001', 'window_cleaning_001'])
  })
})

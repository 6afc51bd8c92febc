import type { BucketId } from '@shared/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesWhatItIsAbout } from './about'
import { emptyProfile } from './profile'
import { WordCounts } from './statistics'
import { termsOf } from './terms'

/** A bucket of so many messages made of these, in a store that holds them and so many of something else. */
function bucketOf(title: string, texts: readonly string[], messages: number, others = 40) {
  const said = Array.from({ length: messages }, (_, i) => texts[i % texts.length] ?? '')
  const statistics = new WordCounts()
  statistics.add(said)
  statistics.add(Array.from({ length: others }, (_, i) => `Something else about number ${i}, like trains or taxes.`))
  const terms = new Map<string, number>()
  for (const text of said) for (const word of new Set(termsOf(text))) terms.set(word, (terms.get(word) ?? 0) + 1)
  const head = { id: 'a_001' as BucketId, title, status: 'active' as const }
  return { bucket: { ...emptyProfile(head), messages, terms }, statistics }
}
const said = (text: string) => new Map(termsOf(text).map((word) => [word, 1] as const))
const DENTIST = [
  'Is there a dentist in Petaluma that takes my insurance?',
  'Yes, two dentists in Petaluma take it.',
  'Which dentist in Petaluma is good with children?',
  'The one near the river in Petaluma.',
]

describe('a request that says what a bucket is about', () => {
  it('is recognised whatever the size of the bucket, and of what else there is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 500 }), fc.integer({ min: 0, max: 500 }), (messages, others) => {
        const { bucket, statistics } = bucketOf('Tooth care', DENTIST, messages, others)
        expect(
          namesWhatItIsAbout(said('Find me a dentist in Petaluma that is open on Monday'), bucket, statistics),
        ).toBe(true)
        expect(namesWhatItIsAbout(said('My kitchen tap leaks, find me a plumber'), bucket, statistics)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  it('is recognised by the title’s words, but not by words of grammar or courtesy', () => {
    const { bucket, statistics } = bucketOf('Dentist in Petaluma', DENTIST, 2)
    expect(namesWhatItIsAbout(said('A dentist in Petaluma, please'), bucket, statistics)).toBe(true)
    expect(namesWhatItIsAbout(said('Is there one that is good?'), bucket, statistics)).toBe(false)
    expect(namesWhatItIsAbout(new Map(), bucket, statistics)).toBe(false)
  })

  it('needs more than one word that happens to fall in a long text about something else', () => {
    const { bucket, statistics } = bucketOf('Tooth care', DENTIST, 40)
    const text =
      'Rewrite my query: SELECT dentist FROM visits JOIN patients USING invoices GROUP BY quarter, region, branch'
    expect(namesWhatItIsAbout(said(text), bucket, statistics)).toBe(false)
  })

  it('holds in languages without spaces', () => {
    const { bucket, statistics } = bucketOf(
      '犬の散歩',
      ['柴犬の散歩は朝がいい', '柴犬の散歩コース', '散歩の時間と柴犬'],
      30,
    )
    expect(namesWhatItIsAbout(said('柴犬の散歩'), bucket, statistics)).toBe(true)
    expect(namesWhatItIsAbout(said('税金の申告'), bucket, statistics)).toBe(false)
  })
})

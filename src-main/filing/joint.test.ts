import type { BucketId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { calibrationFor, filingModelFor } from './fitted'
import { similarityAmong } from './joint'
import { emptyProfile } from './profile'
import { bucketSimilarity } from './similarity'
import { WordCounts } from './statistics'
import type { BucketProfile } from './types'

const fitted = filingModelFor('multilingual-e5-small')
const calibration = calibrationFor('multilingual-e5-small')
if (!fitted || !calibration) throw new Error('there are numbers for multilingual-e5-small')
const background = new Float32Array(8)
/** The shipped numbers, in a space of eight dimensions. */
const model = { ...fitted, nuisance: { directions: [] }, background }
const statistics = new WordCounts()

/** A bucket that points along one axis and a little along another. */
function bucket(name: string, axis: number, other: number, words: readonly string[], messages: number): BucketProfile {
  const sum = new Float32Array(8)
  sum[axis] = 0.6 * messages
  sum[other] = 0.4 * messages
  return {
    ...emptyProfile({ id: name as BucketId, title: name, status: 'active' }, 8),
    sum,
    weight: messages,
    messages,
    terms: new Map(words.map((word) => [word, messages])),
  }
}

const large = bucket('flask', 0, 1, ['flask', 'endpoint', 'budget'], 30)
const again = bucket('flask_again', 0, 2, ['flask', 'endpoint', 'budget'], 8)
const neighbour = bucket('pasta', 0, 3, ['pasta', 'garlic', 'sauce'], 8)
const rest = [4, 5, 6, 7].map((axis) => bucket(`other_${axis}`, axis, axis, [`word${axis}`], 20))
const profiles = [large, again, neighbour, ...rest]
const among = (all: readonly BucketProfile[]) =>
  similarityAmong({ profiles: all, background, calibration, statistics, model })

describe('two buckets seen among all the others', () => {
  it('are one topic where the words say so beside the vectors, and not where only the vectors do', () => {
    const similarity = among(profiles)
    expect(bucketSimilarity(large, again, background, calibration)).toBeLessThan(0.85)
    expect(similarity(large, again)).toBeGreaterThanOrEqual(0.9)
    expect(similarity(again, large)).toBe(similarity(large, again))
    expect(similarity(large, neighbour)).toBe(bucketSimilarity(large, neighbour, background, calibration))
  })

  it('are never less alike than the map says, and one-offs and small buckets as alike as it says', () => {
    const small = { ...again, messages: 3, sum: again.sum.map((v) => (v * 3) / 8), weight: 3 }
    const oneOff = { ...again, status: 'ephemeral' as const }
    for (const other of [small, oneOff])
      expect(among([large, other, neighbour, ...rest])(large, other)).toBe(
        bucketSimilarity(large, other, background, calibration),
      )
  })

  it('are judged alike where many others stand around that have nothing to do with them', () => {
    const far = Array.from({ length: 90 }, (_, i) =>
      bucket(`far_${i}`, 4 + (i % 4), 4 + ((i + 1) % 4), [`far${i}`], 20),
    )
    const similarity = among([...far, ...profiles])
    expect(similarity(large, again)).toBeGreaterThanOrEqual(0.9)
    expect(similarity(large, neighbour)).toBe(bucketSimilarity(large, neighbour, background, calibration))
  })
})

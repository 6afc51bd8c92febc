import type { BucketId, MessageId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../runtime/slices'
import { filingModelFor } from './fitted'
import { emptyProfile } from './profile'
import { type LyingStretch, planRefiling } from './refile'
import { WordCounts } from './statistics'
import type { BucketProfile } from './types'

const bucket = (name: string): BucketId => name as BucketId
const background = new Float32Array(4)
const statistics = new WordCounts()
const fitted = filingModelFor('multilingual-e5-small')
if (fitted === undefined) throw new Error('there are numbers for multilingual-e5-small')
/** The shipped choice, in a space of four dimensions. */
const model = { ...fitted, nuisance: { directions: [] }, background }

let made = 0
/** A stretch that points along one of four axes. */
function stretch(at: string, axis: number, words: readonly string[] = []): LyingStretch {
  made += 1
  const sum = new Float32Array(4)
  sum[axis] = 2
  const id = `message-${String(made).padStart(4, '0')}` as MessageId
  return { id, messageIds: [id], bucket: bucket(at), sum, weight: 2, terms: new Map(words.map((word) => [word, 1])) }
}

const many = (at: string, axis: number, n: number): LyingStretch[] => Array.from({ length: n }, () => stretch(at, axis))

function profilesOf(stretches: readonly LyingStretch[]): BucketProfile[] {
  const profiles = new Map<BucketId, BucketProfile>()
  for (const { bucket: id, sum, weight, terms } of stretches) {
    const before = profiles.get(id) ?? emptyProfile({ id, title: '', status: 'active' }, 4)
    profiles.set(id, {
      ...before,
      sum: before.sum.map((v, i) => v + (sum[i] ?? 0)),
      weight: before.weight + weight,
      messages: before.messages + 1,
      terms: new Map([
        ...before.terms,
        ...[...terms].map(([w, n]): [string, number] => [w, n + (before.terms.get(w) ?? 0)]),
      ]),
    })
  }
  return [...profiles.values()]
}

const plan = (stretches: readonly LyingStretch[], barred = false) =>
  atOnce(
    planRefiling({
      stretches,
      profiles: profilesOf(stretches),
      background,
      statistics,
      model,
      barred: () => barred,
    }),
  )

describe('a second look at what lies in buckets', () => {
  it('brings a stretch to the bucket it is clearly liker to, and then finds nothing more', () => {
    const lost = stretch('dogs', 1)
    const all = [...many('dogs', 0, 12), ...many('tax', 1, 12), lost]
    const moves = plan(all)
    expect(moves.map(({ stretch: { id }, to }) => [id, to])).toEqual([[lost.id, 'tax']])
    expect(plan(all.map((each) => (each === lost ? { ...each, bucket: bucket('tax') } : each)))).toEqual([])
  })

  it('brings a stretch to the bucket whose words it uses, where the vectors tell nothing', () => {
    const dogs = Array.from({ length: 12 }, () => stretch('dogs', 0, ['leash', 'puppy']))
    const tax = Array.from({ length: 12 }, () => stretch('tax', 0, ['receipt', 'return']))
    const lost = stretch('dogs', 0, ['receipt', 'return'])
    expect(plan([...dogs, ...tax, lost]).map(({ stretch: { id }, to }) => [id, to])).toEqual([[lost.id, 'tax']])
  })

  it('does not depend on the order it is told in', () => {
    const all = [...many('dogs', 0, 12), ...many('tax', 1, 12), stretch('dogs', 1), stretch('tax', 0)]
    expect(plan([...all].reverse())).toEqual(plan(all))
    expect(plan(all)).toHaveLength(2)
  })

  it('leaves apart what a person holds apart', () => {
    expect(plan([...many('dogs', 0, 12), ...many('tax', 1, 12), stretch('dogs', 1)], true)).toEqual([])
  })

  it('never drains a young bucket', () => {
    expect(plan([...many('dogs', 0, 20), ...many('puppies', 0, 3)])).toEqual([])
  })

  it('says nothing while there is hardly anything to look at', () => {
    expect(plan([...many('dogs', 0, 8), ...many('tax', 1, 8), stretch('dogs', 1)])).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTurn } from './informativeness'
import { addToProfile, emptyProfile, mergeProfiles, profileFrom, withoutReadTurns } from './profile'
import { SENTENCES } from './testing/sentences'
import { bucketId, MINUTE_MS, model, START, statistics, talkAbout, turn } from './testing/talk'
import type { BucketProfile } from './types'

const head = { id: bucketId('dogs_001'), title: 'Dogs', status: 'active' as const }
const expectAlike = (a: BucketProfile, b: BucketProfile) => {
  expect({ ...a, sum: null, weight: null, terms: null }).toEqual({ ...b, sum: null, weight: null, terms: null })
  expect(a.weight).toBeCloseTo(b.weight)
  expect(new Map([...a.terms].sort())).toEqual(new Map([...b.terms].sort()))
  a.sum.forEach((value, i) => {
    expect(value).toBeCloseTo(b.sum[i] ?? Number.NaN, 4)
  })
}

describe('a bucket profile', () => {
  it('is the same built message by message or at once', () => {
    const turns = talkAbout('dogs', 0, 6)
    const step = turns.reduce((profile, each) => addToProfile(profile, each, statistics, model), emptyProfile(head))
    expectAlike(step, profileFrom(head, turns, statistics, model))
    expect(step).toMatchObject({ messages: 6, firstAt: START, lastAt: START + 5 * MINUTE_MS })
  })

  it('counts in how many messages a word occurs, not how often', () => {
    const twice = turn(SENTENCES.dogs[0], START)
    const profile = profileFrom(head, [{ ...twice, text: 'puppy puppy puppy' }, twice], statistics, model)
    expect(profile.terms.get('puppy')).toBe(2)
  })

  it('is the whole when two halves are merged, under the first one’s name', () => {
    const [one, two] = [talkAbout('dogs', 0, 3), talkAbout('dogs', 3, 6, START + 3 * MINUTE_MS)]
    const other = { id: bucketId('pets_001'), title: 'Pets', status: 'archived' as const }
    const merged = mergeProfiles(
      profileFrom(head, one, statistics, model),
      profileFrom(other, two, statistics, model),
      statistics,
    )
    expectAlike(merged, profileFrom(head, [...one, ...two], statistics, model))
  })

  it('takes the other’s times and messages when merged into an empty one, but keeps its own name', () => {
    const full = profileFrom({ ...head, id: bucketId('old_001') }, talkAbout('dogs', 0, 2), statistics, model)
    expect(mergeProfiles(emptyProfile(head), full, statistics)).toMatchObject({
      id: head.id,
      messages: 2,
      firstAt: START,
    })
  })

  it('forgets messages taken out as if they had never been there', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 7 }), (out) => {
        const turns = talkAbout('dogs', 0, 8)
        const removed = out.flatMap((i) => turns[i] ?? []).map((each) => readTurn(each, statistics, model))
        const left = turns.filter((_, i) => !out.includes(i))
        const profile = withoutReadTurns(profileFrom(head, turns, statistics, model), removed)
        const times = { firstAt: START, lastAt: START + 7 * MINUTE_MS }
        expectAlike(profile, { ...profileFrom(head, left, statistics, model), ...times })
      }),
      { numRuns: 30 },
    )
  })

  it('is empty once all its messages are taken out', () => {
    const turns = talkAbout('dogs', 0, 2)
    const read = turns.map((each) => readTurn(each, statistics, model))
    const profile = withoutReadTurns(profileFrom(head, turns, statistics, model), read)
    expect(profile).toEqual(emptyProfile(head))
  })

  it('stays bounded and keeps the words that come again, however much is said', () => {
    const base = turn(SENTENCES.dogs[0], START)
    const turns = Array.from({ length: 300 }, (_, i) => ({ ...base, text: `puppy alpha${i} beta${i} gamma${i}` }))
    const { terms } = profileFrom(head, turns, statistics, model)
    expect(terms.size).toBeLessThanOrEqual(192 + 4)
    expect(terms.get('puppy')).toBe(300)
  })

  it('never changes the profile it was given', () => {
    const profile = profileFrom(head, talkAbout('dogs', 0, 2), statistics, model)
    const before = structuredClone(profile)
    addToProfile(profile, turn(SENTENCES.dogs[3], START), statistics, model)
    mergeProfiles(profile, profile, statistics)
    expect(profile).toEqual(before)
  })
})

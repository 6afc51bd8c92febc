import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeTalk } from './judge'
import { profileFrom } from './profile'
import { SENTENCES } from './testing/sentences'
import { bucketId, bucketOf, DAY_MS, MINUTE_MS, model, START, statistics, talkAbout, turn } from './testing/talk'
import type { BucketProfile, FilingTurn } from './types'

/** What a counterexample prints: vectors are left out. */
interface Spec {
  text: string
  role: FilingTurn['role']
  gapMinutes: number
  home: string | null
  locked: boolean
  joins: boolean
}
const anySpec: fc.Arbitrary<Spec> = fc.record({
  text: fc.constantFrom(...Object.values(SENTENCES).flat()),
  role: fc.constantFrom('user', 'assistant'),
  gapMinutes: fc.integer({ min: 0, max: 58 }),
  home: fc.constantFrom(null, 'dogs_001', 'taxes_001', 'ephemeral_001'),
  locked: fc.boolean(),
  joins: fc.boolean(),
})
const anyTalk = fc.array(anySpec, { minLength: 1, maxLength: 14 })
const anyMode = fc.constantFrom('live' as const, 'collapse' as const)

/** A segment as a store may hold it: filed, half filed, partly moved by a person. */
function talkOf(specs: readonly Spec[]): FilingTurn[] {
  let at = START
  let stretchId: FilingTurn['stretchId'] = null
  return specs.map(({ text, role, gapMinutes, home, locked, joins }) => {
    at += gapMinutes * MINUTE_MS
    const made = turn(text, at, { role })
    if (home === null) return made
    if (!joins || stretchId === null) stretchId = made.id
    return { ...made, bucketId: bucketId(home), stretchId, locked }
  })
}

/** Buckets whose profiles hold the talk's filed turns, as the store's do. */
function bucketsWith(turns: readonly FilingTurn[]): BucketProfile[] {
  const bucket = (id: string, status: BucketProfile['status'], before: FilingTurn[]) =>
    profileFrom(
      { id: bucketId(id), title: id, status },
      [...before, ...turns.filter((each) => each.bucketId === id)],
      statistics,
      model,
    )
  return [
    bucket('dogs_001', 'active', talkAbout('dogs', 0, 4, START - DAY_MS)),
    bucket('taxes_001', 'archived', talkAbout('taxes', 0, 4, START - DAY_MS)),
    bucket('ephemeral_001', 'ephemeral', []),
    bucketOf('bread'),
  ]
}

const judge = (turns: readonly FilingTurn[], buckets: readonly BucketProfile[], mode: 'live' | 'collapse') =>
  judgeTalk({ turns, buckets, statistics, mode, model })

describe('any talk, in either mode', () => {
  it('has every turn in exactly one stretch, in order', () => {
    fc.assert(
      fc.property(anyTalk, anyMode, (specs, mode) => {
        const turns = talkOf(specs)
        const { stretches } = judge(turns, bucketsWith(turns), mode)
        expect(stretches.flatMap(({ turnIds }) => turnIds)).toEqual(turns.map(({ id }) => id))
        for (const { turnIds } of stretches) expect(turnIds.length).toBeGreaterThan(0)
      }),
    )
  })

  it('never moves a locked turn', () => {
    fc.assert(
      fc.property(anyTalk, anyMode, (specs, mode) => {
        const turns = talkOf(specs)
        const { stretches } = judge(turns, bucketsWith(turns), mode)
        for (const each of turns.filter(({ locked }) => locked)) {
          const stretch = stretches.find(({ turnIds }) => turnIds.includes(each.id))
          expect(stretch?.target).toMatchObject({ kind: 'existing', bucketId: each.bucketId })
        }
      }),
    )
  })

  it('is judged the same whatever the order of the buckets, and each time', () => {
    fc.assert(
      fc.property(anyTalk, anyMode, (specs, mode) => {
        const turns = talkOf(specs)
        const buckets = bucketsWith(turns)
        const once = judge(turns, buckets, mode)
        expect(judge(turns, [...buckets].reverse(), mode)).toEqual(once)
        expect(judge(turns, buckets, mode)).toEqual(once)
      }),
    )
  })

  it('leaves its arguments as they were', () => {
    fc.assert(
      fc.property(anyTalk, anyMode, (specs, mode) => {
        const turns = talkOf(specs)
        const buckets = bucketsWith(turns)
        const before = structuredClone({ turns, buckets })
        judge(turns, buckets, mode)
        expect({ turns, buckets }).toEqual(before)
      }),
    )
  })

  it('comes with probabilities between 0 and 1 and at most two candidates', () => {
    fc.assert(
      fc.property(anyTalk, anyMode, (specs, mode) => {
        const turns = talkOf(specs)
        for (const { confidence, candidates } of judge(turns, bucketsWith(turns), mode).stretches) {
          expect(candidates.length).toBeLessThanOrEqual(2)
          for (const p of [confidence, ...candidates.map(({ score }) => score)]) {
            expect(p).toBeGreaterThanOrEqual(0)
            expect(p).toBeLessThanOrEqual(1)
          }
        }
      }),
    )
  })
})

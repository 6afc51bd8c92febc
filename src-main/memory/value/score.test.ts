import type { ValueSignals } from '@shared/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainValue } from './explain'
import { type ScoredEntry, scoreValue, signalsOf, tierOf, WEIGHTS } from './score'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 0, 31)
const entry = (over: Partial<ScoredEntry> = {}): ScoredEntry => ({
  category: 'fact',
  source: 'pattern',
  explicit: false,
  done: false,
  pinned: false,
  confidence: 0.8,
  createdAt: NOW,
  lastAccessed: null,
  accessCount: 0,
  ...over,
})

describe('the value of a memory', () => {
  it('weighs five signals that sum to one', () => {
    expect(Object.values(WEIGHTS).reduce((a: number, b) => a + b, 0)).toBeCloseTo(1)
    const signals = { retention: 0.7, uniqueness: 0.5, confidence: 0.8, frequency: 0.25, recency: 0.9 }
    expect(scoreValue(signals)).toBeCloseTo(0.175 + 0.1 + 0.12 + 0.0625 + 0.135)
    const onlyNew = { retention: 0, uniqueness: 0.4, confidence: 0, frequency: 0, recency: 0 }
    expect(scoreValue(signals, onlyNew)).toBeCloseTo(signals.uniqueness)
  })

  it('leaves out what cannot be known and renormalises, so that something new can be kept', () => {
    const signals = signalsOf(entry({ category: 'preference' }), 1, NOW)
    expect(signals).toMatchObject({ frequency: null, recency: 1, retention: 0.9 })
    expect(scoreValue(signals)).toBeCloseTo((0.225 + 0.2 + 0.12 + 0.15) / 0.75)
    expect(tierOf(scoreValue(signals), entry())).toBe('KEEP')
  })

  it('counts use from the eighth day on, on a logarithmic scale up to a hundred', () => {
    const old = { createdAt: NOW - 7 * DAY }
    expect(signalsOf(entry({ createdAt: NOW - 7 * DAY + 1 }), 1, NOW).frequency).toBeNull()
    expect(signalsOf(entry(old), 1, NOW).frequency).toBe(0)
    expect(signalsOf(entry({ ...old, accessCount: 9 }), 1, NOW).frequency).toBeCloseTo(Math.log(10) / Math.log(101))
    expect(signalsOf(entry({ ...old, accessCount: 5000 }), 1, NOW).frequency).toBe(1)
  })

  it('lets recency fall over thirty days, from its making until the first use', () => {
    expect(signalsOf(entry({ createdAt: NOW - 15 * DAY }), 1, NOW).recency).toBeCloseTo(0.5)
    expect(signalsOf(entry({ createdAt: NOW - 90 * DAY, lastAccessed: NOW - 3 * DAY }), 1, NOW).recency).toBeCloseTo(
      0.9,
    )
    expect(signalsOf(entry({ createdAt: NOW - 90 * DAY }), 1, NOW).recency).toBe(0)
    expect(signalsOf(entry({ createdAt: NOW - 90 * DAY }), 1, NOW, 180).recency).toBeCloseTo(0.5)
  })

  it.each([
    [{ category: 'preference' }, 0.9],
    [{ category: 'task' }, 0.8],
    [{ category: 'task', done: true }, 0.2],
    [{ category: 'fact' }, 0.7],
    [{ category: 'insight' }, 0.7],
    [{ category: 'chitchat' }, 0.2],
    [{ category: 'chitchat', explicit: true }, 1],
  ] as const)('takes the likelihood of being needed again from its kind: %o', (over, expected) => {
    expect(signalsOf(entry(over), 1, NOW).retention).toBe(expected)
  })

  it('keeps from 0.8, summarises from 0.5; a pin keeps, “remember …” is never below SUMMARIZE', () => {
    const plain = { pinned: false, explicit: false }
    expect([0.8, 0.799, 0.5, 0.499].map((s) => tierOf(s, plain))).toEqual(['KEEP', 'SUMMARIZE', 'SUMMARIZE', 'ARCHIVE'])
    expect(tierOf(0, { ...plain, pinned: true })).toBe('KEEP')
    expect(tierOf(0, { ...plain, explicit: true })).toBe('SUMMARIZE')
  })

  it('is between 0 and 1 and never falls when a signal rises', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    const signals = fc.record({
      retention: unit,
      uniqueness: unit,
      confidence: unit,
      frequency: fc.option(unit),
      recency: fc.option(unit),
    })
    fc.assert(
      fc.property(
        signals,
        fc.constantFrom(...(Object.keys(WEIGHTS) as (keyof ValueSignals)[])),
        unit,
        (s, name, more) => {
          const score = scoreValue(s)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
          const before = s[name]
          if (before === null) return
          expect(scoreValue({ ...s, [name]: Math.min(1, before + more) })).toBeGreaterThanOrEqual(score - 1e-12)
        },
      ),
    )
  })

  it('never refutes itself: the number shown is on the side of the bar that the sentence says it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.constantFrom(0.5, 0.4999, 0.49999999, 0.8, 0.7999, 0.799999),
        ),
        fc.boolean(),
        fc.boolean(),
        (score, pinned, explicit) => {
          const of = entry({ pinned, explicit })
          const tier = tierOf(score, of)
          const said = explainValue(of, { signals: signalsOf(of, 1, NOW), score, tier, scoredAt: '' }, null, NOW).at(-1)
          const shown = Number(/Altogether (\d\.\d\d)/u.exec(said ?? '')?.[1])
          if (/below 0\.80/u.test(said ?? '')) expect(shown).toBeLessThan(0.8)
          if (/below 0\.50/u.test(said ?? '')) expect(shown).toBeLessThan(0.5)
          if (/from 0\.80 on/u.test(said ?? '')) expect(shown).toBeGreaterThanOrEqual(0.8)
        },
      ),
    )
  })

  it('says why, one sentence for each signal and one for the tier', () => {
    const of = entry({ explicit: true, accessCount: 1, createdAt: NOW - 10 * DAY, lastAccessed: NOW - 2 * DAY })
    const signals = signalsOf(of, 0.4, NOW)
    const value = { signals, score: 0.45, tier: 'SUMMARIZE' as const, scoredAt: '' }
    expect(explainValue(of, value, 'I like tea', NOW)).toEqual([
      'Needed again: 1.00, because you asked for it to be remembered.',
      'New: 0.40, the nearest being “I like tea”.',
      'Sure: 0.80, because you said it in these words.',
      'Used: 0.15, for one use.',
      'Lately: 0.93, 2 days since it was last needed.',
      'Altogether 0.45, and kept in short at least, because you asked for it to be remembered.',
    ])
    // opened since: the numbers are still those of before
    const weighed = { ...value, scoredAt: new Date(NOW).toISOString() }
    const since = explainValue({ ...of, lastAccessed: NOW + DAY }, weighed, 'I like tea', NOW + DAY)
    expect(since.filter((sentence) => sentence.includes('less than a day'))).toEqual([])
    expect(since[4]).toBe(
      'Lately: 0.93, as it was weighed last; that it was needed since counts from the next night on.',
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { HealthCounts, Measure } from '../store/types'
import { addBins, binOf, emptyBins, percentile } from './bins'
import { daysUpTo, type HealthFacts, healthFigures } from './report'

const days = daysUpTo('2026-01-18', 2)
const nothing: HealthCounts = {
  ...{ acts: [], begun: [], hints: [], returns: [], corrections: [] },
  now: { active: 0, ephemeral: 0, archived: 0, touched: 0 },
}
const memory = { tokens: 1412, most: 2000, tiers: [{ tier: 'KEEP', count: 18 }] }
const figures = (facts: Partial<HealthFacts>) =>
  new Map(
    healthFigures({ days, counts: nothing, measures: [], memory, ...facts }).map((figure) => [figure.name, figure]),
  )
const act = (day: string, kind: HealthCounts['acts'][number]['kind'], count: number, undone = 0) => ({
  ...{ day, kind, count, undone },
  actor: 'janitor' as const,
})
const measured = (kind: Measure['kind'], day: string, values: number[]): Measure => {
  const bins = emptyBins()
  for (const value of values) bins[binOf(value)] = (bins[binOf(value)] ?? 0) + 1
  return { kind, day, count: values.length, total: values.reduce((a, b) => a + b, 0), last: values.at(-1) ?? 0, bins }
}

describe('the figures of the health page', () => {
  it('have the last day last, in whole weeks', () => {
    expect(days).toHaveLength(14)
    expect([days[0], days.at(-1)]).toEqual(['2026-01-05', '2026-01-18'])
  })
  it('say that nothing was counted where nothing was, and judge nothing then', () => {
    const found = figures({})
    for (const name of ['accuracy', 'turnsToCorrection', 'restoration', 'manualBuckets'] as const)
      expect(found.get(name)).toMatchObject({ now: null, met: null })
  })
  it('count what stood of the janitor’s acts, by week and in all', () => {
    const acts = [
      act('2026-01-06', 'consolidate', 10, 2),
      act('2026-01-13', 'promote', 10),
      act('2026-01-04', 'promote', 99, 99),
    ]
    const accuracy = figures({ counts: { ...nothing, acts } }).get('accuracy')
    expect(accuracy).toMatchObject({ now: 0.9, series: [0.8, 1], met: false, parts: { acts: 20, undone: 2 } })
  })
  it('hold the active buckets against ten to twenty', () => {
    const now = { active: 14, ephemeral: 3, archived: 13, touched: 1 }
    const found = figures({
      counts: { ...nothing, now },
      measures: [measured('active_buckets', '2026-01-10', [9])],
    })
    expect(found.get('activeBuckets')).toMatchObject({ now: 14, met: true })
    expect(found.get('activeBuckets')?.series.filter((value) => value !== null)).toEqual([9, 14])
    expect(found.get('manualBuckets')).toMatchObject({ now: 1 / 30, met: true })
  })
  it('sum the turns to a correction by how many messages were moved', () => {
    const corrections = [
      { day: '2026-01-05', count: 1, turns: 4 },
      { day: '2026-01-15', count: 3, turns: 0 },
    ]
    expect(figures({ counts: { ...nothing, corrections } }).get('turnsToCorrection')).toMatchObject({
      ...{ now: 1, series: [4, 0], met: true },
    })
  })
  it('give percentiles of durations over all days', () => {
    const measures = [
      measured('restoration', '2026-01-06', [5, 6, 7]),
      measured('restoration', '2026-01-09', [400]),
      measured('restoration', '2020-01-01', [9000]),
    ]
    const restoration = figures({ measures }).get('restoration')
    expect(restoration?.met).toBe(false)
    expect(restoration?.parts.p50).toBeGreaterThan(4)
    expect(restoration?.parts.p50).toBeLessThan(8.1)
    expect(restoration?.parts.p99).toBeGreaterThan(350)
    expect(restoration?.parts.p99).toBeLessThan(520)
  })
})

describe('bins', () => {
  it('keep a value within a factor of 1.5 from a millisecond to minutes', () => {
    for (let ms = 1.01; ms < 500_000; ms *= 1.13) {
      const bins = emptyBins()
      bins[binOf(ms)] = 1
      const read = percentile(bins, 0.5) ?? 0
      expect(read / ms).toBeGreaterThan(0.66)
      expect(read / ms).toBeLessThan(1.5)
    }
  })
  it('are added place by place, whatever their length', () => {
    expect(addBins([[1, 2], [1]]).slice(0, 3)).toEqual([2, 2, 0])
    expect(percentile(emptyBins(), 0.5)).toBeNull()
  })
})

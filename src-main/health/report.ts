import type { HealthFigure, HealthGoal, HealthName } from '@shared/contract/health'
import type { HealthCounts, Measure, MeasureKind } from '../store/types'
import { addBins, percentile } from './bins'

export interface HealthFacts {
  /** Local dates of the stretch, oldest first; whole weeks. */
  days: readonly string[]
  counts: HealthCounts
  measures: readonly Measure[]
  /** Tokens of the memory file, and how many it may have. */
  memory: { tokens: number; most: number; tiers: readonly { tier: string; count: number }[] }
}

/** Targets of the seeds (001, Monitoring and Success Metrics; 004; 07-settled, Measures). */
const GOALS: Partial<Record<HealthName, HealthGoal>> = {
  activeBuckets: { kind: 'between', from: 10, to: 20 },
  accuracy: { kind: 'least', value: 0.95 },
  turnsToCorrection: { kind: 'below', value: 2 },
  manualBuckets: { kind: 'below', value: 0.05 },
  restoration: { kind: 'below', value: 200 },
}

const WEEK = 7
const MERGES = new Set(['mv', 'merge', 'consolidate'])

/** The figures of the health page, in the order in which they are shown. Pure. */
export function healthFigures({ days, counts, measures, memory }: HealthFacts): HealthFigure[] {
  const place = new Map(days.map((day, index) => [day, index]))
  const sums = <T extends { day: string }>(list: readonly T[], value: (row: T) => number): number[] => {
    const series = days.map(() => 0)
    for (const row of list) {
      const at = place.get(row.day)
      if (at !== undefined) series[at] = (series[at] ?? 0) + value(row)
    }
    return series
  }
  const { acts } = counts
  const actsOf = (fits: (act: (typeof acts)[number]) => boolean) =>
    acts.filter((act) => place.has(act.day) && fits(act))
  const figure = (
    name: HealthName,
    rest: Omit<HealthFigure, 'name' | 'goal' | 'met' | 'parts'> & Partial<HealthFigure>,
  ) => judged({ name, parts: {}, goal: GOALS[name] ?? null, met: null, ...rest })
  const byDay = (name: HealthName, series: number[], parts: Record<string, number> = {}): HealthFigure =>
    figure(name, { unit: 'count', period: 'day', now: series.at(-1) ?? 0, series, parts })
  const byWeek = (name: HealthName, daily: number[], parts: Record<string, number> = {}): HealthFigure => {
    const series = weeks(daily)
    return figure(name, { unit: 'count', period: 'week', now: series.at(-1) ?? 0, series, parts })
  }
  const level = (kind: MeasureKind): (number | null)[] => {
    const found = new Map(measures.filter((measure) => measure.kind === kind).map(({ day, last }) => [day, last]))
    return days.map((day) => found.get(day) ?? null)
  }
  const duration = (name: HealthName, kind: MeasureKind): HealthFigure => {
    const own = measures.filter((measure) => measure.kind === kind && place.has(measure.day))
    const bins = addBins(own.map((measure) => measure.bins))
    const byDate = new Map(own.map((measure) => [measure.day, percentile(measure.bins, 0.95)]))
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(bins, share))
    return figure(name, {
      unit: 'ms',
      period: 'day',
      now: p95 ?? null,
      series: days.map((day) => byDate.get(day) ?? null),
      parts: p50 == null || p95 == null || p99 == null ? {} : { p50, p95, p99 },
    })
  }
  const sum = (list: readonly { count: number }[]): number => list.reduce((all, { count }) => all + count, 0)

  const automatic = actsOf(({ actor }) => actor === 'janitor')
  const stood = (list: typeof automatic): number | null => {
    const all = sum(list)
    return all === 0 ? null : 1 - list.reduce((n, { undone }) => n + undone, 0) / all
  }
  const weekOf = (day: string): number => Math.floor((place.get(day) ?? 0) / WEEK)
  const merges = actsOf(({ kind }) => MERGES.has(kind))
  const corrections = counts.corrections.filter(({ day }) => place.has(day))
  const turns = (list: typeof corrections): number | null =>
    list.length === 0 ? null : list.reduce((all, { count, turns }) => all + count * turns, 0) / sum(list)
  const hints = counts.hints.filter(({ day }) => place.has(day))
  const lifeChanges = actsOf(({ kind }) => kind === 'life_change')
  const standing = counts.now.active + counts.now.ephemeral + counts.now.archived
  const searches = measures.filter(({ kind }) => kind === 'search')
  const weekNumbers = weeks(days.map(() => 0)).map((_, week) => week)

  return [
    figure('activeBuckets', {
      unit: 'count',
      period: 'day',
      now: counts.now.active,
      series: [...level('active_buckets').slice(0, -1), counts.now.active],
      parts: { ephemeral: counts.now.ephemeral, archived: counts.now.archived },
    }),
    byDay(
      'newBuckets',
      sums(counts.begun, ({ count }) => count),
    ),
    byWeek(
      'promotions',
      sums(
        actsOf(({ kind }) => kind === 'promote'),
        ({ count }) => count,
      ),
    ),
    byWeek(
      'oneOffsFiled',
      sums(
        actsOf(({ kind }) => kind === 'archive_ephemeral'),
        ({ count }) => count,
      ),
    ),
    byWeek(
      'merges',
      sums(merges, ({ count }) => count),
      {
        automatic: sum(merges.filter(({ kind }) => kind === 'consolidate')),
        reversed: merges.reduce((n, { undone }) => n + undone, 0),
      },
    ),
    figure('accuracy', {
      unit: 'share',
      period: 'week',
      now: stood(automatic),
      series: weekNumbers.map((week) => stood(automatic.filter(({ day }) => weekOf(day) === week))),
      parts: { acts: sum(automatic), undone: automatic.reduce((n, { undone }) => n + undone, 0) },
    }),
    byWeek(
      'hints',
      sums(hints, ({ made }) => made),
      {
        accepted: hints.reduce((n, { accepted }) => n + accepted, 0),
        ignored: hints.reduce((n, { ignored }) => n + ignored, 0),
      },
    ),
    figure('turnsToCorrection', {
      unit: 'turns',
      period: 'week',
      now: turns(corrections),
      series: weekNumbers.map((week) => turns(corrections.filter(({ day }) => weekOf(day) === week))),
      parts: { moved: sum(corrections) },
    }),
    figure('manualBuckets', {
      unit: 'share',
      period: 'day',
      now: standing === 0 ? null : counts.now.touched / standing,
      series: [],
      parts: { touched: counts.now.touched },
    }),
    byDay(
      'manualCommands',
      sums(
        actsOf(({ actor }) => actor === 'person'),
        ({ count }) => count,
      ),
    ),
    byDay(
      'searches',
      sums(searches, ({ count }) => count),
    ),
    byWeek(
      'pins',
      sums(
        actsOf(({ kind }) => kind === 'pin'),
        ({ count }) => count,
      ),
    ),
    byWeek(
      'returns',
      sums(counts.returns, ({ count }) => count),
    ),
    byWeek(
      'lifeChanges',
      sums(lifeChanges, ({ count }) => count),
      {
        falseAlarms: lifeChanges.reduce((n, { undone }) => n + undone, 0),
      },
    ),
    duration('restoration', 'restoration'),
    duration('search', 'search'),
    duration('vector', 'vector'),
    duration('janitor', 'janitor'),
    figure('memoryFile', {
      unit: 'tokens',
      period: 'day',
      now: memory.tokens,
      series: [...level('memory_tokens').slice(0, -1), memory.tokens],
      goal: { kind: 'below', value: memory.most + 1 },
    }),
    figure('values', {
      unit: 'count',
      period: 'day',
      now: memory.tiers.reduce((n, { count }) => n + count, 0),
      series: [],
      parts: Object.fromEntries(memory.tiers.map(({ tier, count }) => [tier, count])),
    }),
  ]
}

/** Sums of whole weeks; the last one ends with the last day. */
function weeks(daily: readonly number[]): number[] {
  const series: number[] = []
  for (let at = 0; at < daily.length; at += WEEK) series.push(daily.slice(at, at + WEEK).reduce((sum, n) => sum + n, 0))
  return series
}

function judged(figure: HealthFigure): HealthFigure {
  const { goal, now } = figure
  if (goal === null || now === null) return figure
  const met =
    goal.kind === 'between'
      ? now >= goal.from && now <= goal.to
      : goal.kind === 'below'
        ? now < goal.value
        : now >= goal.value
  return { ...figure, met }
}

const DAY_MS = 86_400_000

/** The local dates of the last so many weeks up to `today`, oldest first. */
export function daysUpTo(today: string, weekCount: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: weekCount * WEEK }, (_, index) =>
    new Date(last - (weekCount * WEEK - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

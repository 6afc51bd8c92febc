import { z } from 'zod'
import type { IsoTime } from '../domain'
import { request } from './request'

export const HEALTH_NAMES = [
  'activeBuckets',
  'newBuckets',
  'promotions',
  'oneOffsFiled',
  'merges',
  'accuracy',
  'hints',
  'turnsToCorrection',
  'manualBuckets',
  'manualCommands',
  'searches',
  'pins',
  'returns',
  'lifeChanges',
  'restoration',
  'search',
  'vector',
  'janitor',
  'memoryFile',
  'values',
] as const
export type HealthName = (typeof HEALTH_NAMES)[number]

/** What a figure is to be, as the seeds say it. */
export type HealthGoal = { kind: 'between'; from: number; to: number } | { kind: 'below' | 'least'; value: number }

/** One figure of the health page and how it came about. */
export interface HealthFigure {
  name: HealthName
  unit: 'count' | 'share' | 'ms' | 'turns' | 'tokens'
  /** Null: nothing was counted yet. */
  now: number | null
  /** What `now` and each point of `series` stand for. */
  period: 'day' | 'week'
  /** One value for each day or week from `from` on; null where nothing was measured. */
  series: (number | null)[]
  /** What the figure consists of, by name: percentiles, accepted and ignored, kept and archived. */
  parts: Record<string, number>
  goal: HealthGoal | null
  /** Null: there is no goal, or nothing to hold against it. */
  met: boolean | null
}

export interface HealthReport {
  /** Local dates, both included. */
  from: string
  to: string
  figures: HealthFigure[]
  backups: { count: number; verified: number; lastAt: IsoTime | null; bytes: number; elsewhere: string | null }
  /** Statements of the database that took more than 40 ms, those that took most in all first. */
  slow: { request: string; statement: string; times: number; medianMs: number; mostMs: number; lastAt: IsoTime }[]
}

export const healthRequests = {
  'health.report': request<HealthReport>()(z.object({ weeks: z.number().int().min(1).max(52).default(6) })),
}

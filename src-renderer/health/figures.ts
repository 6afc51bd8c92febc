import type { HealthFigure, HealthName } from '@shared/contract/health'
import { likeness, locale, number, percent } from '../app/format'

export type HealthGroup = 'buckets' | 'healing' | 'use' | 'speed' | 'memory'

/** Which figures stand together, in this order. */
export const GROUPS: Record<HealthGroup, readonly HealthName[]> = {
  buckets: ['activeBuckets', 'newBuckets', 'promotions', 'oneOffsFiled', 'merges', 'lifeChanges'],
  healing: ['accuracy', 'turnsToCorrection', 'hints', 'manualBuckets'],
  use: ['manualCommands', 'searches', 'pins', 'returns'],
  speed: ['restoration', 'search', 'vector', 'janitor'],
  memory: ['memoryFile', 'values'],
}

const milliseconds = (ms: number): string => {
  const [value, unit] = ms >= 1000 ? ([ms / 1000, 'second'] as const) : ([ms, 'millisecond'] as const)
  const digits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: digits,
  }).format(value)
}

/** A value as a person reads it, with its unit where it has one. */
export function written(unit: HealthFigure['unit'], value: number): string {
  switch (unit) {
    case 'share':
      return percent(value)
    case 'ms':
      return milliseconds(value)
    case 'turns':
      return likeness(value)
    default:
      return number(Math.round(value))
  }
}

/** Parts are counts, but for the percentiles of a duration. */
export const partOf = (name: string, value: number): string =>
  /^p\d\d$/.test(name) ? milliseconds(value) : number(value)

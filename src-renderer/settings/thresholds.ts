import { type Settings, settingsSchema } from '@shared/contract/settings'

export type NumberSetting = {
  [K in keyof Settings]: Settings[K] extends number ? K : never
}[keyof Settings]

/** Every threshold and period, in the order they are read; the sentences are in the catalogue. */
export const THRESHOLDS: readonly { group: 'segments' | 'prompt' | 'janitor'; names: readonly NumberSetting[] }[] = [
  { group: 'segments', names: ['segmentTimeoutMinutes', 'manifestDepth'] },
  { group: 'prompt', names: ['rawWindowMessages', 'sessionSummaries'] },
  {
    group: 'janitor',
    names: ['suggestThreshold', 'consolidateThreshold', 'janitorEveryHours', 'ephemeralHours'],
  },
]

/** Reads a typed number against the contract's own limits. Null if it is none, or lies outside of them. */
export function readThreshold(name: NumberSetting, typed: string): number | null {
  if (typed.trim() === '') return null
  const parsed = settingsSchema.shape[name].safeParse(Number(typed.replace(',', '.')))
  return parsed.success ? parsed.data : null
}

/** The limits of a setting as the contract has them, for the sentence that says what would be accepted. */
export function limitsOf(name: NumberSetting): { min: number; max: number } {
  const field = settingsSchema.shape[name].unwrap()
  return { min: field.minValue ?? 0, max: field.maxValue ?? Number.MAX_SAFE_INTEGER }
}

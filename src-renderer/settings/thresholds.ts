import { type Settings, settingsSchema } from '@shared/contract/settings'

export type NumberSetting = {
  [K in keyof Settings]: Settings[K] extends number ? K : never
}[keyof Settings]

/** Every threshold and period, in the order they are read; the sentences are in the catalogue. */
export const THRESHOLDS: readonly {
  group: 'segments' | 'prompt' | 'janitor' | 'heartbeat'
  names: readonly NumberSetting[]
}[] = [
  { group: 'segments', names: ['segmentTimeoutMinutes', 'archiveSegmentsDays', 'summaryNewMessages'] },
  { group: 'prompt', names: ['manifestDepth', 'rawWindowMessages', 'sessionSummaries', 'replyMaxChars'] },
  {
    group: 'janitor',
    names: ['suggestThreshold', 'consolidateThreshold', 'janitorEveryHours', 'ephemeralHours'],
  },
  { group: 'heartbeat', names: ['personalTasksPerDay'] },
]

/** Those that may be left open: then the threshold above them holds. */
export const OPTIONAL_MINUTES = ['segmentMorningMinutes', 'segmentNightMinutes'] as const
export type OptionalMinutes = (typeof OPTIONAL_MINUTES)[number]

/** The same for one that may be left open: null if it is, undefined if it is no number it could be. */
export function readOptional(name: OptionalMinutes, typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const parsed = settingsSchema.shape[name].safeParse(Number(typed.replace(',', '.')))
  return parsed.success ? parsed.data : undefined
}

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

import { type Settings, settingsSchema } from '@shared/contract/settings'

export type NumberSetting = {
  [K in keyof Settings]: Settings[K] extends number ? K : never
}[keyof Settings]

/** Every threshold and period, in the order they are read; the sentences are in the catalogue. */
export const THRESHOLDS: readonly {
  group: 'segments' | 'prompt' | 'janitor' | 'lifeChange' | 'memory' | 'heartbeat'
  names: readonly NumberSetting[]
}[] = [
  { group: 'segments', names: ['segmentTimeoutMinutes', 'archiveSegmentsDays', 'summaryNewMessages'] },
  {
    group: 'prompt',
    names: [
      'rawWindowMessages',
      'sessionSummaries',
      'starredBuckets',
      'availableBuckets',
      'priorityStarred',
      'priorityReturns',
      'priorityRecent',
      'priorityLifeChange',
      'manifestDepth',
      'manifestTitleLength',
      'markerWindowMessages',
      'replyMaxChars',
    ],
  },
  {
    group: 'janitor',
    names: [
      'suggestThreshold',
      'consolidateThreshold',
      'janitorEveryHours',
      'ephemeralHours',
      'promoteAboveMessages',
      'boostAbovePerDay',
      'archiveStaleDays',
      'archiveStaleBelowMessages',
      'archiveLowReturnDays',
      'archiveLowReturnPerWeek',
    ],
  },
  {
    group: 'memory',
    names: [
      'memoryKeepFrom',
      'memorySummarizeFrom',
      'memoryWeightRetention',
      'memoryWeightUniqueness',
      'memoryWeightConfidence',
      'memoryWeightFrequency',
      'memoryWeightRecency',
      'memoryRecencyDays',
      'memoryGroupThreshold',
      'memoryPreferencesTokens',
      'memoryTasksTokens',
      'memoryInsightsTokens',
      'memoryRecentTokens',
      'memoryHotDays',
      'memoryWarmDays',
      'memoryColdDays',
    ],
  },
  { group: 'heartbeat', names: ['personalTasksPerDay'] },
  {
    group: 'lifeChange',
    names: ['lifeChangePerDay', 'lifeChangeShare', 'highGrowthPerDay', 'archiveCompetingDays'],
  },
]

/** Whether a setting's words hold every word that is looked for; case and accents do not count. Nothing looked for finds all. */
export function isFound(looked: string, words: readonly string[]): boolean {
  const text = folded(words.join(' '))
  return folded(looked)
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

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

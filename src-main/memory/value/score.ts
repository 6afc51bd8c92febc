/** What a memory is worth (seed 004, Multi-signal value scoring; 07-settled, Signals). Pure. */
import type { MemoryCategory, MemorySource, RetentionTier, ValueSignals } from '@shared/memory'

/** What is known of an entry when it is scored. */
export interface ScoredEntry {
  category: MemoryCategory
  source: MemorySource
  /** The person said “remember …”, or wrote it down themselves. */
  explicit: boolean
  done: boolean
  pinned: boolean
  /** Of its source, 0 to 1. */
  confidence: number
  /** Milliseconds. */
  createdAt: number
  lastAccessed: number | null
  accessCount: number
}

export const WEIGHTS = {
  retention: 0.25,
  uniqueness: 0.2,
  confidence: 0.15,
  frequency: 0.25,
  recency: 0.15,
} as const satisfies Weights

/** What each signal counts; only their ratios matter. */
type Weights = Readonly<Record<keyof ValueSignals, number>>

/** From which value on a memory is kept, and from which in short (seed 004); settings may say otherwise. */
export interface TierLimits {
  keepFrom: number
  summarizeFrom: number
}
export const DEFAULT_LIMITS: TierLimits = { keepFrom: 0.8, summarizeFrom: 0.5 }

/** How a value comes about and what follows from it: all of it settings. */
export interface ValueRules extends TierLimits {
  weights: Weights
  /** Recency decays over so many days. */
  recencyDays: number
}
export const DEFAULT_RULES: ValueRules = { ...DEFAULT_LIMITS, weights: WEIGHTS, recencyDays: 30 }

const DAY = 86_400_000
/** Before that nobody can know how often it is needed. */
export const FREQUENCY_FROM_DAYS = 7
const MOST_ACCESSES = 100

/**
 * The five signals, each 0 to 1.
 * @param uniqueness 1 − the highest likeness to another entry
 * @param now milliseconds
 */
export function signalsOf(
  entry: ScoredEntry,
  uniqueness: number,
  now: number,
  recencyDays: number = DEFAULT_RULES.recencyDays,
): ValueSignals {
  const needed = entry.lastAccessed ?? entry.createdAt
  return {
    retention: retentionOf(entry),
    uniqueness: clamp(uniqueness),
    confidence: clamp(entry.confidence),
    frequency:
      now - entry.createdAt < FREQUENCY_FROM_DAYS * DAY
        ? null
        : Math.log1p(Math.min(entry.accessCount, MOST_ACCESSES)) / Math.log1p(MOST_ACCESSES),
    recency: clamp(1 - (now - needed) / (recencyDays * DAY)),
  }
}

/** How likely it is to be needed again. What is done is over, whoever asked for it to be remembered. */
function retentionOf({ category, explicit, done }: ScoredEntry): number {
  if (category === 'task' && done) return 0.2
  if (explicit) return 1
  return { preference: 0.9, task: 0.8, fact: 0.7, insight: 0.7, chitchat: 0.2 }[category]
}

/** The weighted mean of what is known: a signal that is null is left out and the weights are renormalised. 0 to 1. */
export function scoreValue(signals: ValueSignals, counted: Weights = WEIGHTS): number {
  let sum = 0
  let weights = 0
  for (const [name, weight] of Object.entries(counted) as [keyof ValueSignals, number][]) {
    const signal = signals[name]
    if (signal === null) continue
    sum += weight * clamp(signal)
    weights += weight
  }
  return weights === 0 ? 0 : sum / weights
}

/** KEEP from 0.8, SUMMARIZE from 0.5, else ARCHIVE; a pinned entry is KEEP, “remember …” never below SUMMARIZE. */
export function tierOf(
  score: number,
  { pinned, explicit }: Pick<ScoredEntry, 'pinned' | 'explicit'>,
  { keepFrom, summarizeFrom }: TierLimits = DEFAULT_LIMITS,
): RetentionTier {
  // A tenth and a fifth add up to a little less than they should: what rounds to the bar has reached it.
  const at = Math.round(score * 1e9) / 1e9
  if (pinned || at >= keepFrom) return 'KEEP'
  return explicit || at >= summarizeFrom ? 'SUMMARIZE' : 'ARCHIVE'
}

const clamp = (x: number): number => Math.min(1, Math.max(0, x))

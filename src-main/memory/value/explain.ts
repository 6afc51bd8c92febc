/** Why a memory is worth what it is, in sentences for a person. */
import type { MemoryValue } from '@shared/memory'
import { DEFAULT_LIMITS, FREQUENCY_FROM_DAYS, type ScoredEntry, type TierLimits } from './score'

const DAY = 86_400_000

/**
 * One sentence for each signal, then one for the tier.
 * @param nearest the entry it is most like, if there is one that is
 * @param now milliseconds
 */
export function explainValue(
  entry: ScoredEntry,
  value: MemoryValue,
  nearest: string | null,
  now: number,
  limits: TierLimits = DEFAULT_LIMITS,
): string[] {
  const { signals, score, tier } = value
  // a number is explained by what it was made from: what came after the weighing did not go into it
  const isUsedSince = entry.lastAccessed !== null && entry.lastAccessed > Date.parse(value.scoredAt)
  const lately = `${ago(now - (entry.lastAccessed ?? entry.createdAt))} since it was ${entry.lastAccessed === null ? 'said' : 'last needed'}`
  return [
    `Needed again: ${two(signals.retention)}, because ${kindOf(entry)}.`,
    signals.uniqueness >= 0.995 || nearest === null
      ? `New: ${two(signals.uniqueness)}, because nothing else says the like.`
      : `New: ${two(signals.uniqueness)}, the nearest being “${nearest}”.`,
    `Sure: ${two(signals.confidence)}, because ${sourceOf(entry)}.`,
    signals.frequency === null
      ? `Used: not counted yet, it is younger than ${FREQUENCY_FROM_DAYS} days.`
      : `Used: ${two(signals.frequency)}, ${isUsedSince ? SINCE : `for ${times(entry.accessCount)}`}.`,
    signals.recency === null
      ? 'Lately: not known.'
      : `Lately: ${two(signals.recency)}, ${isUsedSince ? SINCE : lately}.`,
    tierSentence(entry, score, tier, limits),
  ]
}

const SINCE = 'as it was weighed last; that it was needed since counts from the next night on'

const two = (x: number): string => x.toFixed(2)

function kindOf({ category, explicit, done }: ScoredEntry): string {
  if (category === 'task' && done) return 'the task is done'
  if (explicit) return 'you asked for it to be remembered'
  return {
    preference: 'it says what you like',
    task: 'the task is open',
    fact: 'it is a fact',
    insight: 'it is an insight',
    chitchat: 'it is small talk',
  }[category]
}

function sourceOf({ source, confidence }: ScoredEntry): string {
  if (confidence >= 1) return 'you wrote or confirmed it'
  return {
    person: 'you wrote it',
    pattern: 'you said it in these words',
    model: 'a model read it in what you said',
    assistant: 'the assistant said it',
    consolidation: 'it was put together from several entries',
  }[source]
}

const times = (n: number): string => (n === 0 ? 'nobody needed it so far' : n === 1 ? 'one use' : `${n} uses`)

function ago(ms: number): string {
  const days = Math.floor(ms / DAY)
  return days <= 0 ? 'less than a day' : days === 1 ? 'one day' : `${days} days`
}

/** A score as a person reads it: never rounded up to a line it does not reach. */
export const shownScore = (score: number): string => (Math.floor(score * 100 + 1e-9) / 100).toFixed(2)

/** What it comes to. Where the entry stands is read from the file itself, not told from here. */
function tierSentence(
  { pinned, explicit }: ScoredEntry,
  score: number,
  tier: MemoryValue['tier'],
  { keepFrom, summarizeFrom }: TierLimits,
): string {
  const whole = `Altogether ${shownScore(score)}`
  if (tier === 'KEEP')
    return pinned && score < keepFrom
      ? `${whole}, and kept because you pinned it.`
      : `${whole}: kept, as everything from ${two(keepFrom)} on.`
  if (tier === 'SUMMARIZE')
    return explicit && score < summarizeFrom
      ? `${whole}, and kept in short at least, because you asked for it to be remembered.`
      : `${whole}: kept in short, being below ${two(keepFrom)}.`
  return `${whole}: below ${two(summarizeFrom)}, so it is found by search.`
}

import { ABILITIES, type Ability } from '@shared/contract/models'

/** Raised when items, checks or bars change: an older result is then measured anew. */
export const PROBE_VERSION = 3

/**
 * Share of right answers from which an ability counts as proved. Chat asks for little: a person chose the model and sees
 * what it says. What acts by itself asks for more, and `judge`, where guessing scores a half, for the most. Each lies above
 * what the way without a model scores (docs/models.md).
 */
export const BARS: Readonly<Record<Ability, number>> = {
  chat: 0.5,
  title: 0.8,
  assign: 0.8,
  judge: 0.9,
  extract: 0.75,
  tags: 0.85,
  tools: 0.8,
  see: 1,
}

/**
 * What one gets right without knowing anything: one of two for `judge`, one of five buckets for `assign`, the items without
 * anything to remember for `extract`, those without a call for `tools`. The whole interval of a score has to lie above it.
 */
export const CHANCE: Readonly<Record<Ability, number>> = {
  chat: 0,
  title: 0,
  assign: 0.2,
  judge: 0.5,
  extract: 0.3,
  tags: 0.25,
  tools: 0.35,
  // the word it has to read off the picture is not among what anybody would guess
  see: 0,
}

export interface Tally {
  right: number
  asked: number
}

/** 90 %: below its lower end the true share lies in one of twenty cases. */
const Z = 1.6449

/** Wilson's score interval of a share, which holds for few items too. Nothing asked: from 0 to 1. */
export function wilson({ right, asked }: Tally): { low: number; high: number } {
  if (asked === 0) return { low: 0, high: 1 }
  const share = right / asked
  const z2 = Z * Z
  const centre = share + z2 / (2 * asked)
  const half = Z * Math.sqrt((share * (1 - share)) / asked + z2 / (4 * asked * asked))
  const scale = 1 + z2 / asked
  return { low: Math.max(0, (centre - half) / scale), high: Math.min(1, (centre + half) / scale) }
}

/** Whether so many right answers prove the ability: the bar is reached, and chance does not explain it. */
export const isProved = (ability: Ability, tally: Tally): boolean =>
  tally.asked > 0 && tally.right / tally.asked >= BARS[ability] && wilson(tally).low > CHANCE[ability]

/** With fewer items asked no ability is given up. */
const LEAST_ASKED = 10

/** Whether the bar is out of reach even if all that is left were answered rightly: the rest need not be asked. */
export const isOutOfReach = (ability: Ability, { right, asked }: Tally, items: number): boolean =>
  asked >= LEAST_ASKED && (right + items - asked) / items < BARS[ability]

export interface ItemResult {
  ability: Ability
  right: boolean
}

interface AbilityScore extends Tally {
  /** Share of the items answered rightly. */
  score: number
  /** Why it could not be tried, if it could not. */
  reason: string | null
}

export type ProbeScores = Record<Ability, AbilityScore>

/** Scores of all abilities; one that was not tried scores 0 for the reason given. */
export function scoreProbe(results: readonly ItemResult[], untried: ReadonlyMap<Ability, string>): ProbeScores {
  const scoreOf = (ability: Ability): AbilityScore => {
    const own = results.filter((result) => result.ability === ability)
    const right = own.filter((result) => result.right).length
    return {
      score: own.length === 0 ? 0 : right / own.length,
      right,
      asked: own.length,
      reason: untried.get(ability) ?? (own.length === 0 ? 'No item was asked.' : null),
    }
  }
  return Object.fromEntries(ABILITIES.map((ability) => [ability, scoreOf(ability)])) as ProbeScores
}

/** The abilities whose score reaches their bar, beyond chance. */
export const provedAbilities = (scores: ProbeScores): Ability[] =>
  ABILITIES.filter((ability) => isProved(ability, scores[ability]))

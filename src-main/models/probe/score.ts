import { ABILITIES, type Ability } from '@shared/contract/models'

/** Raised when items, checks or bars change: an older result is then measured anew. */
export const PROBE_VERSION = 3

/**
 * Share of right answers from which an ability counts as proved. Chat asks for little: a person chose the model and sees
 * what it says. What acts by itself asks for more, and `judge`, where guessing scores a half, for the most.
 */
export const BARS: Readonly<Record<Ability, number>> = {
  chat: 0.5,
  title: 0.75,
  assign: 0.8,
  judge: 0.9,
  extract: 0.75,
  tags: 0.85,
  tools: 0.8,
  see: 1,
}

export interface ItemResult {
  ability: Ability
  right: boolean
}

interface AbilityScore {
  /** Share of the items answered rightly. */
  score: number
  right: number
  asked: number
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

/** The abilities whose score reaches their bar. */
export const provedAbilities = (scores: ProbeScores): Ability[] =>
  ABILITIES.filter((ability) => scores[ability].score >= BARS[ability])

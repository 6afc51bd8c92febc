import { ABILITIES, type Ability, type AbilityState } from '@shared/contract/models'
import { BARS, CHANCE, isProved, PROBE_VERSION, type ProbeScores, wilson } from './probe/score'
import type { StoredAbilities } from './stored-models'

/**
 * What a model is asked for: a person's word, else its score against the bar and against chance. Before it was measured it may chat (that is
 * what it was chosen for) and nothing else. Without a model nothing is enabled.
 */
export function abilityStates(stored: StoredAbilities | undefined, hasModel: boolean): AbilityState[] {
  const measured = stored?.probeVersion === PROBE_VERSION
  return ABILITIES.map((ability) => {
    const score = measured ? (stored.scores[ability] ?? null) : null
    const override = stored?.overrides[ability] ?? null
    const tally = measured ? (stored.counts[ability] ?? null) : null
    const proved = tally === null ? ability === 'chat' : isProved(ability, tally)
    return {
      ...{ ability, score, bar: BARS[ability], chance: CHANCE[ability], override },
      measured: tally === null ? null : { ...tally, ...wilson(tally) },
      enabled: hasModel && (override ?? proved),
    }
  })
}

export const isMeasured = (stored: StoredAbilities | undefined): boolean => stored?.probeVersion === PROBE_VERSION

/** With the scores of a probe; a person's word stays. */
export function withScores(stored: StoredAbilities | undefined, scores: ProbeScores): StoredAbilities {
  return {
    probeVersion: PROBE_VERSION,
    scores: Object.fromEntries(ABILITIES.map((ability) => [ability, scores[ability].score])),
    counts: Object.fromEntries(
      ABILITIES.map((ability) => [ability, { right: scores[ability].right, asked: scores[ability].asked }]),
    ),
    overrides: stored?.overrides ?? {},
  }
}

/** With a person's word for one ability; null takes it back. */
export function withOverride(
  stored: StoredAbilities | undefined,
  ability: Ability,
  enabled: boolean | null,
): StoredAbilities {
  const { [ability]: _, ...others } = stored?.overrides ?? {}
  return {
    probeVersion: stored?.probeVersion ?? 0,
    scores: stored?.scores ?? {},
    counts: stored?.counts ?? {},
    overrides: enabled === null ? others : { ...others, [ability]: enabled },
  }
}

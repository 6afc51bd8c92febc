/** The levels of one text, each no longer than the one before it (02, Compression levels). */
import { countTokens, cutTokens } from '../../language/tokens'
import { type DerivedLevel, maxTokensOf } from './bounds'
import { compressWithin } from './compress'

export const DERIVED_LEVELS: readonly DerivedLevel[] = ['summary', 'bullets', 'keywords']

export interface LevelText {
  level: DerivedLevel
  content: string
  /** o200k_base. */
  tokens: number
}

/**
 * The levels of `text` from the summary down to `lowest`. `summary`: a better one that somebody wrote already; it is held to
 * the same bound. Pure and deterministic.
 */
export function chainOf(text: string, lowest: DerivedLevel, summary: string | null = null): LevelText[] {
  const whole = text.trim()
  const full = countTokens(whole)
  const chain: LevelText[] = []
  for (const level of DERIVED_LEVELS.slice(0, DERIVED_LEVELS.indexOf(lowest) + 1)) {
    const max = Math.min(maxTokensOf(level, full), chain.at(-1)?.tokens ?? full)
    const written = level === 'summary' && summary !== null ? cutTokens(summary.trim(), max) : ''
    const content = written === '' ? compressWithin(whole, level, max) : written
    chain.push({ level, content, tokens: countTokens(content) })
  }
  return chain
}

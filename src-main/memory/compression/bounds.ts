/** How long a level may be (07-settled, Levels). */
import type { CompressionLevel } from '@shared/memory'

/** The levels that are made; `full` is what is there. */
export type DerivedLevel = Exclude<CompressionLevel, 'full'>

const SUMMARY_SHARE = 0.1
const SUMMARY_FLOOR = 100
const BULLETS_TOKENS = 30
const KEYWORDS_SHARE = 0.03
const KEYWORDS_FLOOR = 10

/**
 * The most o200k_base tokens that `level` may have for a full text of `fullTokens`: summary the larger of 10 % and 100,
 * bullets 30, keywords the larger of 3 % and 10; no level more than the full text.
 */
export function maxTokensOf(level: DerivedLevel, fullTokens: number): number {
  return Math.min(fullTokens, limitOf(level, fullTokens))
}

function limitOf(level: DerivedLevel, fullTokens: number): number {
  switch (level) {
    case 'summary':
      return Math.max(Math.floor(fullTokens * SUMMARY_SHARE), SUMMARY_FLOOR)
    case 'bullets':
      return BULLETS_TOKENS
    case 'keywords':
      return Math.max(Math.floor(fullTokens * KEYWORDS_SHARE), KEYWORDS_FLOOR)
  }
}

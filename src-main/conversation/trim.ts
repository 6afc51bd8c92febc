import type { ToolRound } from '@shared/domain'
import type { ChatImage } from '../models/types'

/** One message of a prompt, as it is sent. */
export interface Entry {
  role: 'user' | 'assistant'
  text: string
  /** Of a person's message, for a model that sees. */
  images?: readonly ChatImage[]
  /** The tools a reply used before its text. */
  rounds?: readonly ToolRound[]
  tokens: number
}

/** The share of the raw messages that goes at once when the context is full (07-settled, Prompt order). */
const STEP = 1 / 4

/**
 * Index of the first entry that is still sent. Goes through the session turn by turn: whenever a turn did not fit, the
 * oldest quarter of what was sent until then went in one step. Since every turn replays the same history, a message that
 * was dropped once stays dropped, and between two drops each prompt begins with the one before it. What is left begins
 * with a person's message.
 * @param entries oldest first, the newest turn last
 * @param fits whether a turn of so many tokens can be sent behind so many; must answer the same for the same turn for ever
 */
export function firstKept(
  entries: readonly Entry[],
  fits: (tokensBefore: number, turnTokens: number) => boolean,
): number {
  const sums = [0]
  for (const entry of entries) sums.push((sums.at(-1) ?? 0) + entry.tokens)
  let start = 0
  entries.forEach((entry, turn) => {
    if (entry.role !== 'user') return
    const before = () => (sums[turn] ?? 0) - (sums[start] ?? 0)
    while (start < turn && !fits(before(), entry.tokens)) {
      start += Math.ceil((turn - start) * STEP)
      while (start < turn && entries[start]?.role === 'assistant') start += 1
    }
  })
  return start
}

/** What a topic could be called: phrases of its messages, each with what words alone say for it. */

import { guessLanguages, type Language } from './function-words'
import { candidatePhrases } from './key-phrases'
import { type TokenisedText, tokenise } from './phrase-tokens'
import type { TermStatistics } from './term-statistics'
import { vocabularyRank } from './tokens'

export interface TitleMaterial {
  /** What the person said, oldest first. */
  said: readonly string[]
  /** What was answered, oldest first. */
  replies: readonly string[]
}

export interface TitleCandidate {
  /** In the texts' own writing, without a capital at its beginning. */
  text: string
  /** Lower-case words. */
  words: readonly string[]
  /** 0 to 1: how much it is said here and not elsewhere, against the best one. */
  keyness: number
  /** 0 to 1: how many of the texts hold it, on a logarithmic scale. */
  coverage: number
  /** 0 to 1: a lone word that fits nearly anything. */
  general: number
}

export interface TitleCandidates {
  candidates: TitleCandidate[]
  language: Language | null
}

/** Beginnings of messages say what they are about. */
const SAID_CHARACTERS = 700
const REPLY_CHARACTERS = 1_200
const MAX_CHARACTERS = 24_000
/** Characters read before everything else has its turn. */
const AT_ONCE = 6_000
/** The commonest words of a large vocabulary, which name nothing by themselves, and where they end. */
const COMMON_RANK = 4_000
const USUAL_RANK = 13_000

/**
 * At most `max` phrases that name a thing, best first, sub-phrases of better ones among them: who compares them by meaning
 * chooses. Deterministic; bounded for any number of texts of any length (samples evenly), and cut into steps of some
 * milliseconds by `pause`.
 */
export async function titleCandidates(
  { said, replies }: TitleMaterial,
  statistics: TermStatistics,
  { max, ignore, pause }: { max: number; ignore: (word: string) => boolean; pause(): Promise<void> },
): Promise<TitleCandidates> {
  const own = said.map((text) => text.slice(0, SAID_CHARACTERS))
  const given = replies.map((text) => text.slice(0, REPLY_CHARACTERS))
  // A person's words get at least half of the room.
  const spoken = within(own, Math.max(MAX_CHARACTERS / 2, MAX_CHARACTERS - lengthOf(given)))
  const texts = [...spoken, ...within(given, MAX_CHARACTERS - lengthOf(spoken))]
  const tokenised: TokenisedText[] = []
  for (const some of inParts(texts)) {
    tokenised.push(...tokenise(some))
    await pause()
  }
  const language = guessLanguages(tokenised.flatMap(({ tokens }) => tokens.map((token) => token.word)))[0] ?? null
  const phrases = await candidatePhrases(tokenised, statistics, { max: max * 3, ignore, pause })
  const best = phrases[0]?.score ?? 1
  const seen = new Map<string, TitleCandidate>()
  for (const { text, words, score, texts: held, nominal } of phrases) {
    const key = text.toLowerCase()
    if (!nominal || seen.has(key)) continue
    const coverage = Math.log1p(held) / Math.log1p(texts.length)
    seen.set(key, { text, words, keyness: score / best, coverage, general: generality(words) })
    if (seen.size === max) break
  }
  return { candidates: [...seen.values()], language }
}

/** “Light”, “address”, “book”: what nearly every text in the world may hold says least about one topic. */
export function generality(words: readonly string[]): number {
  const [word, second] = words
  if (word === undefined || second !== undefined) return 0
  const rank = vocabularyRank(word)
  if (rank === null) return 0
  return Math.min(1, Math.max(0, (USUAL_RANK - rank) / (USUAL_RANK - COMMON_RANK)))
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)

/** Evenly spaced texts that stay within `characters` together. */
function within(texts: readonly string[], characters: number): string[] {
  const total = lengthOf(texts)
  if (total <= characters) return [...texts]
  const count = Math.floor((texts.length * characters) / total)
  return Array.from({ length: count }, (_, i) => texts[Math.floor((i * texts.length) / count)] ?? '')
}

function inParts(texts: readonly string[]): string[][] {
  const parts: string[][] = []
  let size = AT_ONCE
  for (const text of texts) {
    if (size >= AT_ONCE) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(text)
    size += text.length
  }
  return parts
}

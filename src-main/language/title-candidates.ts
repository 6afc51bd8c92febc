/** What a topic could be called: phrases of its messages, each with what words alone say for it. */

import { inSlices } from '../runtime/slices'
import { guessLanguages, type Language } from './function-words'
import { ARTICLES, candidatePhrases, JOINS } from './key-phrases'
import { nameUses, withPossessives } from './person-names'
import { type TokenisedText, tokenising } from './phrase-tokens'
import type { TermStatistics } from './term-statistics'
import { vocabularyRank } from './tokens'

export interface TitleMaterial {
  /** What the person said, oldest first. */
  said: readonly string[]
  /** What was answered, oldest first. */
  replies: readonly string[]
  /** Which talk each of these texts stands in, in the same order. Left out: they are one talk. */
  talks?: { said: readonly string[]; replies: readonly string[] }
}

export interface TitleCandidate {
  /** In the texts' own writing, without a capital at its beginning. */
  text: string
  /** Lower-case words. */
  words: readonly string[]
  /** 0 to 1: how much it is said here and not elsewhere, against the best one. */
  keyness: number
  /** 0 to 1: how many of the texts, and of the talks, hold it, on a logarithmic scale. */
  coverage: number
  /** It stands in the first of the person's messages, which says what is wanted. */
  opens: boolean
  /** 0 to 1: a lone word that fits nearly anything. */
  general: number
  /** A lone word, no name, that fell once in a longer talk: “spill the beans”. */
  passing: boolean
}

export interface TitleCandidates {
  candidates: TitleCandidate[]
  language: Language | null
}

/** How candidates are looked for. */
export interface CandidateSearch {
  max: number
  /** Words that name nobody's topic here: those of who speaks. */
  ignore: (word: string) => boolean
  /** Lets everything else have its turn. */
  pause(): Promise<void>
  /**
   * How much each of some capitalised words looks like a first name by its meaning, −1 to 1 (above `FIRST_NAME` it is one); null
   * where there are no vectors.
   */
  firstNames?(names: readonly string[]): Promise<readonly number[] | null>
}

/** From here on a word is a first name whatever it does in its sentences; from half of it on where that speaks for it too. */
export const FIRST_NAME = 0.1
/** Below this it is none, whatever it does: “Flask handles it”. */
const NO_NAME = 0.02
/** Names that are looked up, the most frequent first. */
const MOST_NAMES = 24

/** Of so many texts, something that matters is in two. */
const LONGER_TALK = 5

/** Beginnings of messages say what they are about. */
const SAID_CHARACTERS = 700
const REPLY_CHARACTERS = 1_200
const MAX_CHARACTERS = 24_000
/** The commonest words of a large vocabulary, which name nothing by themselves, and where they end. */
const COMMON_RANK = 4_000
const USUAL_RANK = 13_000

/**
 * At most `max` phrases that name a thing, best first, sub-phrases of better ones among them: who compares them by meaning
 * chooses. Deterministic; bounded for any number of texts of any length (samples evenly), and cut into steps of some
 * milliseconds by `pause`.
 */
export async function titleCandidates(
  { said, replies, talks }: TitleMaterial,
  statistics: TermStatistics,
  search: CandidateSearch,
): Promise<TitleCandidates> {
  const { max, pause } = search
  const own = said.map((text, i) => ({ text: text.slice(0, SAID_CHARACTERS), talk: talks?.said[i] ?? '' }))
  const given = replies.map((text, i) => ({ text: text.slice(0, REPLY_CHARACTERS), talk: talks?.replies[i] ?? '' }))
  // A person's words get at least half of the room.
  const spoken = within(own, Math.max(MAX_CHARACTERS / 2, MAX_CHARACTERS - lengthOf(given)))
  const texts = [...spoken, ...within(given, MAX_CHARACTERS - lengthOf(spoken))]
  const allTalks = new Set(texts.map(({ talk }) => talk)).size
  const tokenised = await inSlices(tokenising(texts.map(({ text }) => text)), pause)
  const language = guessLanguages(tokenised.flatMap(({ tokens }) => tokens.map((token) => token.word)))[0] ?? null
  const people = await peopleIn(tokenised, search)
  const ignore = (word: string) => search.ignore(word) || people.has(word)
  const phrases = await candidatePhrases(tokenised, statistics, { max: max * 3, language, ignore, pause })
  const best = phrases[0]?.score ?? 1
  const seen = new Map<string, TitleCandidate>()
  for (const { text, words, score, heldBy, nominal } of phrases) {
    const key = text.toLowerCase()
    if (!nominal || seen.has(key)) continue
    const inTalks = new Set([...heldBy].map((i) => texts[i]?.talk)).size
    const coverage = covered(heldBy.size, texts.length, inTalks, allTalks)
    const opens = said.length > 0 && heldBy.has(0)
    const passing = words.length === 1 && heldBy.size === 1 && texts.length >= LONGER_TALK && !/\p{Lu}/u.test(text)
    seen.set(key, { text, words, keyness: score / best, coverage, opens, general: generality(words), passing })
    if (seen.size === max) break
  }
  return { candidates: [...seen.values()], language }
}

/** Who is spoken of or to: a topic is hardly ever called after somebody who is merely mentioned. */
async function peopleIn(
  texts: readonly TokenisedText[],
  { firstNames }: CandidateSearch,
): Promise<ReadonlySet<string>> {
  const uses = nameUses(texts).slice(0, MOST_NAMES)
  const looks = uses.length === 0 ? null : await firstNames?.(uses.map(({ name }) => name))
  const people = uses.filter(({ likely, possible, against }, i) => {
    const look = looks?.[i]
    if (look === undefined) return likely
    if (against) return likely && look >= NO_NAME
    return look >= FIRST_NAME || (likely && look >= NO_NAME) || (possible && look >= FIRST_NAME / 2)
  })
  return withPossessives(people.map(({ name }) => name))
}

/**
 * “Light”, “address”, “book”: what nearly every text in the world may hold says least about one topic. Of words joined by an “and”
 * the most general one counts: “support and the mood” is two of them.
 */
export function generality(words: readonly string[]): number {
  const parts: string[][] = [[]]
  for (const word of words) {
    if (JOINS.has(word)) parts.push([])
    else if (!ARTICLES.has(word)) parts.at(-1)?.push(word)
  }
  return Math.max(0, ...parts.map(([word, second]) => (word === undefined || second !== undefined ? 0 : usual(word))))
}

/** 0 to 1: how usual a word is in the world. */
function usual(word: string): number {
  const rank = vocabularyRank(word)
  if (rank === null) return 0
  return Math.min(1, Math.max(0, (USUAL_RANK - rank) / (USUAL_RANK - COMMON_RANK)))
}

/** What comes up in every talk is the topic; what fills many messages of one talk was part of it once. */
function covered(held: number, texts: number, inTalks: number, talks: number): number {
  const said = Math.log1p(held) / Math.log1p(texts)
  return talks < 2 ? said : (said + Math.log1p(inTalks) / Math.log1p(talks)) / 2
}

interface PlacedText {
  text: string
  talk: string
}

const lengthOf = (texts: readonly PlacedText[]): number => texts.reduce((sum, { text }) => sum + text.length, 0)

/** Evenly spaced texts that stay within `characters` together. */
function within(texts: readonly PlacedText[], characters: number): PlacedText[] {
  const total = lengthOf(texts)
  if (total <= characters) return [...texts]
  const count = Math.floor((texts.length * characters) / total)
  return Array.from(
    { length: count },
    (_, i) => texts[Math.floor((i * texts.length) / count)] ?? { text: '', talk: '' },
  )
}

/**
 * Choosing among what a topic could be called (docs/titles.md): a title says what tells this topic from the person's others, in
 * a noun phrase or two.
 */
import { joinedBy, type Language } from './function-words'
import { cutGraphemes } from './graphemes'
import { sentenceCase } from './title'
import { generality, type TitleCandidate } from './title-candidates'

/** What meaning says of a candidate. All from −1 to 1 but `share`. */
export interface TitleFit {
  /** Cosine with the mean of the topic's messages. */
  own: number
  /** Cosine with the mean of all its candidates: how much it stands for the others. */
  among: number
  /** 0 to 1: how much nearer it is to this topic than to the person's others. */
  share: number
}

export interface RankedTitle extends TitleCandidate {
  score: number
  fit: TitleFit | null
}

const MAX_TITLE = 60
const MAX_WORDS = 6
/** How much each counts beside `own`. Chosen on development streams; a title hardly changes when one of them is halved. */
const AMONG = 0.5
const SHARE = 0.15
const KEYNESS = 0.15
const COVERAGE = 0.2
const LONE_WORD = 0.02
const GENERAL = 0.3
/** Each word after the third. */
const LONG = 0.03
/** A second phrase says at least so much of what the first one says. */
const SECOND_SHARE = 0.5
/** A phrase of so many words says enough by itself. */
const ENOUGH_WORDS = 4

/** A word that would fit nearly any topic. */
export const isGeneralWord = (word: string): boolean => generality([word]) >= 0.5

/** Best first. Without vectors (`fits` null) words alone decide. */
export function rankTitles(candidates: readonly TitleCandidate[], fits: readonly TitleFit[] | null): RankedTitle[] {
  const ranked = candidates.map((candidate, i): RankedTitle => {
    const fit = fits?.[i] ?? null
    const { keyness, coverage, general, words } = candidate
    const meant = fit ? fit.own + AMONG * fit.among + SHARE * fit.share + KEYNESS * keyness : keyness
    const lone = words.length === 1 ? LONE_WORD + GENERAL * general : 0
    const long = LONG * Math.max(0, words.length - 3)
    return { ...candidate, fit, score: meant + COVERAGE * coverage - lone - long }
  })
  // Stable: of equals, the one words alone prefer.
  return ranked.sort((a, b) => b.score - a.score)
}

/**
 * Titles made of `ranked`, best first, no two alike: the best phrase with the best other one, then other pairs, then the phrases
 * alone. Each at most 60 graphemes, in sentence case. Empty if there is no candidate.
 */
export function titlesOf(ranked: readonly RankedTitle[], language: Language | null): string[] {
  const [first, ...others] = ranked
  if (!first) return []
  const and = joinedBy(language)
  const written = (text: string) => sentenceCase(cutGraphemes(text, MAX_TITLE), language)
  const pairs = isJoined(first)
    ? []
    : others.filter((second) => goesWith(first, second)).map((second) => written(first.text + and + second.text))
  const alone = [first, ...others].map(({ text }) => written(text))
  const strong = pairs.length === 0 || standsAlone(first)
  const all = strong ? [alone[0] ?? '', ...pairs, ...alone.slice(1)] : [...pairs, ...alone]
  const seen = new Set<string>()
  return all.filter((title) => {
    const key = title.toLowerCase()
    if (title === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function standsAlone({ words }: RankedTitle): boolean {
  return words.length >= ENOUGH_WORDS
}

const JOIN = /(?<=\s)(?:and|und|et|y|e|en|ve|и)(?=\s)|[と和]|และ/u
const isJoined = ({ text }: TitleCandidate): boolean => JOIN.test(text)

function goesWith(first: RankedTitle, second: RankedTitle): boolean {
  return (
    !isJoined(second) &&
    second.score >= first.score * SECOND_SHARE &&
    first.words.length + second.words.length <= MAX_WORDS &&
    !second.words.some((word) => first.words.some((other) => isSame(word, other)))
  )
}

/** “Agency” and “agencies”, “photo” and “photography”. */
function isSame(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  const stem = Math.max(3, Math.min(5, length - 1))
  return a === b || (length >= 4 && a.slice(0, stem) === b.slice(0, stem))
}

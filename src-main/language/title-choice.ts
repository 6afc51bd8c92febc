/**
 * Choosing among what a topic could be called (docs/titles.md): a title says what tells this topic from the person's others, in
 * a noun phrase or two.
 */
import { joinedBy, type Language } from './function-words'
import { cutGraphemes } from './graphemes'
import { isOpinion } from './key-phrases'
import type { TermStatistics } from './term-statistics'
import { beginning, sentenceCase, UNTITLED } from './title'
import {
  type CandidateSearch,
  generality,
  type TitleCandidate,
  type TitleMaterial,
  titleCandidates,
} from './title-candidates'

/** What meaning says of a candidate. All from −1 to 1. */
export interface TitleFit {
  /** Cosine with the mean of the topic's messages. */
  own: number
  /** Cosine with the mean of all its candidates: how much it stands for the others. */
  among: number
  /** How much nearer it is to this topic than to the person's others on average; half of `own` where there are none. */
  apart: number
  /** Cosine with what is common to words of mood and encouragement (“kindness”, “journey”) and not to names of things. */
  vague: number
}

export interface RankedTitle extends TitleCandidate {
  score: number
  fit: TitleFit | null
}

const MAX_TITLE = 60
const MAX_WORDS = 6
/** How much each counts. Chosen on development streams; a title hardly changes when one of them is halved. */
const OWN = 0.4
const AMONG = 0.4
const APART = 1.2
const KEYNESS = 0.15
const COVERAGE = 0.2
const LONE_WORD = 0.06
const GENERAL = 0.3
/** What a phrase loses for standing over any friendly talk and gains for naming a thing; a lone word loses more. */
const VAGUE = 0.3
const VAGUE_ALONE = 0.5
/** Each word after the third. */
const LONG = 0.03
/** A second phrase says at least so much of what the first one says; by words alone a little more. */
const SECOND_SHARE = 0.5
const SECOND_SHARE_BY_WORDS = 0.55
/** A phrase of so many words says enough by itself. */
const ENOUGH_WORDS = 4
/** By words alone a second one is mostly what happened to stand beside it: “Trip to Lisbon” with “my sister”. */
const ENOUGH_WORDS_BY_WORDS = 3

/** How well a title fits by meaning. */
export const meaningOf = ({ own, among, apart }: TitleFit): number => OWN * own + AMONG * among + APART * apart

/** A word that would fit nearly any topic. */
export const isGeneralWord = (word: string): boolean => generality([word]) >= GENERAL_FROM

/**
 * Best first. Without vectors (`fits` null) words alone decide. `opening`: what the first message says of a talk counts more than what
 * came of it.
 */
export function rankTitles(
  candidates: readonly TitleCandidate[],
  fits: readonly TitleFit[] | null,
  { opening = 0 }: { opening?: number } = {},
): RankedTitle[] {
  const ranked = candidates.map((candidate, i): RankedTitle => {
    const fit = fits?.[i] ?? null
    const { keyness, coverage, general, words } = candidate
    const meant = fit ? meaningOf(fit) + KEYNESS * keyness : keyness
    const alone = words.length === 1
    const mood = fit?.vague ?? 0
    const vague = VAGUE * mood + (alone ? VAGUE_ALONE * Math.max(0, mood) : 0)
    const lone = (alone ? LONE_WORD : 0) + GENERAL * general + vague
    const long = LONG * Math.max(0, words.length - 3)
    return { ...candidate, fit, score: meant + COVERAGE * coverage + (candidate.opens ? opening : 0) - lone - long }
  })
  // Stable: of equals, the one words alone prefer.
  return ranked.sort((a, b) => b.score - a.score)
}

/** A lone word that would fit nearly any topic, or that fell in passing, names none, not even beside another phrase. */
const isNaming = ({ general, passing }: TitleCandidate): boolean => general < GENERAL_FROM && !passing
const GENERAL_FROM = 0.5

/** From here on a phrase, or a lone word, is about mood. */
const MOOD = 0.2
const MOOD_ALONE = 0.1
/** A thing that says at least so much of what a word of mood says is the better name. */
const THING_SHARE = 0.4

/** “Little moments”, “big impact”: an opinion makes no thing of a mood. */
function isMood({ fit, words: [first = '', ...others] }: RankedTitle): boolean {
  const from = others.length === 0 ? MOOD_ALONE : isOpinion(first) ? 0 : MOOD
  return (fit?.vague ?? 0) > from
}

/** What may name a topic, best first. “Dreams”, “full support” fit any friendly talk: they do so only where nothing else does. */
function naming(ranked: readonly RankedTitle[]): RankedTitle[] {
  const all = ranked.filter(isNaming)
  const things = all.filter((each) => !isMood(each))
  return things[0] && things[0].score >= (all[0]?.score ?? 0) * THING_SHARE ? things : all
}

/**
 * Titles made of `ranked`, best first, no two alike: the best phrase with the best other one, then other pairs, then the phrases
 * alone. Each at most 60 graphemes, in sentence case. Empty if there is no candidate that names anything.
 */
export function titlesOf(ranked: readonly RankedTitle[], language: Language | null): string[] {
  const [first, ...others] = naming(ranked)
  if (!first) return []
  const and = joinedBy(language)
  const written = (text: string) => sentenceCase(cutGraphemes(text, MAX_TITLE), language)
  const pairs = isJoined(first)
    ? []
    : others
        .filter((second) => goesWith(first, second))
        .map((second) => written(inOne(first, second, ranked) ?? first.text + and + second.text))
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

/** The texts' own way to say both (“salon”, “Oakland” → “salon in Oakland”; “dancing”, “studio” → “dance studio”), or null. */
function inOne(first: RankedTitle, second: RankedTitle, ranked: readonly RankedTitle[]): string | null {
  const wanted = [...first.words, ...second.words]
  const one = ranked.find(
    (c) =>
      !isJoined(c) &&
      c.words.length <= wanted.length + 2 &&
      wanted.every((word) => c.words.some((other) => isSame(word, other))),
  )
  return one?.text ?? null
}

function standsAlone({ words, fit }: RankedTitle): boolean {
  return words.length >= (fit ? ENOUGH_WORDS : ENOUGH_WORDS_BY_WORDS)
}

const JOIN = /(?<=\s)(?:and|und|et|y|e|en|ve|и)(?=\s)|[と和]|และ/u
const isJoined = ({ text }: TitleCandidate): boolean => JOIN.test(text)

function goesWith(first: RankedTitle, second: RankedTitle): boolean {
  return (
    !isJoined(second) &&
    second.score >= first.score * (first.fit ? SECOND_SHARE : SECOND_SHARE_BY_WORDS) &&
    first.words.length + second.words.length <= MAX_WORDS &&
    !second.words.some((word) => first.words.some((other) => isSame(word, other)))
  )
}

/** “Agency” and “agencies”, “photo” and “photography”. */
function isSame(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  const stem = Math.max(3, Math.min(5, length - 1))
  if (/\p{Script=Katakana}/u.test(a)) return sharesRun(a, b)
  return a === b || (length >= 4 && a.slice(0, stem) === b.slice(0, stem))
}

/** “リマインダー” and “マインド”: a run of three signs. */
const sharesRun = (a: string, b: string): boolean =>
  a === b || [...a].some((_, at) => at + 3 <= a.length && b.includes(a.slice(at, at + 3)))

/** Phrases that are compared for a title by words alone. */
const BY_WORDS = 24

/**
 * Titles by words alone, best first: for what nothing is known of but its texts. Never empty: texts without a telling phrase are
 * called by what they begin with, by a name in their code, or, if there is nothing at all, `UNTITLED`.
 */
export async function titlesByWords(
  material: TitleMaterial,
  statistics: TermStatistics,
  search: Omit<CandidateSearch, 'max'>,
): Promise<string[]> {
  const { candidates, language } = await titleCandidates(material, statistics, { ...search, max: BY_WORDS })
  const titles = titlesOf(rankTitles(candidates, null), language)
  const texts = material.said.length > 0 ? material.said : material.replies
  return titles.length > 0 ? titles : [beginning(texts, search.ignore) ?? UNTITLED]
}

/** Phrases that a list of a talk's topics names at most, and its words. */
const MOST_LISTED = 3
const MOST_LISTED_WORDS = 8
/** What a phrase of the first question counts more, less where it was only the first of many. */
export const opensTalk = (questions: number): number => OPENS / Math.sqrt(Math.max(1, questions))
const OPENS = 0.15
/** The second and the third phrase say at least so much of what the first one says. */
const LISTED_SHARE = [0, 0.6, 0.75]

/**
 * What a talk was about, one to three phrases that share no word, best first: “Sourdough starter, rye flour”. At most eight words
 * and 60 graphemes; a phrase is never torn. Null if no candidate names anything.
 */
export function listedTitle(ranked: readonly RankedTitle[], language: Language | null): string | null {
  const [first, ...others] = naming(ranked)
  if (!first) return null
  const chosen = [first]
  for (const phrase of others) {
    if (chosen.length === MOST_LISTED) break
    const together = [...chosen, phrase]
    const fits =
      together.reduce((sum, { words }) => sum + words.length, 0) <= MOST_LISTED_WORDS &&
      together.map(({ text }) => text).join(', ').length <= MAX_TITLE
    const told = chosen.some((c) => phrase.words.some((word) => c.words.some((other) => isSame(word, other))))
    if (fits && !told && phrase.score >= first.score * (LISTED_SHARE[chosen.length] ?? 1)) chosen.push(phrase)
  }
  return sentenceCase(cutGraphemes(chosen.map(({ text }) => text).join(', '), MAX_TITLE), language)
}

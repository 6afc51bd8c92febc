/** Titles and one-line descriptions of topics, without a model. */
import type { TermStatistics } from '../filing/types'
import { guessLanguages, type Language } from './function-words'
import { cutGraphemes } from './graphemes'
import { type KeyPhrase, rankPhrases, sample } from './key-phrases'
import { tokenise } from './phrase-tokens'
import { proseOf } from './prose'
import { words } from './words'

/** What a topic without a single word is called. */
export const UNTITLED = 'Untitled'
const MAX_TITLE = 60
const MAX_TITLE_WORDS = 5
/** A second phrase joins the title if it says nearly as much as the first. */
const SECOND_SHARE = 0.45

const AND: Record<Language, string> = {
  en: ' and ',
  de: ' und ',
  fr: ' et ',
  es: ' y ',
  it: ' e ',
  pt: ' e ',
  nl: ' en ',
  tr: ' ve ',
  ru: ' и ',
  ja: 'と',
  zh: '和',
  ko: ' · ',
  th: 'และ',
}

/**
 * A readable title of one to five words in the language of the texts, in sentence case: “Sourdough bread”, “Trip to Lisbon”,
 * 犬の散歩. Never empty: texts without words are called by what they hold (an emoji, a name in code), or `UNTITLED`.
 */
export function titleFor(
  texts: readonly string[],
  statistics: TermStatistics,
  ignore: (word: string) => boolean = () => false,
): string {
  const tokenised = tokenise(sample(texts))
  const phrases = rankPhrases(tokenised, statistics, 4, ignore)
  const language = guessLanguages(tokenised.flatMap(({ tokens }) => tokens.map((token) => token.word)))[0] ?? null
  return sentenceCase(cutGraphemes(compose(phrases, tokenised.length, language), MAX_TITLE), language)
}

function compose(phrases: readonly KeyPhrase[], texts: number, language: Language | null): string {
  const [best] = phrases
  if (!best) return UNTITLED
  const named = phrases.filter((p) => p.nominal && p.score >= best.score * SECOND_SHARE)
  const [first = best, ...others] = named
  if (first.words.length > 2) return first.text
  const second = others.find(
    (p) =>
      p.score >= first.score * SECOND_SHARE &&
      (p.texts > 1 || texts < 4) &&
      p.words.length + first.words.length < MAX_TITLE_WORDS,
  )
  return second ? first.text + (language ? AND[language] : ', ') + second.text : first.text
}

/** First letter large, by the rules of the language (`istanbul` → `İstanbul` in Turkish). */
export function sentenceCase(text: string, language: Language | null): string {
  const [first = ''] = text
  return first.toLocaleUpperCase(language === 'tr' ? 'tr' : 'en') + text.slice(first.length)
}
export const _ = [proseOf, words]

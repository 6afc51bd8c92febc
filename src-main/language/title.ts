/** Titles and one-line descriptions of topics, without a model. */
import { guessLanguages, joinedBy, type Language } from './function-words'
import { cutGraphemes } from './graphemes'
import { keyPhrases, type RankedPhrases, rankPhrases, sample } from './key-phrases'
import { isGreeting } from './person-names'
import { tokenise } from './phrase-tokens'
import { codeName, proseOf } from './prose'
import { isManners } from './sentence-rank'
import { sentences } from './sentences'
import type { TermStatistics } from './term-statistics'
import { words as wordsOf } from './words'

/** What a topic is called of which there is not a single character. */
export const UNTITLED = 'Untitled'
const MAX_TITLE = 60
const MAX_TITLE_WORDS = 5
const MAX_DESCRIPTION = 120
/** A second phrase joins the title if it says nearly as much as the first. */
const SECOND_SHARE = 0.45
/** In a few texts all words are about equally frequent: there it has to say as much. */
const SECOND_SHARE_OF_FEW = 0.8
const FEW_TEXTS = 3

/**
 * A readable title of one to five words in the language of the texts, in sentence case: “Sourdough bread”, “Trip to Lisbon”,
 * 犬の散歩. At most 60 graphemes. Never empty: texts without a telling word are called by what they begin with, by a name
 * in their code, or, if there is nothing at all, `UNTITLED`. Deterministic; bounded for any number of texts.
 */
export function titleFor(
  texts: readonly string[],
  statistics: TermStatistics,
  ignore: (word: string) => boolean = () => false,
): string {
  const tokenised = tokenise(sample(texts))
  const language = guessLanguages(tokenised.flatMap(({ tokens }) => tokens.map((token) => token.word)))[0] ?? null
  const ranked = rankPhrases(tokenised, statistics, 5, ignore)
  const title = compose(ranked, tokenised.length, language) ?? beginning(texts, ignore) ?? UNTITLED
  return sentenceCase(cutGraphemes(title, MAX_TITLE), language)
}

/** One line that says what the texts are about: their key phrases, most telling first, at most 120 graphemes. */
export function describe(texts: readonly string[], statistics: TermStatistics): string {
  const phrases = keyPhrases(texts, statistics, { max: 6 }).map((phrase) => phrase.text)
  if (phrases.length === 0) return titleFor(texts, statistics)
  return sentenceCase(cutGraphemes(phrases.join(', '), MAX_DESCRIPTION), null)
}

function compose({ phrases, together }: RankedPhrases, texts: number, language: Language | null): string | null {
  const [best] = phrases
  if (!best) return null
  const [first = best, ...others] = phrases.filter((p) => p.nominal && p.score >= best.score * SECOND_SHARE)
  if (first.words.length > 2) return first.text
  const few = texts <= FEW_TEXTS
  const second = others.find(
    (p) =>
      p.score >= first.score * (few ? SECOND_SHARE_OF_FEW : SECOND_SHARE) &&
      (few || p.texts > 1) &&
      p.words.length + first.words.length < MAX_TITLE_WORDS,
  )
  if (!second) return first.text
  return together(first, second) ?? first.text + joinedBy(language) + second.text
}

/** What texts begin with that hold no telling word: “Yes please”, an emoji, a host name, a function. */
function beginning(texts: readonly string[], ignore: (word: string) => boolean): string | null {
  const all = texts.flatMap((text) => sentences(proseOf(text)).slice(0, 1))
  // “Hey Ada!” calls somebody, it names nothing; only where nothing else was said is it better than no title.
  const sentence =
    all.find((each) => !isManners(each) && says(each, ignore)) ?? all.find((each) => says(each, ignore)) ?? all[0]
  if (sentence) {
    const words = sentence.split(/\s+/).slice(0, MAX_TITLE_WORDS)
    return words.join(' ').replace(/[\s.,;:!]+$/u, '') || sentence
  }
  for (const text of texts) {
    const name = codeName(text)
    if (name) return name
  }
  return null
}

/** True if some word is neither a greeting nor one to be ignored (a speaker's name). */
const says = (sentence: string, ignore: (word: string) => boolean): boolean =>
  wordsOf(sentence).some((word) => !isGreeting(word) && !ignore(word))

/** First letter large, by the rules of the language (`istanbul` → `İstanbul` in Turkish). */
export function sentenceCase(text: string, language: Language | null): string {
  const [first = ''] = text
  return first.toLocaleUpperCase(language === 'tr' ? 'tr' : 'en') + text.slice(first.length)
}

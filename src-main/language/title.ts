/** Titles and one-line descriptions of topics, without a model. */
import { guessLanguages, type Language } from './function-words'
import { cutGraphemes } from './graphemes'
import { keyPhrases } from './key-phrases'
import { isGreeting } from './person-names'
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

/** One line that says what the texts are about: their key phrases, most telling first, at most 120 graphemes. */
export function describe(texts: readonly string[], statistics: TermStatistics): string {
  const phrases = keyPhrases(texts, statistics, { max: 6 }).map((phrase) => phrase.text)
  if (phrases.length === 0) return beginning(texts, () => false) ?? UNTITLED
  return sentenceCase(cutGraphemes(phrases.join(', '), MAX_DESCRIPTION), null)
}

/**
 * What texts begin with that hold no telling word, in sentence case and at most 60 graphemes: “How is glue made”, an emoji, a host
 * name, a function. Null if there is nothing at all.
 */
export function beginning(texts: readonly string[], ignore: (word: string) => boolean): string | null {
  const found = beginningOf(texts, ignore)
  if (found === null) return null
  const language = guessLanguages(texts.slice(0, 10).flatMap((text) => wordsOf(text.slice(0, 1_000))))[0] ?? null
  return sentenceCase(cutGraphemes(found, MAX_TITLE), language)
}

function beginningOf(texts: readonly string[], ignore: (word: string) => boolean): string | null {
  const all = texts.flatMap((text) => sentences(proseOf(text)).slice(0, 1))
  // “Hey Ada!” calls somebody, it names nothing; only where nothing else was said is it better than no title.
  const sentence =
    all.find((each) => !isManners(each) && says(each, ignore)) ?? all.find((each) => says(each, ignore)) ?? all[0]
  if (sentence) {
    const words = withoutVocatives(sentence, ignore).split(/\s+/).slice(0, MAX_TITLE_WORDS)
    return words.join(' ').replace(/[\s.,;:!]+$/u, '') || sentence
  }
  for (const text of texts) {
    const name = codeName(text)
    if (name) return name
  }
  return null
}

/** “Wow, Ada, that's amazing” without who is spoken to; the whole where nothing else would be left. */
function withoutVocatives(sentence: string, ignore: (word: string) => boolean): string {
  const called = [...new Set(wordsOf(sentence))].filter((word) => ignore(word) && !isGreeting(word))
  let rest = sentence
  for (const name of called)
    rest = rest.replace(new RegExp(`(?<![\\p{L}\\d])[,\\s]*${escaped(name)}(?![\\p{L}\\d'’])`, 'giu'), '')
  rest = rest
    .replace(/^[\s,.!;:–-]+/u, '')
    .replace(/\s+(?=[,.!?;:])/gu, '')
    .replace(/,{2,}/gu, ',')
  return wordsOf(rest).length > 0 ? rest : sentence
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** True if some word is neither a greeting nor one to be ignored (a speaker's name). */
const says = (sentence: string, ignore: (word: string) => boolean): boolean =>
  wordsOf(sentence).some((word) => !isGreeting(word) && !ignore(word))

/** First letter large, by the rules of the language (`istanbul` → `İstanbul` in Turkish); “iCloud” and “eBay” stay as they are. */
export function sentenceCase(text: string, language: Language | null): string {
  if (/^\p{Ll}\p{Lu}/u.test(text)) return text
  const [first = ''] = text
  return first.toLocaleUpperCase(language === 'tr' ? 'tr' : 'en') + text.slice(first.length)
}

/** The words of a sentence that tell what it is about, as the search index knows them. */
import { evidenceOf, guessLanguages } from '../../language/function-words'
import { words } from '../../language/words'
import { termCounts } from '../../store/search-terms'

/** Terms without those that every sentence of the language has. Of nothing but such: all of them. */
export function tellingTerms(text: string): Set<string> {
  const spoken = words(text)
  const languages = guessLanguages(spoken)
  const grammar = new Set(
    spoken.flatMap((word) => {
      const evidence = evidenceOf(word, languages)
      return evidence === 'grammar' || evidence === 'link' ? [...termCounts(word).keys()].map(withoutCase) : []
    }),
  )
  const all = [...termCounts(text).keys()].map(withoutCase)
  const telling = all.filter((term) => !grammar.has(term))
  return new Set(telling.length > 0 ? telling : all)
}

/** “Собака”, “собаки”, “собаку” are one word: what the index keeps of a Cyrillic one still has the ending of its case. */
const CASE =
  /(?<=^\p{Script=Cyrillic}{3,})(?:ами|ями|ого|его|ому|ему|ах|ях|ов|ев|ам|ям|ом|ем|ой|ей|ую|юю|ая|яя|ое|ее|ые|ие|ый|ий|[аяоеуюыийь])$/u
const withoutCase = (term: string): string => term.replace(CASE, '')

/** Share of `part`'s terms that `whole` has, 0 to 1; 0 of nothing. */
export function shareIn(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0
  let shared = 0
  for (const term of part) if (whole.has(term)) shared += 1
  return shared / part.size
}

/** Words that turn a sentence into its contrary: two that differ in one say different things. */
const CONTRARY =
  /(?<!\p{L})(?:not|no|never|n['’]t|don['’]t|doesn['’]t|isn['’]t|can['’]t|cannot|hates?|dislikes?|without|nicht|kein\p{L}*|nie|niemals|hasse|ohne|no|nunca|odio|sin|pas|jamais|déteste|sans|não|sem|non|mai|senza|не|нет|никогда|ненавижу|без|ne|ya no|no longer)(?!\p{L})|(?<=\p{L})n['’]t(?!\p{L})|(?<!\p{L})n['’]\p{L}|ない|ません|嫌い|不|没|讨厌/iu
export const isNegated = (text: string): boolean => CONTRARY.test(text)
export const isContrary = (a: string, b: string): boolean => isNegated(a) !== isNegated(b)

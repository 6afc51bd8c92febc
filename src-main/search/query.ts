import { evidenceOf, guessLanguages } from '../language/function-words'
import { words } from '../language/words'
import { termCounts } from '../store/search-terms'
import { withoutAsking } from './asking'
import type { Query } from './types'

/** A pasted page is searched by its beginning. */
const READ = 2000

/** Reads what was typed; null if there is nothing to search for. */
export function readQuery(text: string): Pick<Query, 'text' | 'terms' | 'grammar'> | null {
  const read = text
    .slice(0, READ)
    .replace(/[\ud800-\udbff]$/u, '')
    .trim()
  if (read === '') return null
  return { text: read, terms: [...termCounts(withoutAsking(read)).keys()], grammar: grammarOf(read) }
}

/** Terms of words that every sentence of the language has: “what”, “is”, “my”. */
function grammarOf(text: string): Set<string> {
  const spoken = words(text)
  const languages = guessLanguages(spoken)
  return new Set(
    spoken.flatMap((word) => {
      const evidence = evidenceOf(word, languages)
      return evidence === 'grammar' || evidence === 'link' ? [...termCounts(word).keys()] : []
    }),
  )
}

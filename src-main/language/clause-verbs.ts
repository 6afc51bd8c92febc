/**
 * Verbs that a tagger takes for the last noun of a run: “how long should the dough rise”, “when the boiler of the flat breaks”. A
 * question or a clause that asks for a verb and has no other one ends its nouns with it.
 */
import type { PartOfSpeech } from './parts-of-speech'

/** What of a word has to be known. */
interface KnownWord {
  word: string
  kind: PartOfSpeech | null
  /** Null: it does not follow the word before closely. */
  glue: string | null
  /** It begins a sentence. */
  opens: boolean
}

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '))
/** A plain verb follows the subject. */
const AUXILIARIES = set('should would can could will does do did must may might shall')
/** A clause with a verb of its own follows. */
const CLAUSES = set('when if because while until before after once why whenever unless')
/** Words a clause may have before its last noun. */
const MOST_WORDS = 12

/** Corrects `tokens`, whose kinds are known, in place. */
export function correctClauseVerbs(tokens: readonly KnownWord[]): void {
  // From the end: what was found to be a verb there leaves the nouns before it alone.
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
    if (token?.kind !== 'noun' || token.glue === null || before === undefined) continue
    if (before.kind !== 'noun' && before.kind !== 'name') continue
    const ends = after === undefined || after.opens || after.kind === 'preposition' || after.kind === 'other'
    if (!ends || hasVerbAfter(tokens, at)) continue
    if (isAskedFor(tokens, at)) token.kind = 'verb'
  }
}

function hasVerbAfter(tokens: readonly KnownWord[], at: number): boolean {
  for (let i = at + 1; i < tokens.length && !tokens[i]?.opens; i += 1) if (tokens[i]?.kind === 'verb') return true
  return false
}

/** Back to what asks for a verb, over the subject alone. */
function isAskedFor(tokens: readonly KnownWord[], at: number): boolean {
  const inThird = /[^s]s$/u.test(tokens[at]?.word ?? '')
  for (let i = at - 1; i >= Math.max(0, at - MOST_WORDS); i -= 1) {
    const token = tokens[i]
    if (!token) return false
    if (AUXILIARIES.has(token.word)) return !inThird
    if (CLAUSES.has(token.word)) return inThird
    if (token.kind === 'verb' || token.opens) return false
  }
  return false
}

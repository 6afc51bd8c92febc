/** What kind of word each word of an English text is, by a small tagger (wink-nlp): only nouns name topics. */
import { createRequire } from 'node:module'
import type { PartOfSpeech as Tag } from 'wink-nlp'

/** `number`, `link` (a preposition) and `other` end or join phrases; an `-ing` that is used as a noun is a noun. */
export type PartOfSpeech = 'noun' | 'name' | 'adjective' | 'verb' | 'number' | 'preposition' | 'determiner' | 'other'

/** Words and signs of a line in order, each with its tag. */
type Tagger = (line: string) => readonly { word: string; tag: Tag }[]

// Not named `require`: the bundle of the main process has one already.
const load = createRequire(import.meta.url)
let loaded: Tagger | null = null

/** Reading the tagger's numbers takes some 80 ms: only who writes a title pays for it, once. */
function tagger(): Tagger {
  if (loaded) return loaded
  const winkNlp = load('wink-nlp') as typeof import('wink-nlp').default
  const model = load('wink-eng-lite-web-model') as typeof import('wink-eng-lite-web-model').default
  const nlp = winkNlp(model, ['sbd', 'pos'])
  const { value, pos } = nlp.its
  loaded = (line) => {
    const tokens = nlp.readDoc(line).tokens()
    const [words, tags] = [tokens.out(value), tokens.out(pos) as Tag[]]
    return words.map((word, i) => ({ word, tag: tags[i] ?? 'X' }))
  }
  return loaded
}

const KINDS: Partial<Record<Tag, PartOfSpeech>> = {
  NOUN: 'noun',
  PROPN: 'name',
  ADJ: 'adjective',
  VERB: 'verb',
  AUX: 'verb',
  NUM: 'number',
  ADP: 'preposition',
  DET: 'determiner',
}

/** A word of a line, and where in it it begins. */
export interface PlacedWord {
  text: string
  at: number
}

/**
 * The kinds of `words`, which stand in `line` in this order. A word that the tagger cuts (“Scott's”, “it's”) is what its first
 * part is.
 */
export function partsOfSpeech(line: string, words: readonly PlacedWord[]): PartOfSpeech[] {
  const starts = new Map<number, PartOfSpeech>()
  let from = 0
  for (const { word, tag } of tagger()(line)) {
    const at = line.indexOf(word, from)
    if (at < 0) continue
    starts.set(at, KINDS[tag] ?? 'other')
    from = at + word.length
  }
  return words.map(({ at }) => starts.get(at) ?? 'other')
}

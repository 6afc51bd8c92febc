const sentences = new Map<string, Intl.Segmenter>()

const segmenter = (language: string): Intl.Segmenter => {
  const known = sentences.get(language)
  if (known) return known
  const made = new Intl.Segmenter(language, { granularity: 'sentence' })
  sentences.set(language, made)
  return made
}

/** So much is looked through at a time: what a look costs does not grow with what there is to be read. */
const MOST_AT_ONCE = 4_000

/**
 * Of a text that still grows: how far it is finished, in UTF-16 units, counted from `from`. The last sentence may go on; what has no
 * end within `MOST_AT_ONCE` is no sentence, and is finished as far as it goes.
 */
export function finishedUpTo(text: string, from: number, language = 'en'): number {
  const next = text.slice(from, from + MOST_AT_ONCE)
  const last = [...segmenter(language).segment(next)].pop()
  if (!last) return from
  return from + (last.index === 0 && next.length === MOST_AT_ONCE ? next.length : last.index)
}

/** Markdown as it is to be heard: no marks, no addresses; of code only that there is some. */
export const spoken = (markdown: string): string =>
  markdown
    .replace(/```[^\n]*\n?|`/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_~|]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()

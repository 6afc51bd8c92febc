const sentences = new Map<string, Intl.Segmenter>()

const segmenter = (language: string): Intl.Segmenter => {
  const known = sentences.get(language)
  if (known) return known
  const made = new Intl.Segmenter(language, { granularity: 'sentence' })
  sentences.set(language, made)
  return made
}

/** Of a text that still grows: how far it is finished, in UTF-16 units, counted from `from`. The last sentence may go on. */
export function finishedUpTo(text: string, from: number, language = 'en'): number {
  const parts = [...segmenter(language).segment(text.slice(from))]
  const last = parts.pop()
  return last ? from + last.index : from
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

/** Cutting text where a person would: never inside an emoji, an accented letter or a syllable block. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ELLIPSIS = '…'

/**
 * `text` if it has at most `max` graphemes, else its beginning and an ellipsis, `max` graphemes together. White space before
 * the ellipsis goes. Reads no further than it must: a text of any length costs the same.
 */
export function cutGraphemes(text: string, max: number): string {
  if (max <= 0) return ''
  let count = 0
  let keep = 0
  for (const part of segmenter.segment(text)) {
    count += 1
    if (count > max) return `${text.slice(0, keep).trimEnd()}${ELLIPSIS}`
    if (count < max) keep = part.index + part.segment.length
  }
  return text
}

/** Words of a text in any script (01-domain, Filing: `Intl.Segmenter`, not spaces). */
import { wordSegments } from '@shared/text/word-segments'

/** Word-like parts of `text`, lower-cased and NFKC-normalised, in order. Punctuation and spaces are left out. */
export function words(text: string): string[] {
  const out: string[] = []
  for (const part of wordSegments(text.normalize('NFKC'))) if (part.isWordLike) out.push(part.segment.toLowerCase())
  return out
}

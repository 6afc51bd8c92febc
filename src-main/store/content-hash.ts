/** What counts as the same words: the hash by which a memory is known, so that it is not learned twice or again. */
import { createHash } from 'node:crypto'

/** Ends that say nothing: a full stop more or less is the same sentence. */
const ENDS = /^[\s\p{P}]+|[\s\p{P}]+$/gu

/** sha256, hex, of the text without case, width, runs of blanks and outer punctuation. */
export function contentHash(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')
  // Of nothing but signs the signs are what it says.
  const words = plain.replace(ENDS, '')
  return createHash('sha256')
    .update(words === '' ? plain.trim() : words)
    .digest('hex')
}

/** The readable part of a bucket id (01-domain, Identifiers): `dog_breeds` of `dog_breeds_001`. */
import { cutGraphemes } from './graphemes'

const MAX_SLUG = 40

/**
 * `title` in lower case with underscores for everything that is no letter or digit; letters of any script stay. At most 40
 * characters, cut between words where there are any. Never empty: a title without a letter gives `topic`.
 */
export function slugFor(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^[_\p{M}]+|_+$/gu, '')
  if (slug.length <= MAX_SLUG) return slug === '' ? 'topic' : slug
  const head = slug.slice(0, MAX_SLUG + 1)
  const atWord = head.lastIndexOf('_')
  return atWord >= MAX_SLUG / 2 ? head.slice(0, atWord) : wholeGraphemes(slug)
}

/** As many graphemes as fit: an accent is never parted from its letter. */
function wholeGraphemes(slug: string): string {
  let kept = slug
  for (let max = MAX_SLUG; kept.length > MAX_SLUG; max -= 1) kept = cutGraphemes(slug, max + 1).replace(/…$/u, '')
  return kept
}

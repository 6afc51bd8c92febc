/** Does a request say what a bucket is about? Read from words alone, so that no size, age or mean vector repels it. */
import { evidenceOf, guessLanguages } from '../language/function-words'
import type { TermStatistics } from '../language/term-statistics'
import { termsOf } from './terms'
import type { BucketProfile } from './types'

/** A bucket's own word stands in at least this share of its messages, and most of its occurrences are in the bucket. */
const FREQUENT = 0.12
const OWN = 0.5
/** One word alone has to be the bucket's through and through. */
const FREQUENT_ALONE = 0.3
const OWN_ALONE = 0.8
/** At least this share of what a request is made of, beside words of grammar and courtesy, are the bucket's own words. */
const SHARE = 0.34
/** Of a bucket of fewer messages nobody can say which words are its own; its title may still be said. */
const FEWEST = 4

/** True if these words name the topic of the bucket: its title's words, or enough words that are its own and hardly any other's. */
export function namesWhatItIsAbout(
  said: ReadonlyMap<string, number>,
  bucket: BucketProfile,
  statistics: TermStatistics,
): boolean {
  const telling = tellingWords([...said.keys()], statistics)
  if (telling.length === 0) return false
  const title = tellingWords([...new Set(termsOf(bucket.title))], statistics)
  if (title.length > 1 && title.every((word) => said.has(word) && bucket.terms.has(word))) return true
  if (bucket.messages < FEWEST) return false
  const own = telling.filter((word) => isOwn(word, bucket, statistics, FREQUENT, OWN))
  if (own.length < SHARE * telling.length) return false
  return own.length > 1 || own.some((word) => isOwn(word, bucket, statistics, FREQUENT_ALONE, OWN_ALONE))
}

function isOwn(
  word: string,
  { terms, messages }: BucketProfile,
  statistics: TermStatistics,
  frequent: number,
  own: number,
): boolean {
  const here = terms.get(word) ?? 0
  return here >= Math.max(2, frequent * messages) && here >= own * statistics.frequency(word)
}

/** Those of these words that are neither grammar nor courtesy, nor stand in most buckets. */
export function tellingWords(words: readonly string[], statistics: TermStatistics): string[] {
  const languages = guessLanguages(words)
  return words.filter((word) => evidenceOf(word, languages) === null && !statistics.isCommon?.(word))
}

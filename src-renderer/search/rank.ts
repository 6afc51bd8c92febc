import type { BucketView } from '@shared/domain'
import { matches, sectionOf } from '../buckets/sections'

const MOST_BUCKETS = 40
const SHOWN_AT_FIRST = 5

const lower = (text: string): string => text.toLocaleLowerCase()

/** Titles that begin with what was typed first, then pinned ones, then those that were active last. */
export function rankBuckets(buckets: Iterable<BucketView>, typed: string): BucketView[] {
  const wanted = typed.trim()
  const begins = (bucket: BucketView): number =>
    wanted !== '' && lower(bucket.title).startsWith(lower(wanted)) ? 0 : 1
  return [...buckets]
    .filter((bucket) => sectionOf(bucket) !== null && (wanted === '' || matches(bucket, wanted)))
    .sort(
      (a, b) =>
        begins(a) - begins(b) ||
        Number(b.pinned) - Number(a.pinned) ||
        Date.parse(b.lastActive) - Date.parse(a.lastActive),
    )
    .slice(0, wanted === '' ? SHOWN_AT_FIRST : MOST_BUCKETS)
}

/** Actions whose label holds every typed word; those that begin with it first, else in their own order. */
export function rankActions<T extends { label: string }>(actions: readonly T[], typed: string): T[] {
  const words = lower(typed).split(/\s+/).filter(Boolean)
  const begins = (action: T): number => (lower(action.label).startsWith(words.join(' ')) ? 0 : 1)
  return actions
    .filter((action) => words.every((word) => lower(action.label).includes(word)))
    .map((action, index) => ({ action, index }))
    .sort((a, b) => begins(a.action) - begins(b.action) || a.index - b.index)
    .map(({ action }) => action)
}

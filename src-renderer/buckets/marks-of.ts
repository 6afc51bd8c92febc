import type { BucketView } from '@shared/domain'

export type MarkName = 'starred' | 'high' | 'growth' | 'lifeChange' | 'part'

/** Messages a day; more is high growth (02-janitor-memory, 07-settled). */
const HIGH_GROWTH = 8

/** What a row, a summary and the manifest say of a bucket beside its title. What rests is not growing. */
export function marksOf(bucket: BucketView): MarkName[] {
  const marks: [MarkName, boolean][] = [
    ['starred', bucket.starred],
    ['high', bucket.priority === 'high'],
    ['growth', bucket.velocity > HIGH_GROWTH && bucket.status !== 'archived'],
    ['lifeChange', bucket.lifeChangeDetected],
    ['part', bucket.parentBucketId !== null],
  ]
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : []))
}

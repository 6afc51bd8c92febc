import type { BucketId } from '@shared/ids'

declare const brand: unique symbol
/** Two buckets, whichever is named first. */
export type PairKey = string & { readonly [brand]: 'PairKey' }

/** Bucket ids hold no spaces. */
export const pairKey = (a: BucketId, b: BucketId): PairKey => (a < b ? `${a} ${b}` : `${b} ${a}`) as PairKey

/** Every two of them, once. */
export function* pairsOf<T>(items: readonly T[]): Generator<[T, T]> {
  for (const [i, a] of items.entries()) for (const b of items.slice(i + 1)) yield [a, b]
}

import type { BucketId } from '@shared/ids'

/**
 * The hue of a bucket's dot, in whole degrees, from nothing but its id: the same in every place, run and window.
 * FNV-1a spreads ids that differ only in their last digits; the golden angle then keeps near hashes apart.
 */
export function hueOf(id: BucketId): number {
  let hash = 0x811c9dc5
  for (const char of id) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return Math.floor(((hash >>> 0) * 137.508) % 360)
}

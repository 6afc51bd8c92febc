import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'

/** How many of the buckets that were active last a new hue is kept apart from: what stands in sight together. */
const NEIGHBOURS = 24
/** Among so many hues a new one is chosen; two of them can be told apart side by side. */
const HUES = 36

/**
 * Where on the circle a bucket would like its hue, in whole degrees, from nothing but its id. FNV-1a spreads ids that differ only in
 * their last digits; the golden angle then keeps near hashes apart.
 */
export function hueOf(id: BucketId): number {
  let hash = 0x811c9dc5
  for (const char of id) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return Math.floor(((hash >>> 0) * 137.508) % 360)
}

/** The hues that were given, by bucket id. A bucket keeps its hue for good. */
export type Hues = Readonly<Record<string, number>>

/** The hue that was given to a bucket. Its id may be any word, `constructor` too, which every object has without being given it. */
export const hueGiven = (hues: Hues, id: string): number | undefined => (Object.hasOwn(hues, id) ? hues[id] : undefined)

const apart = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

/**
 * Gives a hue to every bucket that has none and is no one-off, whose dot is a ring: the one farthest from those of the buckets it
 * stands among, and of equally far ones the nearest to what its id would like. The same lists give the same hues.
 */
export function giveHues(given: Hues, buckets: readonly BucketView[]): Hues {
  const hues: Record<string, number> = Object.assign(Object.create(null), given)
  if (buckets.every(({ id, status }) => hueGiven(hues, id) !== undefined || status === 'ephemeral')) return given
  const isLiving = ({ status, pinned }: BucketView): boolean => status === 'active' || pinned
  const newest = [...buckets].sort((a, b) => (a.lastActive < b.lastActive ? 1 : a.lastActive > b.lastActive ? -1 : 0))
  const living = newest.filter(isLiving)
  // those that rest are seen beside the ones that were talked of at about the same time
  const resting = newest.filter((bucket) => !isLiving(bucket))
  const give = (id: BucketId, neighbours: readonly BucketView[]): void => {
    if (hueGiven(hues, id) !== undefined) return
    hues[id] = freest(neighbours.flatMap((other) => hueGiven(hues, other.id) ?? []).slice(0, NEIGHBOURS), hueOf(id))
  }
  for (const { id } of living) give(id, living)
  for (const [i, { id, status }] of resting.entries())
    if (status !== 'ephemeral') give(id, resting.slice(Math.max(0, i - NEIGHBOURS / 2), i + NEIGHBOURS / 2))
  return hues
}

function freest(around: readonly number[], wish: number): number {
  let best = wish
  let most = -1
  for (let step = 0; step < HUES; step += 1) {
    const hue = (wish + step * (360 / HUES)) % 360
    const room = Math.min(360, ...around.map((other) => apart(other, hue)))
    if (room > most) [best, most] = [hue, room]
  }
  return best
}

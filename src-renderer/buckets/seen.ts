import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { create } from 'zustand'

/** How many messages of each bucket the person has seen, by bucket id. */
export type Seen = Readonly<Record<string, number>>

/** Messages that came into a bucket since it was last viewed: by merging, tasks or upkeep, not by the talk itself or by an import. */
export const unread = (seen: Seen, bucket: BucketView): number => Math.max(0, bucket.messages - (seen[bucket.id] ?? 0))

/** Everything that is there now counts as seen: the first start, and after an import. */
export const seeAll = (buckets: readonly BucketView[]): Seen =>
  Object.fromEntries(buckets.map((bucket) => [bucket.id, bucket.messages]))

/**
 * What counts as seen after a change: never more than is there, so that messages moved away and back again show up;
 * buckets that no longer exist are forgotten.
 */
export const clampSeen = (seen: Seen, buckets: readonly BucketView[]): Seen =>
  Object.fromEntries(
    buckets.flatMap((bucket) => {
      const count = seen[bucket.id]
      return count === undefined ? [] : [[bucket.id, Math.min(count, bucket.messages)]]
    }),
  )

/**
 * What counts as seen after some buckets changed and others are gone: what was seen of the gone and the shrunk ones is
 * now seen where their messages went, so that a merge, its undo, or a one-off that became a bucket is no news.
 */
export function carrySeen(seen: Seen, changed: readonly BucketView[], removed: readonly BucketId[]): Seen {
  const gone = new Set<string>(removed)
  const shrunk = changed.reduce((sum, bucket) => sum + Math.max(0, (seen[bucket.id] ?? 0) - bucket.messages), 0)
  let carried = removed.reduce((sum, id) => sum + (seen[id] ?? 0), shrunk)
  const kept = Object.fromEntries(Object.entries(seen).filter(([id]) => !gone.has(id)))
  for (const bucket of [...changed].sort((a, b) => unread(kept, b) - unread(kept, a))) {
    const share = Math.min(carried, unread(kept, bucket))
    carried -= share
    const count = kept[bucket.id]
    if (count !== undefined || share > 0) kept[bucket.id] = Math.min((count ?? 0) + share, bucket.messages)
  }
  return kept
}

/** The same while an import files: what it puts into buckets is no news to who imported it, what was news before stays so. */
export function growSeen(
  seen: Seen,
  before: readonly BucketView[],
  changed: readonly BucketView[],
  removed: readonly BucketId[],
): Seen {
  const old = new Map(before.map((bucket) => [bucket.id, bucket]))
  const grown = { ...carrySeen(seen, changed, removed) }
  for (const bucket of changed) {
    const known = old.get(bucket.id)
    const news = known ? unread(seen, known) : 0
    grown[bucket.id] = Math.max(grown[bucket.id] ?? 0, bucket.messages - news)
  }
  return grown
}

const KEY = 'catchment.seen'

const load = (): Seen | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
    )
  } catch {
    return null // a broken value is as good as none: everything counts as seen once
  }
}

interface SeenStore {
  /** Null until the first list of buckets arrived on this machine. */
  seen: Seen | null
  /** The list as it stands: the first ever is the baseline. */
  listed: (buckets: readonly BucketView[]) => void
  changed: (buckets: readonly BucketView[], removed: readonly BucketId[]) => void
  /** An import put messages into buckets that were `before` what they were. */
  imported: (before: readonly BucketView[], buckets: readonly BucketView[], removed: readonly BucketId[]) => void
  baseline: (buckets: readonly BucketView[]) => void
  viewed: (bucket: BucketView) => void
  /** A message that was written while the person looked on. */
  witnessed: (bucket: BucketId) => void
}

export const useSeen = create<SeenStore>()((set, get) => {
  const keep = (seen: Seen): void => {
    localStorage.setItem(KEY, JSON.stringify(seen))
    set({ seen })
  }
  return {
    seen: load(),
    listed: (buckets) => {
      const { seen } = get()
      keep(seen ? clampSeen(seen, buckets) : seeAll(buckets))
    },
    // before the first list there is no baseline to change: what came meanwhile is part of it
    changed: (buckets, removed) => {
      const { seen } = get()
      if (seen) keep(carrySeen(seen, buckets, removed))
    },
    imported: (before, buckets, removed) => {
      const { seen } = get()
      if (seen) keep(growSeen(seen, before, buckets, removed))
    },
    baseline: (buckets) => keep(seeAll(buckets)),
    viewed: (bucket) => {
      const { seen } = get()
      if (seen && seen[bucket.id] !== bucket.messages) keep({ ...seen, [bucket.id]: bucket.messages })
    },
    witnessed: (bucket) => {
      const { seen } = get()
      if (seen) keep({ ...seen, [bucket]: (seen[bucket] ?? 0) + 1 })
    },
  }
})

/** Takes up what is stored now: another profile was opened. */
export const adoptSeen = (): void => useSeen.setState({ seen: load() })

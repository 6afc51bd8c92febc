import type { BucketId } from '@shared/ids'
import { create } from 'zustand'

interface Chosen {
  /** Null: nothing is being chosen, and a press opens a bucket. */
  chosen: ReadonlySet<BucketId> | null
  toggle: (id: BucketId) => void
  end: () => void
}

/** Several buckets chosen, to be merged, archived or saved together. */
export const useChosenBuckets = create<Chosen>()((set) => ({
  chosen: null,
  toggle: (id) =>
    set(({ chosen }) => {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      return { chosen: next.size === 0 ? null : next }
    }),
  end: () => set({ chosen: null }),
}))

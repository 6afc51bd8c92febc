import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { create } from 'zustand'
import { giveHues, type Hues, hueGiven, hueOf } from './hue'

const KEY = 'catchment.hues'

const load = (): Hues => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
    )
  } catch {
    return {} // a broken note costs a person other colours, once
  }
}

interface HuesStore {
  hues: Hues
  /** The buckets as they stand: those that have no hue yet get one. */
  listed: (buckets: readonly BucketView[]) => void
}

/** Which hue each bucket has in this window, for good. */
export const useHues = create<HuesStore>()((set, get) => ({
  hues: load(),
  listed: (buckets) => {
    const hues = giveHues(get().hues, buckets)
    if (hues === get().hues) return
    localStorage.setItem(KEY, JSON.stringify(hues))
    set({ hues })
  },
}))

/** The hue of a bucket's dot, in degrees. */
export const useHue = (id: BucketId): number => useHues(({ hues }) => hueGiven(hues, id) ?? hueOf(id))

/** Takes up what is stored now: another profile was opened. */
export const adoptHues = (): void => useHues.setState({ hues: load() })

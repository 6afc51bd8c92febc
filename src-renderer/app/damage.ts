import type { Failure } from '@shared/contract/errors'
import { create } from 'zustand'

interface Damage {
  /** A part of the open store that could not be read; null: none, or the person goes on without it. */
  failure: Failure | null
  /** They were told and went on: it is not said over the whole window again. */
  told: boolean
  found: (failure: Failure) => void
  goOn: () => void
  /** Another store is open. */
  forget: () => void
}

/** Damage that is met while the store is open: pages of it can be garbled and the rest still work. */
export const useDamage = create<Damage>()((set) => ({
  failure: null,
  told: false,
  found: (failure) => set(({ told, failure: before }) => ({ failure: told ? null : (before ?? failure) })),
  goOn: () => set({ failure: null, told: true }),
  forget: () => set({ failure: null, told: false }),
}))

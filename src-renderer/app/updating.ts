import { create } from 'zustand'

interface UpdatingState {
  /** What is done to a store that an older version made, before it can be used; null: nothing. */
  step: 'backup' | 'schema' | 'search' | null
  /** How much of the step is done, 0 to 1; null where that is not known. */
  share: number | null
}

/** Main tells of it while the store opens; once that answers, nothing shows this any more. */
export const useUpdating = create<UpdatingState>()(() => ({ step: null, share: null }))

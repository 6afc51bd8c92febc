import type { MessageId } from '@shared/ids'
import { create } from 'zustand'

interface BranchChoice {
  /** By the shown message: a message of the branch that is looked at in its place. */
  looked: Readonly<Record<MessageId, string>>
  /** `on`: any message of the branch; null: what is shown. */
  look: (at: MessageId, on: string | null) => void
  /** A person goes to a message: what they looked at elsewhere is over, else it might be folded away. */
  goTo: (at: MessageId) => void
  /** What is shown changed: nothing else is looked at. */
  forget: () => void
}

/** Which other branches a person is looking at. Looking changes nothing; showing one instead is an act with a receipt. */
export const useBranchChoice = create<BranchChoice>((set) => ({
  looked: {},
  forget: () => set({ looked: {} }),
  look: (at, on) =>
    set(({ looked }) => {
      const { [at]: _, ...rest } = looked
      return { looked: on === null ? rest : { ...rest, [at]: on } }
    }),
  goTo: (at) =>
    set(({ looked }) => {
      const on = looked[at]
      return { looked: on === undefined ? {} : { [at]: on } }
    }),
}))

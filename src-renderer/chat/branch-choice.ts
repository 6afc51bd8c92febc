import type { MessageId } from '@shared/ids'
import { create } from 'zustand'

interface BranchChoice {
  /** By the shown message: a message of the branch that is looked at in its place. */
  looked: Readonly<Record<MessageId, string>>
  /** `on`: any message of the branch; null: what is shown. */
  look: (at: MessageId, on: string | null) => void
}

/** Which other branches a person is looking at. Lives as long as the window: what is shown stays what is filed. */
export const useBranchChoice = create<BranchChoice>((set) => ({
  looked: {},
  look: (at, on) =>
    set(({ looked }) => {
      const { [at]: _, ...rest } = looked
      return { looked: on === null ? rest : { ...rest, [at]: on } }
    }),
}))

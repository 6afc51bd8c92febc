import type { MessageId } from '@shared/ids'
import { create } from 'zustand'

interface Selection {
  /** Null: nothing is being chosen, and messages are what they are. */
  chosen: ReadonlySet<MessageId> | null
  /** What was chosen last: a range reaches from there. */
  anchor: MessageId | null
  begin: (id: MessageId) => void
  toggle: (id: MessageId) => void
  /** Everything between the last one and this, both ends with it. @param order the loaded messages, oldest first */
  reach: (id: MessageId, order: readonly MessageId[]) => void
  end: () => void
}

/** Several messages chosen, to be moved, copied, saved or erased together. */
export const useSelection = create<Selection>()((set) => ({
  chosen: null,
  anchor: null,
  begin: (id) => set({ chosen: new Set([id]), anchor: id }),
  toggle: (id) =>
    set(({ chosen }) => {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      return { chosen: next, anchor: id }
    }),
  reach: (id, order) =>
    set(({ chosen, anchor }) => {
      const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)]
      if (from < 0 || to < 0) return { chosen: new Set([...(chosen ?? []), id]), anchor: id }
      return {
        chosen: new Set([...(chosen ?? []), ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]),
        anchor: id,
      }
    }),
  end: () => set({ chosen: null, anchor: null }),
}))

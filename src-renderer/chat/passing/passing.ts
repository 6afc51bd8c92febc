import { create } from 'zustand'

export interface PassingTurn {
  id: string
  role: 'user' | 'assistant'
  text: string
}

interface Passing {
  /** Null: there is no passing chat. Nothing of it is written anywhere. */
  turns: readonly PassingTurn[] | null
  /** The reply under way. */
  writing: string | null
  failure: string | null
  begin: () => void
  said: (turn: PassingTurn) => void
  asked: (id: string) => void
  append: (id: string, text: string) => void
  ended: (id: string, failure: string | null) => void
  /** It is gone. */
  end: () => void
}

const NOTHING = { turns: null, writing: null, failure: null }

/** A passing chat lives here, in the window's memory, until it is closed or the window goes. */
export const usePassing = create<Passing>()((set) => ({
  ...NOTHING,
  begin: () => set(({ turns }) => ({ turns: turns ?? [] })),
  said: (turn) => set(({ turns }) => ({ turns: [...(turns ?? []), turn], failure: null })),
  asked: (id) => set({ writing: id, failure: null }),
  append: (id, text) =>
    set(({ turns, writing }) => {
      if (turns === null || writing !== id) return {}
      const known = turns.find((turn) => turn.id === id)
      return {
        turns: known
          ? turns.map((turn) => (turn.id === id ? { ...turn, text: turn.text + text } : turn))
          : [...turns, { id, role: 'assistant', text }],
      }
    }),
  ended: (id, failure) => set(({ writing }) => (writing === id ? { writing: null, failure } : {})),
  end: () => set(NOTHING),
}))

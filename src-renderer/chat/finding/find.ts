import { create } from 'zustand'

interface Find {
  open: boolean
  query: string
  /** Counts the times it was asked for, so that the field takes the focus again. */
  asked: number
  show: () => void
  write: (query: string) => void
  hide: () => void
}

/** What is looked for in the conversation. The words stay when the bar is put away, as in a browser. */
export const useFind = create<Find>()((set) => ({
  open: false,
  query: '',
  asked: 0,
  show: () => set(({ asked }) => ({ open: true, asked: asked + 1 })),
  write: (query) => set({ query }),
  hide: () => set({ open: false }),
}))

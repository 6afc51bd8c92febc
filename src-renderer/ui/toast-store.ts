import { create } from 'zustand'
import { said } from '../app/said/said'

export interface ToastAct {
  label: string
  run: () => void
}

export interface ToastItem {
  id: number
  tone: 'info' | 'error'
  text: string
  act: ToastAct | null
  /** It is there until somebody closes it: what long work came to. */
  stays: boolean
}

/** In a small window more would leave nothing of what they speak about. */
const MOST_AT_ONCE = 3
let last = 0

interface Toasts {
  items: ToastItem[]
  dismiss: (id: number) => void
}

export const useToasts = create<Toasts>()((set) => ({
  items: [],
  dismiss: (id) => set(({ items }) => ({ items: items.filter((item) => item.id !== id) })),
}))

interface Saying {
  tone?: ToastItem['tone']
  act?: ToastAct
  stays?: boolean
}

/** Says something in passing, unless it `stays`. The same words that are already shown are not shown twice. */
export function say(sentence: string, options: Saying = {}): void {
  const text = said(sentence)
  last += 1
  const { tone = 'info', act = null, stays = false } = options
  const item: ToastItem = { id: last, tone, text, act, stays }
  useToasts.setState(({ items }) => ({
    items: [...items.filter((other) => other.text !== text), item].slice(-MOST_AT_ONCE),
  }))
}

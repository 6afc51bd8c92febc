import { Direction } from 'radix-ui'
import { type ReactNode, useSyncExternalStore } from 'react'

const root = document.documentElement

function watch(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(root, { attributes: true, attributeFilter: ['dir'] })
  return () => observer.disconnect()
}

const now = (): 'ltr' | 'rtl' => (root.dir === 'rtl' ? 'rtl' : 'ltr')

/** Tabs, menus and groups of the library run as the document does: by itself each of them would run from left to right. */
export function AsDocumentRuns({ children }: { children: ReactNode }) {
  return <Direction.Provider dir={useSyncExternalStore(watch, now)}>{children}</Direction.Provider>
}

import { useEffect } from 'react'
import { useChosenBuckets } from '../buckets/chosen'
import { useFind } from '../chat/finding/find'
import { usePassing } from '../chat/passing/passing'
import { useSelection } from '../chat/selecting/selection'
import { useView } from './view'

const isMac = navigator.userAgent.includes('Mac')

/** How a key with the command modifier is written here: `Ctrl K`, or `⌘K` on a Mac. */
export const keyName = (key: string): string => (isMac ? `⌘${key}` : `Ctrl ${key}`)

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** A menu or a dialog has Escape for itself. */
const isSomethingOpen = (): boolean => document.querySelector('[role="menu"], [role="dialog"]') !== null

/** Moves the focus to a field of the window by its id. */
export const focus = (id: string): void => {
  document.getElementById(id)?.focus()
}

/** The keys that work everywhere. Those of a focused row are the row's own. */
export function useHotkeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const view = useView.getState()
      const command = isMac ? event.metaKey : event.ctrlKey
      const key = event.key.toLowerCase()
      const act = command && !event.altKey ? commandAct(key, event.shiftKey, view) : plainAct(event, view)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

type View = ReturnType<typeof useView.getState>

function commandAct(key: string, shift: boolean, view: View): (() => void) | null {
  if (key === 'f' && shift) return () => focus('bucket-filter')
  if (key === 'h' && shift) return () => view.open({ kind: 'health' })
  if (key === 'p' && shift) return () => usePassing.getState().begin()
  if (shift) return null
  switch (key) {
    case 'k':
      return () => (view.dialog?.kind === 'palette' ? view.close() : view.open({ kind: 'palette' }))
    case 'f':
      return view.dialog ? null : () => useFind.getState().show()
    case ',':
      return () => view.open({ kind: 'settings', section: 'appearance' })
    case 'j':
      return () => view.setPanel(!view.panelOpen)
    case 'l':
      return () => focus('composer')
    default:
      return null
  }
}

function plainAct(event: KeyboardEvent, view: View): (() => void) | null {
  if (event.defaultPrevented || view.dialog) return null
  if (event.key === '?' && !typing(event.target)) return () => view.open({ kind: 'shortcuts' })
  // while messages are being chosen, it chooses nothing
  if (useSelection.getState().chosen !== null) return null
  if (event.key === 'Escape' && useChosenBuckets.getState().chosen !== null && !isSomethingOpen())
    return () => useChosenBuckets.getState().end()
  if (event.key === 'Escape' && view.bucket && !isSomethingOpen()) return () => view.openBucket(null)
  return null
}

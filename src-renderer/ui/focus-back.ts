import { useCallback, useRef } from 'react'

/** The rows that a person works on by keys, by what survives their list being drawn anew. */
const ROWS = ['data-bucket', 'data-segment'] as const

interface Origin {
  element: Element | null
  /** Finds the same row again. */
  row: string | null
  /** Finds what stands in its place, if it is gone. */
  place: string | null
}

function originOf(element: Element | null): Origin {
  const line = element?.closest('[data-row], [data-index]') ?? null
  const row = ROWS.flatMap((name) => {
    const value = (element?.closest(`[${name}]`) ?? line?.querySelector(`[${name}]`))?.getAttribute(name)
    return value ? [`[${name}="${CSS.escape(value)}"]`] : []
  })
  const index = line?.getAttribute('data-row')
  return { element, row: row[0] ?? null, place: index ? `[data-row="${index}"] button` : null }
}

/** What has the focus, also if that is a menu that is about to close: then what opened the menu. */
function focused(): Element | null {
  const { activeElement } = document
  if (activeElement?.closest('[role="menu"]'))
    return document.querySelector('[data-state="open"]:not([role="menu"], [role="menuitem"], [role="dialog"])')
  return activeElement === document.body ? null : activeElement
}

/**
 * Where the focus goes when a dialog closes: back to the row it was opened from, though the row moved or was drawn anew; to what
 * stands in its place, if it was merged away; else to what had the focus, and in the end to the message field.
 */
export function useFocusBack(): (event: Event) => void {
  const origin = useRef<Origin | null>(null)
  origin.current ??= originOf(focused())
  return useCallback((event) => {
    event.preventDefault()
    // once the list is drawn with what the dialog did
    requestAnimationFrame(() => {
      const { element, row, place } = origin.current ?? { element: null, row: null, place: null }
      if (document.querySelector('[data-modal]')) return
      const find = (selector: string | null): HTMLElement | null =>
        selector ? document.querySelector<HTMLElement>(selector) : null
      const standing = element instanceof HTMLElement && element.isConnected ? element : null
      const target = find(row) ?? (row ? find(place) : null) ?? standing ?? document.getElementById('composer')
      target?.focus({ preventScroll: target.id === 'composer' })
    })
  }, [])
}

import type { MouseEvent } from 'react'

/**
 * Radix focuses a pressed tab by script, while the browser still counts the last key as the way the person works, and
 * so draws the keyboard's ring. Focused again once the mouse is up, the tab stays without it.
 */
export function focusQuietly(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.blur()
  event.currentTarget.focus({ preventScroll: true })
}

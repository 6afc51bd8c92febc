import { useCallback, useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (notify: () => void) => {
        const list = window.matchMedia(query)
        list.addEventListener('change', notify)
        return () => list.removeEventListener('change', notify)
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
  )
}

/** Small windows lose the right panel first, then hints; below 720 px the sidebar becomes a drawer. */
export function useWidth(): { holdsPanel: boolean; holdsSidebar: boolean } {
  return { holdsPanel: useMedia('(min-width: 1100px)'), holdsSidebar: useMedia('(min-width: 720px)') }
}

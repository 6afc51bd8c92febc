import { useSyncExternalStore } from 'react'

const watch = (query: string) => {
  const list = window.matchMedia(query)
  return {
    subscribe: (notify: () => void) => {
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    read: () => list.matches,
  }
}

/** Small windows lose the right panel first, then hints; below 720 px the sidebar becomes a drawer. */
const holdsPanel = watch('(min-width: 1100px)')
const holdsSidebar = watch('(min-width: 720px)')

export function useWidth(): { holdsPanel: boolean; holdsSidebar: boolean } {
  return {
    holdsPanel: useSyncExternalStore(holdsPanel.subscribe, holdsPanel.read),
    holdsSidebar: useSyncExternalStore(holdsSidebar.subscribe, holdsSidebar.read),
  }
}

import { lazy, Suspense, useEffect } from 'react'
import { useView } from './view'

const load = () => import('./every-dialog')
/** Nothing of them is seen when the window opens: they are read once it stands. */
const EveryDialog = lazy(() => load().then((part) => ({ default: part.EveryDialog })))

/** The dialog that is open, if one is. */
export function Dialogs() {
  const isOpen = useView((view) => view.dialog !== null)
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    // so that the first one is there as soon as it is asked for
    const waiting = requestIdleCallback(() => void load(), { timeout: 4_000 })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isOpen ? (
    <Suspense fallback={null}>
      <EveryDialog />
    </Suspense>
  ) : null
}

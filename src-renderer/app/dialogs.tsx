import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../ui/toast-store'
import { DialogBoundary } from './dialog-boundary'
import { useView } from './view'

const load = () => import('./every-dialog')
/** Nothing of them is seen when the window opens: they are read once it stands. */
const readLater = () => lazy(() => load().then((part) => ({ default: part.EveryDialog })))

/** The dialog that is open, if one is. One that cannot be shown is closed with a notice. */
export function Dialogs() {
  const { t } = useTranslation()
  const isOpen = useView((view) => view.dialog !== null)
  const close = useView((view) => view.close)
  const [EveryDialog, setEveryDialog] = useState(readLater)
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    // so that the first one is there as soon as it is asked for; one that cannot be read is told of when it is
    const waiting = requestIdleCallback(() => void load().catch(() => undefined), { timeout: 4_000 })
    return () => cancelIdleCallback(waiting)
  }, [])
  const onFailed = () => {
    // what failed once would be taken for failed for good
    setEveryDialog(readLater)
    close()
    say(t('fault.dialog'), { tone: 'error' })
  }
  return isOpen ? (
    <DialogBoundary onFailed={onFailed}>
      <Suspense fallback={null}>
        <EveryDialog />
      </Suspense>
    </DialogBoundary>
  ) : null
}

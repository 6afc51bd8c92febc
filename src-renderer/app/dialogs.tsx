import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Palette } from '../search/palette'
import { say } from '../ui/toast-store'
import { DialogBoundary } from './dialog-boundary'
import { useView } from './view'

/** Nothing of them is seen when the window opens: they are read once it stands. The palette alone is there at once, for its keys. */
const everyDialog = (): Promise<{ default: ComponentType }> =>
  import('./every-dialog').then((part) => ({ default: part.EveryDialog }))

/**
 * The dialog that is open, if one is. One that cannot be shown is closed with a notice.
 * @param load reads the part of the app they are in
 */
export function Dialogs({ load = everyDialog }: { load?: typeof everyDialog }) {
  const { t } = useTranslation()
  const kind = useView((view) => view.dialog?.kind)
  const close = useView((view) => view.close)
  const [EveryDialog, setEveryDialog] = useState(() => lazy(load))
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    // so that the first one is there as soon as it is asked for; one that cannot be read is told of when it is
    const waiting = requestIdleCallback(() => void load().catch(() => undefined), { timeout: 4_000 })
    return () => cancelIdleCallback(waiting)
  }, [load])
  const onFailed = () => {
    // what failed once would be taken for failed for good
    setEveryDialog(() => lazy(load))
    close()
    say(t('fault.dialog'), { tone: 'error' })
  }
  if (kind === undefined) return null
  return (
    <DialogBoundary onFailed={onFailed}>
      {kind === 'palette' ? (
        <Palette onClose={close} />
      ) : (
        <Suspense fallback={<Awaited onClose={close} />}>
          <EveryDialog />
        </Suspense>
      )}
    </DialogBoundary>
  )
}

/** A dialog that is still being read: what is typed meanwhile is meant for it and goes nowhere else; Escape takes it back. */
function Awaited({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent): void => {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', take, { capture: true })
    return () => window.removeEventListener('keydown', take, { capture: true })
  }, [onClose])
  return null
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunningTurn } from './turns'

/** Tells a screen reader that a reply began and that it is there, instead of reading every token of it. */
export function Announcer() {
  const { t } = useTranslation()
  const running = useRunningTurn() !== null
  const [ran, setRan] = useState(false)
  useEffect(() => {
    if (running) setRan(true)
  }, [running])
  return (
    <div role="status" className="sr-only">
      {running ? t('message.writing') : ran ? t('message.finished') : null}
    </div>
  )
}

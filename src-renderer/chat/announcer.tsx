import { useTranslation } from 'react-i18next'
import { useEnding, useRunningTurn } from './turns'

/**
 * Tells a screen reader that a reply began and what came of it, instead of reading every token of it. Without a model
 * nobody writes, so it says where the message was filed; a failure is told by the alert that shows it.
 */
export function Announcer() {
  const { t } = useTranslation()
  const running = useRunningTurn()
  const ending = useEnding()
  const text = (): string | null => {
    if (running) return running.modelId === null ? null : t('message.writing')
    if (ending?.kind === 'filed')
      return t(ending.card.isNewBucket ? 'card.saidNew' : 'card.said', { title: ending.card.bucketTitle })
    if (ending?.kind === 'reply')
      return t(ending.status === 'complete' ? 'message.finished' : `message.${ending.status}`)
    return null
  }
  return (
    <div role="status" className="sr-only">
      {text()}
    </div>
  )
}

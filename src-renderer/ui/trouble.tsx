import { useTranslation } from 'react-i18next'
import { Button } from './button'

/** What stands where an answer should be, when the request failed: the reason and a way to ask again. */
export function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="grid content-start justify-items-start gap-2 px-3 py-3 text-list">
      <p className="text-warn">{error.message}</p>
      <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
    </div>
  )
}

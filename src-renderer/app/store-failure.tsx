import type { Failure } from '@shared/contract/errors'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'

const KNOWN = [
  'store_locked',
  'store_foreign',
  'store_corrupt',
  'store_newer',
  'not_writable',
  'store_moved',
  'disk_full',
] as const
type Known = (typeof KNOWN)[number]

/** The store did not open: what happened, what was kept, what to do. Never a stack trace, never a spinner. */
export function StoreFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { t } = useTranslation()
  const code: Known | undefined = KNOWN.find((name) => name === failure.code)
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-6">
      <div role="alert" className="max-w-[520px]">
        <h1 className="text-[20px] leading-7 font-semibold">{t(`failure.${code ?? 'other'}.title`)}</h1>
        <p className="mt-2 text-soft" dir="auto">
          {failure.message}
        </p>
        <dl className="mt-5 grid gap-3 text-list">
          <div>
            <dt className="font-semibold">{t('failure.kept')}</dt>
            <dd className="text-soft">{t(`failure.${code ?? 'other'}.kept`)}</dd>
          </div>
          <div>
            <dt className="font-semibold">{t('failure.do')}</dt>
            <dd className="text-soft">{t(`failure.${code ?? 'other'}.do`)}</dd>
          </div>
        </dl>
        <div className="mt-6 flex gap-2">
          <Button tone="go" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
          <Button onClick={() => window.close()}>{t('failure.close')}</Button>
        </div>
      </div>
    </main>
  )
}

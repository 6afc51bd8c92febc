import type { BackupView } from '@shared/contract/backups'
import type { Failure } from '@shared/contract/errors'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { fullTime } from './format'
import { useAct } from './use-act'

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
export function StoreFailure({
  failure,
  backup,
  onRetry,
}: {
  failure: Failure
  /** The newest good one, if the store is damaged and there is one. */
  backup: BackupView | null
  onRetry: () => void
}) {
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
        {backup ? <Offer backup={backup} onDone={onRetry} /> : null}
        <div className="mt-6 flex gap-2">
          <Button tone={backup ? 'plain' : 'go'} onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
          <Button onClick={() => window.close()}>{t('failure.close')}</Button>
        </div>
      </div>
    </main>
  )
}

/** One press brings the newest good backup back. */
function Offer({ backup, onDone }: { backup: BackupView; onDone: () => void }) {
  const { t } = useTranslation()
  const restore = useAct('backups.restore', onDone)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <div className="mt-5 rounded-xl border border-line bg-raised px-4 py-3">
      <p className="font-medium">
        {t('backups.offer', { time: fullTime(backup.ts, timeZone), count: backup.messages })}
      </p>
      <p className="mt-0.5 text-list text-soft">{t('backups.setAside')}</p>
      {restore.isError ? <p className="mt-2 text-list text-warn">{restore.error.message}</p> : null}
      <Button
        tone="go"
        className="mt-3"
        disabled={restore.isPending}
        onClick={() => restore.mutate({ id: backup.id, mode: 'replace' })}
      >
        {t(restore.isPending ? 'backups.bringingBack' : 'backups.bringBack')}
      </Button>
    </div>
  )
}

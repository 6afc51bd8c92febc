import type { BackupView, RescueView } from '@shared/contract/backups'
import type { Failure } from '@shared/contract/errors'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button'
import { ask } from './ask'
import { fullTime } from './format'
import { said } from './said/said'

const KNOWN = [
  'store_locked',
  'store_foreign',
  'store_corrupt',
  'store_damaged',
  'store_newer',
  'not_writable',
  'store_moved',
  'disk_full',
] as const
type Known = (typeof KNOWN)[number]

interface StoreFailureProps {
  failure: Failure
  /** The newest good one, if the store is damaged and there is one. */
  backup: BackupView | null
  /** It is whole again, or may be: the window begins anew. */
  onRetry: () => void
  /** The rest of the store works: the person may leave it at that. */
  onGoOn?: () => void
}

/** The store did not open, or a part of it cannot be read: what happened, what was kept, what to do. Never a stack trace, never a spinner. */
export function StoreFailure({ failure, backup, onRetry, onGoOn }: StoreFailureProps) {
  const { t } = useTranslation()
  const code: Known | undefined = KNOWN.find((name) => name === failure.code)
  const damaged = code === 'store_corrupt' || code === 'store_damaged'
  const rescue = useMutation({ mutationFn: () => ask('backups.rescue', undefined), meta: { quiet: true } })
  if (rescue.data) return <Rescued outcome={rescue.data} onOpen={onRetry} />
  return (
    <Screen title={t(`failure.${code ?? 'other'}.title`)}>
      <p className="mt-2 text-soft" dir="auto">
        {said(failure.message)}
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
      {backup ? <Offer backup={backup} busy={rescue.isPending} onDone={onRetry} /> : null}
      {damaged ? (
        <Way
          title={t('backups.rescueTitle')}
          text={backup ? `${t('backups.rescueText')} ${t('backups.rescueBeside')}` : t('backups.rescueText')}
          failure={rescue.error?.message ?? null}
          act={t(rescue.isPending ? 'backups.rescuing' : 'backups.rescue')}
          busy={rescue.isPending}
          first={backup === null}
          onAct={rescue.mutate}
        />
      ) : null}
      <div className="mt-6 flex gap-2">
        {onGoOn ? (
          <Button onClick={onGoOn}>{t('failure.goOn')}</Button>
        ) : (
          <Button tone={damaged ? 'plain' : 'go'} onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
        <Button onClick={() => window.close()}>{t('failure.close')}</Button>
      </div>
    </Screen>
  )
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid h-full place-items-center overflow-y-auto p-6">
      <div role="alert" className="max-w-[520px]">
        <h1 className="text-figure leading-7 font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  )
}

/** One press brings the newest good backup back. */
function Offer({ backup, busy, onDone }: { backup: BackupView; busy: boolean; onDone: () => void }) {
  const { t } = useTranslation()
  const restore = useMutation({
    mutationFn: () => ask('backups.restore', { id: backup.id, mode: 'replace' }),
    onSuccess: onDone,
    // said where it was asked for
    meta: { quiet: true },
  })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <Way
      title={t('backups.offer', { time: fullTime(backup.ts, timeZone), count: backup.messages })}
      text={t('backups.setAside')}
      failure={restore.error?.message ?? null}
      act={t(restore.isPending ? 'backups.bringingBack' : 'backups.bringBack')}
      busy={busy || restore.isPending}
      first
      onAct={restore.mutate}
    />
  )
}

interface WayProps {
  title: string
  text: string
  failure: string | null
  act: string
  busy: boolean
  /** The one to take first. */
  first: boolean
  onAct: () => void
}

/** A way out, with its one button. */
function Way({ title, text, failure, act, busy, first, onAct }: WayProps) {
  return (
    <div className="mt-4 rounded-xl border border-line bg-raised px-4 py-3">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-list text-soft">{text}</p>
      {failure === null ? null : <p className="mt-2 text-list text-warn">{failure}</p>}
      <Button tone={first ? 'go' : 'plain'} className="mt-3" disabled={busy} onClick={onAct}>
        {act}
      </Button>
    </div>
  )
}

/** What a rescue brought back and what it did not, before the window goes on with it. */
function Rescued({ outcome, onOpen }: { outcome: RescueView; onOpen: () => void }) {
  const { t, i18n } = useTranslation()
  const list = new Intl.ListFormat(i18n.language).format(
    outcome.lost.map(({ table, rows }) => t('backups.lostRows', { count: rows, table: table.replaceAll('_', ' ') })),
  )
  return (
    <Screen title={t('backups.rescued', { count: outcome.messages })}>
      <p className="mt-2 text-soft">
        {outcome.lost.length === 0 ? t('backups.nothingLost') : t('backups.lost', { list })}
      </p>
      {outcome.mended.map((words) => (
        <p key={words} className="mt-1 text-list text-soft">
          {words}
        </p>
      ))}
      <p className="mt-3 text-meta break-all text-faint">{t('backups.damagedIn', { place: outcome.setAside })}</p>
      <Button tone="go" className="mt-5" onClick={onOpen}>
        {t('backups.openRescued')}
      </Button>
    </Screen>
  )
}

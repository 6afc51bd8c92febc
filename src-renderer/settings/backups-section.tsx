import type { BackupView, OnlyOneSideView } from '@shared/contract/backups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { bytes, dateOf, fullTime, longDay } from '../app/format'
import { said } from '../app/said/said'
import { useToday, useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { say } from '../ui/toast-store'
import { KeepCopy, TakeCopy } from './backup-copies'
import { Section } from './section'

/** Backups: what there is, one more now, where they lie, and the way back to one. */
export function BackupsSection() {
  const { t } = useTranslation()
  const state = useQuery(asking('backups.state', undefined)).data
  const make = useAct('backups.make', ({ messages }) => say(t('backups.made', { count: messages })))
  const place = useAct('backups.choosePlace')
  const [chosen, choose] = useState<{ id: string; what: Opened } | null>(null)
  if (!state) return null
  if (state.elsewhere !== null)
    return (
      <Section title={t('backups.title')} text={state.elsewhere}>
        {null}
      </Section>
    )
  return (
    <>
      <Section title={t('backups.title')} text={t('backups.text')}>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button tone="go" disabled={make.isPending} onClick={() => make.mutate(undefined)}>
            {t(make.isPending ? 'backups.making' : 'backups.make')}
          </Button>
          <TakeCopy />
          <span className="text-meta text-faint">{t('backups.size', { size: bytes(state.bytes) })}</span>
        </div>
        {state.backups.length === 0 ? (
          <p className="mt-3 text-list text-faint">{t('backups.none')}</p>
        ) : (
          <ul aria-label={t('backups.list')} className="mt-3">
            {state.backups.map((backup) => (
              <Entry
                key={backup.id}
                backup={backup}
                open={chosen?.id === backup.id ? chosen.what : null}
                onToggle={(what) =>
                  choose(chosen?.id === backup.id && chosen.what === what ? null : { id: backup.id, what })
                }
              />
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('backups.placeTitle')} text={t('backups.placeText')}>
        <p className="mt-1 text-list text-soft [overflow-wrap:anywhere]" dir="ltr">
          {state.place}
        </p>
        <div className="mt-2 flex gap-2">
          <Button disabled={place.isPending} onClick={() => place.mutate({ reset: false })}>
            {t('backups.choose')}
          </Button>
          {state.isDefaultPlace ? null : (
            <Button tone="quiet" disabled={place.isPending} onClick={() => place.mutate({ reset: true })}>
              {t('backups.reset')}
            </Button>
          )}
        </div>
      </Section>
    </>
  )
}

/** What is open below a backup. */
type Opened = 'restore' | 'copy'

interface EntryProps {
  backup: BackupView
  open: Opened | null
  onToggle: (what: Opened) => void
}

function Entry({ backup, open, onToggle }: EntryProps) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <li className="border-t border-line py-2 first:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-[1_1_15rem]">
          <time dateTime={backup.ts} className="block text-list font-medium tabular">
            {fullTime(backup.ts, zone)}
          </time>
          <span className="block text-meta text-faint">
            {t('backups.holds', { count: backup.messages })} · {t(`backups.reasons.${backup.reason}`)}
          </span>
          {backup.verified ? null : (
            <span className="block text-meta text-warn">
              {backup.failure === null ? t('backups.unverified') : t('backups.broken', { why: said(backup.failure) })}
            </span>
          )}
        </div>
        {backup.verified ? (
          <span className="ms-auto flex flex-wrap gap-1.5">
            <Button
              tone="quiet"
              aria-expanded={open === 'copy'}
              onClick={() => onToggle('copy')}
              aria-label={t('backups.copyOf', { time: fullTime(backup.ts, zone) })}
            >
              {t('backups.copy')}
            </Button>
            <Button
              aria-expanded={open === 'restore'}
              onClick={() => onToggle('restore')}
              aria-label={t('backups.lookAt', { time: fullTime(backup.ts, zone) })}
            >
              {t('backups.restore')}
            </Button>
          </span>
        ) : null}
      </div>
      {open === 'restore' ? <Preview id={backup.id} onClose={() => onToggle('restore')} /> : null}
      {open === 'copy' ? <KeepCopy backup={backup} onClose={() => onToggle('copy')} /> : null}
    </li>
  )
}

/** What would be lost and what would come, before anything is done. */
function Preview({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const preview = useQuery({ ...asking('backups.preview', { id }), staleTime: 0, gcTime: 0 })
  const restore = useAct('backups.restore', () => say(t('backups.restored')))
  if (preview.isPending) return <p className="mt-2 text-meta text-faint">{t('backups.comparing')}</p>
  if (preview.isError)
    return (
      <p role="alert" className="mt-2 text-list text-warn">
        {preview.error.message}
      </p>
    )
  const { here, there } = preview.data
  const isSame = here?.messages === 0 && there?.messages === 0
  return (
    <fieldset aria-label={t('backups.differs')} className="mt-2 rounded-xl border border-line px-3.5 py-3">
      {isSame ? <p className="text-list text-soft">{t('backups.same')}</p> : null}
      {here && here.messages > 0 ? <Side words={t('backups.onlyHere', { count: here.messages })} side={here} /> : null}
      {there && there.messages > 0 ? (
        <Side words={t('backups.onlyThere', { count: there.messages })} side={there} />
      ) : null}
      <p className="mt-1 text-meta text-faint">{t('backups.howTo')}</p>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={restore.isPending} onClick={() => restore.mutate({ id, mode: 'merge' })}>
          {t('backups.merge')}
        </Button>
        <Button tone="go" disabled={restore.isPending} onClick={() => restore.mutate({ id, mode: 'replace' })}>
          {t(restore.isPending ? 'backups.restoring' : 'backups.replace')}
        </Button>
      </div>
    </fieldset>
  )
}

function Side({ words, side }: { words: string; side: OnlyOneSideView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const day = (ts: string): string => longDay(ts, zone, today)
  const days =
    side.from === null || side.to === null
      ? ''
      : dateOf(side.from, zone) === dateOf(side.to, zone)
        ? day(side.from)
        : t('backups.between', { from: day(side.from), to: day(side.to) })
  return (
    <p className="mb-2 text-list">
      <span className="block font-medium">{words}</span>
      <span className="block text-meta text-soft" dir="auto">
        {[days, ...side.buckets.map(({ title, messages }) => t('backups.inBucket', { title, count: messages }))]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    </p>
  )
}

import type { HeartbeatTaskView } from '@shared/contract/heartbeat'
import { MoreHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ago, fullTime } from '../app/format'
import { said } from '../app/said/said'
import { useNow, useZone } from '../app/today'
import { BucketChip } from '../buckets/chip'
import { Button, IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { Menu } from '../ui/menu'
import { useTaskActs } from './use-task-acts'
import { comingTime, scheduleWords, taskName } from './words'

/** One task: what it is, when it ran and runs, and what went wrong. */
export function TaskEntry({ task, first }: { task: HeartbeatTaskView; first: boolean }) {
  const { t } = useTranslation()
  const acts = useTaskActs(task)
  const name = taskName(task, t)
  return (
    <article
      aria-label={name}
      className={cx('px-3.5 py-[9px] text-list leading-[1.45]', !first && 'border-t border-line')}
    >
      <div className="flex items-start gap-1.5">
        <p dir="auto" className={cx('min-w-0 flex-1 [overflow-wrap:anywhere]', task.paused && 'text-faint')}>
          {name}
        </p>
        <Menu
          label={t('heartbeat.menu', { name })}
          entries={acts.entries}
          trigger={
            <IconButton label={t('heartbeat.menu', { name })} className="-my-0.5 -me-2 size-6">
              <MoreHorizontal />
            </IconButton>
          }
        />
      </div>
      <p className="mt-[3px] flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-meta text-faint tabular">
        <span>{scheduleWords(task.schedule, t)}</span>
        <Times task={task} />
        {task.kind === 'personal' && task.bucketId ? (
          <BucketChip bucket={task.bucketId} {...(task.bucketTitle === null ? {} : { title: task.bucketTitle })} />
        ) : null}
        {task.kind === 'personal' && !task.bucketId ? (
          <span className="text-warn">{t('heartbeat.noBucket')}</span>
        ) : null}
      </p>
      <Trouble task={task} />
      <p className="mt-[3px] flex gap-x-3 text-meta">
        {task.paused ? (
          <Button tone="link" className="text-meta!" disabled={acts.busy} onClick={acts.resume}>
            {t('heartbeat.resume')}
          </Button>
        ) : null}
        {task.kind === 'personal' ? (
          <Button tone="link" className="text-meta!" disabled={acts.busy || task.running} onClick={acts.run}>
            {t(task.running ? 'heartbeat.running' : 'heartbeat.run')}
          </Button>
        ) : null}
      </p>
    </article>
  )
}

function Times({ task }: { task: HeartbeatTaskView }) {
  const { t } = useTranslation()
  const now = useNow()
  const zone = useZone()
  const { nextRun, lastRun, waitsFor } = task
  return (
    <>
      {waitsFor ? <span>{t(`heartbeat.waits.${waitsFor}`)}</span> : null}
      {nextRun && !waitsFor && !task.running ? (
        <time dateTime={nextRun} title={fullTime(nextRun, zone)}>
          {t('heartbeat.next', { when: comingTime(nextRun, now, zone) })}
        </time>
      ) : null}
      {lastRun ? (
        <time dateTime={lastRun} title={fullTime(lastRun, zone)}>
          {t('heartbeat.last', { when: ago(lastRun, now) })}
        </time>
      ) : (
        <span>{t('heartbeat.never')}</span>
      )}
      {task.kind === 'personal' && task.runs > 0 ? <span>{t('heartbeat.runs', { count: task.runs })}</span> : null}
    </>
  )
}

/** Why it is paused, or what went wrong and that it is tried again. */
function Trouble({ task: { paused, errors, lastError } }: { task: HeartbeatTaskView }) {
  const { t } = useTranslation()
  if (paused)
    return (
      <p dir="auto" className="mt-[3px] text-meta text-warn [overflow-wrap:anywhere]">
        {paused.reason === null ? t('heartbeat.pausedByYou') : t('heartbeat.paused', { reason: said(paused.reason) })}
      </p>
    )
  if (errors === 0 || lastError === null) return null
  return (
    <p dir="auto" className="mt-[3px] text-meta text-warn [overflow-wrap:anywhere]">
      {t('heartbeat.failed', { count: errors, reason: said(lastError) })}
    </p>
  )
}

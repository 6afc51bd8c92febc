import { useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ProfileButton } from '../profiles/profile-button'
import { type ModelLine, modelLine } from '../settings/model-line'
import { IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { asking } from './ask'
import { ago } from './format'
import { JobList } from './job-list'
import { useNow } from './today'
import { useView } from './view'

const LED: Record<ModelLine['tone'], string> = {
  good: 'bg-ok',
  busy: 'bg-accent animate-pulse-soft',
  off: 'border-2 border-faint',
  bad: 'bg-warn',
}

/** The foot of the sidebar: long work, which model answers and whether it is on this computer, the last tidying. */
export function Foot() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  return (
    <footer className="grid flex-none grid-cols-1 gap-0.5 border-t border-line px-4 py-2 text-small text-soft">
      <JobList place="foot" />
      <div className="flex items-center gap-1">
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <ProfileButton />
          <ModelButton />
          <TidiedButton />
        </div>
        <IconButton
          label={t('settings.title')}
          className="-me-1.5 self-end"
          onClick={() => open({ kind: 'settings', section: 'appearance' })}
        >
          <Settings />
        </IconButton>
      </div>
    </footer>
  )
}

function ModelButton() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const { data: status, error, refetch } = useQuery(asking('models.status', undefined))
  if (error) return <AskAgain error={error} onRetry={() => void refetch()} />
  if (!status) return <span className="h-[19px]" />
  const line = modelLine(status, t)
  return (
    <button
      type="button"
      title={line.detail ?? line.text}
      onClick={() => open({ kind: 'settings', section: 'models' })}
      className="flex min-w-0 items-center gap-[7px] rounded-sm text-start hover:text-ink"
    >
      <span
        aria-hidden="true"
        className={cx('size-[7px] flex-none rounded-full forced-color-adjust-none', LED[line.tone])}
      />
      <span className="line-clamp-2 min-w-0">{line.text}</span>
    </button>
  )
}

function TidiedButton() {
  const { t } = useTranslation()
  const now = useNow()
  const showTab = useView((view) => view.showTab)
  const { data: janitor, error, refetch } = useQuery(asking('janitor.state', undefined))
  if (error) return <AskAgain error={error} onRetry={() => void refetch()} />
  if (!janitor) return <span className="h-[19px]" />
  return (
    <button
      type="button"
      onClick={() => showTab('receipts')}
      className="line-clamp-2 rounded-sm text-start tabular hover:text-ink"
    >
      {janitor.running
        ? t('tidy.running')
        : janitor.lastRun
          ? `${t('tidy.last', { when: ago(janitor.lastRun, now) })}, ${t('tidy.changes', { count: janitor.lastChanges })}`
          : t('tidy.notYet')}
    </button>
  )
}

/** One line that could not be asked for: the reason, and the question again on a press. */
function AskAgain({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      title={`${error.message} ${t('common.tryAgain')}`}
      onClick={onRetry}
      className="truncate rounded-sm text-start text-warn"
    >
      {error.message}
    </button>
  )
}

import type { JobView } from '@shared/contract/models'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTimeLeft } from '../transfer/time-left'
import { IconButton } from '../ui/button'
import { Progress } from '../ui/progress'
import { asking } from './ask'
import { percent } from './format'
import { belongs, type JobPlace } from './jobs'
import { said } from './said/said'
import { useAct } from './use-act'
import { useView } from './view'

/** Long work, as long as it runs, at the place where it belongs: what it is, how far it is, how long yet, and the way to stop it. */
export function JobList({ place }: { place: JobPlace }) {
  const { t } = useTranslation()
  const shown = useView((view) => view.dialog)
  const jobs = useQuery(asking('jobs.list', undefined)).data ?? []
  const running = jobs.filter((job) => job.state === 'running' && belongs(job, place, shown?.kind ?? null))
  if (running.length === 0) return null
  return (
    <ul aria-label={t('jobs.list')} className="grid grid-cols-1 gap-2 pb-1.5">
      {running.map((job) => (
        <JobLine key={job.id} job={job} />
      ))}
    </ul>
  )
}

function JobLine({ job }: { job: JobView }) {
  const { t } = useTranslation()
  const cancel = useAct('jobs.cancel')
  const detail = useDetail(job)
  const title = said(job.title)
  const left = useTimeLeft(job.progress, job.stage === 'reading')
  const below = [detail, left].filter(Boolean).join(' · ')
  return (
    <li className="grid grid-cols-1 gap-1">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate" title={detail || title}>
          {title}
        </span>
        <span className="text-meta text-faint tabular">{job.progress === null ? null : percent(job.progress)}</span>
        <IconButton
          label={t('jobs.cancel', { title })}
          className="-me-1 size-5!"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ jobId: job.id })}
        >
          <X />
        </IconButton>
      </div>
      <Progress value={job.progress} label={title} />
      {below ? <span className="truncate text-meta text-faint tabular">{below}</span> : null}
    </li>
  )
}

/** Main names an ability by its key; the window says it in words. */
function useDetail({ kind, detail }: JobView): string {
  const { t, i18n } = useTranslation()
  if (kind !== 'probe' || !i18n.exists(`abilities.names.${detail}`)) return said(detail)
  return t(`abilities.names.${detail as 'chat'}`)
}

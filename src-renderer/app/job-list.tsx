import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button'
import { Progress } from '../ui/progress'
import { asking } from './ask'
import { percent } from './format'
import { useAct } from './use-act'

/** Long work, as long as it runs: what it is, how far it is, and the way to stop it. */
export function JobList() {
  const { t } = useTranslation()
  const jobs = useQuery(asking('jobs.list', undefined)).data ?? []
  const cancel = useAct('jobs.cancel')
  const running = jobs.filter((job) => job.state === 'running')
  if (running.length === 0) return null
  return (
    <ul aria-label={t('jobs.list')} className="grid grid-cols-1 gap-2 pb-1.5">
      {running.map((job) => (
        <li key={job.id} className="grid grid-cols-1 gap-1">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate" title={job.detail || job.title}>
              {job.title}
            </span>
            <span className="text-meta text-faint tabular">{job.progress === null ? null : percent(job.progress)}</span>
            <IconButton
              label={t('jobs.cancel', { title: job.title })}
              className="-mr-1 size-5!"
              onClick={() => cancel.mutate({ jobId: job.id })}
            >
              <X />
            </IconButton>
          </div>
          <Progress value={job.progress} label={job.title} />
          {job.detail ? <span className="truncate text-meta text-faint tabular">{job.detail}</span> : null}
        </li>
      ))}
    </ul>
  )
}

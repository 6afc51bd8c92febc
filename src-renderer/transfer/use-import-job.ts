import type { ImportResult } from '@shared/contract/transfer'
import type { JobId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { asking } from '../app/ask'
import { said } from '../app/said/said'
import { useTimeLeft } from './time-left'

interface ImportJob {
  /** 0 to 1; null while nobody knows. */
  progress: number | null
  detail: string
  /** All of the file is in the store, and is being filed. */
  isStored: boolean
  /** How long it will take from now, in words; empty while nobody can say. */
  left: string
  /** Set once it ended. */
  result: ImportResult | null
}

/** How far an import is, and how it ended. */
export function useImportJob(job: JobId): ImportJob {
  const jobs = useQuery(asking('jobs.list', undefined)).data
  const running = jobs?.find((one) => one.id === job && one.state === 'running')
  // It leaves the list when it ends; what came of it stays with main.
  const last = useQuery({ ...asking('transfer.last', undefined), enabled: jobs !== undefined && !running, gcTime: 0 })
  const progress = running?.progress ?? null
  const left = useTimeLeft(progress, running?.stage === 'reading')
  return {
    progress,
    detail: said(running?.detail ?? ''),
    isStored: running?.stage === 'filing',
    left,
    result: last.data?.jobId === job ? last.data : null,
  }
}

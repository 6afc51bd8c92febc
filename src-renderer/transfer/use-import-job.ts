import type { ImportResult } from '@shared/contract/transfer'
import type { JobId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { asking } from '../app/ask'
import { said } from '../app/said/said'
import { timeLeft } from './time-left'

interface ImportJob {
  /** 0 to 1; null while nobody knows. */
  progress: number | null
  detail: string
  /** How long it will take from now, in words; empty while nobody can say. */
  left: string
  /** Set once it ended. */
  result: ImportResult | null
}

/** How far an import is, and how it ended. */
export function useImportJob(job: JobId): ImportJob {
  const begun = useRef({ at: Date.now(), progress: 0 })
  const jobs = useQuery(asking('jobs.list', undefined)).data
  const running = jobs?.find((one) => one.id === job && one.state === 'running')
  // It leaves the list when it ends; what came of it stays with main.
  const last = useQuery({ ...asking('transfer.last', undefined), enabled: jobs !== undefined && !running, gcTime: 0 })
  const progress = running?.progress ?? null
  if (progress !== null) begun.current = since(begun.current, progress, Date.now())
  return {
    progress,
    detail: said(running?.detail ?? ''),
    left: timeLeft(progress, Date.now() - begun.current.at),
    result: last.data?.jobId === job ? last.data : null,
  }
}

/** First the file is read, then what came is filed: with each the share begins at nothing, and so does the time it is judged by. */
export function since(
  begun: { at: number; progress: number },
  progress: number,
  now: number,
): { at: number; progress: number } {
  return progress < begun.progress ? { at: now, progress } : { at: begun.at, progress }
}

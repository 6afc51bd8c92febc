import type { AppWideEvent } from '@shared/contract'
import type { DesktopWord } from '@shared/contract/desktop'
import type { JobView } from '@shared/contract/models'

/** A reply that took longer than this is worth a notification to somebody who went away meanwhile. */
const LONG_MS = 10_000

interface AwayPorts {
  now(): number
  /** Nobody looks at the window. */
  isAway(): boolean
  wanted(): boolean
  /** Shows a notification of the system: what, and of which work; null: of a reply. */
  notify(word: DesktopWord, work: DesktopWord | null): void
}

/** Tells a person who is away that a long reply or a long job has ended. Without what was said: a lock screen shows it to anybody. */
export function tellAway({ now, isAway, wanted, notify }: AwayPorts): (event: AppWideEvent) => void {
  const begun = new Map<string, number>()
  const took = (id: string): number => {
    const since = begun.get(id) ?? now()
    begun.delete(id)
    return now() - since
  }
  return (event) => {
    if (event.type === 'turn.started') begun.set(event.turnId, now())
    if (event.type === 'job.changed' && event.job.state === 'running' && !begun.has(event.job.id))
      begun.set(event.job.id, now())
    const word = endOf(event)
    if (!word) return
    const isLong = took(event.type === 'job.changed' ? event.job.id : 'turnId' in event ? event.turnId : '') >= LONG_MS
    if (isLong && isAway() && wanted()) notify(word, event.type === 'job.changed' ? WORK[event.job.kind] : null)
  }
}

const WORK: Record<JobView['kind'], DesktopWord> = {
  import: 'workImport',
  export: 'workExport',
  download: 'workDownload',
  reembed: 'workReembed',
  probe: 'workProbe',
  retell: 'workRetell',
  tidy: 'workTidy',
  backup: 'workBackup',
}

function endOf(event: AppWideEvent): DesktopWord | null {
  if (event.type === 'turn.finished') return event.reply ? 'replyDone' : null
  if (event.type !== 'job.changed') return null
  if (event.job.state === 'done') return 'jobDone'
  return event.job.state === 'failed' ? 'jobFailed' : null
}

import type { JobView } from '@shared/contract/models'
import type { JobId } from '@shared/ids'

/** The list of jobs after one changed; those that ended leave it, their end is told elsewhere. */
export const upsertJob = (jobs: readonly JobView[], job: JobView): JobView[] => {
  const others = jobs.filter((other) => other.id !== job.id)
  if (job.state !== 'running') return others
  return others.length === jobs.length ? [...jobs, job] : jobs.map((other) => (other.id === job.id ? job : other))
}

/** Where long work is shown: at the foot of the buckets, or where it was begun. */
export type JobPlace = 'foot' | 'models' | 'import' | 'export' | 'firstRun'

const KINDS: Record<Exclude<JobPlace, 'foot'>, readonly JobView['kind'][]> = {
  models: ['probe', 'download', 'reembed', 'retell'],
  import: ['import'],
  export: ['export'],
  firstRun: ['download', 'import'],
}

/**
 * Whether a job is shown at a place. A measuring of abilities belongs to the models' settings alone; a download is shown there while
 * they are open, an import in its own dialog, and both at the foot as soon as that is closed.
 * @param dialog the kind of the dialog that is open
 */
export function belongs({ kind }: Pick<JobView, 'kind'>, place: JobPlace, dialog: string | null): boolean {
  if (place !== 'foot') return KINDS[place].includes(kind)
  if (kind === 'probe') return false
  return !(kind === 'import' && dialog === 'import')
}

/** Models that a person chose before they were there: once the download is done they are used. */
export const wantedModels = {
  waiting: new Map<JobId, string>(),
  want(job: JobId, model: string): void {
    this.waiting.set(job, model)
  },
  take(job: JobId): string | null {
    const model = this.waiting.get(job) ?? null
    this.waiting.delete(job)
    return model
  },
}

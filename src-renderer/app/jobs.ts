import type { JobView } from '@shared/contract/models'
import type { JobId } from '@shared/ids'

/** The list of jobs after one changed; those that ended leave it, their end is told elsewhere. */
export const upsertJob = (jobs: readonly JobView[], job: JobView): JobView[] => {
  const others = jobs.filter((other) => other.id !== job.id)
  if (job.state !== 'running') return others
  return others.length === jobs.length ? [...jobs, job] : jobs.map((other) => (other.id === job.id ? job : other))
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

import { CatchmentError } from '@shared/contract/errors'
import type { JobId } from '@shared/ids'
import type { CatalogModel } from '../download/catalog'
import { ensureModel } from '../download/ensure'
import { identifyFile, installFromFile } from '../download/from-file'
import type { JobsPort } from './ports'

export interface DownloadsOptions {
  cacheDir: string
  jobs: JobsPort
  /** Something began, ended, or is installed now. */
  onChange: (arrived: string | null) => void
}

/** Models on their way to this machine: at most one job each. */
export class Downloads {
  readonly running = new Map<string, JobId>()

  constructor(private readonly options: DownloadsOptions) {}

  /** The job that fetches it: a new one, or the one under way. */
  start(entry: CatalogModel): JobId {
    const running = this.running.get(entry.id)
    if (running) return running
    const { cacheDir, jobs, onChange } = this.options
    const jobId = jobs.start('download', entry.title, async ({ signal, report }) => {
      let arrived: string | null = null
      try {
        await ensureModel(entry, {
          cacheDir,
          signal,
          onProgress: ({ doneBytes, totalBytes, phase, from }) =>
            report(totalBytes > 0 ? doneBytes / totalBytes : null, `${phase}, from ${from}`),
        })
        arrived = entry.id
      } finally {
        this.running.delete(entry.id)
        onChange(arrived)
      }
    })
    this.running.set(entry.id, jobId)
    onChange(null)
    return jobId
  }

  /** “Use a file I have”: returns which model it is. Throws `bad_request` if it is none of `models`. */
  async useFile(path: string, models: readonly CatalogModel[]): Promise<CatalogModel> {
    const entry = await identifyFile(path, models)
    if (!entry) throw new CatchmentError('bad_request', `${path} is none of the models in the catalog.`)
    await installFromFile(entry, path, { cacheDir: this.options.cacheDir })
    this.options.onChange(entry.id)
    return entry
  }

  cancelAll(): void {
    for (const jobId of this.running.values()) this.options.jobs.cancel(jobId)
  }
}

import { CatchmentError } from '@shared/contract/errors'
import type { JobStage, JobView } from '@shared/contract/models'
import { type JobId, jobId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { EventBus } from './bus'

export interface JobControl {
  id: JobId
  signal: AbortSignal
  /**
   * @param progress from 0 to 1, null if it cannot be known
   * @param stage of work whose stages go at speeds of their own
   */
  report(progress: number | null, detail: string, stage?: JobStage): void
}

/** How many finished jobs stay listed. */
const KEPT = 20

/** Long work that shows a progress bar and can be cancelled (04-window, Long work). */
export class Jobs {
  private readonly jobs = new Map<JobId, { view: JobView; abort: AbortController; done: Promise<void> }>()

  constructor(
    private readonly bus: EventBus,
    /** Unexpected errors of a job; expected ones are shown as the job's own. */
    private readonly onFault: (error: unknown) => void,
  ) {}

  list(): JobView[] {
    return [...this.jobs.values()].map((j) => j.view)
  }

  isUnderWay(kind: JobView['kind']): boolean {
    return this.list().some((view) => view.kind === kind && view.state === 'running')
  }

  /** Starts the work; how it ends is told by `job.changed`. `work` may answer a sentence about what came of it. */
  start(kind: JobView['kind'], title: string, work: (control: JobControl) => Promise<string | undefined>): JobId {
    const id = jobId.parse(uuidv7())
    const abort = new AbortController()
    const update = (change: Partial<JobView>): void => {
      const job = this.jobs.get(id)
      if (!job) return
      job.view = { ...job.view, ...change }
      this.bus.tell({ type: 'job.changed', job: job.view })
    }
    const control: JobControl = {
      id,
      signal: abort.signal,
      report: (progress, detail, stage) => update({ progress, detail, stage }),
    }
    const view: JobView = { id, kind, title, state: 'running', progress: null, detail: '', error: null }
    const run = async (): Promise<void> => {
      try {
        const detail = await work(control)
        update({ state: 'done', progress: 1, ...(detail === undefined ? {} : { detail }) })
      } catch (error) {
        const cancelled = abort.signal.aborted || (error instanceof CatchmentError && error.code === 'cancelled')
        if (!cancelled && !(error instanceof CatchmentError)) this.onFault(error)
        update({
          state: cancelled ? 'cancelled' : 'failed',
          error: cancelled ? null : error instanceof Error ? error.message : String(error),
        })
      }
      this.forgetOld()
    }
    this.jobs.set(id, { view, abort, done: Promise.resolve() })
    this.bus.tell({ type: 'job.changed', job: view })
    const job = this.jobs.get(id)
    if (job) job.done = run()
    return id
  }

  cancel(id: JobId): void {
    const job = this.jobs.get(id)
    if (!job) throw new CatchmentError('not_found', 'There is no such work under way.')
    job.abort.abort()
  }

  /** When the job has ended, however; at once for one nobody knows. */
  async ended(id: JobId): Promise<void> {
    await this.jobs.get(id)?.done
  }

  /** Ends everything, and waits until it has ended. */
  async close(): Promise<void> {
    for (const { abort } of this.jobs.values()) abort.abort()
    await Promise.all([...this.jobs.values()].map((j) => j.done))
  }

  private forgetOld(): void {
    const over = [...this.jobs].filter(([, j]) => j.view.state !== 'running').slice(0, -KEPT)
    for (const [id] of over) this.jobs.delete(id)
  }
}

import type { JobId } from '@shared/ids'
import { withScores } from './abilities'
import type { ChatObserver } from './observed-chat'
import type { JobsPort } from './ports'
import { probeAbilities } from './probe/run'
import type { StoredState } from './stored-state'
import type { ChatModel } from './types'

export interface ProbingOptions {
  jobs: JobsPort
  stored: StoredState
  observer: ChatObserver
  onChange: () => void
}

/** The probe of the current chat model as a job: one at a time, behind the person's own turns. */
export class Probing {
  #running: { jobId: JobId; key: string } | null = null

  constructor(private readonly options: ProbingOptions) {}

  get isRunning(): boolean {
    return this.#running !== null
  }

  /** The job that measures `chat`: a new one, or the one under way. `key` is what its abilities are stored under. */
  start(chat: ChatModel, key: string): JobId {
    if (this.#running?.key === key) return this.#running.jobId
    this.cancel()
    const { jobs, stored, observer, onChange } = this.options
    const jobId = jobs.start('probe', `What ${chat.title} can do`, async ({ signal, report }) => {
      try {
        const scores = await probeAbilities(chat, {
          signal,
          ready: () => observer.quiet(),
          onProgress: (done, total, { ability }) => report(done / total, ability),
        })
        // What was out of reach was not asked, so the last item may not have been the last.
        report(1, '')
        await stored.update((value) => ({
          ...value,
          abilities: { ...value.abilities, [key]: withScores(value.abilities[key], scores) },
        }))
      } finally {
        if (this.#running?.key === key) this.#running = null
        onChange()
      }
    })
    this.#running = { jobId, key }
    onChange()
    return jobId
  }

  /** Unless it is the probe of `key`, the probe under way is cancelled. */
  cancel(key: string | null = null): void {
    if (this.#running === null || this.#running.key === key) return
    this.options.jobs.cancel(this.#running.jobId)
    this.#running = null
  }
}

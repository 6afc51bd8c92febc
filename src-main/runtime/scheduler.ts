import { Mutex } from 'async-mutex'
import type { Clock } from './clock'

export interface ScheduledTask {
  readonly name: string
  readonly everyMs: number
  /** In place of its period: it keeps a schedule of its own. Asked at every look, so it has to be cheap. */
  isDue?(now: number): boolean
  run(): Promise<void>
}

/**
 * Runs upkeep at start-up, at its period and when the computer wakes. One task at a time, never twice at once; runs that
 * were missed in sleep happen once. Timers only look at the clock, so a simulated one works too.
 */
export class Scheduler {
  private readonly lastRun = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined
  /** One look at a time. */
  private readonly lock = new Mutex()
  private stopped = false

  constructor(
    private readonly tasks: readonly ScheduledTask[],
    private readonly clock: Clock,
    private readonly onFault: (task: string, error: unknown) => void,
    private readonly lookEveryMs = 5_000,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.look(), this.lookEveryMs)
    this.timer.unref()
    void this.look()
  }

  /** After sleep everything runs, however little of its period the clock says has passed (01-domain, Segment). */
  wake(): Promise<void> {
    this.lastRun.clear()
    return this.look()
  }

  /** Runs what is due by the clock; resolves when it has ended. */
  look(): Promise<void> {
    return this.lock.runExclusive(async () => {
      for (const task of this.tasks) {
        if (this.stopped || !this.isDue(task)) continue
        this.lastRun.set(task.name, this.clock.now())
        try {
          await task.run()
        } catch (error) {
          this.onFault(task.name, error)
        }
      }
    })
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.lock.runExclusive(() => undefined)
  }

  /** Due at first sight, after its period, and if the clock was set back. */
  private isDue(task: ScheduledTask): boolean {
    if (task.isDue) return task.isDue(this.clock.now())
    const last = this.lastRun.get(task.name)
    const passed = last === undefined ? Number.POSITIVE_INFINITY : this.clock.now() - last
    return passed >= task.everyMs || passed < 0
  }
}

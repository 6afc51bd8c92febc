import { CatchmentError } from '@shared/contract/errors'
import { readSchedule } from '@shared/schedule'
import type { Clock } from '../runtime/clock'
import type { HeartbeatStart, LoadedTask, StoredTask, TaskState } from '../store/heartbeat-types'
import type { Store } from '../store/protocol'
import { afterFailure, afterSuccess, mayCall } from './outcome'
import { followingDue, rescheduled } from './schedule'

export interface PersonalPorts {
  store: Store
  clock: Clock
  timeZone(): string
  /** Model calls a day while nobody is there. */
  limit(): number
  /** Somebody is at the computer and looks at the app, or wrote a moment ago. */
  isAttended(): boolean
  /** A reply is being written. */
  isBusy(): boolean
  /** True if there is a model that could answer. */
  hasModel(): boolean
  /** Asks the model and posts what it says. Rejects with `cancelled` if `signal` ended it. */
  answer(task: LoadedTask, signal: AbortSignal): Promise<void>
  /** A run began or ended. */
  changed(): void
  onFault(error: unknown): void
}

/** Due tasks are read so many at a time. */
const BATCH = 20
/** A run that made way for a person's turn is tried again after this. */
const MAKE_WAY_MS = 30_000
/** What a start reads with the registry, as many as HEARTBEAT.md has room for; all other definitions wait until they are due. */
const QUICK = { quickTokens: 100, limit: 10 }
const DAY_MS = 86_400_000
/** A clock is corrected by a little all the time. */
const CLOCK_STEP_MS = 5_000
/** How often is noted when the clock was looked at. */
const NOTE_LOOK_MS = 60 * 60_000

/**
 * The person's own tasks: when the soonest is due is known, so that a look costs nothing; what is due is taken one by one,
 * never while a reply streams. A turn that begins meanwhile goes first.
 */
export class PersonalTasks {
  /** Milliseconds; null: nothing is due, ever. Undefined: not opened yet. */
  private next: number | null | undefined
  private spent: { on: string | null; calls: number } = { on: null, calls: 0 }
  private seen = { zone: '', at: 0, noted: 0 }
  private readonly underWay = new Set<string>()
  private abort: AbortController | null = null
  private running: Promise<void> = Promise.resolve()
  private closing = false

  constructor(private readonly ports: PersonalPorts) {}

  /** The registry, quick tasks that are due within a day, built-in ones. Its cost does not depend on the number of tasks. */
  read(): Promise<HeartbeatStart> {
    const { store, clock } = this.ports
    return store.heartbeat.atStart({ horizon: clock.now() + DAY_MS, ...QUICK })
  }

  /** Begins with what a start reads. */
  async open(): Promise<HeartbeatStart> {
    const { clock, timeZone } = this.ports
    const now = clock.now()
    const start = await this.read()
    const { registry } = start
    this.next = start.nextDue
    this.spent = { on: registry?.callsOn ?? null, calls: registry?.calls ?? 0 }
    this.seen = { zone: registry?.timeZone ?? timeZone(), at: registry?.seenAt ?? now, noted: registry?.seenAt ?? 0 }
    return start
  }

  /** Whether a look would do anything: compares numbers, and reads nothing. */
  isDue(now: number): boolean {
    if (this.closing || this.next === undefined) return false
    if (this.isElsewhere(now)) return true
    return this.next !== null && this.next <= now && this.waitsFor(now) === null && this.abort === null
  }

  /** Why a task that is due does not run now. */
  waitsFor(now: number): 'person' | 'reply' | null {
    const { hasModel, limit, isAttended, isBusy } = this.ports
    if (isBusy()) return 'reply'
    return hasModel() && !mayCall(this.spent, this.today(now), limit(), isAttended()) ? 'person' : null
  }

  /** Runs what is due; resolves when it has ended. */
  look(): Promise<void> {
    this.running = this.running.then(() => this.runDue()).catch((error: unknown) => this.ports.onFault(error))
    return this.running
  }

  /** Runs a task now, whatever its schedule says; what came of it is in the answer. @throws CatchmentError */
  async runNow(id: string): Promise<void> {
    const { store, clock, isBusy } = this.ports
    if (this.closing) throw new CatchmentError('unavailable', 'Catchment is closing.')
    if (isBusy()) throw new CatchmentError('conflict', 'A reply is still being written. Wait for it, or stop it first.')
    if (this.underWay.has(id)) throw new CatchmentError('conflict', 'This task is running already.')
    const done = this.running.then(async () => {
      const task = await store.heartbeat.loadDefinition(id, clock.now())
      if (!task) throw new CatchmentError('not_found', 'There is no such task.')
      return this.alone(task, async (state, gaveWay) => {
        if (!gaveWay) await store.heartbeat.settle(id, { ...keptTime(task, state), lastExecuted: clock.now() })
      })
    })
    this.running = done.then(() => this.refresh()).catch(() => undefined)
    const failure = await done
    if (failure) throw failure
  }

  /** The tasks changed: the soonest is looked for anew. */
  async refresh(): Promise<void> {
    this.next = await this.ports.store.heartbeat.nextDue()
  }

  /** A person wrote: what a task is asking for waits. */
  yieldToTurn(): void {
    this.abort?.abort('turn')
  }

  isRunning = (id: string): boolean => this.underWay.has(id)

  calls(now: number): number {
    return this.spent.on === this.today(now) ? this.spent.calls : 0
  }

  /** Ends what is under way; it is due again at the next start. */
  async close(): Promise<void> {
    this.closing = true
    this.abort?.abort('closing')
    await this.running
  }

  private async runDue(): Promise<void> {
    const { store, clock, timeZone } = this.ports
    if (this.isElsewhere(clock.now())) await this.moveTimes()
    const now = clock.now()
    if (now - this.seen.noted >= NOTE_LOOK_MS) {
      this.seen = { ...this.seen, noted: now }
      await store.heartbeat.recordLook({ at: now, timeZone: timeZone() })
    }
    this.seen = { ...this.seen, at: now }
    for (const task of await store.heartbeat.due({ now, limit: BATCH })) {
      if (this.closing || this.waitsFor(clock.now()) !== null) break
      await this.take(task)
    }
    await this.refresh()
  }

  /** Another zone, or a clock that stands before the last look. */
  private isElsewhere(now: number): boolean {
    return this.seen.zone !== this.ports.timeZone() || now < this.seen.at - CLOCK_STEP_MS
  }

  private async moveTimes(): Promise<void> {
    const { store, clock, timeZone } = this.ports
    const [now, zone] = [clock.now(), timeZone()]
    const why = this.seen.zone === zone ? 'clock' : 'zone'
    const moved = (await store.heartbeat.waiting({ after: now })).flatMap(({ id, schedule: written, nextDue }) => {
      const schedule = readSchedule(written)
      const next = schedule ? rescheduled(schedule, nextDue, now, zone, why) : null
      return next === nextDue ? [] : [{ id, nextDue: next }]
    })
    await store.heartbeat.reschedule(moved)
    await store.heartbeat.recordLook({ at: now, timeZone: zone })
    this.seen = { zone, at: now, noted: now }
    this.ports.changed()
  }

  private async take(task: StoredTask): Promise<void> {
    const { store, clock, timeZone } = this.ports
    const schedule = readSchedule(task.schedule)
    if (task.nextDue === null) return
    const now = clock.now()
    const next = schedule ? followingDue(schedule, task.nextDue, now, timeZone()) : null
    const taken = await store.heartbeat.claim({ id: task.id, due: task.nextDue, next, at: now })
    if (!taken) return
    await this.alone(taken, async (state, gaveWay) => {
      // What made way did not run: it is due again as if it had not been taken.
      const back = gaveWay ? { nextDue: this.closing ? task.nextDue : clock.now() + MAKE_WAY_MS } : {}
      await store.heartbeat.settle(task.id, { ...(gaveWay ? { lastExecuted: task.lastExecuted } : state), ...back })
    })
  }

  /** One task at a time asks a model. Answers what went wrong, or null. */
  private async alone(
    task: LoadedTask,
    settle: (state: TaskState, gaveWay: boolean) => Promise<void>,
  ): Promise<CatchmentError | null> {
    const { clock, answer, changed, onFault } = this.ports
    const abort = new AbortController()
    this.abort = abort
    this.underWay.add(task.id)
    changed()
    try {
      await this.count()
      await answer(task, abort.signal)
      await settle(afterSuccess(), false)
      return null
    } catch (error) {
      const failure = asFailure(error)
      const gaveWay = abort.signal.aborted
      if (!gaveWay && !(error instanceof CatchmentError)) onFault(error)
      await settle(gaveWay ? {} : afterFailure(task, failure.message, clock.now()), gaveWay)
      return gaveWay ? new CatchmentError('cancelled', 'The task made way for what you wrote. Run it again.') : failure
    } finally {
      this.underWay.delete(task.id)
      this.abort = null
      changed()
    }
  }

  /** A call that nobody watches is counted, in the store, so that a restart does not forget it. */
  private async count(): Promise<void> {
    const { store, clock, isAttended, hasModel } = this.ports
    if (isAttended() || !hasModel()) return
    const on = this.today(clock.now())
    this.spent = { on, calls: (this.spent.on === on ? this.spent.calls : 0) + 1 }
    await store.heartbeat.recordCall(on)
  }

  private today(now: number): string {
    return new Intl.DateTimeFormat('en-CA', { timeZone: this.ports.timeZone(), dateStyle: 'short' }).format(now)
  }
}

/** A run by hand changes nothing of when the task comes next, unless it failed so often that the task is paused. */
function keptTime({ isActive }: LoadedTask, state: TaskState): TaskState {
  if (state.isActive === false && isActive) return state
  const { nextDue: _, isActive: _active, pausedBy: _by, pauseReason: _why, ...rest } = state
  return rest
}

const asFailure = (error: unknown): CatchmentError =>
  error instanceof CatchmentError && error.code !== 'internal'
    ? error
    : new CatchmentError('internal', 'Something in Catchment went wrong; the log says more.')

import { CatchmentError } from '@shared/contract/errors'
import type { Clock } from '../runtime/clock'
import type { StoredTask } from '../store/heartbeat-types'
import type { Store } from '../store/protocol'
import {
  type Builtin,
  type BuiltinState,
  builtinFailed,
  builtinRan,
  builtinResumed,
  builtinSchedule,
  fromStored,
  isBuiltinDue,
} from './builtin'

export interface UpkeepPorts {
  store: Store
  clock: Clock
  builtins: readonly Builtin[]
  /** A run ended, or a task was paused or set going. */
  changed(): void
}

/** What ran is written at most this often: an idle app leaves its store alone. */
const WRITE_MS = 60 * 60_000

/**
 * The built-in tasks: what is known of them stays in memory, and goes to the store when one fails or recovers, every hour,
 * and when the app ends.
 */
export class UpkeepTasks {
  private readonly states = new Map<string, BuiltinState>()
  private readonly stored = new Map<string, StoredTask>()
  private opened: number | null = null
  private writtenAt = 0

  constructor(private readonly ports: UpkeepPorts) {}

  /** Takes up what the store knows; its rows follow the code. */
  async open(rows: readonly StoredTask[]): Promise<void> {
    const { store, clock, builtins } = this.ports
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const task of builtins) {
      const row = known.get(task.id) ?? null
      if (row) this.stored.set(task.id, row)
      this.states.set(task.id, fromStored(row))
    }
    const now = clock.now()
    const wanted = builtins.map((task) => ({ id: task.id, name: task.name, schedule: builtinSchedule(task) }))
    const asTheyAre = wanted.every(({ id, name, schedule }) => {
      const row = known.get(id)
      return row?.name === name && row.schedule === schedule
    })
    if (!asTheyAre || rows.length !== builtins.length) await store.heartbeat.keepBuiltins(wanted, now)
    this.opened = now
    this.writtenAt = now
  }

  isDue(task: Builtin, now: number): boolean {
    return this.opened !== null && isBuiltinDue(task, this.stateOf(task.id), now, this.opened)
  }

  /** Runs one, and keeps what came of it. @throws what it threw */
  async run(task: Builtin): Promise<void> {
    const { clock, changed } = this.ports
    const begun = clock.now()
    const before = this.stateOf(task.id)
    this.states.set(task.id, { ...before, running: true, ranOnce: true, lastRun: begun })
    let told = false
    try {
      const did = await task.run()
      told = did || before.errors > 0
      this.states.set(task.id, { ...builtinRan(this.stateOf(task.id), did), running: false })
      // It works again: the list says so at once, and after a restart.
      if (before.errors > 0) await this.write()
    } catch (error) {
      told = true
      const reason = error instanceof Error ? error.message : String(error)
      this.states.set(task.id, { ...builtinFailed(this.stateOf(task.id), reason, clock.now()), running: false })
      await this.write().catch(() => undefined)
      throw error
    } finally {
      if (told) changed()
    }
  }

  /** Every one that runs at start-up runs again, and what errors paused gets another chance. */
  wake(): void {
    for (const [id, state] of this.states) {
      const fresh = state.paused?.by === 'errors' ? builtinResumed(state) : state
      this.states.set(id, { ...fresh, ranOnce: false, retryAt: null })
    }
  }

  async pause(id: string): Promise<void> {
    this.found(id)
    const state = this.stateOf(id)
    if (!state.paused) this.states.set(id, { ...state, paused: { by: 'person', reason: null }, changed: true })
    await this.write()
    this.ports.changed()
  }

  async resume(id: string): Promise<void> {
    this.found(id)
    this.states.set(id, builtinResumed(this.stateOf(id)))
    await this.write()
    this.ports.changed()
  }

  has = (id: string): boolean => this.ports.builtins.some((task) => task.id === id)

  /** @throws CatchmentError `not_found` */
  found(id: string): Builtin {
    const task = this.ports.builtins.find((task) => task.id === id)
    if (!task) throw new CatchmentError('not_found', 'There is no such task.')
    return task
  }

  stateOf = (id: string): BuiltinState => this.states.get(id) ?? fromStored(null)
  storedOf = (id: string): StoredTask | null => this.stored.get(id) ?? null

  /** True every hour, if there is anything to write. */
  isWriteDue(now: number): boolean {
    if (this.opened === null) return false
    return (
      (now - this.writtenAt >= WRITE_MS || now < this.writtenAt) && [...this.states.values()].some((s) => s.changed)
    )
  }

  /** What changed since the last time. */
  async write(): Promise<void> {
    const { store, clock, builtins } = this.ports
    this.writtenAt = clock.now()
    for (const { id } of builtins) {
      const state = this.stateOf(id)
      if (!state.changed) continue
      this.states.set(id, { ...state, runs: 0, changed: false })
      const row = await store.heartbeat.settle(id, {
        lastExecuted: state.lastRun,
        nextDue: state.retryAt,
        ran: state.runs,
        errorCount: state.errors,
        lastError: state.lastError,
        isActive: state.paused === null,
        pausedBy: state.paused?.by ?? null,
        pauseReason: state.paused?.reason ?? null,
      })
      if (row) this.stored.set(id, row)
    }
  }
}

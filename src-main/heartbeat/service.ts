import { createHash } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'
import type { HeartbeatList, HeartbeatTaskDetail, HeartbeatTaskId, HeartbeatTaskView } from '@shared/contract/heartbeat'
import type { BucketId } from '@shared/ids'
import { readSchedule, writeSchedule } from '@shared/schedule'
import { v7 as uuidv7 } from 'uuid'
import { countTokens } from '../language/tokens'
import type { EventBus } from '../runtime/bus'
import type { HeartbeatStart, LazyLoading, NewTask, StoredTask } from '../store/heartbeat-types'
import type { Builtin } from './builtin'
import { renderFile } from './file'
import { createFileKeeper } from './file-keeper'
import { readLegacy } from './legacy'
import { afterResume } from './outcome'
import { type PersonalPorts, PersonalTasks } from './personal'
import { nextDue, parseSchedule, upcoming } from './schedule'
import { UpkeepTasks } from './upkeep-tasks'
import { builtinView, personalView } from './views'

export interface HeartbeatPorts extends Omit<PersonalPorts, 'changed'> {
  bus: EventBus
  builtins: readonly Builtin[]
  /** The profile's folder, for HEARTBEAT.md. */
  folder(): string
  /** A bucket that can be written into. @throws CatchmentError `not_found`, `conflict` */
  writable(id: BucketId): { id: BucketId }
  /** A task posts into it from now on: tidying must not file it away. */
  keep(id: BucketId): Promise<void>
  /** Where a bucket lies now; null if it is gone. */
  bucket(id: BucketId): { id: BucketId; title: string } | null
}

/** What a person writes of a task. */
export interface TaskInput {
  name: string
  schedule: string
  prompt: string
  bucketId: BucketId
}

/** A task as the scheduler of the app runs it. */
export interface HeartbeatTick {
  readonly name: string
  readonly everyMs: number
  isDue(now: number): boolean
  run(): Promise<void>
}

export interface Heartbeat {
  /** Everything there is to look at, in order; the first opens the heartbeat. */
  ticks(): HeartbeatTick[]
  /** After sleep: what runs at start-up runs again, and errors get another chance. */
  wake(): void
  /** A person wrote: a task that asks a model goes behind them. */
  yieldToTurn(): void
  list(page: { offset: number; limit: number }): Promise<HeartbeatList>
  /** @throws CatchmentError `not_found` */
  open(id: HeartbeatTaskId): Promise<HeartbeatTaskDetail>
  /** The next three times. @throws CatchmentError `bad_request` */
  preview(schedule: string): string[]
  /** @throws CatchmentError `bad_request`, `not_found`, `conflict` */
  add(input: TaskInput): Promise<HeartbeatTaskView>
  edit(id: HeartbeatTaskId, input: TaskInput): Promise<HeartbeatTaskView>
  remove(id: HeartbeatTaskId): Promise<void>
  pause(id: HeartbeatTaskId): Promise<HeartbeatTaskView>
  resume(id: HeartbeatTaskId): Promise<HeartbeatTaskView>
  /** Runs it now; answers when it has ended. @throws CatchmentError with what went wrong */
  run(id: HeartbeatTaskId): Promise<HeartbeatTaskView>
  /** An unbounded file of another program as tasks; those without a time of their own are paused. Answers how many. */
  migrate(text: string, bucketId: BucketId): Promise<{ added: number; paused: number }>
  metrics(): Promise<LazyLoading>
  /** Waits for the personal tasks that are under way. */
  idle(): Promise<void>
  /** Orderly end: what runs makes way, and what is known of the built-in tasks is kept. */
  close(): Promise<void>
}

/** The file shows the quick tasks of a day: it is looked at this often, beside every change. */
const FILE_MS = 60 * 60_000
const PREVIEWED = 3

/** The heartbeat: built-in and personal tasks, when they run, and HEARTBEAT.md (02-janitor-memory, Heartbeat; seed 004). */
export function createHeartbeat(ports: HeartbeatPorts): Heartbeat {
  const { store, clock, bus, builtins, timeZone, onFault } = ports
  const changed = (): void => bus.tell({ type: 'heartbeat.changed' })
  const personal = new PersonalTasks({ ...ports, changed })
  const upkeep = new UpkeepTasks({ store, clock, builtins, changed })
  const file = createFileKeeper({
    folder: ports.folder,
    now: () => clock.now(),
    onEdited: (message) => bus.tell({ type: 'app.notice', level: 'info', message }),
  })
  let opening: Promise<HeartbeatStart> | null = null
  let fileAt = Number.NEGATIVE_INFINITY
  let closing = false

  /** Once, whoever asks first: a start, a list, the command line. */
  const ready = (): Promise<HeartbeatStart> => {
    opening ??= (async () => {
      const start = await personal.open()
      await upkeep.open(start.builtins)
      return start
    })().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  /** Brings HEARTBEAT.md up to date. A file that cannot be written now is tried again: what it says is in the store. */
  async function sync(): Promise<void> {
    if (closing) return
    const now = clock.now()
    fileAt = now
    const { registry, quick } = await personal.read()
    const own = await Promise.all(builtins.map(builtinViewOf))
    const listed = [
      ...quick.map((t) => ({ ...t, lastRun: t.lastExecuted, nextRun: t.nextDue })),
      ...own.map((t) => ({ ...t, lastRun: msOf(t.lastRun), nextRun: msOf(t.nextRun) })),
    ]
    try {
      await file.write(
        renderFile({
          syncedAt: now,
          hash: registry?.hash ?? '',
          quick: listed,
          deferred: Math.max(0, (registry?.activeTasks ?? 0) - quick.length),
          pending: [],
        }),
      )
      if (registry && (registry.pendingChanges.length > 0 || registry.lastSync === null))
        await store.heartbeat.markSynced(now)
    } catch (error) {
      onFault(error)
    }
  }

  async function viewOf(id: string): Promise<HeartbeatTaskView> {
    if (upkeep.has(id)) return builtinViewOf(upkeep.found(id))
    const task = await store.heartbeat.byId(id)
    if (!task) throw new CatchmentError('not_found', 'There is no such task.')
    return asView(task)
  }

  const builtinViewOf = async (task: Builtin): Promise<HeartbeatTaskView> =>
    builtinView(task, upkeep.stateOf(task.id), upkeep.storedOf(task.id), (await task.schedule?.()) ?? null)

  const asView = (task: StoredTask): HeartbeatTaskView =>
    personalView(task, {
      bucket: ports.bucket,
      isRunning: personal.isRunning,
      waitsFor: personal.waitsFor(clock.now()),
      now: clock.now(),
    })

  /** After every change of a personal task. */
  async function follow(id: string): Promise<HeartbeatTaskView> {
    await settled()
    return viewOf(id)
  }
  async function settled(): Promise<void> {
    await personal.refresh()
    await sync()
    changed()
  }

  function newTask(id: string, input: TaskInput): NewTask {
    const now = clock.now()
    const schedule = parseSchedule(input.schedule, now, timeZone())
    const task = {
      name: input.name,
      schedule: writeSchedule(schedule),
      bucketId: ports.writable(input.bucketId).id,
      prompt: input.prompt,
    }
    return {
      ...task,
      id,
      ...weighed(task),
      nextDue: nextDue(schedule, now, timeZone()),
      isActive: true,
      pausedBy: null,
      pauseReason: null,
    }
  }

  return {
    ticks: () => [
      // First: nothing else is due before it.
      { name: 'heartbeat', everyMs: 0, isDue: () => opening === null, run: async () => void (await ready()) },
      ...builtins.map((task) => ({
        name: task.id,
        get everyMs() {
          return task.everyMs
        },
        isDue: (now: number) => upkeep.isDue(task, now),
        run: () => upkeep.run(task),
      })),
      {
        name: 'personal tasks',
        everyMs: 0,
        isDue: (now) => personal.isDue(now),
        // Upkeep does not wait for a model.
        run: async () =>
          void personal
            .look()
            .then(() => sync())
            .catch(onFault),
      },
      { name: 'task states', everyMs: 0, isDue: (now) => upkeep.isWriteDue(now), run: () => upkeep.write() },
      {
        name: 'heartbeat file',
        everyMs: 0,
        isDue: (now) => opening !== null && now - fileAt >= FILE_MS,
        run: () => sync(),
      },
    ],

    wake: () => upkeep.wake(),
    yieldToTurn: () => personal.yieldToTurn(),

    async list({ offset, limit }) {
      await ready()
      await file.check().catch(onFault)
      const [registry, tasks, builtin] = await Promise.all([
        store.heartbeat.registry(),
        store.heartbeat.list({ offset, limit }),
        Promise.all(builtins.map(builtinViewOf)),
      ])
      return {
        personal: tasks.map(asView),
        total: registry?.personalTasks ?? 0,
        builtin,
        calls: { today: personal.calls(clock.now()), limit: ports.limit() },
        notice: file.notice(),
      }
    },

    async open(id) {
      await ready()
      if (upkeep.has(id)) return { task: await viewOf(id), prompt: '' }
      const loaded = await store.heartbeat.loadDefinition(id, clock.now())
      if (!loaded) throw new CatchmentError('not_found', 'There is no such task.')
      return { task: asView(loaded), prompt: loaded.prompt }
    },

    preview: (written) =>
      upcoming(parseSchedule(written, clock.now(), timeZone()), clock.now(), timeZone(), PREVIEWED).map((ms) =>
        new Date(ms).toISOString(),
      ),

    async add(input) {
      await ready()
      const task = newTask(uuidv7(), input)
      await ports.keep(input.bucketId)
      await store.heartbeat.add([task], clock.now())
      return follow(task.id)
    },

    async edit(id, input) {
      await ready()
      const before = await store.heartbeat.byId(id)
      if (before?.kind !== 'personal') throw new CatchmentError('not_found', 'There is no such task of yours.')
      const task = newTask(id, input)
      const { isActive, pausedBy, pauseReason } = before
      // What a person paused stays so; what errors paused has been seen to now.
      const kept = pausedBy === 'person' ? { isActive, pausedBy, pauseReason, nextDue: null } : {}
      const sameTime = before.isActive && before.schedule === task.schedule ? { nextDue: before.nextDue } : {}
      await ports.keep(input.bucketId)
      await store.heartbeat.edit({ ...task, ...sameTime, ...kept }, clock.now())
      return follow(id)
    },

    async remove(id) {
      await ready()
      if (upkeep.has(id)) throw new CatchmentError('conflict', 'Catchment’s own tasks can be paused, not removed.')
      if (!(await store.heartbeat.remove(id))) throw new CatchmentError('not_found', 'There is no such task.')
      await settled()
    },

    async pause(id) {
      await ready()
      if (upkeep.has(id)) {
        await upkeep.pause(id)
        return viewOf(id)
      }
      const state = { isActive: false, pausedBy: 'person', pauseReason: null, nextDue: null } as const
      if (!(await store.heartbeat.settle(id, state))) throw new CatchmentError('not_found', 'There is no such task.')
      return follow(id)
    },

    async resume(id) {
      await ready()
      if (upkeep.has(id)) {
        await upkeep.resume(id)
        return viewOf(id)
      }
      const task = await store.heartbeat.byId(id)
      if (!task) throw new CatchmentError('not_found', 'There is no such task.')
      const schedule = parseSchedule(task.schedule, clock.now(), timeZone())
      await store.heartbeat.settle(id, afterResume(nextDue(schedule, clock.now(), timeZone())))
      return follow(id)
    },

    async run(id) {
      await ready()
      if (upkeep.has(id)) {
        const task = upkeep.found(id)
        if (upkeep.stateOf(id).running) throw new CatchmentError('conflict', 'This task is running already.')
        await upkeep.run(task)
        return viewOf(id)
      }
      try {
        await personal.runNow(id)
      } finally {
        await sync()
        changed()
      }
      return viewOf(id)
    },

    async migrate(text, target) {
      await ready()
      const { id: bucketId } = ports.writable(target)
      const now = clock.now()
      const tasks = readLegacy(text).map(({ name, schedule: written, prompt }): NewTask => {
        const schedule = written === null ? null : readSchedule(written)
        const next = schedule ? soonest(() => nextDue(schedule, now, timeZone())) : null
        const waits = schedule !== null && next !== null
        const task = { name, schedule: waits ? writeSchedule(schedule) : '@daily', bucketId, prompt }
        return {
          ...task,
          id: uuidv7(),
          ...weighed(task),
          nextDue: next,
          isActive: waits,
          pausedBy: waits ? null : 'person',
          pauseReason: waits ? null : 'The file did not say when it is to run.',
        }
      })
      if (tasks.length > 0) await ports.keep(bucketId)
      await store.heartbeat.add(tasks, now)
      await settled()
      return { added: tasks.length, paused: tasks.filter((t) => !t.isActive).length }
    },

    metrics: () => store.heartbeat.lazyLoading(),

    async idle() {
      await personal.look()
      await file.idle()
    },

    async close() {
      closing = true
      await personal.close()
      if (opening) await upkeep.write().catch(onFault)
      await file.idle()
    },
  }
}

/** What a change of a task is seen by, and whether it is quick. */
export function weighed(task: { name: string; schedule: string; bucketId: string | null; prompt: string }) {
  const { name, schedule, bucketId, prompt } = task
  return {
    definitionHash: createHash('sha256')
      .update(JSON.stringify([name, schedule, bucketId, prompt]))
      .digest('hex'),
    definitionTokens: countTokens(prompt),
  }
}

const msOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** Null for a pattern that only looks like one. */
function soonest(work: () => number | null): number | null {
  try {
    return work()
  } catch {
    return null
  }
}

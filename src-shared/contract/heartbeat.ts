import { z } from 'zod'
import type { IsoTime } from '../domain'
import { type BucketId, bucketId } from '../ids'
import { nothing, request } from './request'

/** A UUIDv7; of a built-in task its name, such as `janitor`. */
export const heartbeatTaskId = z
  .string()
  .regex(/^[0-9a-z-]{1,64}$/)
  .brand<'HeartbeatTaskId'>()
export type HeartbeatTaskId = z.infer<typeof heartbeatTaskId>

/** A task as the list shows it: what it is to do is read only when somebody opens it or it is due. */
export interface HeartbeatTaskView {
  id: HeartbeatTaskId
  kind: 'builtin' | 'personal'
  name: string
  /** Five cron fields, a cron nickname, or “every N minutes|hours|days”. */
  schedule: string
  /** Where the answers go; null for a built-in task, or if the bucket is gone. */
  bucketId: BucketId | null
  bucketTitle: string | null
  lastRun: IsoTime | null
  /** In the past: due, and waiting (see `waitsFor`). Null: paused, or never again. */
  nextRun: IsoTime | null
  /** Runs that ended well. */
  runs: number
  /** Failures since the last run that ended well. */
  errors: number
  lastError: string | null
  paused: { by: 'person' | 'errors'; reason: string | null } | null
  running: boolean
  /** Why a task that is due does not run yet: the day's model calls are spent while nobody is there, or a reply streams. */
  waitsFor: 'person' | 'reply' | null
}

export interface HeartbeatList {
  /** The page of personal tasks that was asked for, soonest first. */
  personal: HeartbeatTaskView[]
  /** Of all pages. */
  total: number
  builtin: HeartbeatTaskView[]
  /** Model calls of personal tasks that were made today while nobody was there, and how many may be. */
  calls: { today: number; limit: number }
  /** What became of HEARTBEAT.md that a person should know: a hand edit was set aside. */
  notice: string | null
}

export interface HeartbeatTaskDetail {
  task: HeartbeatTaskView
  /** What the model is asked; empty for a built-in task. */
  prompt: string
}

const fields = {
  name: z.string().trim().min(1).max(120),
  schedule: z.string().trim().min(1).max(120),
  prompt: z.string().trim().min(1).max(50_000),
  bucketId,
}
const one = z.object({ taskId: heartbeatTaskId })

export const heartbeatRequests = {
  'heartbeat.list': request<HeartbeatList>()(
    z.object({
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(100),
    }),
  ),
  'heartbeat.open': request<HeartbeatTaskDetail>()(one),
  /** When a schedule would come next; `bad_request` with a sentence if it cannot be read. */
  'heartbeat.preview': request<{ next: IsoTime[] }>()(z.object({ schedule: z.string().max(200) })),
  'heartbeat.add': request<HeartbeatTaskView>()(z.object(fields)),
  'heartbeat.edit': request<HeartbeatTaskView>()(z.object({ taskId: heartbeatTaskId, ...fields })),
  'heartbeat.remove': request<null>()(one),
  'heartbeat.pause': request<HeartbeatTaskView>()(one),
  'heartbeat.resume': request<HeartbeatTaskView>()(one),
  /** Runs it now and answers when it has ended; its schedule stays as it is. */
  'heartbeat.run': request<HeartbeatTaskView>()(one),
  /** How many definitions were ever needed (seed 004, lazy loading efficiency). */
  'heartbeat.metrics': request<{
    tasks: number
    neverLoaded: number
    loadedAtLeastOnce: number
    averageRuns: number
  }>()(nothing),
}

/** Something in the list changed; ask for it again. */
export type HeartbeatEvent = { type: 'heartbeat.changed' }

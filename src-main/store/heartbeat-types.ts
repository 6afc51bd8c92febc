/** Plain data of the heartbeat as the store hands it over: times in milliseconds since the epoch. */

export interface StoredTask {
  id: string
  name: string
  schedule: string
  kind: 'builtin' | 'personal'
  bucketId: string | null
  definitionTokens: number
  lastDefinitionLoad: number | null
  lastExecuted: number | null
  nextDue: number | null
  /** Runs that ended well. */
  executionCount: number
  /** Failures since the last run that ended well. */
  errorCount: number
  lastError: string | null
  isActive: boolean
  pausedBy: 'person' | 'errors' | null
  pauseReason: string | null
  createdAt: number
}

/** A task with what it is to do. */
export interface LoadedTask extends StoredTask {
  prompt: string
}

/** What a run, a pause or a resumption changes of a task; what is left out stays. */
export interface TaskState {
  lastExecuted?: number | null
  nextDue?: number | null
  /** Added to the runs that ended well. */
  ran?: number
  errorCount?: number
  lastError?: string | null
  isActive?: boolean
  pausedBy?: 'person' | 'errors' | null
  pauseReason?: string | null
}

export interface NewTask {
  id: string
  name: string
  schedule: string
  bucketId: string | null
  prompt: string
  definitionHash: string
  definitionTokens: number
  nextDue: number | null
  isActive: boolean
  pausedBy: 'person' | 'errors' | null
  pauseReason: string | null
}

export interface StoredRegistry {
  hash: string
  activeTasks: number
  personalTasks: number
  lastSync: number | null
  pendingChanges: string[]
  timeZone: string | null
  seenAt: number | null
  callsOn: string | null
  calls: number
}

/** Everything a start needs, whatever the number of tasks. */
export interface HeartbeatStart {
  registry: StoredRegistry | null
  /** Quick tasks, soonest first. */
  quick: LoadedTask[]
  builtins: StoredTask[]
  /** When the soonest personal task is due; null: none is. */
  nextDue: number | null
}

export interface LazyLoading {
  tasks: number
  neverLoaded: number
  loadedAtLeastOnce: number
  averageRuns: number
}

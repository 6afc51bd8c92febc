import type { Settings } from '@shared/contract/settings'
import type { Builtin } from '../heartbeat/builtin'
import type { Janitor } from '../janitor/service'
import type { Compression } from '../memory/compression/types'
import type { ConsolidationService } from '../memory/consolidation/service'
import type { MemoryFile } from '../memory/file/service'
import type { Clock } from '../runtime/clock'
import type { SegmentService } from '../segments/service'
import { shortestMinutes } from '../segments/threshold'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Work that holds up everything else waits for a moment when nobody is there, but not for ever. */
const LONGEST_WAIT_MS = 14 * DAY
/** Work that a model may be asked for, which a person at the keyboard would have to share with it. */
const LONGEST_MODEL_WAIT_MS = 12 * HOUR

/** A backup holds everything else up for a second or two: it waits for a pause, and not for long. */
const LONGEST_BACKUP_WAIT_MS = HOUR

/** What the built-in tasks work with. */
export interface UpkeepParts {
  clock: Clock
  settings(): Settings
  segments: Pick<SegmentService, 'checkTimeouts' | 'drain' | 'archive'>
  janitor: Pick<Janitor, 'runIfDue' | 'state'>
  consolidation: Pick<ConsolidationService, 'consolidateIfNew'>
  compression: Pick<Compression, 'cool'>
  memoryFile: Pick<MemoryFile, 'runIfDue' | 'schedule'>
  /** Weighs every memory anew; answers how many came to another value or heat. */
  rescore(): Promise<number>
  /**
   * Backs the store up, if it changed since the last time; false if there was nothing to do. What was erased is written over first,
   * as long as `goOn` says so.
   */
  backUp(goOn: () => boolean): Promise<boolean>
  /** Writes over what erased rows left in the store's files, as long as `goOn` says so; false if nothing was erased. */
  overwriteErased(goOn: () => boolean): Promise<boolean>
  /** Since when that has to be done, milliseconds; null: nothing was erased. */
  overwriteDue(): number | null
  /** Gives back room in the store; nothing else is answered meanwhile. */
  tidyStore(): Promise<void>
  /** A history is being taken in: what of it is not filed yet is no time to tidy. */
  isImporting(): boolean
  /** Nobody is at the computer, and no reply is being written. */
  isQuiet(): boolean
}

/** The product's own tasks (02-janitor-memory, Heartbeat), in the order in which they run when several are due. */
export function builtinTasks({
  clock,
  settings,
  segments,
  janitor,
  consolidation,
  compression,
  memoryFile,
  rescore,
  backUp,
  overwriteErased,
  overwriteDue,
  tidyStore,
  isImporting,
  isQuiet,
}: UpkeepParts): Builtin[] {
  return [
    {
      id: 'segment-timeouts',
      name: 'Close quiet segments',
      /** Every five minutes (01-domain, Segment), oftener where the threshold itself is shorter. */
      get everyMs() {
        return Math.min(5 * MINUTE, (shortestMinutes(settings()) * MINUTE) / 2)
      },
      atStart: true,
      run: done(() => segments.checkTimeouts()),
    },
    {
      id: 'downstream',
      name: 'Bring summaries up to date',
      everyMs: 5 * MINUTE,
      atStart: true,
      run: done(() => segments.drain()),
    },
    {
      id: 'segment-archive',
      name: 'Archive old segments',
      everyMs: HOUR,
      atStart: true,
      run: done(() => segments.archive()),
    },
    {
      id: 'janitor',
      name: 'Tidy buckets',
      /** It looks every minute whether its hours are over: a setting may change them, and a reply may hold it up. */
      everyMs: MINUTE,
      get doneEveryMs() {
        return settings().janitorEveryHours * HOUR
      },
      atStart: true,
      run: async () => !isImporting() && (await janitor.runIfDue()) !== null,
      async schedule() {
        const { lastRun, nextRun } = await janitor.state()
        const ms = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
        return { lastRun: ms(lastRun), nextRun: ms(nextRun) }
      },
    },
    whenQuiet({ clock, isQuiet }, LONGEST_MODEL_WAIT_MS, {
      id: 'memory-consolidation',
      name: 'Bring memories together',
      everyMs: DAY,
      atStart: false,
      run: async () => (await consolidation.consolidateIfNew()).operationId !== null,
    }),
    {
      id: 'memory-values',
      name: 'Weigh memories',
      everyMs: DAY,
      atStart: false,
      run: async () => (await rescore()) > 0,
    },
    whenQuiet({ clock, isQuiet }, LONGEST_MODEL_WAIT_MS, {
      id: 'memory-levels',
      name: 'Shorten what has grown old',
      everyMs: DAY,
      atStart: false,
      async run() {
        const { expired, segments, written } = await compression.cool()
        return expired + segments + written > 0
      },
    }),
    {
      id: 'memory-file',
      name: 'Write the memory file',
      /** It looks every minute whether enough changed, and whether somebody edited the file unnoticed. */
      everyMs: MINUTE,
      doneEveryMs: DAY,
      atStart: true,
      run: () => memoryFile.runIfDue(),
      schedule: () => memoryFile.schedule(),
    },
    whenQuiet({ clock, isQuiet }, LONGEST_BACKUP_WAIT_MS, {
      id: 'backup',
      name: 'Back up the store',
      everyMs: HOUR,
      doneEveryMs: DAY,
      atStart: false,
      run: () => backUp(isQuiet),
    }),
    erasedRoom({ clock, isQuiet, overwriteErased, overwriteDue }),
    storeTidying({ clock, tidyStore, isQuiet }),
  ]
}

/** Once a week, when nobody is there; after two weeks more it is done all the same. */
function storeTidying({ clock, tidyStore, isQuiet }: Pick<UpkeepParts, 'clock' | 'tidyStore' | 'isQuiet'>): Builtin {
  return whenQuiet({ clock, isQuiet }, LONGEST_WAIT_MS, {
    id: 'store-tidy',
    name: 'Tidy the store’s files',
    everyMs: 7 * DAY,
    atStart: false,
    run: done(tidyStore),
  })
}

/** When nobody is there, and it stops when somebody comes; a day after something was erased it is done to its end all the same. */
export function erasedRoom({
  clock,
  isQuiet,
  overwriteErased,
  overwriteDue,
}: Pick<UpkeepParts, 'clock' | 'isQuiet' | 'overwriteErased' | 'overwriteDue'>): Builtin {
  const isNow = (): boolean => isQuiet() || clock.now() - (overwriteDue() ?? clock.now()) >= DAY
  return {
    id: 'erased-room',
    name: 'Write over what was erased',
    everyMs: 5 * MINUTE,
    atStart: false,
    waits: () => !isNow(),
    run: () => overwriteErased(isNow),
  }
}

/** A task that waits, once it is due, for a moment when nobody is there; after `longestMs` it is done all the same. */
function whenQuiet(
  { clock, isQuiet }: Pick<UpkeepParts, 'clock' | 'isQuiet'>,
  longestMs: number,
  task: Omit<Builtin, 'waits'>,
): Builtin {
  let waitingSince: number | null = null
  return {
    ...task,
    waits() {
      waitingSince ??= clock.now()
      return !isQuiet() && clock.now() - waitingSince < longestMs
    },
    async run() {
      waitingSince = null
      return task.run()
    },
  }
}

/** For work that does not say whether there was anything to do. */
const done =
  (work: () => Promise<unknown>): (() => Promise<boolean>) =>
  async () => {
    await work()
    return true
  }

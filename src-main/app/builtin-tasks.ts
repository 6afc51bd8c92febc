import type { Settings } from '@shared/contract/settings'
import type { Builtin } from '../heartbeat/builtin'
import type { Janitor } from '../janitor/service'
import type { SegmentService } from '../segments/service'
import { shortestMinutes } from '../segments/threshold'
import type { Clock } from './clock'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Work that holds up everything else waits for a moment when nobody is there, but not for ever. */
const LONGEST_WAIT_MS = 14 * DAY

/** What the built-in tasks work with. */
export interface UpkeepParts {
  clock: Clock
  settings(): Settings
  segments: Pick<SegmentService, 'checkTimeouts' | 'drain' | 'archive'>
  janitor: Pick<Janitor, 'runIfDue' | 'state'>
  /** Gives back room in the store; nothing else is answered meanwhile. */
  tidyStore(): Promise<void>
  /** Nobody is at the computer, and no reply is being written. */
  isQuiet(): boolean
}

/** The product's own tasks (02-janitor-memory, Heartbeat), in the order in which they run when several are due. */
export function builtinTasks({ clock, settings, segments, janitor, tidyStore, isQuiet }: UpkeepParts): Builtin[] {
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
      run: async () => (await janitor.runIfDue()) !== null,
      async books() {
        const { lastRun, nextRun } = await janitor.state()
        const ms = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
        return { lastRun: ms(lastRun), nextRun: ms(nextRun) }
      },
    },
    storeTidying({ clock, tidyStore, isQuiet }),
  ]
}

/** Once a week, when nobody is there; after two weeks more it is done all the same. */
function storeTidying({ clock, tidyStore, isQuiet }: Pick<UpkeepParts, 'clock' | 'tidyStore' | 'isQuiet'>): Builtin {
  let waitingSince: number | null = null
  return {
    id: 'store-tidy',
    name: 'Tidy the store’s files',
    everyMs: 7 * DAY,
    atStart: false,
    waits() {
      waitingSince ??= clock.now()
      return !isQuiet() && clock.now() - waitingSince < LONGEST_WAIT_MS
    },
    async run() {
      waitingSince = null
      await tidyStore()
      return true
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

import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { Measure, MeasureKind } from '../store/types'
import { binOf, emptyBins } from './bins'

/** What was measured is written this long after the first of it: many searches are one statement. */
const WRITE_AFTER_MS = 20_000
const KEPT_DAYS = 366
const DAY_MS = 86_400_000

interface MeasurePorts {
  store: Pick<Store, 'health'>
  clock: Clock
  timeZone(): string
  onFault(error: unknown): void
}

export interface Measures {
  /** Adds one value: a duration in milliseconds, or a level. Costs nothing but memory; it is written a little later. */
  note(kind: MeasureKind, value: number): void
  /** Does `work` and notes how long it took, if it succeeded. */
  timed<T>(kind: MeasureKind, work: () => Promise<T>): Promise<T>
  /** Writes what is not written yet. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The local calendar date of a moment in milliseconds. */
export const dayAt = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms)

/** Gathers what is measured, and keeps it by day (04-window, Health page). What a crash cuts off is lost, and nothing else. */
export function createMeasures({ store, clock, timeZone, onFault }: MeasurePorts): Measures {
  let gathered = new Map<string, Measure>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing: Promise<void> = Promise.resolve()

  function note(kind: MeasureKind, value: number): void {
    const day = dayAt(clock.now(), timeZone())
    const measure = gathered.get(`${kind} ${day}`) ?? { kind, day, count: 0, total: 0, last: 0, bins: emptyBins() }
    measure.count += 1
    measure.total += value
    measure.last = value
    const bin = binOf(value)
    measure.bins[bin] = (measure.bins[bin] ?? 0) + 1
    gathered.set(`${kind} ${day}`, measure)
    timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS)
    timer.unref?.()
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const list = [...gathered.values()]
    gathered = new Map()
    if (list.length === 0) return writing
    const keepFrom = dayAt(clock.now() - KEPT_DAYS * DAY_MS, timeZone())
    writing = writing.then(() => store.health.add(list, keepFrom)).catch(onFault)
    return writing
  }

  return {
    note,
    async timed(kind, work) {
      const began = performance.now()
      const done = await work()
      note(kind, performance.now() - began)
      return done
    },
    flush,
    close: flush,
  }
}

/** Chromium's record of a stretch of time, as the developer tools keep it: what the window's main thread did in each frame. */
import { z } from 'zod'

/** One entry; times are microseconds. */
export const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().optional(),
})
export type TraceEvent = z.infer<typeof traceEvent>

export interface TraceSummary {
  /** Milliseconds that the main thread was at work from one frame that was handed over to the next. */
  main: number[]
  /** Milliseconds a second: the main thread's work by kind, and drawing on the threads beside it. */
  perSecond: Record<'main' | 'script' | 'style' | 'layout' | 'paint' | 'raster', number>
}

const TASK = 'RunTask'
/** The main thread hands a frame over to be drawn. */
const FRAME = 'BeginCommitCompositorFrame'
/** None of these holds another of them. */
const KINDS = {
  style: new Set(['UpdateLayoutTree', 'RecalculateStyles']),
  layout: new Set(['Layout']),
  paint: new Set(['PrePaint', 'Paint', 'Layerize', 'Commit', 'CompositeLayers', 'UpdateLayer']),
} as const

/** @param events of one recording, in any order */
export function readTrace(events: readonly TraceEvent[]): TraceSummary {
  const busiest = mainThread(events)
  const own = events.filter(({ pid, tid }) => busiest !== null && pid === busiest.pid && tid === busiest.tid)
  const tasks = own.filter(({ name, ph }) => name === TASK && ph === 'X').sort((a, b) => a.ts - b.ts)
  const begins = own.filter(({ name }) => name === FRAME).map(({ ts }) => ts)
  begins.sort((a, b) => a - b)
  const main = begins.slice(1).map((end, at) => worked(tasks, begins[at] ?? end, end) / 1000)
  const seconds = (Math.max(...begins, 0) - Math.min(...begins, Number.POSITIVE_INFINITY)) / 1e6
  const total = (of: readonly TraceEvent[]): number =>
    seconds > 0 ? of.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000 / seconds : 0
  const of = (kind: keyof typeof KINDS): number =>
    total(own.filter(({ name, ph }) => ph === 'X' && KINDS[kind].has(name)))
  const [all, style, layout, paint] = [total(tasks), of('style'), of('layout'), of('paint')]
  return {
    main,
    perSecond: {
      main: all,
      script: Math.max(0, all - style - layout - paint),
      style,
      layout,
      paint,
      raster: total(events.filter(({ name, ph }) => name === 'RasterTask' && ph === 'X')),
    },
  }
}

/** The thread on which the window's frames begin. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } | null {
  const counts = new Map<string, { pid: number; tid: number; count: number }>()
  for (const { name, pid, tid } of events) {
    if (name !== FRAME) continue
    const key = `${pid} ${tid}`
    const known = counts.get(key) ?? { pid, tid, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0] ?? null
}

/** Microseconds of the tasks that lie between two moments; a task that runs over an edge counts by its part. */
function worked(tasks: readonly TraceEvent[], from: number, to: number): number {
  let sum = 0
  for (const { ts, dur = 0 } of tasks) {
    if (ts >= to) break
    sum += Math.max(0, Math.min(to, ts + dur) - Math.max(from, ts))
  }
  return sum
}

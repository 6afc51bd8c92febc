/** `startup`: from the start of the process until the window can be used, in real Electron, on a large store and a new one. */
import { rm } from 'node:fs/promises'
import { type Bench, count } from './bench'
import { percentile } from './percentile'
import { hasScreen, startCatchment } from './startup-electron'
import { sizeOf, withGeneratedStore } from './stores'

const EMPTY = { messages: 0, segments: 0, buckets: 0, seed: 1 }
/** Until whatever a start sets going has ended. */
const SETTLE_MS = 10_000

interface Start {
  interactiveMs: number
  rssMb: number
  idlePercent: number
}

export const startup: Bench = {
  summary: 'process start to usable window in real Electron, at 100,000 messages and empty; memory, idle CPU',
  async run(options, say) {
    const runs = count(options, 'runs', 5)
    const idleSeconds = count(options, 'idle-seconds', 10)
    const settleMs = count(options, 'settle-ms', SETTLE_MS)
    const size = sizeOf(count(options, 'messages', 100_000))
    if (!hasScreen()) throw new Error('there is no screen: run it as `xvfb-run -a npm run bench -- startup`')
    return withGeneratedStore(size, say, (large) =>
      withGeneratedStore(EMPTY, say, async (empty) => {
        // A person's starts share one folder, in which Chromium keeps the window's compiled program from the second on.
        const window = { empty: `${empty}.window`, large: `${large}.window` }
        // What is done once after a long absence is not what a start costs, nor is compiling that.
        for (const settle of [settleMs, 2_000]) {
          await startCatchment(empty, { settleMs: settle, idleMs: 0, userData: window.empty })
          await startCatchment(large, { settleMs: settle, idleMs: 0, userData: window.large })
        }
        const found: Record<'large' | 'empty', Start[]> = { large: [], empty: [] }
        // In turn, so that whatever else the machine does meets both alike.
        for (let i = 0; i < runs; i++) {
          const idleMs = i === 0 ? idleSeconds * 1000 : 0
          found.empty.push(await startCatchment(empty, { settleMs: 1_000, idleMs: 0, userData: window.empty }))
          const settle = idleMs === 0 ? 1_000 : settleMs
          found.large.push(await startCatchment(large, { settleMs: settle, idleMs, userData: window.large }))
        }
        for (const folder of Object.values(window)) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
        const median = (starts: readonly Start[]) =>
          percentile(
            starts.map((s) => s.interactiveMs),
            0.5,
          )
        const [first] = found.large
        const metrics = {
          interactive_ms: median(found.large),
          interactive_empty_ms: median(found.empty),
          ratio: median(found.large) / median(found.empty),
          main_rss_mb: first?.rssMb ?? Number.NaN,
          idle_cpu_percent: first?.idlePercent ?? Number.NaN,
        }
        say(`window usable after ${metrics.interactive_ms.toFixed(0)} ms with ${size.messages} messages,`)
        say(`  after ${metrics.interactive_empty_ms.toFixed(0)} ms with none: ${metrics.ratio.toFixed(2)} times`)
        say(
          `main process ${metrics.main_rss_mb.toFixed(0)} MB, idle CPU of all processes ${metrics.idle_cpu_percent.toFixed(2)} %`,
        )
        return metrics
      }),
    )
  },
}

/** `restore`: how long a session's context takes to restore, and how that grows with what was ever said. */
import { type Bench, count } from './bench'
import { cpuMs } from './cpu-time'
import { percentile } from './percentile'
import { LIFE_ENDS, sizeOf, withGeneratedStore } from './stores'
import { withWorld } from './world'

const DAY = 86_400_000
/** The first restorations of a process compile code and fill caches; a person meets that once a start. */
const WARM_UP = 5

export const restore: Bench = {
  summary: 'restoring the context at 1,000, 10,000 and 100,000 messages',
  async run(options, say) {
    const runs = count(options, 'runs', 100)
    const largest = count(options, 'messages', 100_000)
    const sizes = [largest / 100, largest / 10, largest].map(Math.round)
    const found: { messages: number; p50: number; p95: number; p99: number; cpu: number; tokens: number }[] = []
    for (const messages of sizes) found.push({ messages, ...(await restoring(messages, runs, say)) })
    say('messages    p50 ms   p95 ms   p99 ms   CPU ms   tokens')
    for (const { messages, p50, p95, p99, cpu, tokens } of found)
      say(
        [
          String(messages).padEnd(9),
          ...[p50, p95, p99, cpu].map((ms) => ms.toFixed(1).padStart(8)),
          String(tokens),
        ].join(' '),
      )
    const [small, , large] = found
    if (!small || !large) throw new Error('there are three sizes')
    return {
      p50_ms: large.p50,
      p95_ms: large.p95,
      p99_ms: large.p99,
      cpu_p50_ms: large.cpu,
      p95_growth: large.p95 / small.p95,
      ...Object.fromEntries(found.flatMap((f) => [[`p95_ms_${f.messages}`, f.p95]])),
      runs,
    }
  },
}

/** Each restoration is a session start a day after the one before, as if nothing had been said meanwhile. */
async function restoring(messages: number, runs: number, say: (line: string) => void) {
  return withGeneratedStore(sizeOf(messages), say, (storeDir) =>
    withWorld({ storeDir, at: LIFE_ENDS + DAY }, async ({ app, clock }) => {
      const took: number[] = []
      const used: number[] = []
      for (let i = 0; i < WARM_UP + runs; i++) {
        clock.advance(DAY)
        const begun = performance.now()
        const before = cpuMs()
        await app.session.restore(clock.now())
        if (i < WARM_UP) continue
        took.push(performance.now() - begun)
        used.push(cpuMs() - before)
      }
      const { totalTokens } = await app.session.view(clock.now())
      return {
        p50: percentile(took, 0.5),
        p95: percentile(took, 0.95),
        p99: percentile(took, 0.99),
        cpu: percentile(used, 0.5),
        tokens: totalTokens,
      }
    }),
  )
}

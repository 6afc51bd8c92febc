/** `janitor`: a pass over many buckets of which some are known to be the same topic (docs/benchmarks.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { App } from '../src-main/app/create-app'
import { type Bench, count } from './bench'
import { cpuMs } from './cpu-time'
import { type Duplicated, drawBuckets, labelledBuckets, writeBuckets } from './duplicates'
import { LIFE_ENDS, sizeOf, withGeneratedStore } from './stores'
import { withWorld } from './world'

const NOW = Date.UTC(2026, 0, 30, 12)
const NS_PER_MS = 1e6
const DAY_MS = 86_400_000

export const janitor: Bench = {
  summary:
    'a pass over 2,000 buckets with known duplicates; --input {text,label} rows for real texts instead; --messages N: over a generated store',
  async run(options, say) {
    if (options.extra.messages !== undefined) return onStore(count(options, 'messages', 100_000), say)
    const buckets = count(options, 'buckets', 2000)
    const storeDir = await mkdtemp(join(tmpdir(), 'catchment-bench-'))
    try {
      const { drawn, topicOf } = await withWorld({ storeDir, at: NOW }, async ({ app }) => {
        const embed = (texts: string[]) => app.models.embedder.embed(texts, { kind: 'passage', priority: 'normal' })
        const drawn = options.input
          ? await labelledBuckets(options.input, embed, 1)
          : drawBuckets(app.desk.background(), buckets, 1)
        return { drawn, topicOf: await writeBuckets(app, drawn, NOW) }
      })
      const known = pairsOf(drawn)
      say(`${drawn.length} buckets, ${known} of them the second of a topic; ${messagesIn(drawn)} messages`)
      const pass = await withWorld({ storeDir, at: NOW }, ({ app }) => passes(app))
      const { right, wrong } = judged(pass.merged, topicOf)
      const metrics = {
        merge_precision: right / Math.max(1, right + wrong),
        merge_recall: right / Math.max(1, known),
        pass_s: pass.seconds,
        main_stall_ms: pass.stallMs,
        second_pass_changes: pass.secondChanges,
        acts: pass.acts,
        buckets: drawn.length,
      }
      for (const [key, value] of Object.entries(metrics)) say(`${key.padEnd(20)} ${Number(value.toFixed(4))}`)
      return metrics
    } finally {
      await rm(storeDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** The first passes over a generated store, as its owner waits for them: everything in it is new to the janitor. */
const onStore = (messages: number, say: (line: string) => void): Promise<Record<string, number>> =>
  withGeneratedStore(sizeOf(messages), say, (storeDir) =>
    withWorld({ storeDir, at: LIFE_ENDS + DAY_MS }, async ({ app }) => {
      const before = cpuMs()
      const { seconds, stallMs, acts, secondSeconds, secondChanges } = await passes(app)
      const metrics = {
        pass_s: seconds,
        main_stall_ms: stallMs,
        acts,
        second_pass_s: secondSeconds,
        second_pass_changes: secondChanges,
      }
      for (const [key, value] of Object.entries(metrics)) say(`${key.padEnd(20)} ${Number(value.toFixed(4))}`)
      say(`CPU of both: ${((cpuMs() - before) / 1000).toFixed(1)} s`)
      return metrics
    }),
  )

/** Two passes, one after the other. */
async function passes({ janitor, store }: App) {
  await settled()
  const stall = monitorEventLoopDelay({ resolution: 1 })
  stall.enable()
  const begun = performance.now()
  const first = await janitor.tidy({ dryRun: false })
  const seconds = (performance.now() - begun) / 1000
  stall.disable()
  const again = performance.now()
  const second = await janitor.tidy({ dryRun: false })
  const secondSeconds = (performance.now() - again) / 1000
  const log = await store.operations.list({ actors: ['janitor'], limit: 10_000 })
  return {
    seconds,
    stallMs: stall.max / NS_PER_MS,
    acts: first.lines.length,
    secondSeconds,
    secondChanges: second.lines.length,
    merged: log.filter((act) => act.kind === 'consolidate').map((act) => act.buckets),
  }
}

/** What opening the store left to do is not the pass's. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500))

const messagesIn = (drawn: readonly Duplicated[]): number => drawn.reduce((sum, b) => sum + b.vectors.length, 0)

/** Pairs of buckets that are one topic. */
function pairsOf(drawn: readonly Duplicated[]): number {
  const sizes = new Map<string, number>()
  for (const { topic } of drawn) sizes.set(topic, (sizes.get(topic) ?? 0) + 1)
  return [...sizes.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
}

/** Pairs that were merged: of one topic, or not. */
function judged(groups: readonly (readonly string[])[], topicOf: ReadonlyMap<string, string>) {
  let right = 0
  let wrong = 0
  for (const group of groups)
    group.forEach((a, i) => {
      for (const b of group.slice(i + 1)) {
        if (topicOf.get(a) === topicOf.get(b)) right++
        else wrong++
      }
    })
  return { right, wrong }
}

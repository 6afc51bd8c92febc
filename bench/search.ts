/** `search`: how long a search takes in a large store (06-benchmarks). Embedding the query is measured beside it. */
import type { App } from '../src-main/app/create-app'
import { readQuery } from '../src-main/search/query'
import type { Query, SearchMode } from '../src-main/search/types'
import type { MessageWithVector } from '../src-main/store/types'
import { type Bench, count } from './bench'
import { cpuMs } from './cpu-time'
import { seeded } from './fit/random'
import { percentile } from './percentile'
import { LIFE_ENDS, sizeOf, withGeneratedStore } from './stores'
import { withWorld } from './world'

/** The first searches of a process compile code and fill caches. */
const WARM_UP = 5
const KINDS: readonly { name: string; mode: SearchMode; inside: boolean }[] = [
  { name: 'text', mode: 'text', inside: false },
  { name: 'substring', mode: 'text', inside: true },
  { name: 'vector', mode: 'vector', inside: false },
  { name: 'hybrid', mode: 'hybrid', inside: false },
]
/** How far a question lies from the message it asks for. */
const NOISE = 0.03

export const search: Bench = {
  summary: 'a search by words, by parts of words, by vectors and by all of it: --messages N (100,000)',
  run: (options, say) =>
    withGeneratedStore(sizeOf(count(options, 'messages', 100_000)), say, (storeDir) =>
      withWorld({ storeDir, at: LIFE_ENDS + 86_400_000 }, ({ app }) => measure(app, count(options, 'runs', 200), say)),
    ),
}

async function measure(app: App, runs: number, say: (line: string) => void): Promise<Record<string, number>> {
  const random = seeded(11)
  const metrics: Record<string, number> = {}
  const { modelId } = app.models.embedder
  const started = performance.now()
  while (!(await app.store.search.warm(modelId, 20_000)));
  metrics.warm_ms = performance.now() - started
  say(`signatures read ahead in ${metrics.warm_ms.toFixed(0)} ms`)
  const { newestSeq } = await app.store.messages.overview()
  say('kind         p50 ms   p95 ms   CPU ms   hits')
  for (const { name, mode, inside } of KINDS) {
    const times: number[] = []
    const used: number[] = []
    let hits = 0
    for (let run = -WARM_UP; run < runs; run++) {
      const said = await someMessage(app, newestSeq, modelId, random)
      const query = asking(said, inside, random)
      const asked = performance.now()
      const before = cpuMs()
      const found = await app.search.find({ ...query, modelId, mode }, 'messages', 20)
      if (run >= 0) times.push(performance.now() - asked)
      if (run >= 0) used.push(cpuMs() - before)
      if (run >= 0) hits += found.length
    }
    metrics[`${name}_p50_ms`] = percentile(times, 0.5)
    metrics[`${name}_p95_ms`] = percentile(times, 0.95)
    metrics[`${name}_cpu_p50_ms`] = percentile(used, 0.5)
    const cell = (key: string) => metrics[key]?.toFixed(1).padStart(8)
    say(
      `${name.padEnd(11)} ${cell(`${name}_p50_ms`)} ${cell(`${name}_p95_ms`)} ${cell(`${name}_cpu_p50_ms`)} ${(hits / runs).toFixed(1).padStart(6)}`,
    )
  }
  return { ...metrics, embed_p50_ms: await embedding(app, say) }
}

async function someMessage(
  app: App,
  newestSeq: number,
  modelId: string,
  random: () => number,
): Promise<MessageWithVector> {
  for (;;) {
    const [message] = await app.store.messages.before(1 + Math.ceil(random() * newestSeq), 1)
    if (!message?.segmentId) continue
    const around = await app.store.messages.ofSegmentWithVectors(message.segmentId, modelId)
    const found = around.find((m) => m.message.id === message.id)
    if (found) return found
  }
}

/** What a person would type who remembers something of this message: one to four of its words, or a piece out of its middle. */
function asking(
  { message, vector }: MessageWithVector,
  inside: boolean,
  random: () => number,
): Omit<Query, 'modelId' | 'mode'> {
  const from = Math.floor(random() * Math.max(1, message.text.length - 8))
  const words = message.text.split(' ')
  const first = Math.floor(random() * words.length)
  const text = inside
    ? message.text.slice(from + 1, from + 1 + 3 + Math.floor(random() * 4))
    : words.slice(first, first + 1 + Math.floor(random() * 4)).join(' ')
  const read = readQuery(text) ?? readQuery(message.text) ?? { text, terms: [], grammar: new Set<string>() }
  const near = (vector ?? new Float32Array(384)).map((x) => x + NOISE * (2 * random() - 1))
  const length = Math.hypot(...near)
  return { ...read, vector: near.map((x) => x / length) }
}

async function embedding(app: App, say: (line: string) => void): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 20; i++) {
    const asked = performance.now()
    await app.search.prepare(`what did we say about number ${i}?`)
    times.push(performance.now() - asked)
  }
  const p50 = percentile(times.slice(WARM_UP), 0.5)
  say(`embedding a query, not in the figures above: p50 ${p50.toFixed(1)} ms`)
  return p50
}

/** `shared`: people on one server, each with a process of their own, all at once (docs/sharing.md). */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { startWordHost } from '../src-main/models/testing/word-host'
import { startTestServer } from '../src-main/store/testing/server'
import { type Bench, type BenchOptions, count } from './bench'
import { seeded } from './fit/random'
import { percentile } from './percentile'
import { furnishAll } from './shared/copies'
import { slowLine } from './shared/slow-line'
import { StoreWatch } from './store-watch'
import { defaultEmbedder, LIFE_ENDS, sizeOf, spoken } from './stores'
import { ScriptedModel } from './turn-model'
import { withWorld } from './world'

const DAY = 86_400_000
const MINUTE = 60_000
const WARM_UP = 3

/** Milliseconds of each act, as one person waited. */
interface Times {
  /** Of a turn, waiting for the store: until the model is asked, and after its last token. */
  turn: number[]
  restore: number[]
  search: number[]
}

export const shared: Bench = {
  summary: 'people on one server, each with a process, all at once, against one alone',
  async run(options, say) {
    if (options.extra.person !== undefined) return asPerson(options)
    const people = Array.from({ length: count(options, 'people', 10) }, (_, n) => `bench_${n}`)
    const messages = count(options, 'messages', 30_000)
    const roundTrip = Number(options.extra['round-trip-ms'] ?? 0)
    const storeDir = mkdtempSync(join(tmpdir(), 'catchment-shared-'))
    const server = await startTestServer()
    const direct = (person: string): string => server.url('bench', person)
    const socket = new URLSearchParams(direct('').split('?')[1]).get('host') ?? ''
    const line = roundTrip > 0 ? await slowLine(socket, 5432, roundTrip) : null
    const url = (person: string): string =>
      line ? direct(person).replace(encodeURIComponent(socket), encodeURIComponent(line.folder)) : direct(person)
    try {
      await server.createDatabase('bench')
      say(`${people.length} people with ${messages} messages each are written …`)
      await furnishAll({ storeDir, keeper: direct('postgres'), of: direct }, people, messages, defaultEmbedder())
      const alone = await together(people.slice(0, 1), url, options, messages)
      const all = await together(people, url, options, messages)
      return report({ alone, all, people: people.length, roundTrip }, say)
    } finally {
      line?.end()
      await server.remove()
      rmSync(storeDir, { recursive: true, force: true })
    }
  },
}

/** A process for each of them; they begin when all of them are ready. */
async function together(
  people: readonly string[],
  url: (person: string) => string,
  { extra }: BenchOptions,
  messages: number,
): Promise<Times> {
  const more = Object.entries({ ...extra, messages: String(messages) }).flatMap(([k, v]) => [`--${k}`, v])
  const running = people.map((person) => {
    const child = spawn(process.execPath, [process.argv[1] ?? '', 'shared', '--person', person, ...more], {
      env: { ...process.env, CATCHMENT_DATABASE_URL: url(person) },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })
    const ready = new Promise<void>((resolve, reject) => {
      lines.on('line', (text) => text === 'READY' && resolve())
      child.once('exit', (code) => reject(new Error(`${person} ended with ${code} before it was ready`)))
    })
    const times = new Promise<Times>((resolve, reject) => {
      lines.on('line', (text) => text.startsWith('{') && resolve(JSON.parse(text)))
      child.once('exit', (code) => reject(new Error(`${person} ended with ${code}`)))
    })
    times.catch(() => undefined)
    return { child, ready, times }
  })
  try {
    await Promise.all(running.map(({ ready }) => ready))
    for (const { child } of running) child.stdin.write('GO\n')
    const all = await Promise.all(running.map(({ times }) => times))
    return {
      turn: all.flatMap((t) => t.turn),
      restore: all.flatMap((t) => t.restore),
      search: all.flatMap((t) => t.search),
    }
  } finally {
    for (const { child } of running) child.kill('SIGKILL')
  }
}

/** One person's process. Embedding is each computer's own work and no server's: texts get a vector of their words at once. */
async function asPerson(options: BenchOptions): Promise<Record<string, number>> {
  const turns = count(options, 'turns', 20)
  const reading = count(options, 'reading-ms', 1_000)
  const watch = new StoreWatch()
  const model = new ScriptedModel()
  model.thinkingMs = count(options, 'thinking-ms', 300)
  const size = sizeOf(count(options, 'messages', 30_000))
  const host = startWordHost().start
  const at = LIFE_ENDS + DAY
  await withWorld({ at, chat: model, watch: watch.wrap, host }, async ({ app, clock }) => {
    await app.recover()
    const sentences = spoken(size, seeded(Number(options.extra.person?.replace(/\D/g, '')) + 1))
    const times: Times = { turn: [], restore: [], search: [] }
    process.stdout.write('READY\n')
    await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()))
    for (let i = -WARM_UP; i < turns; i++) {
      clock.advance(MINUTE)
      model.pieces = sentences.answer().match(/.{1,4}/gsu) ?? []
      watch.calls.length = 0
      const from = performance.now()
      const { done } = await app.conversation.send({ text: sentences.question() })
      await done
      const to = performance.now()
      const turn = watch.within(from, model.askedAt) + watch.within(model.endedAt, to)
      await pause(reading / 2)
      const searched = performance.now()
      await app.search.continuum({ query: sentences.question(), scope: 'messages', limit: 20 })
      const found = performance.now()
      await pause(reading / 2)
      const opened = performance.now()
      await app.session.restore(clock.now())
      const restored = performance.now()
      if (i < 0) continue
      times.turn.push(turn)
      times.search.push(found - searched)
      times.restore.push(restored - opened)
    }
    if (options.extra.calls !== undefined)
      process.stderr.write(`${watch.calls.map((c) => `${(c.to - c.from).toFixed(0)} ms ${c.name}`).join('\n')}\n`)
    process.stdout.write(`${JSON.stringify(times)}\n`)
  })
  return {}
}

function report(
  { alone, all, people, roundTrip }: { alone: Times; all: Times; people: number; roundTrip: number },
  say: (line: string) => void,
): Record<string, number> {
  const metrics: Record<string, number> = { people, round_trip_ms: roundTrip }
  say(`waiting for the store      alone p50, p95 ms    ${people} at once p50, p95 ms    growth of p95`)
  for (const kind of ['turn', 'restore', 'search'] as const) {
    const [one, many] = [alone[kind], all[kind]]
    const growth = percentile(many, 0.95) / percentile(one, 0.95)
    const cells = [percentile(one, 0.5), percentile(one, 0.95), percentile(many, 0.5), percentile(many, 0.95)]
    say(`${kind.padEnd(24)} ${cells.map((ms) => ms.toFixed(1).padStart(9)).join(' ')}   ${growth.toFixed(2)}`)
    metrics[`${kind}_p95_ms`] = percentile(many, 0.95)
    metrics[`${kind}_alone_p95_ms`] = percentile(one, 0.95)
    metrics[`${kind}_growth`] = growth
  }
  return metrics
}

/** `turn`: what the product adds to a turn, before the model is asked and after its last token. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, count } from './bench'
import { cpuMs } from './cpu-time'
import { seeded } from './fit/random'
import { percentile } from './percentile'
import { StoreWatch, type Waited } from './store-watch'
import { LIFE_ENDS, sizeOf, spoken, withGeneratedStore } from './stores'
import { ScriptedModel } from './turn-model'
import { withWorld } from './world'

const DAY = 86_400_000
const MINUTE = 60_000
const WARM_UP = 5
/** A session of so many turns, then a pause that starts another. */
const SESSION = 20
/** A person reads an answer before they write again: what follows a turn in the background has this long. */
const READING_MS = 1_000
/** The quickest model takes so long to its first word; what is done meanwhile is in nobody's way. */
const THINKING_MS = 300

interface Measured {
  /** Milliseconds of each call of the store: until the model was asked, and after its last token. */
  calls: Map<string, number>
  overhead: number
  store: number
  /** Until the reply is filed and stored, in all, and of that in the store. */
  after: number
  storeAfter: number
  /** Of this process, model host left out: until the model is asked, and after its last token. */
  cpu: number
  cpuAfter: number
  evaluated: number
  startsSession: boolean
}

export const turn: Bench = {
  summary: 'what the product adds to a turn, on 100,000 messages, without the model’s own time',
  async run(options, say) {
    const turns = count(options, 'turns', 100)
    const reading = count(options, 'reading-ms', READING_MS)
    const size = sizeOf(count(options, 'messages', 100_000))
    const watch = new StoreWatch()
    const model = new ScriptedModel()
    model.thinkingMs = count(options, 'thinking-ms', THINKING_MS)
    const measured: Measured[] = await withGeneratedStore(size, say, (storeDir) =>
      withWorld({ storeDir, at: LIFE_ENDS + DAY, chat: model, watch: watch.wrap }, async ({ app, clock }) => {
        await app.models.warmUp()
        const random = seeded(7)
        const sentences = spoken(size, random)
        const out: Measured[] = []
        for (let i = 0; i < WARM_UP + turns; i++) {
          clock.advance(i % SESSION === 0 ? DAY : MINUTE)
          model.pieces = sentences.answer().match(/.{1,4}/gsu) ?? []
          watch.calls.length = 0
          const from = performance.now()
          const before = cpuMs()
          const { sessionStarted, done } = await app.conversation.send({ text: sentences.question() })
          await done
          const to = performance.now()
          const used = cpuMs()
          await pause(reading)
          if (i < WARM_UP) continue
          out.push({
            calls: byCall(watch.calls, { from, askedAt: model.askedAt, endedAt: model.endedAt, to }),
            overhead: model.askedAt - from,
            store: watch.within(from, model.askedAt),
            after: to - model.endedAt,
            storeAfter: watch.within(model.endedAt, to),
            cpu: model.askedCpu - before,
            cpuAfter: used - model.endedCpu,
            evaluated: model.evaluatedTokens,
            startsSession: sessionStarted,
          })
        }
        return out
      }),
    )
    return report(measured, say)
  },
}

function report(measured: readonly Measured[], say: (line: string) => void): Record<string, number> {
  const within = measured.filter((m) => !m.startsSession)
  const at = (p: number, of: (m: Measured) => number, list = measured) => percentile(list.map(of), p)
  const line = (name: string, of: (m: Measured) => number) =>
    say(
      `${name.padEnd(34)} p50 ${at(0.5, of).toFixed(1).padStart(6)} ms   p95 ${at(0.95, of).toFixed(1).padStart(6)} ms`,
    )
  line('send → model is asked', (m) => m.overhead)
  line('  of that waiting for the store', (m) => m.store)
  line('last token → filed and stored', (m) => m.after)
  line('  of that waiting for the store', (m) => m.storeAfter)
  line('CPU, send → model is asked', (m) => m.cpu)
  line('CPU, last token → stored', (m) => m.cpuAfter)
  const evaluated = within.reduce((sum, m) => sum + m.evaluated, 0) / within.length
  say(parts(measured))
  say(`tokens evaluated anew within a session: ${evaluated.toFixed(0)} a turn`)
  return {
    overhead_p50_ms: at(0.5, (m) => m.overhead),
    overhead_p95_ms: at(0.95, (m) => m.overhead),
    store_p95_ms: at(0.95, (m) => m.store),
    overhead_cpu_p50_ms: at(0.5, (m) => m.cpu),
    after_cpu_p50_ms: at(0.5, (m) => m.cpuAfter),
    after_p50_ms: at(0.5, (m) => m.after),
    after_p95_ms: at(0.95, (m) => m.after),
    after_store_p95_ms: at(0.95, (m) => m.storeAfter),
    evaluated_tokens_per_turn: evaluated,
  }
}

/** What each call took, by its name, on either side of the model. What runs while it answers is in nobody's way. */
function byCall(
  calls: readonly Waited[],
  { from, askedAt, endedAt, to }: { from: number; askedAt: number; endedAt: number; to: number },
): Map<string, number> {
  const found = new Map<string, number>()
  const add = (name: string, ms: number) => found.set(name, (found.get(name) ?? 0) + ms)
  for (const call of calls) {
    if (call.from >= from && call.from < askedAt) add(`before  ${call.name}`, call.to - call.from)
    else if (call.from >= endedAt && call.from < to) add(`after   ${call.name}`, call.to - call.from)
  }
  return found
}

/** Calls of the store, those that take most first: p50 and p95 of the turns that make them, and the share of such turns. */
function parts(measured: readonly Measured[]): string {
  const names = [...new Set(measured.flatMap((m) => [...m.calls.keys()]))]
  const rows = names.map((name) => {
    const ms = measured.flatMap((m) => m.calls.get(name) ?? [])
    return { name, ms, total: ms.reduce((a, b) => a + b, 0) }
  })
  const lines = rows
    .sort((a, b) => b.total - a.total)
    .map(({ name, ms }) => {
      const share = Math.round((100 * ms.length) / measured.length)
      const [p50, p95] = [0.5, 0.95].map((p) => percentile(ms, p).toFixed(1).padStart(6))
      return `  ${name.padEnd(40)} p50 ${p50}   p95 ${p95} ms   in ${share} % of turns`
    })
  return ['Calls of the store:', ...lines].join('\n')
}

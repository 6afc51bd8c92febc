/** `heartbeat`: what the scheduler costs a start, with few tasks and with very many. */
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { createApp } from '../src-main/app/create-app'
import { nodeHost } from '../src-main/models/host-process'
import { builtFile } from '../src-main/runtime/built-file'
import type { NewTask } from '../src-main/store/heartbeat-types'
import { type Bench, count } from './bench'
import { percentile } from './percentile'
import { type World, withWorld } from './world'

const START = Date.UTC(2026, 0, 5, 8)
const HOUR = 3_600_000
/** The first starts of a process compile code and fill caches; a person meets that once. */
const WARM_UP = 3
const FEW = 10

export const heartbeat: Bench = {
  summary: 'the start of the heartbeat with 10 and 10,000 tasks',
  async run(options, say) {
    const runs = count(options, 'runs', 40)
    const many = count(options, 'tasks', 10_000)
    return withWorld({ at: START }, (small) =>
      withWorld({ at: START }, async (large) => {
        for (const [world, tasks] of [
          [small, FEW],
          [large, many],
        ] as const)
          await world.app.store.heartbeat.add(generated(tasks), START)
        const took: Record<'few' | 'many', Started[]> = { few: [], many: [] }
        // In turns, so that whatever else the machine does meets both alike.
        for (let run = 0; run < WARM_UP + runs; run++) {
          const [few, more] = [await starting(small), await starting(large)]
          if (run < WARM_UP) continue
          took.few.push(few)
          took.many.push(more)
        }
        const median = (of: readonly Started[], part: keyof Started) =>
          percentile(
            of.map((s) => s[part]),
            0.5,
          )
        const [few, more] = [median(took.few, 'start'), median(took.many, 'start')]
        const file = { few: median(took.few, 'file'), many: median(took.many, 'file') }
        say('tasks     start ms   HEARTBEAT.md ms (medians)')
        say(`${String(FEW).padEnd(9)} ${few.toFixed(2).padStart(8)} ${file.few.toFixed(2).padStart(17)}`)
        say(`${String(many).padEnd(9)} ${more.toFixed(2).padStart(8)} ${file.many.toFixed(2).padStart(17)}`)
        return {
          start_ms_10: few,
          start_ms_10000: more,
          ratio: more / few,
          file_ms_10: file.few,
          file_ms_10000: file.many,
          runs,
          tasks: many,
        }
      }),
    )
  },
}

/** Milliseconds. */
interface Started {
  /** The registry and the quick tasks are read, the built-in ones taken up, and it is known when the next is due. */
  start: number
  /** HEARTBEAT.md is looked at and brought up to date; nothing waits for it. */
  file: number
}

/** One start of the heartbeat in a product that was opened anew on the store. */
async function starting({ app, clock }: World): Promise<Started> {
  const fresh = await createApp({
    handle: app.handle,
    profile: app.profileName,
    clock,
    log: app.log,
    startHost: () => nodeHost(builtFile('model-host.js'))(),
    secrets: { available: () => false, encrypt: none, decrypt: none },
    autoProbe: false,
    overrides: { chatModel: 'none' },
    place: () => ({ timeZone: 'UTC', locale: 'en-US' }),
  })
  const ticks = fresh.heartbeat.ticks()
  const timed = async (name: string): Promise<number> => {
    const tick = ticks.find((t) => t.name === name)
    if (!tick?.isDue(clock.now())) throw new Error(`the start does not look at “${name}”`)
    const begun = performance.now()
    await tick.run()
    return performance.now() - begun
  }
  const took = { start: await timed('heartbeat'), file: await timed('heartbeat file') }
  await fresh.leave()
  return took
}

const none = () => Promise.reject(new Error('A benchmark has no keyring.'))

/** Half of them quick, due over a week, always the same. */
function generated(tasks: number): NewTask[] {
  return Array.from({ length: tasks }, (_, n) => {
    const prompt = n % 2 === 0 ? `What is new about matter ${n}?` : `Look at matter ${n} in depth. `.repeat(40)
    return {
      id: uuidv7(),
      name: `Matter ${n}`,
      schedule: `${n % 60} ${n % 24} * * ${n % 7}`,
      bucketId: null,
      prompt,
      definitionHash: createHash('sha256').update(prompt).digest('hex'),
      definitionTokens: n % 2 === 0 ? 9 : 360,
      nextDue: START + (1 + ((n * 31) % (7 * 24))) * HOUR,
      isActive: true,
      pausedBy: null,
      pauseReason: null,
    }
  })
}

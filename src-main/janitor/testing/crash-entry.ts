/**
 * A process that makes one pass of the janitor and kills itself in it: the test's, no part of the product. Arguments: folder,
 * then `fill` to say everything first, or the step it dies at and the how-manieth time (`none 0` to live).
 */
import { inStore } from '../../store/testing/crashing'
import { DAY_MS } from '../types'
import { HOUR_MS, NOON } from './samples'
import { createWorld } from './world'

const [, , storeDir = '', step = 'none', times = '0'] = process.argv
let passed = 0

/** Nothing is flushed, closed or unlocked. */
function hit(when: string, call: string): void {
  if (step !== `${when} ${call}` || ++passed < Number(times)) return
  if (when === 'during') setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2)
  else process.kill(process.pid, 'SIGKILL')
}

async function main(): Promise<void> {
  await inStore(
    storeDir,
    async (store) => {
      const world = createWorld(store)
      if (step === 'fill') {
        const said: [topic: string, into: string, ageMs: number, status?: 'ephemeral'][] = [
          ['tax', 'tax_001', 100 * DAY_MS],
          ['music', 'music_001', 40 * DAY_MS],
          ['cats', 'cats_001', DAY_MS],
          ['kittens', 'kittens_001', DAY_MS],
          ['cars', 'cars_001', DAY_MS],
          ['lorries', 'lorries_001', DAY_MS],
          ['bread', 'ephemeral_001', 30 * HOUR_MS, 'ephemeral'],
          ['rain', 'ephemeral_002', 29 * HOUR_MS, 'ephemeral'],
        ]
        for (const [topic, into, ageMs, status] of said)
          for (let i = 0; i < 2; i++)
            await world.say(topic, into, { at: NOON - ageMs + i, ...(status ? { status } : {}) })
        return
      }
      await world.janitor.tidy({ dryRun: false })
    },
    hit,
  )
}

// Keeps the loop from running empty while the database opens: see store/worker.ts.
const alive = setInterval(() => undefined, 60_000)
await main().finally(() => clearInterval(alive))

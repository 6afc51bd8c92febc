/**
 * The whole product is killed at random moments of everything it does (05-trust, Faults). `npm run faults` does it as often as
 * CATCHMENT_FAULTS says, and more often what CATCHMENT_FAULT_ACTS names; a short part runs with all tests. Seeds are printed with a failure.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundle } from '../store/testing/bundle'

const KILLS = Number(process.env.CATCHMENT_FAULTS ?? 3)
/** Ten acts of some tens of milliseconds each lie in it. */
const LONGEST_LIFE_MS = 2_500
/** One life in so many is killed while it opens: recovery, migrations and what a restore left are at work then. */
const KILLED_OPENING = 5
/** How long opening takes at most, about. */
const LONGEST_OPENING_MS = 3_000
/** A store is worked on by so many lives; then comes a new one, so that stores of all ages are killed. */
const LIVES_OF_A_STORE = 100

let scratch: string
let program: Awaited<ReturnType<typeof bundle>>
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catchment-faults-'))
  program = await bundle('src-main/app/testing/fault-entry.ts')
}, 240_000)
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
  program.remove()
})

interface Life {
  /** What it was at when it died. */
  during: string
  code: number | null
  said: string
}

interface Death {
  /** From the start of the process, or from when it begins to work. */
  from: 'start' | 'ready'
  afterMs: number
}

/** @param death null: it ends by itself */
function live(folder: string, seed: number, mode: 'work' | 'check', death: Death | null): Promise<Life> {
  const words = [program.entry, join(folder, 'store'), join(folder, 'outside'), String(seed), mode]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  const kill = (): void => {
    if (death !== null) setTimeout(() => child.kill('SIGKILL'), death.afterMs)
  }
  if (death?.from === 'start') kill()
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    const wasReady = out.includes('READY')
    out += chunk.toString()
    if (!wasReady && out.includes('READY') && death?.from === 'ready') kill()
  })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const acts = [...out.matchAll(/^ACT (\w+)$/gm)].map((m) => m[1] ?? '')
      resolve({ during: acts.at(-1) ?? (out.includes('READY') ? 'ready' : 'opening'), code, said: err.trim() })
    })
  })
}

it(
  `the product killed ${KILLS} times opens each time, whole, with every message that was acknowledged`,
  async () => {
    const counts = new Map<string, number>()
    const begun = Date.now()
    for (let seed = 1; seed <= KILLS; seed++) {
      const folder = join(scratch, `${Math.ceil(seed / LIVES_OF_A_STORE)}`)
      const death: Death =
        seed % KILLED_OPENING === 0
          ? { from: 'start', afterMs: Math.random() * LONGEST_OPENING_MS }
          : { from: 'ready', afterMs: Math.random() * LONGEST_LIFE_MS }
      const { during, code, said } = await live(folder, seed, 'work', death)
      if (code !== null) cpSync(folder, join(tmpdir(), `catchment-fault-${seed}`), { recursive: true })
      expect({ seed, code, said }).toEqual({ seed, code: null, said: expect.not.stringContaining('BAD') })
      counts.set(during, (counts.get(during) ?? 0) + 1)
      if (seed % 25 === 0) console.log(`${seed} kills in ${Math.round((Date.now() - begun) / 60_000)} min`)
      if (seed % LIVES_OF_A_STORE !== 0 && seed !== KILLS) continue
      const last = await live(folder, 0, 'check', null)
      expect(last).toMatchObject({ code: 0, said: expect.not.stringContaining('BAD') })
      rmSync(folder, { recursive: true, force: true })
    }
    if (KILLS > 10)
      console.log(
        [...counts]
          .sort((a, b) => b[1] - a[1])
          .map(([act, n]) => `${act}: ${n}`)
          .join(', '),
      )
  },
  Math.max(300_000, KILLS * 60_000),
)

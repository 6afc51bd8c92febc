/**
 * The whole product is killed at random moments of everything it does (05-trust, Faults). `npm run faults` does it as often as
 * CATCHMENT_FAULTS says; a short part runs with all tests. Seeds are printed with a failure.
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

/** @param killAfterMs null: it ends by itself */
function live(seed: number, mode: 'work' | 'check', killAfterMs: number | null): Promise<Life> {
  const words = [program.entry, join(scratch, 'store'), join(scratch, 'acknowledged'), String(seed), mode]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    const wasReady = out.includes('READY')
    out += chunk.toString()
    if (!wasReady && out.includes('READY') && killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const acts = [...out.matchAll(/^ACT (\w+)$/gm)].map((m) => m[1] ?? '')
      resolve({ during: acts.at(-1) ?? 'start', code, said: err.trim() })
    })
  })
}

it(
  `the product killed ${KILLS} times opens each time, whole, with every message that was acknowledged`,
  async () => {
    const counts = new Map<string, number>()
    for (let seed = 1; seed <= KILLS; seed++) {
      const { during, code, said } = await live(seed, 'work', Math.random() * LONGEST_LIFE_MS)
      if (code !== null) cpSync(join(scratch, 'store'), join(tmpdir(), `catchment-fault-${seed}`), { recursive: true })
      expect({ seed, code, said }).toEqual({ seed, code: null, said: expect.not.stringContaining('BAD') })
      counts.set(during, (counts.get(during) ?? 0) + 1)
    }
    const last = await live(0, 'check', null)
    expect(last).toMatchObject({ code: 0, said: expect.not.stringContaining('BAD') })
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

/** A real process is really killed in the middle of a pass, and the next one finishes it (02, Guarantees; 05-trust, Faults). */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CrashProgram, crashProgram, inStore } from '../store/testing/crashing'
import { createWorld } from './testing/world'

let scratch: string
let program: CrashProgram

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catchment-janitor-crash-'))
  program = await crashProgram('src-main/janitor/testing/crash-entry.ts')
})
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
  program.remove()
})

/** What a person sees, and what was told of the acts; a store that holds together. */
const picture = (dir: string) =>
  inStore(dir, async (store) => {
    const world = createWorld(store)
    const acts = await store.operations.list({ actors: ['janitor'], limit: 100 })
    return {
      ...(await world.picture()),
      acts: acts.map((act) => `${act.kind}: ${act.sentence}`).sort(),
      next: (await world.janitor.tidy({ dryRun: true })).lines,
      problems: (await store.verification.run()).problems,
    }
  })

/** Where processes die, one after another in one store: before, in the middle of, and after an act. */
const STEPS = [
  ['before operations.applyTogether', '1'],
  ['during operations.applyTogether', '1'],
  ['after operations.applyTogether', '1'],
  ['during operations.applyTogether', '1'],
  ['before janitor.saveState', '1'],
  ['after janitor.saveState', '1'],
] as const

describe('a process that is killed in the middle of a pass', () => {
  it('leaves whole acts with their receipts, and the next pass comes to what an undisturbed one does', async () => {
    const [calm, stormy] = [join(scratch, 'calm'), join(scratch, 'stormy')]
    mkdirSync(calm)
    expect(await program.run(calm, 'fill')).toEqual({ ended: 0, said: '' })
    cpSync(calm, stormy, { recursive: true })
    const before = await inStore(calm, async (store) => (await createWorld(store).picture()).messages.length)
    const undisturbed = program.run(calm, 'none')
    for (const [step, times] of STEPS)
      expect(await program.run(stormy, step, times), `${step} ${times}`).toEqual({ ended: 'SIGKILL', said: '' })
    expect(await program.run(stormy, 'none')).toEqual({ ended: 0, said: '' })
    expect(await undisturbed).toEqual({ ended: 0, said: '' })
    const expected = await picture(calm)
    expect(expected.messages).toHaveLength(before)
    expect(expected.acts.length).toBeGreaterThanOrEqual(5)
    expect(expected).toMatchObject({ next: [], problems: [] })
    expect(await picture(stormy)).toEqual(expected)
  }, 240_000)
})

/** A real process is really killed at each step of a collapse and of what follows it (seed 003, Crash-resilient design; 05-trust). */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CrashProgram, crashProgram, inStore } from '../store/testing/crashing'
import { say } from '../store/testing/samples'
import { HOUR, MINUTE, openSegments, START } from './testing/fixture'

/** One talk for each; the process that dies in one takes up what the one before left. */
const STEPS = [
  'after operations.apply',
  'after segments.claim',
  'while embedding',
  'before segments.saveCollapse',
  'after segments.saveCollapse',
  'after sessions.end',
  'at segment.collapsed',
  'after extraction',
  'after segments.markExtracted',
  'after summaries.save',
  'after segments.markDrained',
]

/** The seed's states as a kill leaves them: transient ones too, for all state is in the store. */
const LEFT: Record<string, object> = {
  'after operations.apply': { status: 'active', closing: true },
  'after segments.claim': { status: 'collapsing', title: '' },
  'after segments.saveCollapse': { status: 'collapsed', memoriesExtracted: false, domainBlocksUpdated: false },
  'after segments.markExtracted': { status: 'collapsed', memoriesExtracted: true, domainBlocksUpdated: false },
}

let scratch: string
let program: CrashProgram

/** Runs talks `first` to `last` in a process, to its end or to the step it dies at in the last. */
const run = (dir: string, first: number, last: number, step: string) =>
  program.run(dir, String(first), String(last), step)

/** Everything but ids, and the times at which it was tried. */
const picture = (dir: string) =>
  inStore(dir, async (store) => {
    const segments = (await store.segments.newest(50)).reverse()
    return {
      talks: await Promise.all(
        segments.map(async ({ id, sentinelId, ...segment }, number) => ({
          step: STEPS[number],
          ...segment,
          said: (await store.messages.ofSegment(id)).map((m) => [m.text, m.bucketId]),
          summaries: (await store.summaries.list(bucketId.parse(`dogs_${number}_001`))).map((v) => v.summary),
          memories: await store.preferences.get(`memories of ${id}`),
        })),
      ),
      session: await store.sessions.current(),
      undrained: await store.segments.undrained(50, true),
      problems: (await store.verification.run()).problems,
    }
  })

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'catchment-crash-'))
  program = await crashProgram('src-main/segments/testing/crash-entry.ts')
})
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
  program.remove()
})

describe('a process that is killed while it closes a segment', () => {
  it('leaves what the next one finishes, and it comes to the same as without a kill, at every step', async () => {
    const [calm, stormy] = [join(scratch, 'calm'), join(scratch, 'stormy')]
    for (const dir of [calm, stormy]) mkdirSync(dir)
    const last = STEPS.length
    const undisturbed = run(calm, 0, last, 'none')
    for (const [talk, step] of STEPS.entries()) {
      expect(await run(stormy, talk, talk, step), step).toEqual({ ended: 'SIGKILL', said: '' })
      const left = LEFT[step]
      if (left) expect(await inStore(stormy, (store) => store.segments.newest(1)), step).toMatchObject([left])
    }
    expect(await run(stormy, last, last, 'none')).toEqual({ ended: 0, said: '' })
    expect(await undisturbed).toEqual({ ended: 0, said: '' })
    const expected = await picture(calm)
    expect(expected).toMatchObject({ session: null, undrained: [], problems: [] })
    expect(expected.talks[0]).toMatchObject({
      status: 'collapsed',
      messages: 3,
      toolsUsed: ['bucket_search'],
      memoriesExtracted: true,
      domainBlocksUpdated: true,
      summaries: [expect.stringContaining('Innsbruck')],
      memories: expect.stringContaining('Innsbruck'),
    })
    expect(await picture(stormy)).toEqual(expected)
  }, 300_000)
})

describe('a process that is killed in the middle of a talk', () => {
  it('loses the reply that was being written but for what came of it, and nothing else; the talk goes on', async () => {
    const dir = join(scratch, 'talking')
    mkdirSync(dir)
    expect(await run(dir, 0, 0, 'while a reply is written')).toEqual({ ended: 'SIGKILL', said: '' })
    await inStore(dir, async (store) => {
      const { service, clock, directory } = await openSegments(store)
      const segment = async () => {
        const [one, ...others] = await store.segments.newest(10)
        expect(others).toEqual([])
        return one
      }
      // What survives: everything of the segment, every message, the reply as far as it came.
      const before = await segment()
      expect(before).toMatchObject({
        status: 'active',
        startedAt: new Date(START).toISOString(),
        toolsUsed: ['bucket_search'],
        messages: 4,
      })
      if (!before) throw new Error('there is no segment')
      const said = (await store.messages.ofSegment(before.id)).map((m) => m.text)
      expect(said.at(-1)).toBe('Which lead was the red one?')
      expect(await store.turns.pending()).toMatchObject([{ text: 'The third' }])
      // No exit closed it: the next message resumes it, and the hour counts from there.
      await say(store, 'Never mind, I found it.', START + 30 * MINUTE, 'dogs_0_001')
      await directory.load()
      clock.set(START + 89 * MINUTE)
      await service.checkTimeouts()
      expect(await segment()).toMatchObject({ id: before.id, status: 'active', messages: 5 })
      // Nobody was there when the hour was over; it is closed by the times in the store.
      clock.set(START + 24 * HOUR)
      await service.checkTimeouts()
      expect(await segment()).toMatchObject({ id: before.id, status: 'collapsed', startedAt: before.startedAt })
      expect((await segment())?.toolsUsed).toEqual(['bucket_search'])
      expect((await store.messages.ofSegment(before.id)).map((m) => m.text)).toEqual([
        ...said,
        'Never mind, I found it.',
      ])
    })
  })
})

/**
 * Everything in the background that asks a model, with a real one (`npm run test:model`): titles and summaries told anew, the
 * janitor's veto, memories put together, a personal task. What it says is recorded, not judged: that is what the bars of the probe and
 * `bench abilities` are for. Here it is held that each path comes to its end and stores what is whole.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerdict } from '../janitor/verdict'
import { nodeHost } from '../models/host-process'
import { note } from '../models/testing/figures'
import { bundleHost } from '../models/testing/model-host'
import { SimulatedClock } from '../runtime/clock'
import { HOUR, newMemory, START } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { openTestApp, say, type TestApp } from './testing/app'

const file = process.env.CATCHMENT_MODEL
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  note(`${name}_s`, Math.round((performance.now() - began) / 100) / 10)
  return result
}

const TALKS = [
  [
    'I bake sourdough bread on Sundays and my starter is called Olga.',
    'The loaf stayed flat again, the dough rested 14 hours in the fridge.',
    'Next time I take the strong flour from the mill in Reguengos.',
    'The crust was better in the iron pot.',
  ],
  [
    'The boiler loses pressure every week.',
    'The plumber Ferreira wants 240 euros for a new expansion tank.',
    'He comes on Thursday at nine.',
    'The pressure is at 0.6 bar now.',
  ],
]

describe.skipIf(!file)('the background with a real model', { timeout: 280_000 }, () => {
  let test: TestStore
  let world: TestApp
  let removeHost: () => void
  const clock = new SimulatedClock(START)

  beforeAll(async () => {
    test = await createTestStore()
    const { entry, remove } = await bundleHost()
    removeHost = remove
    world = await openTestApp(test, {
      clock,
      startHost: nodeHost(entry),
      overrides: { replyMaxChars: 600, memoryStrategy: 'llm', memoryGroupBy: 'category', memoryGroupThreshold: 3 },
    })
    for (const talk of TALKS) {
      for (const text of talk) {
        await say(world, text)
        clock.advance(60_000)
      }
      clock.advance(24 * HOUR)
      await world.app.segments.checkTimeouts()
      await world.app.segments.drain()
    }
    const { id } = await world.app.models.useFile(file ?? '')
    await world.app.models.select(id)
    for (const ability of ['title', 'judge'] as const) await world.app.models.override(ability, true)
  })
  afterAll(async () => {
    await world?.close()
    await test?.close()
    removeHost?.()
  })

  it('tells titles, synopses, summaries and the names of buckets anew, each act named as the model’s', async () => {
    const before = (await world.store.buckets.list({ merged: false })).map((b) => b.title)
    const progress: (number | null)[] = []
    const { segments, summaries, titles } = await timed('retelling', () =>
      world.app.retelling.run({
        signal: new AbortController().signal,
        report: (share) => progress.push(share),
        ready: () => world.app.models.quiet(),
      }),
    )
    const told = await world.store.segments.newest(9)
    note('told_anew', { segments, summaries, titles, told: told.map((s) => `${s.title}: ${s.synopsis}`) })
    const buckets = await world.store.buckets.list({ merged: false })
    note('buckets_anew', { before, after: buckets.map((b) => `${b.title}: ${b.summary}`) })
    expect(segments).toBeGreaterThan(0)
    expect(progress.at(-1)).toBe(1)
    const acts = await world.store.operations.list({ actors: ['model'], limit: 9 })
    expect(acts.map((act) => act.kind)).toContain('retell_segments')
    for (const act of acts) await world.app.operations.undo(act.id)
    const restored = await world.store.buckets.list({ merged: false })
    expect(restored.map((b) => b.title).sort()).toEqual(before.sort())
  })

  it('is asked before a merge, and answers with a reason', async () => {
    const { store, models } = world.app
    const verdict = createVerdict({
      store,
      chat: () => models.chat,
      canJudge: () => models.can('judge'),
      onFault: (error) => {
        throw error
      },
    })
    const [a, b] = (await store.buckets.list({ merged: false })).filter((bucket) => bucket.messages > 2)
    if (!a || !b) throw new Error('two topics were talked of')
    const said = await timed('veto', () =>
      verdict({ source: a, target: b } as Parameters<typeof verdict>[0], new AbortController().signal),
    )
    note('veto_of_two_topics', said)
    expect(typeof said?.same).toBe('boolean')
    expect(said?.because).not.toBe('')
  })

  it.each(['llm', 'dual_mode'] as const)(
    'puts memories together by `%s`, in one act that is taken back',
    async (memoryStrategy) => {
      await world.app.settings.set({ memoryStrategy })
      const rooms = memoryStrategy === 'llm' ? ['kitchen', 'hall', 'bath'] : ['cellar', 'attic', 'garage']
      // Learned ones: what a person wrote down is never put together.
      const learned = rooms.map((room) =>
        newMemory({
          category: 'fact',
          content: `The ${room} was painted in ${room.length + 10} hours by Marta, with the grey paint from Setúbal.`,
        }),
      )
      world.app.memories.changed(await world.store.memoryWriting.add(learned))
      const { operationId, summaryIds } = await timed(memoryStrategy, () => world.app.consolidation.consolidateIfNew())
      const made = await world.store.memories.byIds(summaryIds)
      note(
        `${memoryStrategy}_summaries`,
        made.map((m) => m.content),
      )
      if (!operationId) throw new Error('nothing was put together')
      expect(made.every((m) => m.content.trim() !== '')).toBe(true)
      await world.app.operations.undo(operationId)
      const { memories } = await world.app.memories.list({ offset: 0, limit: 50 })
      expect(memories.filter((m) => rooms.some((room) => m.content.includes(room)))).toHaveLength(rooms.length)
    },
  )

  it('answers a personal task into its bucket', async () => {
    const bucket = (await world.store.buckets.list({ merged: false })).find((b) => /boiler|tank|plumber/i.test(b.title))
    if (!bucket) throw new Error('the boiler was talked of')
    const task = await world.app.heartbeat.add({
      name: 'Boiler',
      schedule: '0 8 * * *',
      prompt: 'In one sentence: what is still to be done about the boiler?',
      bucketId: bucket.id,
    })
    await timed('personal_task', () => world.app.heartbeat.run(task.id))
    await world.app.heartbeat.idle()
    const [last] = await world.store.messages.ofBucket(bucket.id, { limit: 1, newest: true })
    note('personal_task_answer', last?.text)
    expect(last).toMatchObject({ role: 'assistant', author: 'Task “Boiler”' })
    expect(last?.text).not.toMatch(/<\|im_|<mira:/)
  })
})

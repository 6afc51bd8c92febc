import { bucketId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createRetelling } from './retelling'
import { isGrounded } from './retitling'
import { HOUR, openSegments, ScriptedChat, START } from './testing/fixture'
import { talkOf } from './testing/talk'

let test: TestStore
let profile = 0
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const run = { signal: new AbortController().signal, report: () => undefined, ready: () => Promise.resolve() }
/** Two talks closed without a model, then a model that can title. */
async function world(
  answer: (call: number) => unknown = (call) => ({ title: `Told ${call}`, synopsis: `What ${call} was.` }),
) {
  const store = await test.as(`profile ${profile++}`)
  const chat = new ScriptedChat((call, { messages }) =>
    messages[0]?.text.includes('bullets') ? { bullets: ['a fact'] } : answer(call),
  )
  const segments = await openSegments(store)
  for (const n of [0, 1]) await talkOf(store, n, START + n * 5 * HOUR)
  segments.clock.advance(30 * HOUR)
  await segments.service.checkTimeouts()
  await segments.service.idle()
  segments.world.chat = chat
  segments.world.abilities.add('title')
  const named = new Set<string>()
  const retelling = createRetelling({
    ...segments.ports(),
    living: () => segments.directory.visible(),
    isOpenToNames: async (id) => !named.has(id),
  })
  const told = async () =>
    (await store.segments.newest(9)).map(({ title, synopsis, summarisedBy }) => ({ title, synopsis, summarisedBy }))
  return { ...segments, store, chat, retelling, told, named }
}

describe('telling anew by a model', () => {
  it('is offered only with a model that may title', async () => {
    const { retelling, world: set } = await world()
    expect((await retelling.due()).segments).toBe(2)
    set.abilities.delete('title')
    expect(await retelling.due()).toEqual({ segments: 0, buckets: 0 })
    await expect(retelling.run(run)).rejects.toMatchObject({ code: 'model_missing' })
  })

  it('gives title and synopsis, is one act in the log, and that act takes everything back and puts it back again', async () => {
    const { store, retelling, told } = await world()
    const before = await told()
    expect(before.every((s) => s.summarisedBy === 'extractive')).toBe(true)
    const { operationId, segments } = await retelling.run(run)
    expect(segments).toBe(2)
    const after = await told()
    expect(after.every((s) => s.summarisedBy === 'model' && /^Told \d/.test(s.title))).toBe(true)
    expect((await store.verification.run()).problems).toEqual([])
    if (!operationId) throw new Error('no receipt')
    expect(await store.operations.byId(operationId)).toMatchObject({ actor: 'model', kind: 'retell_segments' })
    await store.operations.undo(operationId, START + 40 * HOUR)
    expect(await told()).toEqual(before)
    expect((await store.verification.run()).problems).toEqual([])
    await store.operations.redo(operationId)
    expect(await told()).toEqual(after)
    // nothing is left to do
    expect((await retelling.due()).segments).toBe(0)
  })

  it('leaves a name a person gave, and a segment the model fails at', async () => {
    const { store, retelling, told, faults } = await world((call) =>
      call === 1 ? new Error('no answer') : { title: 'Told', synopsis: 'It was.' },
    )
    expect(await retelling.run(run)).toMatchObject({ segments: 1 })
    expect((await told()).map((s) => s.summarisedBy).sort()).toEqual(['extractive', 'model'])
    expect(faults).toHaveLength(1)
    const [left] = (await store.segments.newest(9)).filter((s) => s.summarisedBy === 'extractive')
    expect(left?.title).not.toBe('')
  })

  it('keeps what was made by the time it was stopped', async () => {
    const stop = new AbortController()
    const { retelling, told } = await world((call) => {
      if (call === 1) stop.abort()
      return { title: 'Told', synopsis: 'It was.' }
    })
    expect(await retelling.run({ ...run, signal: stop.signal })).toMatchObject({ segments: 1 })
    expect((await told()).filter((s) => s.summarisedBy === 'model')).toHaveLength(1)
  })

  it('names living buckets by words of theirs, none as another is called, in one act that is taken back', async () => {
    const { store, chat, retelling, directory, named } = await world()
    await directory.load()
    const titles = () => Object.fromEntries(directory.visible().map((b) => [b.id, b.title]))
    const before = titles()
    chat.answers = (_, { messages: [asked] }) => {
      if (asked?.text.includes('bullets')) return { bullets: ['a fact'] }
      if (!asked?.text.includes('2 to 5 words')) return { title: 'Told', synopsis: 'It was.' }
      return { title: asked.text.includes('Innsbruck') ? 'Leads bought in Innsbruck' : 'Quantum flux' }
    }
    expect(await retelling.run(run)).toMatchObject({ segments: 2, titles: 1 })
    directory.absorb({ buckets: await store.buckets.list({ merged: false }), removed: [] })
    expect(titles()).toEqual({ ...before, dogs_0_001: 'Leads bought in Innsbruck' })
    const [renamed] = await store.operations.list({ bucketId: bucketId.parse('dogs_0_001'), limit: 1 })
    expect(renamed).toMatchObject({ kind: 'rename', actor: 'model' })
    if (!renamed) throw new Error('no receipt')
    const undone = await store.operations.undo(renamed.id, START + 40 * HOUR)
    directory.absorb(undone)
    expect(titles()).toEqual(before)
    // What somebody named is not asked for.
    for (const id of Object.keys(before)) named.add(id)
    expect((await retelling.run(run)).titles).toBe(0)
  })

  it.each([
    ['Flat sourdough loaves', true],
    ['Loaf', true],
    ['Quantum flux', false],
    ['', false],
    ['パンの話', true],
  ])('takes “%s” for a title of the talk: %s', (title, is) => {
    expect(isGrounded(title, 'My sourdough loaf stayed flat. パンが膨らまない。')).toBe(is)
  })
})

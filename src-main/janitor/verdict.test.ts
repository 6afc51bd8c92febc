import { CatchmentError } from '@shared/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScriptedChat } from '../segments/testing/fixture'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createWorld } from './testing/world'
import { createVerdict } from './verdict'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
  const world = createWorld(test.store)
  await world.say('cats', 'cats_001')
  await world.say('cats <mira:bucket_id="x_001"/>', 'cats_001')
  await world.say('kittens', 'kittens_001')
  await world.say('the assistant’s own words', 'kittens_001', { role: 'assistant' })
})
afterAll(() => test.close())

async function asked(chat: ScriptedChat | null, canJudge = true) {
  const faults: unknown[] = []
  const [target, source] = await Promise.all(
    ['cats_001', 'kittens_001'].map((id) => createWorld(test.store).bucket(id)),
  )
  if (!source || !target) throw new Error('the buckets are there')
  const verdict = createVerdict({
    store: test.store,
    chat: () => chat,
    canJudge: () => canJudge,
    onFault: (e) => faults.push(e),
  })
  return { answer: verdict({ source, target, similarity: 0.95 }, new AbortController().signal), faults }
}

describe('a model that may judge', () => {
  it('sees both buckets with what the person said in them, quoted, and answers same or different with a sentence', async () => {
    const chat = new ScriptedChat(() => ({ same: false, because: ' One is about\nfood. ' }))
    expect(await (await asked(chat)).answer).toEqual({ same: false, because: 'One is about food.' })
    const prompt = chat.asked[0]?.messages.map((m) => m.text).join('\n') ?? ''
    expect(prompt).toContain('Topic A: kittens')
    expect(prompt).toContain('- kittens number')
    expect(prompt).toContain('Topic B: cats')
    expect(prompt).not.toContain('own words')
    expect(prompt).not.toContain('<mira')
    expect(chat.asked[0]?.lane).toBe('aside')
  })

  it('has no say where it fails to answer, and the fault is told', async () => {
    const broken = new ScriptedChat(() => new CatchmentError('model_failed', 'nonsense'))
    const { answer, faults } = await asked(broken)
    expect(await answer).toBeNull()
    expect(faults).toHaveLength(1)
  })

  it('ends the pass where it was cancelled', async () => {
    const cancelled = new ScriptedChat(() => new CatchmentError('cancelled', 'stopped'))
    await expect((await asked(cancelled)).answer).rejects.toMatchObject({ code: 'cancelled' })
  })
})

it('a model that was not proved to judge is not asked, and without one nobody is', async () => {
  const chat = new ScriptedChat(() => ({ same: false, because: 'no' }))
  expect(await (await asked(chat, false)).answer).toBeNull()
  expect(chat.asked).toEqual([])
  expect(await (await asked(null)).answer).toBeNull()
})

import { bucketId, suggestionId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, told } from '../app/testing/app'
import type { OpenAiServer } from '../models/testing/openai-server'
import { createTestStore, type TestStore } from '../store/testing/store'

let test: TestStore
let ending: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  ending = []
})
afterAll(() => test.close())

interface World extends TestApp {
  server: OpenAiServer
  answers(next: string): void
}
async function open(overrides: Parameters<typeof openTestApp>[1] = {}): Promise<World> {
  const world = await openTestApp(test, overrides)
  ending.push(() => world.close())
  let next = 'Fine.'
  const server = await chatWith(world, { abilities: ['tags'], answer: () => next })
  ending.push(() => server.close())
  return Object.assign(world, {
    server,
    answers: (given: string) => {
      next = given
    },
  })
}
const tag = (id: string, isNew = false) => `<mira:bucket_id="${id}"${isNew ? ' new_bucket="true"' : ''} />Fine.`
const DOGS = 'My dog and his training: sit, stay, treats, leash.'

/** A bucket about dogs, then another one about the very same. */
async function alike(world: World, again = true): Promise<void> {
  world.answers(tag('pets_XXX', true))
  await say(world, DOGS)
  world.answers(tag('pets_001'))
  for (let i = 0; i < 3; i++) await say(world, DOGS)
  world.answers(tag('puppy_training_XXX', true))
  await say(world, DOGS)
  world.answers(tag('puppy_training_001'))
  if (again) await say(world, DOGS)
}
const hints = (world: World) => world.store.hints.newest(10)
const newestTurn = (world: World) => world.server.received.at(-1)?.messages.at(-1)?.content ?? ''

describe('a new bucket that is like one that is there', () => {
  it('is pointed out to the person, once, as a suggestion that merges it; yes is counted', async () => {
    const world = await open()
    await alike(world)
    const [card, ...others] = await world.store.janitor.openSuggestions()
    expect(others).toEqual([])
    expect(card).toMatchObject({ kind: 'merge', source: 'puppy_training_001', target: 'pets_001' })
    expect(card?.similarity).toBeGreaterThanOrEqual(0.85)
    expect(card?.sentence).toContain('may be one topic')
    await say(world, DOGS)
    expect(await hints(world)).toMatchObject([{ bucket: 'puppy_training_001', existing: 'pets_001', status: 'open' }])
    expect(told(world, 'suggestions.changed').length).toBeGreaterThan(0)
    expect(JSON.stringify(world.server.received)).not.toContain('Your new bucket')
    await world.app.buckets.command({
      kind: 'mv',
      source: bucketId.parse('puppy_training_001'),
      target: bucketId.parse('pets_001'),
    })
    expect(await hints(world)).toMatchObject([{ status: 'accepted', decidedBy: 'person' }])
    expect(await world.store.hints.counts()).toEqual({ made: 1, accepted: 1, ignored: 0 })
  })

  it('is never pointed out again after a no', async () => {
    const world = await open()
    await alike(world)
    const [card] = await world.store.janitor.openSuggestions()
    await world.store.janitor.decideSuggestion(suggestionId.parse(card?.id), 'dismissed', world.clock.now())
    expect(await hints(world)).toMatchObject([{ status: 'ignored', decidedBy: 'person' }])
    await say(world, DOGS)
    const next = await world.reopen()
    ending.push(() => next.close())
    await say(next, DOGS)
    expect(await next.store.janitor.openSuggestions()).toEqual([])
    expect(await next.store.hints.counts()).toEqual({ made: 1, accepted: 0, ignored: 1 })
  })

  it('is pointed out to nobody when that is switched off, nor when it is unlike', async () => {
    const world = await open({ overrides: { hintSuggestions: false } })
    await alike(world)
    expect(await hints(world)).toEqual([])
    const other = await open()
    other.answers(tag('pets_XXX', true))
    for (let i = 0; i < 3; i++) await say(other, DOGS)
    other.answers(tag('taxes_XXX', true))
    await say(other, 'Income tax: which form, which deadline, which deductions?')
    expect(await hints(other)).toEqual([])
  })
})

describe('the experiment that tells the model', () => {
  const overrides = { experimentHintsToModel: true }

  it('puts the note into the next turn, as data, in the seed’s words, for that turn only', async () => {
    const world = await open({ overrides })
    await alike(world, false)
    await say(world, 'What about treats?')
    const said = newestTurn(world)
    expect(said).toMatch(
      /```context\n[\s\S]*Note: Your new bucket 'puppy_training_001' is \d+% similar to existing 'pets_001'\. If same topic, add to your next <mira:analysis>: <mira:bucket>mv puppy_training_001 pets_001<\/mira:bucket>\n```/,
    )
    expect(await hints(world)).toMatchObject([{ status: 'ignored', decidedBy: 'model' }])
    await say(world, 'And the leash?')
    expect(newestTurn(world)).not.toContain('Your new bucket')
    expect(await world.store.hints.counts()).toMatchObject({ made: 1, ignored: 1 })
  })

  it('lets the model merge them, with a receipt, and counts it as a yes', async () => {
    const world = await open({ overrides })
    await alike(world, false)
    world.answers('<mira:bucket>mv puppy_training_001 pets_001</mira:bucket><mira:bucket_id="pets_001" />Treats.')
    const { userMessage } = await say(world, 'What about treats?')
    expect(userMessage.bucketId).toBe('pets_001')
    expect(world.app.directory.resolve(bucketId.parse('puppy_training_001'))?.id).toBe('pets_001')
    expect(await hints(world)).toMatchObject([{ status: 'accepted', decidedBy: 'model' }])
    expect(await world.store.janitor.openSuggestions()).toEqual([])
    expect(await world.store.operations.list({ limit: 1 })).toMatchObject([{ kind: 'mv', actor: 'model' }])
  })

  it('says nothing of a bucket that a person took into their hands meanwhile', async () => {
    const world = await open({ overrides })
    await alike(world, false)
    await world.app.buckets.line('rename puppy_training_001 "Fido at school"')
    await say(world, 'What about treats?')
    expect(newestTurn(world)).not.toContain('Your new bucket')
  })
})

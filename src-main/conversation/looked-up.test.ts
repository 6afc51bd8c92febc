import type { BucketId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, told } from '../app/testing/app'
import type { OpenAiServer } from '../models/testing/openai-server'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

let test: TestStore
let world: TestApp
let server: OpenAiServer
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  await world.close()
  await server.close()
})
afterAll(() => test.close())

const lastSaid = (): string => server.received.at(-1)?.messages.at(-1)?.content ?? ''

/** A topic that was filed away, other talk after it, a month of silence, and then a model. */
async function afterAMonth(abilities: readonly 'tools'[] = []): Promise<BucketId> {
  world = await openTestApp(test)
  const { filed } = await say(world, 'My greyhound Rex sleeps in the kitchen beside the oven.')
  if (!filed.bucket) throw new Error('it was not filed')
  world.clock.advance(5 * HOUR)
  for (let i = 0; i < 16; i++) await say(world, `The quarterly invoice number ${i} was paid by transfer.`)
  await world.app.buckets.command({ kind: 'archive', bucket: filed.bucket.id })
  world.clock.advance(30 * 24 * HOUR)
  server = await chatWith(world, { answer: () => 'In the kitchen.', abilities })
  return filed.bucket.id
}

describe('something said before is asked for, and the model has no tools', () => {
  it('is looked up for it, and the topic it was found in is active again', async () => {
    const bucket = await afterAMonth()
    const { reply, filed } = await say(world, 'Do you remember where my greyhound Rex sleeps?')
    expect(reply?.recalled[0]?.text).toBe('My greyhound Rex sleeps in the kitchen beside the oven.')
    expect(lastSaid()).toContain('From before: “My greyhound Rex sleeps in the kitchen beside the oven.”')
    expect(filed.bucket?.id).toBe(bucket)
    expect((await world.store.buckets.byIds([bucket]))[0]?.status).toBe('active')
  })

  it('is said to be missing where nothing of the kind was said', async () => {
    const bucket = await afterAMonth()
    const { reply } = await say(world, 'Do you remember which volcano Iceland closed?')
    expect(reply?.recalled).toEqual([])
    expect(told(world, 'app.notice').map((notice) => notice.message)).toEqual([
      'Nothing about this was found in your earlier conversations: what the model says of it does not come from there.',
    ])
    expect(lastSaid()).toMatch(
      /Iceland closed\?\n\n\[Catchment searched all earlier conversations for this and found nothing\./,
    )
    expect((await world.store.buckets.byIds([bucket]))[0]?.status).toBe('archived')
  })

  it('is not said to be missing where the running talk speaks of it, nor where something else may be meant', async () => {
    await afterAMonth()
    await say(world, 'My cousin Ines keeps three tortoises on the balcony.')
    await say(world, 'Do you remember how many tortoises Ines keeps on the balcony?')
    expect(lastSaid()).not.toContain('Catchment searched')
    await say(world, 'Did I pronounce Eyjafjallajokull correctly?')
    expect(lastSaid()).not.toContain('Catchment searched')
  })

  it('is not looked up where the person turned notes off, nor for a model that searches by itself', async () => {
    await afterAMonth(['tools'])
    await say(world, 'Do you remember which volcano Iceland closed?')
    expect(lastSaid()).not.toContain('Catchment searched')
    await world.app.models.override('tools', false)
    await say(world, 'Do you remember which volcano Iceland closed?', { recall: false })
    expect(lastSaid()).not.toContain('Catchment searched')
  })
})

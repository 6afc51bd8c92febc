import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp } from '../app/testing/app'
import type { OpenAiServer } from '../models/testing/openai-server'
import { createTestStore, type TestStore } from '../store/testing/store'

/** Everything a turn asks of the database: speed is measured elsewhere, but what it is made of is counted here (ADR 8). */
const asked: string[] = []
let transactions = 0
let test: TestStore
let world: TestApp
let server: OpenAiServer

beforeAll(async () => {
  test = await createTestStore({
    statement: (sql) => void asked.push(sql.replace(/\s+/gu, ' ').trim()),
    transaction: () => {
      transactions += 1
    },
  })
  world = await openTestApp(test)
  server = await chatWith(world, { answer: () => 'Cut the brown leaves off and water them in the morning.' })
  // A session is open, its opening is restored, and filing knows the talk.
  await say(world, 'Our tomatoes have brown spots on their leaves.')
  await say(world, 'And the cucumbers wither.')
})
afterAll(async () => {
  await world.close()
  await server.close()
  await test.close()
})
beforeEach(async () => {
  await world.app.search.keepPassages()
  asked.length = 0
  transactions = 0
})

describe('a turn asks little of the database', () => {
  it('with recall, filing, counts and what may be remembered of it', async () => {
    await say(world, 'How often should the tomatoes be watered?')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(1)
    expect(transactions, asked.join('\n')).toBeLessThanOrEqual(1)
  })

  it('and no more when there are memories', async () => {
    for (const fact of ['My name is Ines Falk.', 'I live in Lisbon.', 'My sister is called Clara.'])
      await say(world, fact)
    expect((await world.store.memories.standing()).length).toBeGreaterThan(1)
    asked.length = 0
    transactions = 0
    await say(world, 'What should I water first in Lisbon?')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(1)
    expect(transactions, asked.join('\n')).toBeLessThanOrEqual(1)
  })
})

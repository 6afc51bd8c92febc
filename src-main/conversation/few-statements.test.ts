import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    // How often a reply is saved while it streams depends on how long it takes.
    statement: (sql) => void (sql.includes('pending_replies') || asked.push(sql.replace(/\s+/gu, ' ').trim())),
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
/** What a turn leaves to the background is no part of the next. */
async function count(): Promise<void> {
  await world.app.search.keepPassages()
  for (let before = -1; before !== asked.length; ) {
    before = asked.length
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  asked.length = 0
  transactions = 0
}

describe('a turn asks little of the database', () => {
  it('with recall, filing, counts and what may be remembered of it', async () => {
    await count()
    await say(world, 'How often should the tomatoes be watered?')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(21)
    expect(transactions, asked.join('\n')).toBeLessThanOrEqual(4)
  })

  it('and no more when there are memories', async () => {
    for (const fact of ['I live in Lisbon.', 'my sister is called Clara.']) await say(world, `Remember that ${fact}`)
    expect((await world.store.memories.standing()).length).toBeGreaterThan(1)
    await say(world, 'The cucumbers are fine again.')
    await count()
    await say(world, 'What should I water first in Lisbon?')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(27)
    expect(transactions, asked.join('\n')).toBeLessThanOrEqual(5)
  })
})

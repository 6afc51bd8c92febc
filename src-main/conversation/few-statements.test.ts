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

/** A turn with what its filing does after the commit: statements up to the commit, after it, and all transactions. */
async function whole(text: string): Promise<{ upToCommit: string[]; after: string[]; transactions: number }> {
  await count()
  await say(world, text)
  await world.app.desk.lock.waitForUnlock()
  const commit = asked.findIndex((sql) => sql.includes('turn_finish')) + 1
  expect(commit).toBeGreaterThan(0)
  return { upToCommit: asked.slice(0, commit), after: asked.slice(commit), transactions }
}

describe('a turn asks little of the database', () => {
  it('with recall, filing, counts and what may be remembered of it', async () => {
    const turn = await whole('How often should the tomatoes be watered?')
    expect(turn.upToCommit.length, turn.upToCommit.join('\n')).toBeLessThanOrEqual(20)
    expect(turn.after.length, turn.after.join('\n')).toBeLessThanOrEqual(4)
    // one of them is what follows the commit: the reply's own vector
    expect(turn.transactions, asked.join('\n')).toBeLessThanOrEqual(5)
  })

  it('and no more when there are memories', async () => {
    for (const fact of ['I live in Lisbon.', 'my sister is called Clara.']) await say(world, `Remember that ${fact}`)
    expect((await world.store.memories.standing()).length).toBeGreaterThan(1)
    await say(world, 'The cucumbers are fine again.')
    const turn = await whole('What should I water first in Lisbon?')
    expect(turn.upToCommit.length, turn.upToCommit.join('\n')).toBeLessThanOrEqual(25)
    expect(turn.after.length, turn.after.join('\n')).toBeLessThanOrEqual(4)
    expect(turn.transactions, asked.join('\n')).toBeLessThanOrEqual(6)
  })
})

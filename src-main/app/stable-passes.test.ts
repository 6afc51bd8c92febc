/** A pass is stable on stores like real ones (07-settled): after an import one pass settles everything, the next one finds nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { fileOf } from '../transfer/testing/exports'
import { openTestApp, type TestApp } from './testing/app'

let test: TestStore
let world: TestApp
beforeAll(async () => {
  test = await createTestStore()
  world = await openTestApp(test)
})
afterAll(async () => {
  await world.close()
  await test.close()
})

const DAY = 24 * HOUR
/** Of a wave. */
const MESSAGES = 160

/** What two friends talk about, invented; every sitting touches two or three of these and is padded with courtesies. */
const TOPICS = [
  ['the allotment', 'beans', 'the greenhouse', 'slugs', 'compost'],
  ['the choir', 'the concert', 'rehearsals', 'the alto part', 'the organ'],
  ['the kiln', 'glaze', 'clay bowls', 'the pottery fair', 'the wheel'],
  ['the marathon', 'intervals', 'running shoes', 'my knee', 'the trainer'],
  ['the move', 'boxes', 'the landlord', 'the deposit', 'the new flat'],
  ['the puppy', 'the leash', 'the vet', 'puppy school', 'the postman'],
] as const
const SAID = [
  (thing: string, other: string) =>
    `I spent the whole weekend on ${thing}, and ${other} came out better than last time.`,
  (thing: string, other: string) => `How is it going with ${thing}? Last week you were worried about ${other}.`,
  (thing: string, other: string) => `[shares a picture: a photo of ${thing} beside ${other}] Look at that!`,
  (thing: string) => `That is so great to hear, ${thing} means a lot to me too.`,
]
const COURTESIES = [
  'Hey, long time no see!',
  'Thanks, that means a lot.',
  'Wow, that sounds amazing!',
  'Take care, see you soon!',
]

/** So many messages of two friends from the `from`-th on, sixteen to a sitting, a sitting every other day. */
function friends(from: number, count: number): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const at = from + i
    const [sitting, turn] = [Math.floor(at / 16), at % 16]
    const topic = TOPICS[(sitting * 7 + (turn > 9 ? 3 : 0)) % TOPICS.length] ?? TOPICS[0]
    const [thing, other] = [topic[(at * 3) % topic.length] ?? '', topic[(at * 5 + 1) % topic.length] ?? '']
    const text =
      turn === 0 || turn === 15 ? COURTESIES[sitting % COURTESIES.length] : SAID[at % SAID.length]?.(thing, other)
    const ts = new Date(Date.UTC(2023, 0, 3, 18) + sitting * 2 * DAY + turn * 60_000).toISOString()
    return { type: 'message', conv: 'friends', id: `m${at}`, ts, author: at % 2 ? 'Ilse' : 'Tomas', text }
  })
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

it('after an import, and after each further wave of messages, a second pass changes nothing', async () => {
  for (let wave = 0; wave < 3; wave++) {
    const file = await fileOf(friends(MESSAGES * wave, MESSAGES))
    const signal = new AbortController().signal
    const { new: added } = await world.app.imports.run(file, { format: 'jsonl', signal, report: () => undefined })
    expect(added).toBe(MESSAGES)
    // What the import made is named by it: nothing it did is a receipt of renaming.
    const renamed = (await world.store.operations.list({ limit: 500 })).filter((o) => o.kind === 'rename')
    if (wave === 0) expect(renamed).toEqual([])
    const titles = world.app.directory.visible().map((b) => b.title.toLowerCase())
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).not.toMatch(/ilse|tomas|shares/)
    await world.app.janitor.tidy({ dryRun: false })
    expect([wave, (await world.app.janitor.tidy({ dryRun: false })).lines]).toEqual([wave, []])
    world.clock.advance(6 * HOUR)
    expect([wave, (await world.app.janitor.tidy({ dryRun: true })).lines]).toEqual([wave, []])
    // No bucket swallows a life: two friends talk about six things.
    const largest = Math.max(...world.app.directory.visible().map((b) => b.messages))
    expect(largest / (MESSAGES * (wave + 1))).toBeLessThan(0.5)
  }
  expect((await world.store.verification.run()).problems).toEqual([])
}, 600_000)

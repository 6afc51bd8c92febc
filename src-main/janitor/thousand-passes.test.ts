/** "1,000 passes over a fixed store lose no message" (02-janitor-memory, Guarantees). */
import { expect, it } from 'vitest'
import { createTestStore } from '../store/testing/store'
import { HOUR_MS, NOON } from './testing/samples'
import { createWorld } from './testing/world'
import { DAY_MS } from './types'

it('a thousand passes lose no message, and only the first one changes anything', async () => {
  const test = await createTestStore()
  const world = createWorld(test.store, { settings: { experimentLifeChange: true } })
  const said: [topic: string, into: string, ageMs: number, status?: 'ephemeral'][] = [
    ['cats', 'cats_001', DAY_MS],
    ['kittens', 'kittens_001', DAY_MS],
    ['pets', 'pets_001', 2 * DAY_MS],
    ['music', 'music_001', 40 * DAY_MS],
    ['tax', 'tax_001', 100 * DAY_MS],
    ['bread', 'ephemeral_001', 30 * HOUR_MS, 'ephemeral'],
    ['rain', 'ephemeral_002', HOUR_MS, 'ephemeral'],
  ]
  for (const [topic, into, ageMs, status] of said.sort((a, b) => b[2] - a[2]))
    for (let i = 0; i < 3; i++) await world.say(topic, into, { at: NOON - ageMs + i, ...(status ? { status } : {}) })
  const before = await world.picture()
  const first = await world.janitor.tidy({ dryRun: false })
  expect(first.lines.map((l) => l.kind)).toEqual(['consolidate', 'archive_ephemeral', 'archive_low_return'])
  const after = await world.picture()
  expect(after.messages.map((m) => m.split(' in ')[0]).sort()).toEqual(
    before.messages.map((m) => m.split(' in ')[0]).sort(),
  )
  let changes = 0
  for (let pass = 1; pass < 1000; pass++) changes += (await world.janitor.tidy({ dryRun: false })).lines.length
  expect(changes).toBe(0)
  expect(await world.picture()).toEqual(after)
  expect(await test.store.verification.run()).toMatchObject({ ok: true, problems: [] })
  await test.close()
}, 300_000)

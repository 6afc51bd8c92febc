import { bucketId, type OperationId } from '@shared/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newOperation } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { pairsOf } from './pairs'
import { HOUR_MS } from './testing/samples'
import { createWorld, type World } from './testing/world'

let test: TestStore
let profile = 0

beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const places = ['one_001', 'two_001', 'three_001', 'ephemeral_001', 'ephemeral_002']
const place = fc.constantFrom(...places)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      topic: fc.constantFrom('cats', 'kittens', 'pets', 'cars'),
      into: place,
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('redo' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(5, 25, 24 * 31, 24 * 91) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pin' as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dismiss' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What a person made their own. */
const kept = async ({ store }: World) =>
  (await store.buckets.list({ merged: false })).filter((b) => b.pinned || b.shapedBy === 'person')

/** One pass, and what must hold of any. */
async function pass(world: World): Promise<number> {
  const { store, janitor } = world
  const before = await kept(world)
  const messages = (await store.verification.run()).counts.messages
  const refused = (await store.operations.list({ limit: 500 })).filter((r) => r.undone && r.kind === 'consolidate')
  const { lines } = await janitor.tidy({ dryRun: false })
  expect((await janitor.tidy({ dryRun: true })).lines).toEqual([])
  expect(await store.verification.run()).toMatchObject({ ok: true, problems: [], counts: { messages } })
  for (const bucket of before) {
    const [after] = await store.buckets.byIds([bucket.id])
    expect(after).toMatchObject({ mergedInto: null, title: bucket.title })
    if (bucket.pinned) expect(['active', bucket.status]).toContain(after?.status)
  }
  const done = (await store.operations.list({ limit: lines.length || 1 })).slice(0, lines.length)
  for (const merge of done.filter((r) => r.kind === 'consolidate'))
    for (const [a, b] of pairsOf(merge.buckets))
      expect(refused.filter((r) => r.buckets.includes(a) && r.buckets.includes(b))).toEqual([])
  return lines.length
}

async function take(world: World, s: Step, log: OperationId[]): Promise<number> {
  const { store, clock } = world
  const which = 'which' in s ? log[s.which % Math.max(1, log.length)] : undefined
  switch (s.do) {
    case 'say': {
      const status = s.into.startsWith('ephemeral') ? 'ephemeral' : 'active'
      for (let n = 0; n < s.times; n++) await world.say(s.topic, s.into, { status })
      return 0
    }
    case 'pass':
      return pass(world)
    case 'undo':
      if (which) await world.undo(which)
      return 0
    case 'redo':
      if (which) await world.redo(which)
      return 0
    case 'wait':
      clock.advance(s.hours * HOUR_MS)
      return 0
    case 'pin':
    case 'rename': {
      const bucket = await store.buckets.resolve(bucketId.parse(s.at))
      if (!bucket) return 0
      const person = (field: 'pinned_at' | 'shaped_by', after: string) => ({
        entity: 'bucket' as const,
        entityId: bucket.id,
        field,
        after,
      })
      const write =
        s.do === 'pin' ? person('pinned_at', new Date(clock.now()).toISOString()) : person('shaped_by', 'person')
      await store.operations.apply(newOperation({ kind: s.do, ts: clock.now(), writes: [write] }))
      return 0
    }
    case 'dismiss': {
      const [open] = await store.janitor.openSuggestions()
      if (open) await store.janitor.decideSuggestion(open.id, 'dismissed', clock.now())
      return 0
    }
  }
}

describe('whatever is said, tidied, undone and decided, in whatever order', () => {
  it('a pass loses nothing, leaves a second one nothing to do, keeps to every no, and all of it can be undone', async () => {
    let acts = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 12, maxLength: 24 }),
        fc.integer({ min: 1, max: 1000 }),
        async (steps, seed) => {
          const world = createWorld(await test.as(`history ${profile++}`))
          const { store } = world
          for (const s of steps) {
            const log = (await store.operations.list({ actors: ['janitor'], limit: 100 })).map((r) => r.id)
            acts += await take(world, s, log)
          }
          acts += await pass(world)
          const log = await store.operations.list({ limit: 500 })
          const order = [...log].sort(
            (x, y) =>
              ((Number.parseInt(x.id.slice(-4), 16) * seed) % 17) - ((Number.parseInt(y.id.slice(-4), 16) * seed) % 17),
          )
          for (const { id } of order) await world.undo(id)
          expect(await store.verification.run()).toMatchObject({ ok: true, problems: [] })
          const { messages } = await store.messages.page({ anchor: { at: 'newest' }, limit: 500 })
          for (const m of messages) expect(m.bucketId).toBe((await store.messages.byIds([m.id]))[0]?.homeBucketId)
          const shown = await store.buckets.list({ merged: false })
          expect(shown.map((b) => b.id).sort()).toEqual([...new Set(messages.map((m) => m.bucketId))].sort())
          for (const b of shown) {
            expect(b).toMatchObject({
              status: b.id.startsWith('ephemeral') ? 'ephemeral' : 'active',
              pinned: false,
              shapedBy: 'automation',
              priority: 'normal',
            })
          }
        },
      ),
      { numRuns: 10, seed: 20260106 },
    )
    expect(acts).toBeGreaterThan(12)
  })
})

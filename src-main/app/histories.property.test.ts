/** Random lives of a store, through the same services as window and command line, against what must hold of any. */

import { CatchmentError } from '@shared/contract/errors'
import type { BucketId, MessageId, OperationId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { openTestApp, say, type TestApp } from './testing/app'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const TALK = {
  tomatoes: [
    'Tomatoes in the garden need potash.',
    'The tomatoes in the garden got water.',
    'Garden tomatoes and slugs.',
  ],
  trains: ['Night trains run to Lisbon.', 'The night trains have sleeping cars.', 'Trains to Lisbon at night.'],
  words: ['What does sesquipedalian mean?', 'How many teaspoons fill a tablespoon?', 'Who invented the zip fastener?'],
} as const

const which = fc.nat(20)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      topic: fc.constantFrom(...(Object.keys(TALK) as (keyof typeof TALK)[])),
      which,
      into: fc.option(which, { freq: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(2, 30, 24 * 40) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tidy' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('command' as const),
      kind: fc.constantFrom('mv', 'merge', 'split', 'pin', 'unpin', 'archive', 'unarchive', 'rename', 'show'),
      one: which,
      two: which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), message: which, to: fc.option(which) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('divide' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('empty' as const), from: which, to: which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('redo' as const), which }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The reference: what was said, in order, and where each message was first filed. */
interface Said {
  id: MessageId
  text: string
  firstHome: BucketId | null
}

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]
/** What a person may be told no to; anything else is a fault. */
async function allowed(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof CatchmentError) || !['conflict', 'not_found', 'bad_request'].includes(error.code))
      throw error
  })
}

async function live(world: TestApp, said: Said[], one: Step): Promise<void> {
  const { app, clock } = world
  const shown = app.directory.visible().map((b) => b.id)
  const operations = async (undone: boolean) =>
    (await world.store.operations.list({ limit: 500 })).filter((o) => o.undone === undone)
  switch (one.do) {
    case 'say': {
      const text = pick(TALK[one.topic], one.which) ?? ''
      const target = one.into === null ? undefined : pick(shown, one.into)
      const before = said.length
      await allowed(
        say(world, text, target === undefined ? {} : { bucketId: target }).then(({ userMessage }) =>
          said.push({ id: userMessage.id, text, firstHome: userMessage.homeBucketId }),
        ),
      )
      if (target === undefined) expect(said).toHaveLength(before + 1)
      clock.advance(60_000)
      return
    }
    case 'wait':
      clock.advance(one.hours * HOUR)
      return app.segments.checkTimeouts()
    case 'tidy':
      await app.janitor.tidy({ dryRun: false })
      return expect((await app.janitor.tidy({ dryRun: true })).lines).toEqual([])
    case 'command': {
      const [a, b] = [pick(shown, one.one) ?? 'nowhere_001', pick(shown, one.two) ?? 'nowhere_002']
      const more = {
        mv: b,
        merge: `${b} "Both ${one.one}"`,
        split: `${a} "Part ${one.two}"`,
        rename: `Name ${one.two}`,
      }
      const rest = one.kind in more ? more[one.kind as keyof typeof more] : ''
      return allowed(app.buckets.line(`${one.kind} ${a} ${rest}`))
    }
    case 'move': {
      const message = pick(said, one.message)
      const target = one.to === null ? undefined : pick(shown, one.to)
      if (!message) return
      return allowed(
        app.buckets.moveMessage(
          message.id,
          target === undefined ? { newTitle: `Mine ${one.message}` } : { bucketId: target },
        ),
      )
    }
    // Split as it falls by itself, with the names it gets by itself.
    case 'divide': {
      const source = pick(shown, one.which)
      if (source === undefined) return
      return allowed(
        (async () => {
          const { refused, titles, division } = await app.buckets.proposeSplit(source)
          if (refused !== null) return
          const sides = Object.fromEntries(division.map(({ messageId, side }) => [messageId, side]))
          await app.buckets.command({ kind: 'split', source, targets: titles, division: sides })
        })(),
      )
    }
    // Message by message, until nothing lies in it.
    case 'empty': {
      const [from, to] = [pick(shown, one.from), pick(shown, one.to)]
      if (from === undefined || to === undefined) return
      for (const { id } of await world.store.messages.ofBucket(from, { limit: 1000, newest: false }))
        await allowed(app.buckets.moveMessage(id, { bucketId: to }))
      return
    }
    case 'undo': {
      const entry = pick(await operations(false), one.which)
      return void (entry && (await app.operations.undo(entry.id)))
    }
    case 'redo': {
      const entry = pick(await operations(true), one.which)
      return void (entry && (await app.operations.redo(entry.id)))
    }
  }
}

/** It may take a while until what runs behind a turn is done. */

/** A talk that a turn ended is closed behind the turn: wait until that is done. */
async function quiet({ store, clock }: TestApp): Promise<void> {
  await eventually(async () => {
    expect(await store.segments.due({ now: clock.now(), timeoutMs: 24 * 400 * HOUR, claimMs: 0 })).toEqual([])
    expect((await store.segments.newest(100)).filter((s) => s.status === 'collapsing')).toEqual([])
    expect(await store.segments.undrained(1)).toEqual([])
  })
}

/** No message lost, none filed twice, counts right, memory and store at one. */
async function expectTrue(world: TestApp, said: readonly Said[]): Promise<void> {
  const { app, store } = world
  await quiet(world)
  expect((await store.verification.run()).problems).toEqual([])
  const messages = await store.messages.newest(1000)
  expect(messages.map((m) => [m.id, m.text])).toEqual(said.map((s) => [s.id, s.text]))
  expect(messages.filter((m) => m.bucketId === null)).toEqual([])
  const stored = await eventually(async () => {
    const list = await store.buckets.list({ merged: true })
    expect(new Map(app.directory.all().map((b) => [b.id, b]))).toEqual(new Map(list.map((b) => [b.id, b])))
    return list
  })
  for (const bucket of stored.filter((b) => b.status !== 'merged')) {
    const lying = messages.filter((m) => m.bucketId === bucket.id).length
    expect([bucket.id, bucket.messages, app.desk.shelf.of(bucket.id)?.messages ?? 0]).toEqual([bucket.id, lying, lying])
  }
}

/** What a person sees of messages and buckets. */
async function picture(world: TestApp): Promise<unknown> {
  const messages = await world.store.messages.newest(1000)
  return {
    messages: messages.map((m) => `${m.text} ${m.bucketId} ${m.homeBucketId} ${m.filedBy}`),
    buckets: world.app.directory
      .all()
      .map(
        (b) => `${b.id} “${b.title}” ${b.status} ${b.pinned} ${b.priority} ${b.mergedInto} ${b.messages} ${b.shapedBy}`,
      )
      .sort(),
  }
}

describe('whatever is said, commanded, tidied, undone and redone', () => {
  it('loses no message, counts right, and gives everything back when all is undone', { timeout: 300_000 }, async () => {
    const order = fc.array(fc.nat(), { minLength: 40, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), order, async (steps, shuffle) => {
        const world = await openTestApp(test)
        const said: Said[] = []
        try {
          for (const one of steps) {
            await live(world, said, one)
            await expectTrue(world, said)
          }
          expect(world.log.filter((l) => l.level === 50)).toEqual([])
          const last = await picture(world)
          const standing = (await world.store.operations.list({ limit: 500 })).filter((o) => !o.undone)
          const mixed = (ids: OperationId[]) =>
            ids.map((id, i) => ({ id, key: shuffle[i % 40] ?? 0 })).sort((x, y) => x.key - y.key)

          for (const { id } of mixed(standing.map((o) => o.id))) await world.app.operations.undo(id)
          await expectTrue(world, said)
          const bare = await world.store.messages.newest(1000)
          expect(bare.map((m) => m.homeBucketId)).toEqual(said.map((s) => s.firstHome))
          for (const bucket of world.app.directory.all()) {
            expect([bucket.id, bucket.mergedInto, bucket.pinned, bucket.priority]).toEqual([
              bucket.id,
              null,
              false,
              'normal',
            ])
            expect(bucket.messages).toBeGreaterThan(0)
          }
          for (const { id } of mixed(standing.map((o) => o.id))) await world.app.operations.redo(id)
          expect(await picture(world)).toEqual(last)
          await expectTrue(world, said)

          // The next process finds the same.
          const next = await world.reopen()
          await expectTrue(next, said)
          expect(await picture(next)).toEqual(last)
          await next.close()
        } finally {
          await world.close()
        }
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })
})

import { bucketId, type OperationId } from '@shared/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newOperation } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createJanitor } from './service'
import { HOUR_MS, NOON } from './testing/samples'
import { createWorld, type World } from './testing/world'
import { DAY_MS } from './types'

let test: TestStore
let profile = 0
let world: World

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  world = createWorld(await test.as(`profile ${profile++}`))
})
afterAll(() => test.close())

const tidy = async (w = world) => (await w.janitor.tidy({ dryRun: false })).lines.map((l) => l.sentence)
const receipts = () => world.store.operations.list({ actors: ['janitor'], limit: 100 })
const undoNewest = async (): Promise<OperationId> => {
  const [newest] = (await receipts()).filter((r) => !r.undone)
  if (!newest) throw new Error('there is nothing to undo')
  await world.undo(newest.id)
  return newest.id
}
async function sayOften(topic: string, into: string, times: number, options: Parameters<World['say']>[2] = {}) {
  for (let n = 0; n < times; n++) await world.say(topic, into, options)
}
/** Two buckets of one topic, the second one smaller. */
async function twins() {
  await sayOften('cats', 'cats_001', 4)
  await sayOften('kittens', 'kittens_001', 2)
}
const asPerson = (entityId: string, field: 'pinned_at' | 'shaped_by' | 'title', after: string) =>
  world.store.operations.apply(newOperation({ kind: 'rename', writes: [{ entity: 'bucket', entityId, field, after }] }))

describe('a pass', () => {
  it('merges two buckets of one topic with a receipt, and undo puts every message back', async () => {
    await twins()
    const before = await world.picture()
    expect(await tidy()).toEqual(['Merged “kittens” into “cats”: they read alike (0.96, 2 messages).'])
    expect((await world.picture()).buckets).toEqual(['cats_001 “cats” active normal 6'])
    expect(await receipts()).toMatchObject([
      {
        kind: 'consolidate',
        actor: 'janitor',
        buckets: ['kittens_001', 'cats_001'],
        messagesMoved: 2,
        undone: false,
        sentence: 'Merged “kittens” into “cats”: they read alike (0.96, 2 messages).',
      },
    ])
    await undoNewest()
    expect(await world.picture()).toEqual(before)
  })

  it('keeps a one-off that grew, under a proper id to which the old one leads', async () => {
    await sayOften('bread', 'ephemeral_001', 7, { status: 'ephemeral' })
    const before = await world.picture()
    expect(await tidy()).toEqual(['Kept “bread” as a bucket: it grew to 7 messages.'])
    expect((await world.picture()).buckets).toEqual(['bread_001 “bread” active normal 7'])
    expect((await world.store.buckets.resolve(bucketId.parse('ephemeral_001')))?.id).toBe('bread_001')
    await undoNewest()
    expect(await world.picture()).toEqual(before)
  })

  it('files one-offs away by the day, with a summary that stays true after an undo and after later messages', async () => {
    await world.say('bread', 'ephemeral_001', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await world.say('cars', 'ephemeral_002', { at: NOON - 29 * HOUR_MS, status: 'ephemeral' })
    const before = await world.picture()
    expect(await tidy()).toEqual([
      'Filed away “bread”: a one-off, a day old.',
      'Filed away “cars”: a one-off, a day old.',
    ])
    const day = 'misc_conversations_2026_01_05'
    expect((await world.picture()).buckets).toEqual([`${day} “One-offs of 5 January 2026” archived normal 2`])
    expect((await world.bucket(day))?.summary).toBe('- bread: bread number 0\n- cars: cars number 1')
    await undoNewest()
    expect((await world.bucket(day))?.summary).toBe('- bread: bread number 0')
    await undoNewest()
    expect(await world.picture()).toEqual(before)
    for (const { id } of await receipts()) await world.redo(id)
    expect((await world.bucket(day))?.summary).toBe('- bread: bread number 0\n- cars: cars number 1')
    await world.say('bread', 'ephemeral_001')
    await tidy()
    expect((await world.bucket(day))?.messages).toBe(3)
    expect(await world.store.verification.run()).toMatchObject({ ok: true })
  })

  it('leaves the day’s bucket in the archive when its first one-off is taken out and others stay', async () => {
    await world.say('bread', 'ephemeral_001', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await world.say('cars', 'ephemeral_002', { at: NOON - 29 * HOUR_MS, status: 'ephemeral' })
    await tidy()
    const first = (await receipts()).at(-1)
    if (first) await world.undo(first.id)
    expect(await world.bucket('misc_conversations_2026_01_05')).toMatchObject({ status: 'archived', messages: 1 })
    await undoNewest()
    expect(await world.bucket('misc_conversations_2026_01_05')).toBeUndefined()
  })

  it('archives what went quiet and raises what is busy', async () => {
    await sayOften('cars', 'cars_001', 2, { at: NOON - 40 * DAY_MS })
    await sayOften('bread', 'bread_001', 3, { at: NOON - 100 * DAY_MS })
    await sayOften('cats', 'cats_001', 12, { at: NOON - HOUR_MS })
    const before = await world.picture()
    expect(await tidy()).toEqual([
      'Archived “cars”: only 2 messages, untouched for 40 days.',
      'Archived “bread”: untouched for 100 days and seldom returned to (0 returns in 14 weeks).',
      'Raised “cats” to high priority: 12 messages in 1 day.',
    ])
    for (let n = 0; n < 3; n++) await undoNewest()
    expect(await world.picture()).toEqual(before)
  })

  it('promotes in the same pass what a merge made large enough', async () => {
    await sayOften('cats', 'ephemeral_001', 4, { status: 'ephemeral' })
    await sayOften('kittens', 'ephemeral_002', 3, { status: 'ephemeral' })
    expect(await tidy()).toEqual([
      'Merged “kittens” into “cats”: they read alike (0.96, 3 messages).',
      'Kept “cats” as a bucket: it grew to 7 messages.',
    ])
    expect(await tidy()).toEqual([])
  })

  it('changes nothing the second time, nor the twelfth', async () => {
    await twins()
    await sayOften('pets', 'pets_001', 3)
    await sayOften('bread', 'ephemeral_001', 6, { status: 'ephemeral' })
    await world.say('cars', 'ephemeral_002', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    expect(await tidy()).toHaveLength(3)
    const [after, log, summary] = [
      await world.picture(),
      await receipts(),
      await world.bucket('misc_conversations_2026_01_05'),
    ]
    const open = await world.store.janitor.openSuggestions()
    expect(open).toHaveLength(1)
    for (let n = 0; n < 11; n++) expect(await tidy()).toEqual([])
    expect(await world.picture()).toEqual(after)
    expect(await receipts()).toEqual(log)
    expect(await world.bucket('misc_conversations_2026_01_05')).toEqual(summary)
    expect(await world.store.janitor.openSuggestions()).toEqual(open)
    expect(await world.store.verification.run()).toMatchObject({ ok: true })
  })

  it('says in a dry run exactly what it would do, and does nothing', async () => {
    await twins()
    await sayOften('cars', 'ephemeral_001', 4, { status: 'ephemeral' })
    await sayOften('lorries', 'ephemeral_002', 4, { status: 'ephemeral' })
    await world.say('bread', 'ephemeral_003', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    const before = await world.picture()
    const { lines, dryRun } = await world.janitor.tidy({ dryRun: true })
    expect(dryRun).toBe(true)
    expect(lines.map((l) => l.kind)).toEqual(['consolidate', 'consolidate', 'promote', 'archive_ephemeral'])
    expect(await world.picture()).toEqual(before)
    expect(await receipts()).toEqual([])
    expect(await world.janitor.state()).toMatchObject({ lastRun: null, lastChanges: 0 })
    expect(await tidy()).toEqual(lines.map((l) => l.sentence))
  })

  it('leaves alone what a person pinned or named, except that others may be merged into it', async () => {
    await twins()
    await sayOften('bread', 'ephemeral_001', 1, { at: NOON - 50 * DAY_MS, status: 'ephemeral' })
    await sayOften('cars', 'cars_001', 2, { at: NOON - 100 * DAY_MS })
    await asPerson('kittens_001', 'shaped_by', 'person')
    await asPerson('cars_001', 'pinned_at', new Date(NOON).toISOString())
    await asPerson('ephemeral_001', 'shaped_by', 'person')
    expect(await tidy()).toEqual(['Merged “cats” into “kittens”: they read alike (0.96, 4 messages).'])
    expect((await world.picture()).buckets).toEqual([
      'cars_001 “cars” active normal pinned 2',
      'ephemeral_001 “bread” ephemeral normal 1',
      'kittens_001 “kittens” active normal 6',
    ])
  })
})

describe('a no', () => {
  it('to a merge is remembered, also after new messages and after further merges', async () => {
    await twins()
    await tidy()
    await undoNewest()
    expect(await tidy()).toEqual([])
    await sayOften('kittens', 'kittens_001', 2)
    expect(await tidy()).toEqual([])
    // A third bucket takes the kittens in: it now holds what was to be kept apart from the cats.
    await sayOften('kittens', 'felines_001', 5)
    const third = await tidy()
    expect(third).toEqual(['Merged “kittens” into “kittens”: both are about kittens (0.99, 4 messages).'])
    await sayOften('cats', 'cats_001', 1)
    await sayOften('kittens', 'felines_001', 1)
    expect(await tidy()).toEqual([])
    expect((await world.picture()).buckets).toHaveLength(2)
    expect(await world.store.janitor.openSuggestions()).toEqual([])
  })

  it('to a suggestion is remembered', async () => {
    await sayOften('cats', 'cats_001', 4)
    await sayOften('pets', 'pets_001', 3)
    expect(await tidy()).toEqual([])
    const [suggestion] = await world.store.janitor.openSuggestions()
    expect(suggestion).toMatchObject({ source: 'pets_001', target: 'cats_001', kind: 'merge' })
    if (suggestion) await world.store.janitor.decideSuggestion(suggestion.id, 'dismissed', NOON)
    await sayOften('cats', 'cats_001', 1)
    await sayOften('kittens', 'pets_001', 3)
    expect(await tidy()).toEqual([])
    expect(await world.store.janitor.openSuggestions()).toEqual([])
  })

  it('has not to be said once the one-off was merged into a topic: nobody is asked to file that away', async () => {
    await sayOften('cats', 'cats_001', 4)
    await sayOften('bread', 'ephemeral_001', 2, { at: NOON - 20 * DAY_MS, status: 'ephemeral' })
    await tidy()
    await undoNewest()
    await tidy()
    expect(await world.store.janitor.openSuggestions()).toMatchObject([{ kind: 'archive', source: 'ephemeral_001' }])
    await world.store.operations.apply(
      newOperation({
        kind: 'consolidate',
        writes: [
          { entity: 'bucket', entityId: 'ephemeral_001', field: 'own_merged_into', after: 'cats_001' },
          { entity: 'bucket', entityId: 'ephemeral_001', field: 'own_status', after: 'merged' },
        ],
      }),
    )
    expect(await world.store.janitor.openSuggestions()).toEqual([])
  })

  it('is also a message that a person moved out of one bucket into the other', async () => {
    await twins()
    const moved = await world.say('kittens', 'cats_001')
    await world.store.operations.apply(
      newOperation({
        kind: 'move_message',
        buckets: [bucketId.parse('cats_001'), bucketId.parse('kittens_001')],
        writes: [{ entity: 'message', entityId: moved, field: 'home_bucket_id', after: 'kittens_001' }],
      }),
    )
    expect(await tidy()).toEqual([])
    expect(await world.store.janitor.openSuggestions()).toEqual([])
  })

  it('can be given after a backup: a pass asks for one for all of its acts, however few are done in one transaction', async () => {
    const asked: number[] = []
    const ports = { together: 1, prepare: async (acts: readonly unknown[]) => void asked.push(acts.length) }
    world = createWorld(world.store, { ports })
    await twins()
    await sayOften('bread', 'ephemeral_001', 6, { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await sayOften('tax', 'tax_001', 2, { at: NOON - 40 * DAY_MS })
    await sayOften('music', 'music_001', 12)
    const done = await tidy()
    expect(done.length).toBeGreaterThan(2)
    expect(asked.at(-1)).toBe(done.length)
    expect(asked.length).toBeLessThanOrEqual(done.length)
  })

  it('covers every act: after undoing them all, the next pass finds nothing to do', async () => {
    await twins()
    await sayOften('bread', 'ephemeral_001', 6, { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await world.say('cars', 'ephemeral_002', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await sayOften('tax', 'tax_001', 2, { at: NOON - 40 * DAY_MS })
    await sayOften('music', 'music_001', 12)
    expect(await tidy()).toHaveLength(5)
    for (let n = 0; n < 5; n++) await undoNewest()
    const before = await world.picture()
    expect(await tidy()).toEqual([])
    expect(await world.picture()).toEqual(before)
  })
})

describe('a model', () => {
  it('can keep two buckets apart, and is asked once', async () => {
    const asked: string[] = []
    world = createWorld(world.store, {
      ports: {
        verdict: async ({ source, target }) => {
          asked.push(`${source.id} ${target.id}`)
          return { same: false, because: 'One is about food.' }
        },
      },
    })
    await twins()
    expect(await tidy()).toEqual([])
    expect(await tidy()).toEqual([])
    expect(asked).toEqual(['kittens_001 cats_001'])
    expect(await world.store.janitor.openSuggestions()).toEqual([])
  })

  it('takes one bucket out of a group, and is not asked about the rest again', async () => {
    const asked: string[] = []
    world = createWorld(world.store, {
      ports: {
        verdict: async ({ source, target }) => {
          asked.push(`${source.id} ${target.id}`)
          return { same: source.id !== 'kittens_001', because: 'Cats are cats.' }
        },
      },
    })
    await twins()
    await sayOften('cats', 'felines_001', 3)
    expect(await tidy()).toEqual([
      'Merged “cats” into “cats”: both are about cats (1.00, 3 messages). The model agrees: Cats are cats.',
    ])
    expect(asked).toEqual(['felines_001 cats_001', 'kittens_001 cats_001'])
    expect((await world.bucket('kittens_001'))?.status).toBe('active')
  })

  it('cannot cause a merge: what is not alike is never shown to it', async () => {
    world = createWorld(world.store, {
      ports: {
        verdict: async () => {
          throw new Error('asked')
        },
      },
    })
    await sayOften('cats', 'cats_001', 3)
    await sayOften('pets', 'pets_001', 3)
    expect(await tidy()).toEqual([])
  })
})

describe('between its acts a pass', () => {
  it('waits while a reply streams', async () => {
    let busy = true
    let looks = 0
    let acted = false
    world = createWorld(world.store, {
      ports: {
        isBusy: () => {
          looks++
          return busy
        },
        titleFor: async () => {
          acted = true
          return { title: 'bread', description: '' }
        },
      },
    })
    await sayOften('bread', 'ephemeral_001', 6, { status: 'ephemeral' })
    expect(await world.janitor.runIfDue()).toBeNull()
    const pass = tidy()
    while (looks < 6) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(acted).toBe(false)
    busy = false
    expect(await pass).toHaveLength(1)
  })

  it('can be cancelled: what was done stands, and the next pass does the rest', async () => {
    const cancel = new AbortController()
    const { apply } = world.ports
    world = createWorld(world.store, {
      ports: {
        together: 1,
        apply: async (drafts, planned) => {
          cancel.abort()
          return apply(drafts, planned)
        },
      },
    })
    await twins()
    await sayOften('cars', 'cars_001', 4)
    await sayOften('lorries', 'lorries_001', 3)
    await expect(world.janitor.tidy({ dryRun: false, signal: cancel.signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(await receipts()).toHaveLength(1)
    expect(await world.janitor.state()).toMatchObject({ running: false, lastRun: null })
    expect(await tidy()).toHaveLength(1)
    expect(await tidy()).toEqual([])
  })

  it('can be stopped by the person, and is waited for when the store is closed', async () => {
    await twins()
    const pass = tidy()
    world.janitor.cancel()
    await expect(pass).rejects.toMatchObject({ code: 'cancelled' })
    const second = tidy().catch((error: unknown) => error)
    await world.janitor.close()
    expect(await world.janitor.state()).toMatchObject({ running: false, step: null })
    expect(await second).toMatchObject({ code: 'cancelled' })
    expect(await tidy()).toHaveLength(1)
  })

  it('can be killed: whole acts are done, and the next pass resumes', async () => {
    let left = 2
    const { apply } = world.ports
    const dying = createWorld(world.store, {
      ports: {
        together: 1,
        apply: async (drafts, planned) => {
          if (left-- === 0) throw new Error('killed')
          return apply(drafts, planned)
        },
      },
    })
    await twins()
    for (let n = 1; n < 4; n++)
      await world.say('bread', `ephemeral_00${n}`, { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await expect(dying.janitor.tidy({ dryRun: false })).rejects.toThrow('killed')
    expect(await world.store.verification.run()).toMatchObject({ ok: true })
    const done = (await receipts()).length
    expect(done).toBe(2)
    const rest = await tidy()
    expect(rest.length).toBeGreaterThan(0)
    expect(await tidy()).toEqual([])
    expect(await world.store.verification.run()).toMatchObject({ ok: true })
    expect((await world.picture()).buckets).toHaveLength(2)
  })

  it('looks again: a one-off that is spoken of meanwhile is not filed away', async () => {
    const { apply } = world.ports
    let first = true
    world = createWorld(world.store, {
      ports: {
        together: 1,
        apply: async (drafts, planned) => {
          if (first) await world.say('cars', 'ephemeral_002')
          first = false
          return apply(drafts, planned)
        },
      },
    })
    await world.say('bread', 'ephemeral_001', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await world.say('cars', 'ephemeral_002', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    expect(await tidy()).toEqual(['Filed away “bread”: a one-off, a day old.'])
    expect(await world.bucket('ephemeral_002')).toMatchObject({ status: 'ephemeral', messages: 2 })
  })

  it('plans again what a person changed meanwhile: a bucket that was just pinned is not merged away', async () => {
    const { apply } = world.ports
    let first = true
    world = createWorld(world.store, {
      ports: {
        together: 1,
        apply: async (drafts, planned) => {
          if (first) await asPerson('kittens_001', 'pinned_at', new Date(NOON).toISOString())
          first = false
          return apply(drafts, planned)
        },
      },
    })
    await twins()
    await sayOften('cars', 'cars_001', 4)
    await sayOften('lorries', 'lorries_001', 3)
    expect(await tidy()).toEqual([
      'Merged “lorries” into “cars”: they read alike (0.98, 3 messages).',
      'Merged “cats” into “kittens”: they read alike (0.96, 4 messages).',
    ])
  })

  it('is alone: a second one is refused', async () => {
    const first = world.janitor.tidy({ dryRun: false })
    await expect(world.janitor.tidy({ dryRun: false })).rejects.toMatchObject({ code: 'conflict' })
    await first
    expect(await tidy()).toEqual([])
  })
})

describe('the schedule and the saved state', () => {
  it('is due at first, six hours after the last pass, and when the clock was set back', async () => {
    const { janitor, clock } = world
    expect(await janitor.isDue(NOON)).toBe(true)
    expect(await janitor.runIfDue()).toEqual({ lines: [], dryRun: false })
    expect(await janitor.runIfDue()).toBeNull()
    expect(await janitor.isDue(NOON + 6 * HOUR_MS - 1)).toBe(false)
    expect(await janitor.isDue(NOON + 6 * HOUR_MS)).toBe(true)
    expect(await janitor.isDue(NOON - 1)).toBe(true)
    clock.advance(6 * HOUR_MS)
    expect(await janitor.runIfDue()).not.toBeNull()
  })

  it('counts what it merged and archived, and how often it was wrong', async () => {
    await twins()
    await sayOften('cats', 'more_cats_001', 2)
    await world.say('bread', 'ephemeral_001', { at: NOON - 30 * HOUR_MS, status: 'ephemeral' })
    await tidy()
    await undoNewest()
    expect(await world.janitor.state()).toEqual({
      lastRun: new Date(NOON).toISOString(),
      nextRun: new Date(NOON + 6 * HOUR_MS).toISOString(),
      lastChanges: 2,
      consolidated: 2,
      archived: 1,
      acts: 2,
      undone: 1,
      running: false,
      step: null,
    })
  })

  it('tells the window that it is at work, that it has ended, and that there are suggestions', async () => {
    await sayOften('cats', 'cats_001', 3)
    await sayOften('pets', 'pets_001', 2)
    await tidy()
    await new Promise((resolve) => setImmediate(resolve))
    const seen = world.events.map((e) => (e.type === 'janitor.changed' ? `running ${e.state.running}` : e.type))
    expect(seen.filter((event, i) => event !== seen[i - 1])).toEqual([
      'running true',
      'suggestions.changed',
      'running false',
    ])
    const steps = world.events.flatMap((e) => (e.type === 'janitor.changed' && e.state.step ? [e.state.step] : []))
    expect(steps.map(({ at, of, kind }) => `${at}/${of} ${kind}`)).toEqual([
      '1/8 promote',
      '2/8 consolidate',
      '3/8 promote',
      '4/8 archive_ephemeral',
      '5/8 archive_stale',
      '6/8 archive_low_return',
      '7/8 boost',
      '8/8 rename',
    ])
  })

  it('gives a session the receipt of what was done since the last one ended', async () => {
    await twins()
    await tidy()
    expect(await world.janitor.sessionReceipt(NOON)).toBeNull()
    expect(await world.janitor.receiptText(NOON)).toBe('')
    const card = await world.janitor.sessionReceipt(NOON - HOUR_MS)
    expect(card).toMatchObject({ lastSessionEndedAt: new Date(NOON - HOUR_MS).toISOString(), total: 1 })
    expect(card?.lines[0]?.receipt?.kind).toBe('consolidate')
    expect(await world.janitor.receiptText(NOON - HOUR_MS)).toBe(
      'NOTIFICATION: LAST SESSION ENDED AT 11:00:00\nJANITOR ACTIVITY SINCE LAST SESSION:\n- Merged “kittens” into “cats”: they read alike (0.96, 2 messages).',
    )
  })

  it('goes on after a restart: another janitor on the same store knows what was judged and refused', async () => {
    await twins()
    await tidy()
    await undoNewest()
    const restarted = createJanitor(world.ports)
    expect(await restarted.isDue(NOON + HOUR_MS)).toBe(false)
    expect((await restarted.tidy({ dryRun: false })).lines).toEqual([])
  })
})

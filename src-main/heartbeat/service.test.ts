/** The heartbeat in the whole product: real store, real conversation, a scripted server as chat model. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HeartbeatTaskId, heartbeatTaskId } from '@shared/contract/heartbeat'
import { type BucketId, bucketId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, type TestAppOptions, told } from '../app/testing/app'
import { createUpkeep } from '../app/upkeep'
import { countTokens } from '../language/tokens'
import type { OpenAiServerOptions } from '../models/testing/openai-server'
import { profileFolder } from '../profiles/folder'
import { SimulatedClock } from '../runtime/clock'
import { createTestStore, type TestStore } from '../store/testing/store'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MONDAY = '2026-01-05T07:30:00Z'
let test: TestStore
const ending: (() => Promise<unknown> | unknown)[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
afterAll(() => test.close())

async function open(options: Partial<TestAppOptions> = {}) {
  const clock = new SimulatedClock(Date.parse(MONDAY))
  const world = await openTestApp(test, { clock, timeZone: 'UTC', ...options })
  ending.push(() => world.close())
  return tended(world)
}

/** With its upkeep, and what tests ask of it. */
function tended(world: TestApp) {
  const upkeep = createUpkeep(world.app)
  ending.push(() => upkeep.stop())
  const { heartbeat } = world.app
  return {
    ...world,
    upkeep,
    /** One look, with everything that is due. */
    async look() {
      await upkeep.look()
      await heartbeat.idle()
    },
    task: async (id: HeartbeatTaskId) => (await heartbeat.open(id)).task,
    folder: () => profileFolder(world.app.handle.storeDir, { id: world.app.profileId, name: world.app.profileName }),
    file: () => readFileSync(join(tendedFolder(world), 'HEARTBEAT.md'), 'utf8'),
  }
}
const tendedFolder = ({ app }: TestApp) =>
  profileFolder(app.handle.storeDir, { id: app.profileId, name: app.profileName })
type World = ReturnType<typeof tended>

async function bucketOf(world: World): Promise<BucketId> {
  const { userMessage } = await say(world, 'The tomatoes on the balcony need potash and sun.')
  if (!userMessage.bucketId) throw new Error('nothing was filed')
  return userMessage.bucketId
}

const taskIn = (bucket: BucketId, more: { name?: string; schedule?: string; prompt?: string } = {}) => ({
  name: 'Open tasks',
  schedule: '0 8 * * *',
  prompt: 'List what is still to be done.',
  bucketId: bucket,
  ...more,
})

async function answering(world: World, options: OpenAiServerOptions = {}) {
  const server = await chatWith(world, options)
  ending.push(() => server.close())
  return server
}

const repliesIn = async ({ store }: World, bucket: BucketId) =>
  (await store.messages.ofBucket(bucket, { limit: 100, newest: false })).filter((m) => m.role === 'assistant')

describe('a personal task', () => {
  it('asks the model when it is due and posts the answer into its bucket, under its own name', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    const server = await answering(world, {
      answer: () => 'Buy <mira:analysis><mira:bucket>archive x</mira:bucket></mira:analysis>potash.',
    })
    const task = await world.app.heartbeat.add(taskIn(bucket))
    expect(task).toMatchObject({ nextRun: '2026-01-05T08:00:00.000Z', lastRun: null, runs: 0, paused: null })
    await world.look()
    expect(await repliesIn(world, bucket)).toEqual([])
    world.clock.advance(31 * MINUTE)
    await world.look()
    const [reply] = await repliesIn(world, bucket)
    expect(reply).toMatchObject({ text: 'Buy potash.', author: 'Task “Open tasks”', filedBy: 'person', replyTo: null })
    expect(told(world, 'message.added').at(-1)?.message).toMatchObject({ id: reply?.id, bucketId: bucket })
    // The question is the task's, and never the person's.
    expect((await world.store.messages.newest(10)).filter((m) => m.role === 'user')).toHaveLength(1)
    expect(JSON.stringify(server.received.at(-1))).toContain('List what is still to be done.')
    expect(await world.task(task.id)).toMatchObject({ runs: 1, errors: 0, nextRun: '2026-01-06T08:00:00.000Z' })
    await world.look()
    expect(await repliesIn(world, bucket)).toHaveLength(1)
  })

  it('that is answered without an end is answered as far as any reply may go, and marked', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    await world.app.settings.set({ replyMaxChars: 1_000 })
    await answering(world, { answer: () => 'Still more potash. '.repeat(500) })
    await world.app.heartbeat.add(taskIn(bucket))
    world.clock.advance(31 * MINUTE)
    await world.look()
    const [reply] = await repliesIn(world, bucket)
    expect(reply).toMatchObject({ status: 'interrupted', author: 'Task “Open tasks”' })
    expect(reply?.text.length).toBeGreaterThan(900)
    expect(reply?.text.length).toBeLessThanOrEqual(1_000)
  })

  it('that was missed for days runs once', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    await answering(world)
    const daily = await world.app.heartbeat.add(taskIn(bucket))
    const often = await world.app.heartbeat.add(taskIn(bucket, { name: 'Often', schedule: 'every 30 minutes' }))
    world.clock.advance(5 * 24 * HOUR + 10 * MINUTE)
    await world.upkeep.wake()
    await world.look()
    await world.look()
    expect((await repliesIn(world, bucket)).map((m) => m.author).sort()).toEqual(['Task “Often”', 'Task “Open tasks”'])
    expect((await world.task(daily.id)).nextRun).toBe('2026-01-10T08:00:00.000Z')
    // In step with when it was made.
    expect((await world.task(often.id)).nextRun).toBe('2026-01-10T08:00:00.000Z')
  })

  it('without a model says so, backs off, is paused with its reason after five failures, and can be set going again', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    const { id } = await world.app.heartbeat.add(taskIn(bucket))
    world.clock.advance(31 * MINUTE)
    await world.look()
    expect(await world.task(id)).toMatchObject({ errors: 1, lastError: expect.stringContaining('no chat model') })
    for (let n = 0; n < 4; n++) {
      await world.look()
      world.clock.advance(HOUR)
      await world.look()
    }
    expect(await world.task(id)).toMatchObject({
      errors: 5,
      nextRun: null,
      paused: { by: 'errors', reason: expect.stringMatching(/^Failed 5 times in a row: .*no chat model/) },
    })
    await answering(world)
    expect(await world.app.heartbeat.resume(id)).toMatchObject({ errors: 0, paused: null })
    world.clock.advance(24 * HOUR)
    await world.look()
    expect(await world.task(id)).toMatchObject({ runs: 1, errors: 0 })
  })

  it('does not spend more model calls on a day than the setting while nobody is there, also after a restart', async () => {
    const world = await open({ overrides: { personalTasksPerDay: 2 } })
    const bucket = await bucketOf(world)
    const server = await answering(world)
    const { id } = await world.app.heartbeat.add(taskIn(bucket, { schedule: 'every 1 hour' }))
    const asked = server.received.length
    for (let n = 0; n < 4; n++) {
      world.clock.advance(HOUR)
      await world.look()
    }
    expect(server.received.length - asked).toBe(2)
    expect(await world.task(id)).toMatchObject({ waitsFor: 'person' })
    expect((await world.app.heartbeat.list({ offset: 0, limit: 20 })).calls).toEqual({ today: 2, limit: 2 })
    world.crash()
    const again = tended(await world.reopen())
    ending.push(() => again.close())
    await again.look()
    expect(server.received.length - asked).toBe(2)
    // A person's own run is no idle call, and whoever writes is there.
    await again.app.heartbeat.run(id)
    expect(server.received.length - asked).toBe(3)
    await say(again, 'Good morning.')
    await again.look()
    expect(await again.task(id)).toMatchObject({ runs: 4, waitsFor: null })
  })

  it('waits while a reply streams, and makes way for one that begins', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    const slow = await answering(world, { answer: () => 'Slowly, word by word, an answer comes.', chunkMs: 20 })
    const { id } = await world.app.heartbeat.add(taskIn(bucket))
    const sent = await world.app.conversation.send({ text: 'What do roses need?' })
    world.clock.advance(31 * MINUTE)
    await world.upkeep.look()
    expect(await world.task(id)).toMatchObject({ runs: 0, errors: 0, waitsFor: 'reply' })
    await expect(world.app.heartbeat.run(id)).rejects.toMatchObject({ code: 'conflict' })
    await sent.done
    const before = slow.received.length
    await world.upkeep.look()
    await eventually(() => expect(slow.received.length).toBe(before + 1))
    const second = await world.app.conversation.send({ text: 'And dahlias?' })
    await second.done
    await world.app.heartbeat.idle()
    expect(await world.task(id)).toMatchObject({ runs: 0, errors: 0, lastRun: null })
    world.clock.advance(MINUTE)
    await world.look()
    expect(await world.task(id)).toMatchObject({ runs: 1 })
  })

  it('keeps no session and no segment awake, however often it posts', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    await answering(world, { answer: () => 'Still potash.' })
    await say(world, 'And the roses?')
    await world.app.heartbeat.add(taskIn(bucket, { schedule: 'every 30 minutes' }))
    for (let n = 0; n < 5; n++) {
      world.clock.advance(30 * MINUTE)
      await world.look()
    }
    await world.app.segments.checkTimeouts()
    const first = (await world.store.segments.newest(10)).at(-1)
    expect(first).toMatchObject({ status: 'collapsed' })
    const again = await say(world, 'Tell me more about that.')
    expect(again.reply).not.toBeNull()
    expect((await world.store.sessions.newest())?.startedAt).toBe(again.userMessage.ts)
  })

  it('follows its bucket through a merge, and fails with a sentence once there is none', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    await answering(world)
    await expect(world.app.heartbeat.add(taskIn(bucketId.parse('nowhere_001')))).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(world.app.heartbeat.add(taskIn(bucket, { schedule: 'now and then' }))).rejects.toMatchObject({
      code: 'bad_request',
    })
    const { id } = await world.app.heartbeat.add(taskIn(bucket))
    const { userMessage } = await say(world, 'My bicycle chain squeaks when it rains.')
    await world.app.buckets.moveMessage(userMessage.id, { newTitle: 'Bicycle' })
    const other = world.app.directory.visible().find((b) => b.id !== bucket)
    if (!other) throw new Error('there is one bucket only')
    await world.app.buckets.command({ kind: 'mv', source: bucket, target: other.id })
    expect(await world.app.heartbeat.run(id)).toMatchObject({ runs: 1, bucketId: other.id, bucketTitle: other.title })
  })

  it('is edited, paused and removed, and none of it changes a built-in one', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    const { heartbeat } = world.app
    const { id } = await heartbeat.add(taskIn(bucket))
    expect(await heartbeat.pause(id)).toMatchObject({ nextRun: null, paused: { by: 'person', reason: null } })
    expect(await heartbeat.edit(id, taskIn(bucket, { name: 'Else', schedule: 'every 2 days' }))).toMatchObject({
      name: 'Else',
      schedule: 'every 2 days',
      paused: { by: 'person' },
    })
    expect((await heartbeat.resume(id)).nextRun).toBe('2026-01-07T07:30:00.000Z')
    expect(heartbeat.preview('0 9 * * 1')).toEqual(['05', '12', '19'].map((day) => `2026-01-${day}T09:00:00.000Z`))
    await heartbeat.remove(id)
    expect((await heartbeat.list({ offset: 0, limit: 20 })).total).toBe(0)
    await expect(heartbeat.remove(heartbeatTaskId.parse('janitor'))).rejects.toMatchObject({ code: 'conflict' })
    await expect(heartbeat.open(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('goes by the clock on the wall when the zone changes, and by the corrected clock when it is set back', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    const { id } = await world.app.heartbeat.add(taskIn(bucket))
    await world.look()
    world.crash()
    const moved = tended(await world.reopen({ timeZone: 'America/New_York' }))
    ending.push(() => moved.close())
    await moved.look()
    await moved.look()
    expect((await moved.task(id)).nextRun).toBe('2026-01-05T13:00:00.000Z')
    moved.clock.advance(-3 * 24 * HOUR)
    await moved.look()
    expect((await moved.task(id)).nextRun).toBe('2026-01-02T13:00:00.000Z')
  })
})

describe('a built-in task', () => {
  it('is listed with its schedule, its last and its next run', async () => {
    const world = await open()
    await world.look()
    const { builtin } = await world.app.heartbeat.list({ offset: 0, limit: 20 })
    expect(builtin.map((t) => [t.id, t.schedule, t.lastRun, t.nextRun])).toEqual(
      expect.arrayContaining([
        ['segment-timeouts', 'every 5 minutes', '2026-01-05T07:30:00.000Z', '2026-01-05T07:35:00.000Z'],
        ['janitor', 'every 6 hours', '2026-01-05T07:30:00.000Z', '2026-01-05T13:30:00.000Z'],
        ['erased-room', 'every 5 minutes', null, null],
        ['store-tidy', 'every 7 days', null, null],
      ]),
    )
    world.clock.advance(3 * MINUTE)
    await world.look()
    const tidied = await world.task(heartbeatTaskId.parse('store-tidy'))
    expect(tidied).toMatchObject({ lastRun: '2026-01-05T07:33:00.000Z', runs: 1 })
  })

  it('that fails is shown with its error, backs off, and gets another chance after sleep', async () => {
    const world = await open()
    const id = heartbeatTaskId.parse('downstream')
    const draining = vi.spyOn(world.app.segments, 'drain').mockRejectedValue(new Error('The disk is full.'))
    await world.look()
    expect(await world.task(id)).toMatchObject({ errors: 1, lastError: 'The disk is full.', runs: 0 })
    expect(world.log.some((line) => line.task === 'downstream')).toBe(true)
    for (let n = 0; n < 4; n++) {
      world.clock.advance(HOUR)
      await world.look()
    }
    expect(await world.task(id)).toMatchObject({ errors: 5, paused: { by: 'errors' }, nextRun: null })
    const tried = draining.mock.calls.length
    world.clock.advance(HOUR)
    await world.look()
    expect(draining.mock.calls.length).toBe(tried)
    draining.mockRestore()
    await world.upkeep.wake()
    expect(await world.task(id)).toMatchObject({ errors: 0, lastError: null, paused: null, runs: 1 })
  })

  it('writes nothing while the app is idle, but for an hourly note', async () => {
    const world = await open()
    await world.look()
    const counted = vi.spyOn(test, 'call')
    for (let n = 0; n < 12 * 60 - 2; n++) {
      world.clock.advance(5_000)
      await world.upkeep.look()
    }
    const writes = counted.mock.calls.filter(
      ([, repository, method]) => repository === 'heartbeat' && method !== 'atStart',
    )
    counted.mockRestore()
    expect(writes.length).toBeLessThanOrEqual(1)
    world.clock.advance(2 * MINUTE)
    await world.look()
    world.crash()
    const again = tended(await world.reopen())
    ending.push(() => again.close())
    const timeouts = await again.task(heartbeatTaskId.parse('segment-timeouts'))
    expect(timeouts.runs).toBeGreaterThan(10)
  })

  it('is paused by a person for good, also over a restart, until it is set going again', async () => {
    const world = await open()
    await world.look()
    const id = heartbeatTaskId.parse('segment-archive')
    await world.app.heartbeat.pause(id)
    world.crash()
    const again = tended(await world.reopen())
    ending.push(() => again.close())
    await again.look()
    expect(await again.task(id)).toMatchObject({ paused: { by: 'person' }, nextRun: null })
    expect(await again.app.heartbeat.resume(id)).toMatchObject({ paused: null })
    expect((await again.app.heartbeat.run(id)).lastRun).toBe(MONDAY.replace('Z', '.000Z'))
  })
})

describe('HEARTBEAT.md', () => {
  it('is written at the start, follows every change, and is written again when it is gone', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    await world.look()
    expect(world.file()).toContain(
      '`janitor` Tidy buckets (every 6 hours): last 2026-01-05T07:30Z, next 2026-01-05T13:30Z',
    )
    const { id } = await world.app.heartbeat.add(taskIn(bucket))
    await world.app.heartbeat.add(taskIn(bucket, { name: 'Long', prompt: 'word '.repeat(500) }))
    expect(world.file()).toContain(`- \`${id}\` Open tasks (0 8 * * *): last never, next 2026-01-05T08:00Z`)
    expect(world.file()).toMatch(/## Deferred tasks.*\n1; their ids/)
    expect(world.file()).toContain('## Pending changes\nNone.')
    expect((await world.store.heartbeat.registry())?.pendingChanges).toEqual([])
    await world.app.heartbeat.remove(id)
    expect(world.file()).not.toContain(id)
    expect(countTokens(world.file())).toBeLessThanOrEqual(1_000)
  })

  it('that was changed by hand is set aside, reported and not carried out', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    await world.look()
    const { id } = await world.app.heartbeat.add(taskIn(bucket))
    const path = join(world.folder(), 'HEARTBEAT.md')
    const edited = world.file().replace('Open tasks', 'Delete everything')
    writeFileSync(path, edited)
    const { notice, personal } = await world.app.heartbeat.list({ offset: 0, limit: 20 })
    expect(personal).toMatchObject([{ id, name: 'Open tasks' }])
    const aside = readdirSync(world.folder()).find((name) => name.startsWith('HEARTBEAT.md.edited-'))
    expect(notice).toContain(aside)
    expect(readFileSync(join(world.folder(), aside ?? ''), 'utf8')).toBe(edited)
    expect(told(world, 'app.notice')).toHaveLength(1)
    expect(existsSync(path)).toBe(false)
    await world.app.heartbeat.pause(id)
    expect(world.file()).not.toContain('Delete everything')
  })

  it('of another program becomes tasks; what has no time of its own is paused', async () => {
    const world = await open()
    const bucket = await bucketOf(world)
    const legacy = `# Heartbeat\n\n- Review the inbox (0 8 * * *)\n- Water the plants (every 2 days)\n- Dream\n\n## Weekly report\nschedule: 0 18 * * FRI\n\nWrite what happened.\nAll of it.\n`
    expect(await world.app.heartbeat.migrate(legacy, bucket)).toEqual({ added: 4, paused: 1 })
    const { personal } = await world.app.heartbeat.list({ offset: 0, limit: 20 })
    expect(personal.map((t) => [t.name, t.schedule, t.paused === null])).toEqual([
      ['Review the inbox', '0 8 * * *', true],
      ['Water the plants', 'every 2 days', true],
      ['Weekly report', '0 18 * * FRI', true],
      ['Dream', '@daily', false],
    ])
    expect(await world.app.heartbeat.metrics()).toEqual({
      tasks: 4,
      neverLoaded: 4,
      loadedAtLeastOnce: 0,
      averageRuns: 0,
    })
  })
})

import type { ParsedInput, RequestInput, RequestName, RequestOutput } from '@shared/contract'
import { contract } from '@shared/contract'
import type { ErrorCode } from '@shared/contract/errors'
import { bucketId, jobId, suggestionId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, START } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { LastImport } from '../transfer/last-import'
import { fileOf } from '../transfer/testing/exports'
import { createHandlers } from './handlers'
import { answer } from './requests'
import { chatWith, openTestApp, say, type TestApp, told } from './testing/app'
import { noDesktop } from './testing/desktop'
import { createUpkeep } from './upkeep'

let test: TestStore
let ending: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  ending = []
})
afterAll(() => test.close())

interface World extends TestApp {
  /** As the window asks: over the bridge, where only plain data passes. */
  ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>>
  refused<N extends RequestName>(name: N, input: ParsedInput<N>): Promise<ErrorCode | null>
  desktop: { files: (string | null)[]; links: string[] }
}

async function open(): Promise<World> {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  const desktop = { files: [] as (string | null)[], links: [] as string[] }
  const handlers = createHandlers(
    world.app,
    {
      ...noDesktop,
      chooseFile: async () => desktop.files.shift() ?? null,
      openLink: async (url) => void desktop.links.push(url),
    },
    { version: '1.2.3', platform: 'linux', profile: 'default' },
  )
  const raw = async (name: RequestName, input: unknown) => {
    const faults: unknown[] = []
    const result = await answer(handlers, name, structuredClone(input), (error) => void faults.push(error))
    if (faults.length > 0) throw faults[0]
    return structuredClone(result)
  }
  return {
    ...world,
    desktop,
    async ask<N extends RequestName>(name: N, input: RequestInput<N>) {
      const result = await raw(name, input)
      if (!result.ok) throw Object.assign(new Error(result.error.message), result.error)
      return result.data as RequestOutput<N>
    },
    async refused(name, input) {
      const result = await raw(name, input)
      return result.ok ? null : result.error.code
    },
  }
}

describe('the conversation, as the window asks for it', () => {
  it('is sent, acknowledged with plain data, and read page by page with the segments of its messages', async () => {
    const world = await open()
    const answerOf = await world.ask('conversation.send', { text: 'Tomatoes need potash.' })
    expect(answerOf).toMatchObject({ sessionStarted: true, message: { text: 'Tomatoes need potash.', bucketId: null } })
    expect(Object.keys(answerOf).sort()).toEqual(['message', 'sessionStarted', 'turnId'])
    await world.app.conversation.idle()
    for (let i = 0; i < 4; i++) {
      world.clock.advance(60_000)
      await say(world, `Tomatoes ${i}`)
    }
    const newest = await world.ask('conversation.page', { anchor: { at: 'newest' }, limit: 3 })
    expect(newest).toMatchObject({ hasOlder: true, hasNewer: false })
    expect(newest.messages.map((m) => m.text)).toEqual(['Tomatoes 1', 'Tomatoes 2', 'Tomatoes 3'])
    expect(newest.segments.map((s) => s.status)).toEqual(['active'])
    const [oldest] = newest.messages
    const before = await world.ask('conversation.page', {
      anchor: { at: 'before', messageId: oldest?.id ?? '' },
      limit: 10,
    })
    expect(before).toMatchObject({
      hasOlder: false,
      messages: [{ text: 'Tomatoes need potash.' }, { text: 'Tomatoes 0' }],
    })
    const around = await world.ask('conversation.page', {
      anchor: { at: 'around', messageId: oldest?.id ?? '' },
      limit: 2,
    })
    expect(around.messages.map((m) => m.text)).toEqual(['Tomatoes 0', 'Tomatoes 1'])
    const thread = await world.ask('conversation.page', {
      bucketId: newest.messages[0]?.bucketId ?? '',
      anchor: { at: 'newest' },
      limit: 100,
    })
    expect(thread.messages).toHaveLength(5)
  })

  it('can be stopped, asked again and explained', async () => {
    const world = await open()
    const server = await chatWith(world, { answer: () => 'one two three' })
    ending.push(() => server.close())
    server.behave({ kind: 'stall', afterChunks: 1 })
    const { turnId, message } = await world.ask('conversation.send', { text: 'Count.' })
    await eventually(() => expect(told(world, 'turn.delta')).toHaveLength(1))
    expect(await world.refused('conversation.send', { text: 'More' })).toBe('conflict')
    expect(await world.ask('conversation.stop', { turnId })).toBeNull()
    await world.app.conversation.idle()
    server.behave({ kind: 'well' })
    await world.ask('conversation.retry', { messageId: message.id })
    await world.app.conversation.idle()
    const why = await world.ask('conversation.why', { messageId: message.id })
    expect(why).toMatchObject({ filedBy: 'classifier', history: [], messageId: message.id })
    expect(why.sentence).toContain(`“${why.bucketTitle}”`)
    const moved = await world.ask('buckets.moveMessages', {
      messageIds: [message.id],
      wholeTurns: false,
      target: { newTitle: 'Numbers' },
    })
    const after = await world.ask('conversation.why', { messageId: message.id })
    expect(after).toMatchObject({ filedBy: 'person', bucketId: moved.bucketId, history: [{ kind: 'move_message' }] })
    expect(after.sentence).toMatch(/^You put it into “Numbers”/)
    expect((await world.ask('conversation.context', undefined)).sections.map((s) => s.name)).toContain('instructions')
    expect(await world.ask('session.restore', undefined)).toBeNull()
  })
})

describe('buckets, receipts and suggestions', () => {
  it('are listed, shown, commanded by line or by form, previewed and taken back', async () => {
    const world = await open()
    await say(world, 'Tomatoes need potash.')
    const [bucket] = await world.ask('buckets.list', undefined)
    expect(bucket).not.toHaveProperty('ownStatus')
    const id = bucketId.parse(bucket?.id)
    const line = await world.ask('buckets.line', { line: `/rename ${id} "The allotment"` })
    expect(await world.ask('buckets.show', { bucketId: id })).toMatchObject({ bucket: { title: 'The allotment' } })
    expect(await world.ask('buckets.preview', { kind: 'archive', bucket: id })).toMatchObject({ refused: null })
    await world.ask('buckets.command', { kind: 'pin', bucket: id })
    const receipts = await world.ask('receipts.list', { limit: 10, actors: ['person'], bucketId: id })
    expect(receipts.map((r) => r.kind)).toEqual(['pin', 'rename'])
    expect(await world.ask('receipts.list', { limit: 10, before: receipts[0]?.id })).toMatchObject([{ kind: 'rename' }])
    expect(await world.ask('receipts.undo', { operationId: line.operationId ?? '' })).toMatchObject({ undone: true })
    expect(await world.ask('receipts.redo', { operationId: line.operationId ?? '' })).toMatchObject({ undone: false })
    expect(await world.refused('buckets.line', { line: 'frobnicate' })).toBe('bad_request')
    expect(await world.refused('buckets.show', { bucketId: bucketId.parse('nowhere_001') })).toBe('not_found')
    expect(await world.ask('manifest.tree', { depth: 30 })).toEqual({ groups: [], total: 0 })
  })

  it('a suggestion that is accepted is the same command as by hand, with a receipt; dismissed, it is gone', async () => {
    const world = await open()
    for (const [text, newTitle] of [
      ['One', 'A'],
      ['Two', 'B'],
      ['Three', 'C'],
    ] as const) {
      const { userMessage } = await say(world, text)
      await world.app.buckets.moveMessage(userMessage.id, { newTitle })
    }
    const id = (text: string) => bucketId.parse(text)
    const merge = (source: string, target: string) =>
      ({
        kind: 'merge',
        source: id(source),
        target: id(target),
        similarity: 0.87,
        sentence: 'They are alike.',
      }) as const
    await world.store.janitor.addSuggestions([merge('a_001', 'b_001'), merge('c_001', 'b_001')], START)
    const [first, second] = await world.ask('suggestions.list', undefined)
    expect(first).toMatchObject({ sourceTitle: 'A', targetTitle: 'B', similarity: 0.87 })
    await world.ask('suggestions.dismiss', { suggestionId: second?.id ?? '' })
    const done = await world.ask('suggestions.accept', { suggestionId: first?.id ?? '' })
    expect(world.app.directory.get(id('a_001'))?.mergedInto).toBe('b_001')
    expect(await world.store.operations.list({ limit: 1 })).toMatchObject([
      { id: done.operationId, kind: 'mv', actor: 'person' },
    ])
    expect(await world.ask('suggestions.list', undefined)).toEqual([])
    expect(await world.refused('suggestions.accept', { suggestionId: suggestionId.parse(first?.id) })).toBe('not_found')
    expect(await world.refused('suggestions.accept', { suggestionId: suggestionId.parse(uuidv7()) })).toBe('not_found')
  })

  it('the card at session start tells what the janitor did since the last one ended', async () => {
    const world = await open()
    expect(await world.ask('receipts.session', undefined)).toBeNull()
    await say(world, 'What does sesquipedalian mean?')
    const ended = world.clock.now()
    world.clock.advance(30 * HOUR)
    expect(await world.ask('janitor.tidy', { dryRun: true })).toMatchObject({
      dryRun: true,
      lines: [{ kind: 'archive_ephemeral' }],
    })
    expect(world.app.directory.visible()[0]?.status).toBe('ephemeral')
    await world.ask('janitor.tidy', { dryRun: false })
    expect(await world.ask('janitor.state', undefined)).toMatchObject({
      acts: 1,
      undone: 0,
      archived: 1,
      running: false,
    })
    world.clock.advance(HOUR)
    await say(world, 'Good morning.')
    expect(await world.ask('receipts.session', undefined)).toMatchObject({
      lastSessionEndedAt: new Date(ended).toISOString(),
      total: 1,
      standing: 1,
      lines: [{ sentence: expect.stringMatching(/^Filed away/), receipt: { kind: 'archive_ephemeral' } }],
    })
    expect(await world.ask('receipts.undoSession', undefined)).toMatchObject([
      { kind: 'archive_ephemeral', undone: true },
    ])
    expect(await world.ask('receipts.session', undefined)).toMatchObject({ total: 1, standing: 0 })
    expect(await world.ask('janitor.state', undefined)).toMatchObject({ acts: 1, undone: 1 })
    expect(await world.ask('receipts.undoSession', undefined)).toEqual([])
  })

  it('a pass is taken back and done again as a whole, and what was done beside it stands', async () => {
    const world = await open()
    for (const text of ['What does sesquipedalian mean?', 'Which bus goes to the botanical garden?']) {
      await say(world, text)
      world.clock.advance(2 * HOUR)
    }
    world.clock.advance(30 * HOUR)
    await world.ask('janitor.tidy', { dryRun: false })
    const acts = await world.ask('receipts.list', { limit: 10, actors: ['janitor'] })
    const passId = acts[0]?.passId ?? ''
    expect(acts).toMatchObject([
      { kind: 'archive_ephemeral', passId },
      { kind: 'archive_ephemeral', passId },
    ])
    await world.ask('receipts.undo', { operationId: acts[0]?.id ?? '' })
    // one of the two was taken back already
    expect(await world.ask('receipts.undoPass', { passId })).toMatchObject([{ id: acts[1]?.id, undone: true }])
    expect(world.app.directory.visible().map(({ status }) => status)).toEqual(['ephemeral', 'ephemeral'])
    const again = await world.ask('receipts.redoPass', { passId })
    expect(again.map(({ id, undone }) => [id, undone])).toEqual([
      [acts[1]?.id, false],
      [acts[0]?.id, false],
    ])
    expect(await world.ask('receipts.redoPass', { passId })).toEqual([])
  })

  it('the card tells what the janitor did in the middle of the last session too, and nothing twice', async () => {
    const world = await open()
    await say(world, 'What does sesquipedalian mean?')
    world.clock.advance(30 * HOUR)
    await say(world, 'Good morning.')
    world.clock.advance(60_000)
    await world.ask('janitor.tidy', { dryRun: false })
    // Done while this session lasts: it is on the next one's card.
    expect(await world.ask('receipts.session', undefined)).toBeNull()
    world.clock.advance(60_000)
    await say(world, 'And another thing.')
    world.clock.advance(5 * HOUR)
    await say(world, 'Good evening.')
    expect(await world.ask('receipts.session', undefined)).toMatchObject({
      total: 1,
      lines: [{ receipt: { kind: 'archive_ephemeral' } }],
    })
    world.clock.advance(5 * HOUR)
    await say(world, 'Good night.')
    expect(await world.ask('receipts.session', undefined)).toBeNull()
  })
})

describe('what only a desktop can do', () => {
  it('an import begins with a file that a person chooses, runs as a job, and is nothing if they do not', async () => {
    const world = await open()
    const row = { conv: 'c', id: '1', ts: '2026-01-01T00:00:00Z', author: 'Ann', text: 'Hello' }
    world.desktop.files.push(null, await fileOf(JSON.stringify(row), 'a.jsonl'), '/nowhere.json')
    expect(await world.ask('transfer.import', undefined)).toBeNull()
    const started = await world.ask('transfer.import', undefined)
    const job = async () => (await world.ask('jobs.list', undefined)).find((j) => j.id === started?.jobId)
    await eventually(async () =>
      expect(await job()).toMatchObject({ state: 'done', detail: expect.stringMatching(/^1 message/) }),
    )
    const failed = await world.ask('transfer.import', undefined)
    await eventually(async () => {
      const jobs = await world.ask('jobs.list', undefined)
      expect(jobs.find((j) => j.id === failed?.jobId)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('nowhere'),
      })
    })
    expect(await world.ask('app.state', undefined)).toMatchObject({
      messages: 1,
      firstMessageAt: '2026-01-01T00:00:00.000Z',
    })
  })

  it('how an import ended stays in the store until the person closes it; one that a kill cut off says so', async () => {
    const world = await open()
    // what a program that begins anew reads
    const kept = () => new LastImport(world).get()
    const ended = async (id: string | undefined) =>
      expect((await world.ask('jobs.list', undefined)).find((job) => job.id === id)?.state).not.toBe('running')
    const row = { conv: 'c', id: '1', ts: '2026-01-01T00:00:00Z', author: 'Ann', text: 'Hello' }
    world.desktop.files.push(await fileOf(`${JSON.stringify(row)}\nno row\n`, 'a.jsonl'), '/nowhere.json')
    const whole = await world.ask('transfer.import', undefined)
    await eventually(() => ended(whole?.jobId))
    expect(await world.ask('transfer.last', undefined)).toMatchObject({
      name: 'a.jsonl',
      summary: { new: 1, failed: 1 },
    })
    expect(await kept()).toMatchObject({ jobId: whole?.jobId, error: null, summary: { reasons: [expect.any(String)] } })

    const failed = await world.ask('transfer.import', undefined)
    await eventually(() => ended(failed?.jobId))
    expect(await kept()).toMatchObject({
      jobId: failed?.jobId,
      summary: null,
      error: expect.stringContaining('nowhere'),
    })
    expect(await world.ask('transfer.closeLast', undefined)).toBeNull()
    expect([await kept(), await world.ask('transfer.last', undefined)]).toEqual([null, null])

    await new LastImport(world).begun({ jobId: jobId.parse(failed?.jobId), name: 'b.zip' })
    expect(await world.ask('transfer.last', undefined)).toMatchObject({
      name: 'b.zip',
      error: expect.stringMatching(/^The app ended while/),
    })
  })

  it('histories are taken in one after another, and one that is called off while it waits lets no other pass', async () => {
    const world = await open()
    const row = (n: number) => ({
      conv: `c${n}`,
      id: '1',
      ts: '2026-01-01T00:00:00Z',
      author: 'Ann',
      text: `Hello ${n}`,
    })
    for (const n of [1, 2, 3]) world.desktop.files.push(await fileOf(JSON.stringify(row(n)), `${n}.jsonl`))
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await world.ask('transfer.import', undefined))?.jobId ?? '')
    const jobs = await world.ask('jobs.list', undefined)
    const second = jobs.find(({ id }) => id === ids[1])
    if (!second) throw new Error('there is no second import')
    await world.ask('jobs.cancel', { jobId: second.id })
    await eventually(async () => {
      const all = await world.ask('jobs.list', undefined)
      expect(ids.map((id) => all.find((job) => job.id === id)?.state)).toEqual(['done', 'cancelled', 'done'])
    })
    expect((await world.store.messages.newest(10)).map(({ text }) => text).sort()).toEqual(['Hello 1', 'Hello 3'])
    const told = world.events.flatMap((event) => (event.type === 'job.changed' ? [event.job] : []))
    const waited = (at: number) => told.some(({ id, detail }) => id === ids[at] && detail.startsWith('Waiting'))
    expect([0, 1, 2].map(waited)).toEqual([false, true, true])
    const before = (at: number, other: number) =>
      told.findIndex(({ id, state }) => id === ids[at] && state === 'done') <
      told.findIndex(({ id, state }) => id === ids[other] && state === 'done')
    expect(before(0, 2)).toBe(true)
  })

  it('links are opened for http and https only', async () => {
    const world = await open()
    await world.ask('app.openLink', { url: 'https://example.org/x' })
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'smb://host', 'nonsense'])
      expect(await world.refused('app.openLink', { url })).toBe('bad_request')
    expect(world.desktop.links).toEqual(['https://example.org/x'])
  })

  it('a model’s file is chosen by a person, and no path comes from the window', async () => {
    const world = await open()
    expect(await world.ask('models.useFile', undefined)).toBeNull()
    world.desktop.files.push(await fileOf('not a model', 'x.gguf'))
    expect(await world.refused('models.useFile', undefined)).toBe('bad_request')
    expect(JSON.stringify(Object.keys(contract))).not.toMatch(/path|sql|shell/)
  })
})

describe('models and settings', () => {
  it('another embedding model has every message read anew in the background, and the old vectors stay', async () => {
    const world = await open()
    await say(world, 'Tomatoes need potash.')
    await say(world, 'Tomatoes need sun.')
    const before = world.app.models.embedder.modelId
    await world.ask('models.select', { id: 'all-minilm-l6-v2' })
    const after = world.app.models.embedder.modelId
    expect(after).not.toBe(before)
    await eventually(async () => {
      const [job] = await world.ask('jobs.list', undefined)
      expect(job).toMatchObject({ kind: 'reembed', state: 'done' })
    })
    expect(await world.store.messages.withoutVector(after, 10)).toEqual([])
    expect(await world.store.messages.withoutVector(before, 10)).toEqual([])
    const [bucket] = world.app.directory.visible()
    expect(bucket && world.app.desk.shelf.of(bucket.id)?.messages).toBe(2)
    expect((await world.ask('models.status', undefined)).embedding.id).toBe('all-minilm-l6-v2')
    expect(await world.refused('models.select', { id: 'nothing' })).toBe('not_found')
  })

  it('settings are read, changed one by one and hold at once', async () => {
    const world = await open()
    expect((await world.ask('settings.set', { segmentTimeoutMinutes: 5 })).segmentTimeoutMinutes).toBe(5)
    expect((await world.ask('settings.get', undefined)).theme).toBe('system')
    await say(world, 'One')
    await say(world, 'Two')
    // The upkeep looks often enough for the new threshold.
    const upkeep = createUpkeep(world.app)
    ending.push(() => upkeep.stop())
    await upkeep.look()
    world.clock.advance(4 * 60_000)
    await upkeep.look()
    expect(await world.store.segments.newest(1)).toMatchObject([{ status: 'active' }])
    await world.ask('settings.set', { segmentTimeoutMinutes: 2 })
    world.clock.advance(60_000)
    await upkeep.look()
    expect(await world.store.segments.newest(1)).toMatchObject([{ status: 'collapsed', domainBlocksUpdated: true }])
    expect((await world.store.janitor.state()).lastRun).not.toBeNull()
  })

  it('segments are closed by hand, listed in the manifest and read', async () => {
    const world = await open()
    await say(world, 'Tomatoes need potash.')
    await say(world, 'Tomatoes need sun.')
    const { segment: closed } = await world.ask('segments.close', {})
    expect(closed).toMatchObject({ status: 'collapsed', messages: 2 })
    expect(await world.ask('segments.messages', { segmentId: closed.id })).toMatchObject([{}, {}])
    const tree = await world.ask('manifest.tree', { depth: 5 })
    expect(tree).toMatchObject({ total: 1, groups: [{ label: 'Today', segments: [{ id: closed.id }] }] })
    expect(await world.ask('manifest.tree', { depth: 5, filter: 'zebra' })).toMatchObject({ groups: [] })
    expect(await world.refused('segments.close', {})).toBe('not_found')
  })
})

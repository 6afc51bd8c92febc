import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServerStore } from '../store/server/open'
import { noServerBecause, startTestServer, type TestServer } from '../store/testing/server'
import { testStoreOn } from '../store/testing/store'
import { openIn, say, type TestApp, told } from './testing/app'

const noServer = noServerBecause()

/** One person, the app open on a laptop and on a desk. */
describe.skipIf(noServer !== null)('the app at two computers of one person', () => {
  let server: TestServer
  let laptop: TestApp
  let desk: TestApp
  const dirs: string[] = []
  const ending: (() => Promise<unknown>)[] = []
  const url = () => server.url('home', 'ann')

  beforeAll(async () => {
    server = await startTestServer()
    await server.createDatabase('home')
    const dir = mkdtempSync(join(tmpdir(), 'catchment-home-'))
    dirs.push(dir)
    await (await openServerStore({ storeDir: dir, url: server.url('home') })).close()
    await server.asKeeper('home', 'CREATE ROLE ann LOGIN IN ROLE catchment_app')
    ;[laptop, desk] = [await open(), await open()]
  })
  afterAll(async () => {
    for (const end of ending.reverse()) await end()
    await server?.remove()
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  })

  async function open(): Promise<TestApp> {
    const dir = mkdtempSync(join(tmpdir(), 'catchment-home-'))
    dirs.push(dir)
    const test = await testStoreOn(await openServerStore({ storeDir: dir, url: url() }))
    const world = await openIn(test, dir, { profile: 'default' })
    ending.push(
      () => test.close(),
      () => world.close(),
    )
    return world
  }
  const titles = ({ app }: TestApp) => app.directory.visible().map((b) => b.title)

  it('shows at the desk what is said at the laptop, with its bucket, and files on there with what it knows', async () => {
    await say(laptop, 'The tomatoes in the garden need compost and water.')
    await say(laptop, 'Tomatoes want compost, the garden soil is dry.')
    await expect.poll(() => titles(desk)).toEqual(titles(laptop))
    const [bucket] = laptop.app.directory.visible()
    await expect.poll(() => desk.app.directory.visible()[0]?.messages).toBe(bucket?.messages)
    const arrived = told(desk, 'messages.arrived').flatMap((e) => e.messages.map((m) => m.text))
    expect(arrived).toEqual([
      'The tomatoes in the garden need compost and water.',
      'Tomatoes want compost, the garden soil is dry.',
    ])
    expect(told(desk, 'messages.changed').length).toBeGreaterThan(0)
    expect(told(desk, 'buckets.changed').length).toBeGreaterThan(0)
    expect(told(laptop, 'messages.arrived')).toEqual([])
    await desk.app.following.idle()
    const before = laptop.app.directory.all().length
    const { userMessage } = await say(desk, 'How much compost do the tomatoes of the garden want?')
    expect(userMessage.bucketId).toBe(bucket?.id)
    await expect.poll(() => laptop.app.directory.get(bucket?.id as never)?.messages).toBe((bucket?.messages ?? 0) + 1)
    expect(laptop.app.directory.all().length).toBe(before)
    // The talk goes on for the model as well, wherever it was said.
    const since = (await laptop.app.session.talk.running())?.since.map((m) => m.text) ?? []
    expect(since).toContain('How much compost do the tomatoes of the garden want?')
  })

  it('shows acts with their receipts, and takes back at the desk what was done at the laptop', async () => {
    const [bucket] = laptop.app.directory.visible()
    if (!bucket) throw new Error('the test before left a bucket')
    const { operationId } = await laptop.app.buckets.command(
      { kind: 'rename', bucket: bucket.id, title: 'Kitchen garden' },
      'person',
    )
    await expect.poll(() => titles(desk)).toEqual(['Kitchen garden'])
    await expect
      .poll(() => told(desk, 'receipts.changed').flatMap((e) => e.receipts.map((r) => r.id)))
      .toContain(operationId)
    await desk.app.operations.undo(operationId as never)
    await expect.poll(() => titles(laptop)).toEqual([bucket.title])
  })

  it('takes over settings, and loses none of two that were changed at both', async () => {
    await Promise.all([
      laptop.app.settings.set({ segmentTimeoutMinutes: 45 }),
      desk.app.settings.set({ starredBuckets: 2 }),
    ])
    await expect.poll(() => desk.app.settings.get().segmentTimeoutMinutes).toBe(45)
    await laptop.app.settings.set({ starredBuckets: 1 })
    await expect.poll(() => desk.app.settings.get().starredBuckets).toBe(1)
    expect(desk.app.settings.get().segmentTimeoutMinutes).toBe(45)
  })

  it('goes on after the server was away, and has the window ask for everything once', async () => {
    await server.stop()
    await server.start()
    await expect.poll(() => told(laptop, 'store.refreshed').length).toBeGreaterThan(0)
    await expect.poll(() => told(desk, 'store.refreshed').length).toBeGreaterThan(0)
    await say(laptop, 'Back again, the tomatoes are red.')
    await expect
      .poll(() => told(desk, 'messages.arrived').at(-1)?.messages.at(-1)?.text)
      .toBe('Back again, the tomatoes are red.')
  })
})

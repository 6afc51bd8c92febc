/** A person's acts on segments, in the whole product. */
import { type BucketId, bucketId, type MessageId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp, told } from '../app/testing/app'
import { HOUR, START } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

const MINUTE = 60_000
const DAY = 24 * HOUR
let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

/** Talks three hours apart, closed but for the last; answers their messages. */
async function talked(world: TestApp, talks: readonly (readonly string[])[]): Promise<MessageId[]> {
  const ids: MessageId[] = []
  for (const [i, talk] of talks.entries()) {
    if (i > 0) world.clock.advance(3 * HOUR)
    for (const text of talk) {
      ids.push((await say(world, text)).userMessage.id)
      world.clock.advance(MINUTE)
    }
  }
  await world.app.segments.idle()
  return ids
}
const dogs = ['Our dog Rex needs a new lead for the mountains.', 'The red lead from Innsbruck fits the dog Rex.']
const bread = ['The sourdough bread needs a hotter oven.', 'The rye bread from the sourdough was sour enough.']
const titles = async ({ app }: TestApp) => (await app.store.segments.newest(10)).map((s) => [s.status, s.messages])

describe('segments in a person’s hands', () => {
  it('are renamed for good: the name outlives closing and is found; undone, the automatic one comes back', async () => {
    const world = await openTestApp(test)
    await talked(world, [dogs])
    const [live] = await world.store.segments.newest(1)
    if (!live) throw new Error('no segment')
    const act = await world.app.segmentActs.rename(live.id, ' Rex’s   lead ')
    expect(act).toMatchObject({ segment: { title: 'Rex’s lead', named: true } })
    await world.app.segments.closeNow()
    expect(await world.app.manifest.render()).toContain('] Rex’s lead')
    expect((await world.app.search.continuum({ query: 'Rex’s lead', scope: 'segments', limit: 5 }))[0]?.title).toBe(
      'Rex’s lead',
    )
    if (act.operationId) await world.app.operations.undo(act.operationId)
    const segment = await world.store.segments.byId(live.id)
    expect(segment).toMatchObject({ named: false, status: 'collapsed' })
    expect(segment?.title).not.toBe('')
    expect(told(world, 'receipts.changed').at(-1)?.receipts[0]).toMatchObject({ kind: 'rename_segment', undone: true })
    await world.close()
  })

  it('are merged with the one before and summarised anew; taken back, both say again what they said', async () => {
    const world = await openTestApp(test)
    await talked(world, [dogs, bread, ['Something else entirely']])
    world.clock.advance(2 * HOUR)
    await world.app.segments.checkTimeouts()
    const before = (await world.store.segments.newest(10)).map((s) => [s.id, s.title, s.synopsis, s.messages])
    const [second, first] = await world.store.segments.newest(2)
    if (!first || !second) throw new Error('no segment')
    const act = await world.app.segmentActs.merge(second.id)
    await world.app.segments.idle()
    const merged = await world.store.segments.byId(first.id)
    expect(merged).toMatchObject({ status: 'collapsed', messages: 4, resummarise: false })
    expect(merged?.synopsis).toMatch(/dog|lead/)
    expect(merged?.synopsis).toMatch(/bread|sourdough/)
    expect(told(world, 'segments.changed').some((e) => e.removed?.includes(second.id))).toBe(true)
    if (act.operationId) await world.app.operations.undo(act.operationId)
    await world.app.segments.idle()
    expect((await world.store.segments.newest(10)).map((s) => [s.id, s.title, s.synopsis, s.messages])).toEqual(before)
    expect((await world.store.verification.run()).problems).toEqual([])
    await world.close()
  })

  it('are split at a message while they go on: the earlier half is closed, the session and the later half go on', async () => {
    const world = await openTestApp(test)
    const [, , third] = await talked(world, [[...dogs, ...bread]])
    if (!third) throw new Error('no message')
    const session = await world.store.sessions.current()
    const act = await world.app.segmentActs.split(third)
    await world.app.segments.idle()
    expect(await titles(world)).toEqual([
      ['active', 2],
      ['collapsed', 2],
    ])
    expect((await world.store.sessions.current())?.id).toBe(session?.id)
    await say(world, 'And the bread was eaten.')
    expect(await titles(world)).toEqual([
      ['active', 3],
      ['collapsed', 2],
    ])
    if (act.operationId) await world.app.operations.undo(act.operationId)
    expect(await titles(world)).toEqual([['active', 5]])
    await world.close()
  })

  it('are closed by hand and go on when that is taken back: the same segment, the same session; done again they are closed', async () => {
    const world = await openTestApp(test)
    await talked(world, [dogs])
    const session = await world.store.sessions.current()
    const { operationId, sentence, segment } = await world.app.segments.closeNow()
    expect(sentence).toMatch(/^You closed the segment that began with “Our dog Rex/)
    expect(segment).toMatchObject({ status: 'collapsed', summarisedBy: 'extractive' })
    expect(await world.store.sessions.current()).toBeNull()
    if (!operationId) throw new Error('nothing was closed')
    expect(await world.app.operations.undo(operationId)).toMatchObject({ kind: 'close_segment', undone: true })
    await world.app.segments.idle()
    expect(await world.store.segments.newest(2)).toMatchObject([{ id: segment.id, status: 'active', synopsis: '' }])
    expect((await world.store.sessions.current())?.id).toBe(session?.id)
    expect(await world.app.search.continuum({ query: 'Rex lead', scope: 'segments', limit: 5 })).toEqual([])
    expect(told(world, 'segments.changed').at(-1)?.segments).toMatchObject([{ id: segment.id, status: 'active' }])
    const sent = await world.app.conversation.send({ text: 'Rex likes the red lead.' })
    await sent.done
    expect(sent.sessionStarted).toBe(false)
    expect(await titles(world)).toEqual([['active', 3]])
    await world.app.operations.redo(operationId)
    await world.app.segments.idle()
    expect(await titles(world)).toEqual([['collapsed', 3]])
    expect(await world.store.sessions.current()).toBeNull()
    // Too late: an hour is over without it.
    world.clock.advance(2 * HOUR)
    expect((await world.app.operations.undo(operationId)).note).toBe(
      'Nothing changes: silence has closed it meanwhile.',
    )
    expect(await titles(world)).toEqual([['collapsed', 3]])
    expect((await world.app.segments.closeNow(segment.id)).operationId).toBeNull()
    expect((await world.store.verification.run()).problems).toEqual([])
    await world.close()
  })

  it('take in what was said after they were closed when that is taken back', async () => {
    const world = await openTestApp(test)
    await talked(world, [dogs])
    const { operationId, segment } = await world.app.segments.closeNow()
    await talked(world, [bread])
    expect(await titles(world)).toHaveLength(2)
    if (!operationId) throw new Error('nothing was closed')
    await world.app.operations.undo(operationId)
    expect(await world.store.segments.active()).toMatchObject({ id: segment.id, messages: 4, closing: false })
    await say(world, 'And the bread was eaten.')
    expect(await titles(world)).toEqual([['active', 5]])
    await world.app.operations.redo(operationId)
    await world.app.segments.idle()
    expect(await titles(world)).toEqual([
      ['active', 3],
      ['collapsed', 2],
    ])
    await world.close()
  })

  it('are closed by a phrase of the person’s own, once the turn has ended', async () => {
    const world = await openTestApp(test, { overrides: { segmentClosePhrase: 'good night' } })
    await talked(world, [dogs])
    await say(world, 'Good night!')
    await expect.poll(() => titles(world)).toEqual([['collapsed', 3]])
    await world.close()
  })

  it('are listed by likeness, and short neighbours of one bucket are offered for merging until declined', async () => {
    const world = await openTestApp(test)
    await talked(world, [dogs])
    world.clock.advance(80 * MINUTE)
    await world.app.segments.checkTimeouts()
    await talked(world, [['The dog Rex tore the red lead.', 'The dog Rex needs another lead.']])
    await world.app.segments.closeNow()
    const [later, earlier] = await world.store.segments.newest(2)
    if (!later || !earlier) throw new Error('no segment')
    const related = await world.app.segmentActs.related(later.id, 3)
    expect(related.map((r) => r.segment.id)).toEqual([earlier.id])
    const offers = await world.app.segmentActs.offers()
    expect(offers.map((o) => [o.segmentId, o.previousId])).toEqual([[later.id, earlier.id]])
    await world.app.segmentActs.declineOffer(later.id, earlier.id)
    expect(await world.app.segmentActs.offers()).toEqual([])
    await world.close()
  })
})

describe('old segments', () => {
  it('are archived half a year after they were closed if no active bucket holds them, and come back with it', async () => {
    const world = await openTestApp(test)
    await talked(world, [dogs])
    await world.app.segments.closeNow()
    const [segment] = await world.store.segments.newest(1)
    const bucket = segment?.buckets[0]
    if (!segment || !bucket) throw new Error('no bucket')
    const status = async () => (await world.store.segments.byId(segment.id))?.status
    await command(world, bucket, 'archive')
    world.clock.set(START + 179 * DAY)
    await world.app.segments.archive()
    expect(await status()).toBe('collapsed')
    world.clock.set(START + 181 * DAY)
    await world.app.segments.archive()
    expect(await status()).toBe('archived')
    expect(await world.app.manifest.render()).toContain('Nothing yet')
    expect((await world.app.manifest.tree({ depth: 10 })).total).toBe(1)
    await command(world, bucket, 'unarchive')
    await world.app.segments.archive()
    expect(await status()).toBe('collapsed')
    await world.close()
  })
})

async function command(world: TestApp, bucket: BucketId, kind: 'archive' | 'unarchive') {
  await world.app.buckets.command({ kind, bucket })
}

describe('a bucket’s summary', () => {
  it('keeps what a person wrote, through updates and when it is made anew, and every version', async () => {
    const world = await openTestApp(test)
    await talked(world, [dogs])
    await world.app.segments.closeNow()
    const id = (await world.store.segments.newest(1))[0]?.buckets[0] ?? bucketId.parse('none_001')
    const [first] = await world.app.summaries.list(id)
    expect(first).toMatchObject({ version: 1, madeBy: 'extractive' })
    await world.app.summaries.write(id, `Rex is afraid of thunder.\n${first?.summary}`)
    const versions = await world.app.summaries.regenerate(id)
    expect(versions.map((v) => v.madeBy)).toEqual(['extractive', 'person', 'extractive'])
    expect(versions[0]?.summary).toMatch(/^Rex is afraid of thunder\.\n• /)
    expect(world.app.directory.resolve(id)?.summary).toBe(versions[0]?.summary)

    // A version of before is put back by writing it again; its bullets are no words of the person's.
    const back = await world.app.summaries.write(id, first?.summary ?? '')
    expect(back.map((v) => v.madeBy)).toEqual(['person', 'extractive', 'person', 'extractive'])
    expect(world.app.directory.resolve(id)?.summary).toBe(first?.summary)
    expect((await world.app.summaries.regenerate(id))[0]?.summary).toMatch(/^• /)
    await world.close()
  })
})

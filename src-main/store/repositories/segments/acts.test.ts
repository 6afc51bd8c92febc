import { type OperationId, type SegmentId, segmentId } from '@shared/ids'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planClose, planMerge, planRename, planSplit } from '../../../segments/reorganise'
import { HOUR, newOperation, START, say } from '../../testing/samples'
import { createTestStore, type TestStore } from '../../testing/store'
import type { StoredMessage } from '../../types'

const MINUTE = 60_000
let test: TestStore
let store: TestStore['store']
let profile = 0

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  store = await test.as(`profile ${profile++}`)
})
afterAll(() => test.close())

/** `talks` talks of three messages each, three hours apart. */
async function talks(count: number): Promise<StoredMessage[]> {
  const said: StoredMessage[] = []
  for (let i = 0; i < count * 3; i++) {
    const at = START + Math.floor(i / 3) * 3 * HOUR + (i % 3) * MINUTE
    said.push(await say(store, `message ${i}`, at, 'a_001'))
  }
  return said
}

const newestFirst = () => store.segments.newest(50)
async function segmentsOldestFirst() {
  return (await newestFirst()).reverse()
}

async function rename(id: SegmentId, title: string) {
  const segment = await store.segments.byId(id)
  const draft = segment && planRename(segment, title)
  return draft ? (await store.operations.apply(newOperation(draft))).operationId : null
}
async function merge(id: SegmentId) {
  const segment = await store.segments.byId(id)
  if (!segment) throw new Error('no such segment')
  const draft = planMerge(segment, await store.segmentViews.previousOf(id))
  return store.operations.apply(newOperation(draft))
}
async function split(message: StoredMessage) {
  const [at] = await store.messages.byIds([message.id])
  const segment = at?.segmentId ? await store.segments.byId(at.segmentId) : null
  if (!at || !segment) throw new Error('no such message in a segment')
  const parts = await store.segmentViews.parts(segment.id)
  const draft = planSplit({ segment, parts, at, fresh: segmentId.parse(uuidv7()) })
  return store.operations.apply(newOperation(draft))
}

/** Closes what goes on, if anything does. */
async function close(at: number) {
  const segment = await store.segments.active()
  const going = segment && !segment.closing ? await store.segmentViews.goingOn(segment.id) : null
  return segment && going ? store.operations.apply(newOperation(planClose(segment, going, at))) : null
}
/** As a collapse does it, without models. */
async function collapse(at: number) {
  for (const { id, messages } of await store.segments.due({ now: at, timeoutMs: HOUR, claimMs: MINUTE })) {
    await store.segments.claim({ segmentId: id, now: at, claimMs: MINUTE })
    await store.segments.saveCollapse({
      segmentId: id,
      title: '',
      synopsis: 'A synopsis.',
      summarisedBy: 'extractive',
      embedding: new Float32Array(384).fill(0.05),
      embeddingModel: 'letters@1',
      buckets: [],
      toolsUsed: [],
      complexity: 1,
      expectedMessages: messages,
      inactiveMinutes: 0,
    })
  }
}
const newestReceipt = async (id: OperationId) => store.operations.byId(id)

/** What a person sees: the messages of each segment, oldest first, with its title. */
async function picture() {
  const shown = await segmentsOldestFirst()
  return Promise.all(
    shown.map(async (s) => [s.title, ...(await store.messages.ofSegment(s.id)).map((m) => m.text.slice(8))].join(' ')),
  )
}

describe('a person’s acts on segments', () => {
  it('rename, and give the automatic title back when the act is taken back', async () => {
    await talks(1)
    const [segment] = await newestFirst()
    if (!segment) throw new Error('no segment')
    const act = await rename(segment.id, 'The red lead')
    expect(await store.segments.byId(segment.id)).toMatchObject({ title: 'The red lead', named: true })
    if (act) await store.operations.undo(act, START)
    expect(await store.segments.byId(segment.id)).toMatchObject({ title: '', named: false })
  })

  it('merge with the one before, and part again with what was said meanwhile staying in the part that was going on', async () => {
    await talks(2)
    const [live] = await newestFirst()
    if (!live) throw new Error('no segment')
    const act = await merge(live.id)
    expect(await picture()).toEqual([' 0 1 2 3 4 5'])
    expect(await store.segments.active()).toMatchObject({ messages: 6, status: 'active' })
    await say(store, 'message 6', START + 3 * HOUR + 3 * MINUTE, 'a_001')
    expect(await picture()).toEqual([' 0 1 2 3 4 5 6'])
    await store.operations.undo(act.operationId, START)
    expect(await picture()).toEqual([' 0 1 2', ' 3 4 5 6'])
    expect(await store.segments.active()).toMatchObject({ id: live.id, messages: 4 })
    expect((await store.verification.run()).problems).toEqual([])
  })

  it('split at a message; the later half goes on if the segment was going on, the earlier is over', async () => {
    const said = await talks(1)
    const second = said[1]
    if (!second) throw new Error('no message')
    const act = await split(second)
    expect(await picture()).toEqual([' 0', ' 1 2'])
    const [later, earlier] = await newestFirst()
    expect(await store.segments.active()).toMatchObject({ id: later?.id })
    const due = await store.segments.due({ now: START + 4 * MINUTE, timeoutMs: HOUR, claimMs: MINUTE })
    expect(due.map((s) => s.id)).toEqual([earlier?.id])
    await say(store, 'message 3', START + 3 * MINUTE, 'a_001')
    await store.operations.undo(act.operationId, START)
    expect(await picture()).toEqual([' 0 1 2 3'])
    expect(await store.segments.active()).toMatchObject({ id: earlier?.id, messages: 4 })
    await store.operations.redo(act.operationId)
    expect(await picture()).toEqual([' 0', ' 1 2 3'])
  })

  it('split a merged segment where its parts met, and inside of one of them, however it was put together', async () => {
    const said = await talks(3)
    const [third, second] = await newestFirst()
    if (!third || !second) throw new Error('no segment')
    await merge(third.id)
    await merge(second.id)
    expect(await picture()).toEqual([' 0 1 2 3 4 5 6 7 8'])
    if (!said[4] || !said[6]) throw new Error('no message')
    await split(said[4])
    expect(await picture()).toEqual([' 0 1 2 3', ' 4 5 6 7 8'])
    await split(said[6])
    expect(await picture()).toEqual([' 0 1 2 3', ' 4 5', ' 6 7 8'])
    expect((await store.verification.run()).problems).toEqual([])
  })

  it('keep a segment visible whose making was taken back while another was merged into it', async () => {
    const said = await talks(2)
    if (!said[1]) throw new Error('no message')
    const cut = await split(said[1])
    const [last] = await newestFirst()
    if (!last) throw new Error('no segment')
    await merge(last.id)
    expect(await picture()).toEqual([' 0', ' 1 2 3 4 5'])
    await store.operations.undo(cut.operationId, START)
    expect(await picture()).toEqual([' 0 1 2', ' 3 4 5'])
  })

  it('close what goes on; taken back in time it goes on as if nothing had been, and done again it is closed again', async () => {
    await talks(1)
    const now = START + 5 * MINUTE
    const act = await close(now)
    expect(await store.segments.active()).toMatchObject({ closing: true })
    await collapse(now)
    const [closed] = await newestFirst()
    expect(closed).toMatchObject({ status: 'collapsed', synopsis: 'A synopsis.' })
    if (!act) throw new Error('nothing was closed')
    await store.operations.undo(act.operationId, now, HOUR)
    expect(await newestFirst()).toMatchObject([
      {
        id: closed?.id,
        status: 'active',
        synopsis: '',
        summarisedBy: null,
        closing: false,
        domainBlocksUpdated: false,
      },
    ])
    expect((await newestReceipt(act.operationId))?.note).toBeUndefined()
    await say(store, 'message 3', now, 'a_001')
    expect(await picture()).toEqual([' 0 1 2 3'])
    await store.operations.redo(act.operationId)
    expect((await newestFirst())[0]).toMatchObject({ id: closed?.id, status: 'active', closing: true })
    expect((await store.verification.run()).problems).toEqual([])
  })

  it('say that silence has closed it meanwhile where closing is taken back too late', async () => {
    await talks(1)
    const act = await close(START + 5 * MINUTE)
    await collapse(START + 5 * MINUTE)
    if (!act) throw new Error('nothing was closed')
    const { receipt } = await store.operations.undo(act.operationId, START + 2 * HOUR, HOUR)
    expect(receipt).toMatchObject({ undone: true, note: 'Nothing changes: silence has closed it meanwhile.' })
    expect(await newestFirst()).toMatchObject([{ status: 'collapsed', synopsis: 'A synopsis.' }])
    expect((await store.operations.redo(act.operationId)).receipt.note).toBeUndefined()
    expect(await newestFirst()).toMatchObject([{ status: 'collapsed' }])
  })

  it('join what was said since the closing, one message or many, and part it again; a segment after silence stays apart', async () => {
    await talks(1)
    const now = START + 5 * MINUTE
    const first = await close(now)
    await collapse(now)
    await say(store, 'message 3', now, 'a_001')
    if (!first) throw new Error('nothing was closed')
    await store.operations.undo(first.operationId, now, HOUR)
    expect(await picture()).toEqual([' 0 1 2 3'])
    await store.operations.redo(first.operationId)
    expect(await picture()).toEqual([' 0 1 2', ' 3'])
    await say(store, 'message 4', now + MINUTE, 'a_001')
    expect(await picture()).toEqual([' 0 1 2', ' 3 4'])
    const second = await close(now + 2 * MINUTE)
    await collapse(now + 2 * MINUTE)
    await say(store, 'message 5', now + 3 * HOUR, 'a_001')
    await say(store, 'message 6', now + 3 * HOUR, 'a_001')
    await store.operations.undo(first.operationId, now + 3 * HOUR, HOUR)
    expect(await picture()).toEqual([' 0 1 2 3 4', ' 5 6'])
    if (!second) throw new Error('nothing was closed')
    expect((await store.operations.undo(second.operationId, now + 3 * HOUR, HOUR)).receipt.note).toMatch(/silence/)
    expect(await picture()).toEqual([' 0 1 2 3 4', ' 5 6'])
    const all = await store.segments.newest(1)
    expect(await store.segments.active()).toMatchObject({ id: all[0]?.id })
    // What was joined by it can be parted by hand like everything else.
    const [three] = (await store.messages.newest(10)).filter((m) => m.text === 'message 3')
    if (!three) throw new Error('no message')
    await split(three)
    expect(await picture()).toEqual([' 0 1 2', ' 3 4', ' 5 6'])
    expect((await store.verification.run()).problems).toEqual([])
  })

  it('close the part that goes on, whatever it is merged with or cut into meanwhile', async () => {
    const said = await talks(2)
    const now = START + 3 * HOUR + 5 * MINUTE
    const [live] = await newestFirst()
    if (!live || !said[5]) throw new Error('no segment')
    const merged = await merge(live.id)
    const act = await close(now)
    if (!act) throw new Error('nothing was closed')
    await collapse(now)
    await store.operations.undo(merged.operationId, now)
    await split(said[5])
    await collapse(now)
    expect(await picture()).toEqual([' 0 1 2', ' 3 4', ' 5'])
    await store.operations.undo(act.operationId, now, HOUR)
    const [last] = await newestFirst()
    expect(await store.segments.active()).toMatchObject({ id: last?.id, messages: 1, closing: false })
    await say(store, 'message 6', now, 'a_001')
    expect(await picture()).toEqual([' 0 1 2', ' 3 4', ' 5 6'])
  })

  it('refuse to split at the first message, and to merge what nothing comes before', async () => {
    const said = await talks(1)
    const [segment] = await newestFirst()
    if (!said[0] || !segment) throw new Error('no segment')
    await expect(split(said[0])).rejects.toMatchObject({ code: 'conflict' })
    await expect(merge(segment.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('never lose a message, and come back to the original whatever was done, undone and redone in whatever order', async () => {
    const step = fc.record({
      kind: fc.constantFrom('merge', 'split', 'rename', 'close', 'collapse', 'undo', 'redo', 'say'),
      at: fc.nat(1000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        store = await test.as(`profile ${profile++}`)
        const said = await talks(3)
        const before = await picture()
        const log: OperationId[] = []
        let extra = 0
        const now = () => START + 6 * HOUR + (3 + extra) * MINUTE
        for (const { kind, at } of steps) {
          const shown = await newestFirst()
          const segment = shown[at % shown.length]
          const message = said[at % said.length]
          const known = log[at % Math.max(1, log.length)]
          if (!segment || !message) continue
          if (kind === 'merge') await merge(segment.id).then((r) => log.push(r.operationId), refused)
          if (kind === 'split') await split(message).then((r) => log.push(r.operationId), refused)
          if (kind === 'rename') await rename(segment.id, `T${at}`).then((id) => id && log.push(id))
          if (kind === 'close') await close(now()).then((r) => r && log.push(r.operationId))
          if (kind === 'collapse') await collapse(now())
          if (kind === 'undo' && known) await store.operations.undo(known, now(), HOUR)
          if (kind === 'redo' && known) await store.operations.redo(known)
          if (kind === 'say') await say(store, 'message x', START + 6 * HOUR + (3 + extra++) * MINUTE, 'a_001')
          const found = (await picture())
            .join(' ')
            .split(' ')
            .filter((word) => /^(\d+|x)$/.test(word))
          // A single message after a closing has no segment yet.
          const lone = (await store.messages.newest(1)).filter((m) => m.segmentId === null).length
          expect(found.length + lone).toBe(said.length + extra)
          expect((await store.verification.run()).problems).toEqual([])
        }
        for (const id of fc.sample(fc.shuffledSubarray(log, { minLength: log.length }), 1)[0] ?? []) {
          await store.operations.undo(id, now(), HOUR)
        }
        expect(await store.segments.active()).toMatchObject({ closing: false, resummarise: false })
        expect((await picture()).map((line) => line.replaceAll(' x', ''))).toEqual(before)
      }),
      { numRuns: 5 },
    )
  })
})

/** The segment's first message, or nothing before it. */
function refused(error: unknown): void {
  expect(error).toMatchObject({ code: 'conflict' })
}

import { CatchmentError } from '@shared/contract/errors'
import { messageId, segmentId, turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store/protocol'
import { filed, newMessage, newOperation, say } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createSegments } from './service'
import { HOUR, MINUTE, openSegments, ScriptedChat, START } from './testing/fixture'

let test: TestStore
let profile = 0
let store: Store

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  store = await test.as(`profile ${profile++}`)
})
afterAll(() => test.close())

const only = async () => {
  const [segment, ...others] = await store.segments.newest(10)
  expect(others).toEqual([])
  if (!segment) throw new Error('there is no segment')
  return segment
}
/** Two messages a minute apart, in one segment. */
async function talk(at = START, bucket = 'dogs_001') {
  await say(store, 'Our dog Rex needs a new lead for the mountains.', at, bucket)
  await say(store, 'We bought the red lead in Innsbruck on Saturday.', at + MINUTE, bucket)
}
async function openSession(at: number, afterSeq: number) {
  await store.sessions.open({ id: uuidv7(), at, afterSeq, opening: {} })
}
const summary = { title: 'A red lead for Rex', synopsis: 'Rex needed a lead. They bought a red one in Innsbruck.' }

describe('the life of a segment', () => {
  it('gets its sentinel with the second message and starts with the first', async () => {
    await say(store, 'Hello', START, 'greetings_001')
    expect(await store.segments.count()).toBe(0)
    await say(store, 'Hello again', START + MINUTE, 'greetings_001')
    const segment = await only()
    expect(segment.status).toBe('active')
    expect(Date.parse(segment.startedAt)).toBe(START)
    expect(segment.messages).toBe(2)
  })

  it('collapses after an hour of silence and not before, with title, synopsis, buckets and vector', async () => {
    const { service, clock, events, embedder } = await openSegments(store)
    await talk()
    clock.set(START + MINUTE + HOUR - 1)
    await service.checkTimeouts()
    expect((await only()).status).toBe('active')
    expect(events).toEqual([])
    clock.advance(1)
    await service.checkTimeouts()
    const segment = await only()
    expect(segment.status).toBe('collapsed')
    expect(segment.summarisedBy).toBe('extractive')
    expect(segment.title).not.toBe('')
    expect(segment.synopsis).toContain('Innsbruck')
    expect(segment.buckets).toEqual(['dogs_001'])
    expect(embedder.seen).toEqual([segment.synopsis])
    expect(events).toEqual(['segment.timeout', 'segment.collapsed', 'manifest.updated'])
    expect(segment.domainBlocksUpdated || (await store.segments.byId(segment.id))?.domainBlocksUpdated).toBe(true)
  })

  it('collapses segments that timed out while the computer was off, oldest first', async () => {
    const { service, clock, bus } = await openSegments(store)
    await talk(START, 'dogs_001')
    await talk(START + 3 * HOUR, 'cats_001')
    await talk(START + 6 * HOUR, 'birds_001')
    const order: string[] = []
    bus.on('segment.collapsed', ({ buckets }) => void order.push(...buckets))
    clock.set(START + 30 * 24 * HOUR)
    await service.checkTimeouts()
    expect(order).toEqual(['dogs_001', 'cats_001', 'birds_001'])
    expect((await store.segments.newest(10)).map((s) => s.status)).toEqual(['collapsed', 'collapsed', 'collapsed'])
  })

  it('makes a one-message segment of a lone message that silence followed, without asking a model', async () => {
    const chat = new ScriptedChat(() => summary)
    const { service, clock } = await openSegments(store, chat, ['title', 'assign'])
    await say(store, 'Remind me that the boiler was serviced in March.', START, 'home_001')
    await say(store, 'Something else entirely', START + 5 * HOUR, 'other_001')
    clock.set(START + 5 * HOUR)
    await service.checkTimeouts()
    const segment = await only()
    expect(segment).toMatchObject({
      status: 'collapsed',
      messages: 1,
      summarisedBy: 'extractive',
      buckets: ['home_001'],
    })
    expect(chat.asked).toEqual([])
  })

  it('stays active when a message arrives while it is being summarised, and collapses later with that message', async () => {
    const { service, clock, embedder, events } = await openSegments(store)
    await talk()
    const { id } = await only()
    clock.set(START + 2 * MINUTE)
    embedder.meanwhile = async () => {
      embedder.meanwhile = () => Promise.resolve()
      await say(store, 'And a harness, also red.', START + 2 * MINUTE, 'dogs_001')
    }
    expect(await service.collapse(id)).toBe('interrupted')
    expect(await only()).toMatchObject({ status: 'active', messages: 3, title: '' })
    expect(events).not.toContain('segment.collapsed')
    clock.advance(HOUR)
    await service.checkTimeouts()
    expect(await only()).toMatchObject({ status: 'collapsed', messages: 3 })
  })

  it('runs overlapping calls for one segment once', async () => {
    const { service, embedder } = await openSegments(store)
    await talk()
    const { id } = await only()
    const outcomes = await Promise.all([service.collapse(id), service.collapse(id), service.collapse(id)])
    expect(outcomes).toEqual(['collapsed', 'collapsed', 'collapsed'])
    expect(embedder.seen).toHaveLength(1)
    expect(await service.collapse(id)).toBe('not_open')
  })

  it('leaves a claim of somebody else alone until it expires, then finishes what a crash cut off', async () => {
    const { service, clock } = await openSegments(store)
    await talk()
    const { id } = await only()
    clock.set(START + 2 * HOUR)
    await store.segments.claim({ segmentId: id, now: clock.now(), claimMs: 10 * MINUTE })
    await service.checkTimeouts()
    expect((await only()).status).toBe('collapsing')
    clock.advance(10 * MINUTE)
    await service.checkTimeouts()
    expect((await only()).status).toBe('collapsed')
  })

  it('neither collapses a live segment nor keeps one for ever when the clock is set back', async () => {
    const { service, clock } = await openSegments(store)
    await talk()
    clock.set(START - 5 * HOUR)
    await service.checkTimeouts()
    expect((await only()).status).toBe('active')
    await say(store, 'Still here, by a wrong clock.', START - 5 * HOUR + MINUTE, 'dogs_001')
    expect((await only()).messages).toBe(3)
    clock.set(START - 5 * HOUR + 2 * MINUTE)
    await service.checkTimeouts()
    clock.advance(HOUR - MINUTE)
    await service.checkTimeouts()
    expect((await only()).status).toBe('active')
    clock.advance(MINUTE)
    await service.checkTimeouts()
    expect((await only()).status).toBe('collapsed')
  })

  it('begins a new segment after the clock was set forward, and loses nothing', async () => {
    const { service, clock } = await openSegments(store)
    await talk()
    clock.set(START + 24 * HOUR)
    await service.checkTimeouts()
    await talk(START + 24 * HOUR, 'dogs_001')
    clock.set(START + 10 * MINUTE)
    await service.checkTimeouts()
    const segments = await store.segments.newest(10)
    expect(segments.map((s) => [s.status, s.messages])).toEqual([
      ['active', 2],
      ['collapsed', 2],
    ])
  })

  it('collapses imported segments at once, and none of them spans two conversations', async () => {
    const { ports, service: other, clock } = await openSegments(store)
    await other.close()
    let isImporting = true
    let named = 0
    const service = createSegments({
      ...ports(),
      isImporting: () => isImporting,
      async nameImported() {
        named += 1
      },
    })
    clock.set(START)
    for (const conv of ['one', 'two']) {
      const messages = [0, 1, 2].map((i) =>
        newMessage(`${conv} said thing number ${i}`, START - i * MINUTE, { id: messageId.parse(uuidv7()), conv }),
      )
      await store.turns.importSegment({ conv, messages, vectors: null, terms: [] })
    }
    // An import that is under way files what it brings by itself: none of it was left behind.
    await service.checkTimeouts()
    expect((await store.segments.newest(10)).map((s) => s.status)).toEqual(['active', 'active'])
    expect(named).toBe(0)
    isImporting = false
    await service.checkTimeouts()
    expect(named).toBe(1)
    const segments = await store.segments.newest(10)
    expect(segments.map((s) => [s.conv, s.status, s.messages]).sort()).toEqual([
      ['one', 'collapsed', 3],
      ['two', 'collapsed', 3],
    ])
  })

  it.each([
    ['only tools spoke', `UPDATE messages SET role = 'tool'`, ['web_search'], 'Tools: web_search'],
    ['nothing is left', `DELETE FROM messages`, [], 'Empty segment'],
  ])('gives a title to a segment in which %s', async (_, change, tools, title) => {
    const { service, clock } = await openSegments(store)
    await say(store, 'A result', START, null, { tools })
    await say(store, 'Another result', START + MINUTE, null, { tools })
    const { id } = await only()
    await test.open.db.execute(`${change} WHERE segment_id = '${id}' AND NOT is_segment_boundary`)
    clock.set(START + 2 * HOUR)
    await service.checkTimeouts()
    expect(await only()).toMatchObject({ status: 'collapsed', title, buckets: [], summarisedBy: 'extractive' })
  })

  it('gives a title and a synopsis to a segment of pictures alone', async () => {
    const { service, clock } = await openSegments(store)
    await say(store, '📷', START, null)
    await say(store, '🖼️ 🖼️', START + MINUTE, null)
    clock.set(START + 2 * HOUR)
    await service.checkTimeouts()
    const segment = await only()
    expect(segment).toMatchObject({ status: 'collapsed', summarisedBy: 'extractive', messages: 2 })
    expect(segment.title.trim()).not.toBe('')
    expect(segment.synopsis.trim()).not.toBe('')
  })

  it('takes a segment of 10,000 messages', async () => {
    const { service, clock } = await openSegments(store)
    const messages = Array.from({ length: 10_000 }, (_, i) =>
      newMessage(`Message ${i} about the kitchen in ${i % 7} words or more.`, START + i * 1000, { conv: 'long' }),
    )
    const { segmentId: id } = await store.turns.importSegment({ conv: 'long', messages, vectors: null, terms: [] })
    clock.set(START + 24 * HOUR)
    expect(await service.collapse(id)).toBe('collapsed')
    expect(await store.segments.byId(id)).toMatchObject({ messages: 10_000, status: 'collapsed' })
  })
})

describe('the session of a segment', () => {
  it('ends when the segment times out, even if it cannot be summarised yet', async () => {
    const { service, clock, embedder } = await openSegments(store)
    await openSession(START, 0)
    await talk()
    embedder.failure = new CatchmentError('model_missing', 'No embedding model.')
    clock.set(START + 2 * HOUR)
    await service.checkTimeouts()
    expect((await only()).status).toBe('active')
    expect(await store.sessions.current()).toBeNull()
  })

  it('does not end the session that began after it', async () => {
    const { service, clock } = await openSegments(store)
    await talk()
    const { newestSeq } = await store.messages.overview()
    clock.set(START + 5 * HOUR)
    await openSession(clock.now(), newestSeq)
    await say(store, 'Back again', clock.now(), 'dogs_001')
    await service.checkTimeouts()
    expect((await only()).status).toBe('collapsed')
    expect(await store.sessions.current()).not.toBeNull()
  })

  it('goes on when the collapse was interrupted by a message', async () => {
    const { service, clock, embedder } = await openSegments(store)
    await openSession(START, 0)
    await talk()
    clock.set(START + 2 * MINUTE)
    embedder.meanwhile = () => say(store, 'One more thing', START + 2 * MINUTE, 'dogs_001').then(() => undefined)
    expect(await service.collapse((await only()).id)).toBe('interrupted')
    expect(await store.sessions.current()).not.toBeNull()
  })
})

describe('a model that summarises', () => {
  it('is asked only with the ability, and its title and synopsis are marked as its own', async () => {
    const chat = new ScriptedChat(() => summary)
    const { service, clock, world } = await openSegments(store, chat)
    await talk()
    clock.set(START + 2 * HOUR)
    world.abilities.add('title')
    await service.checkTimeouts()
    expect(await only()).toMatchObject({ ...summary, summarisedBy: 'model', status: 'collapsed' })
    expect(chat.asked[0]?.lane).toBe('aside')
  })

  it('gives way to an extractive summary after three attempts with back-off', async () => {
    const chat = new ScriptedChat(() => new CatchmentError('model_failed', 'Nonsense.'))
    const { service, clock, faults } = await openSegments(store, chat, ['title'])
    await talk()
    clock.set(START + 2 * HOUR)
    await service.checkTimeouts()
    expect(await only()).toMatchObject({ status: 'active', attempts: 1 })
    await service.checkTimeouts()
    expect(chat.asked).toHaveLength(1)
    clock.advance(MINUTE)
    await service.checkTimeouts()
    expect(await only()).toMatchObject({ status: 'active', attempts: 2 })
    clock.advance(4 * MINUTE)
    await service.checkTimeouts()
    expect(chat.asked).toHaveLength(2)
    clock.advance(MINUTE)
    await service.checkTimeouts()
    expect(await only()).toMatchObject({ status: 'collapsed', summarisedBy: 'extractive' })
    expect((await only()).title).not.toBe('')
    // Three summaries and, once it was closed, the bucket's.
    expect(chat.asked).toHaveLength(4)
    expect(faults).toHaveLength(4)
  })

  it('counts an empty title as a failure', async () => {
    const chat = new ScriptedChat((call) => (call === 1 ? { title: ' ', synopsis: 'Something.' } : summary))
    const { service, clock } = await openSegments(store, chat, ['title'])
    await talk()
    clock.set(START + 2 * HOUR)
    await service.checkTimeouts()
    expect((await only()).attempts).toBe(1)
    clock.advance(MINUTE)
    await service.checkTimeouts()
    expect((await only()).title).toBe(summary.title)
  })

  it('gets its three attempts in a row when a person closes the segment', async () => {
    const chat = new ScriptedChat((call) => (call < 3 ? new CatchmentError('model_failed', 'Not yet.') : summary))
    const { service } = await openSegments(store, chat, ['title'])
    await talk()
    const { segment } = await service.closeNow()
    expect(segment).toMatchObject({ status: 'collapsed', title: summary.title, summarisedBy: 'model' })
  })

  it('corrects the buckets of stretches, but not messages that a person moved', async () => {
    const chat = new ScriptedChat(() => ({
      stretches: [
        { stretch: 1, bucket: 'cats_001', newTitle: '' },
        { stretch: 2, bucket: 'cats_001', newTitle: '' },
        { stretch: 3, bucket: 'new', newTitle: 'Boiler repairs' },
      ],
    }))
    const { service, clock, corrections } = await openSegments(store, chat, ['assign'])
    await say(store, 'A cat purrs at night.', START, 'cats_001')
    const first = await say(store, 'The cat sleeps all day.', START + MINUTE, 'dogs_001')
    const second = await say(store, 'The boiler is broken.', START + 2 * MINUTE, 'cats_001')
    await store.operations.apply(
      newOperation({
        kind: 'move_message',
        writes: [{ entity: 'message', entityId: first.id, field: 'filed_by', after: 'person' }],
      }),
    )
    clock.set(START + 2 * HOUR)
    await service.checkTimeouts()
    expect(corrections).toEqual([
      [{ messageIds: [second.id], target: { kind: 'new', title: 'Boiler repairs', status: 'active' } }],
    ])
    expect((await only()).summarisedBy).toBe('extractive')
  })
})

describe('what a collapse needs and does not get', () => {
  it('waits for the embedding model as long as it takes, without failing and without a title made up', async () => {
    const { service, clock, embedder, faults } = await openSegments(store)
    await talk()
    embedder.failure = new CatchmentError('model_missing', 'No embedding model.')
    clock.set(START + 2 * HOUR)
    for (let check = 0; check < 10; check++) {
      await service.checkTimeouts()
      clock.advance(5 * MINUTE)
    }
    expect(await only()).toMatchObject({ status: 'active', attempts: 0, title: '' })
    expect(faults.length).toBe(10)
    embedder.failure = null
    await service.checkTimeouts()
    expect((await only()).status).toBe('collapsed')
  })

  it('fails visibly when storing fails three times, and can be retried by hand', async () => {
    const { service, clock, embedder } = await openSegments(store)
    await talk()
    clock.set(START + 2 * HOUR)
    // A vector of the wrong size is refused by the database itself.
    const embed = embedder.embed.bind(embedder)
    embedder.embed = async () => [new Float32Array(3)]
    for (let check = 0; check < 3; check++) {
      await service.checkTimeouts()
      clock.advance(5 * MINUTE)
    }
    const segment = await only()
    expect(segment.status).toBe('failed')
    await service.checkTimeouts()
    expect((await only()).status).toBe('failed')
    await expect(service.retry(segment.id)).rejects.toMatchObject({ code: 'unavailable' })
    embedder.embed = embed
    expect((await service.retry(segment.id)).status).toBe('collapsed')
  })

  it('says so when there is nothing to close or no such segment', async () => {
    const { service } = await openSegments(store)
    await expect(service.closeNow()).rejects.toMatchObject({ code: 'not_found' })
    await expect(service.retry(segmentId.parse(uuidv7()))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('closes by hand long before the silence, and the next message begins a new segment', async () => {
    const { service, clock } = await openSegments(store)
    await talk()
    clock.set(START + 2 * MINUTE)
    expect((await service.closeNow()).segment.status).toBe('collapsed')
    await talk(START + 3 * MINUTE)
    expect((await store.segments.newest(10)).map((s) => s.status)).toEqual(['active', 'collapsed'])
  })

  it('finishes orderly: what was under way is due again at the next start', async () => {
    const { service, clock, embedder, open } = await openSegments(store)
    await talk()
    clock.set(START + 2 * HOUR)
    const { id } = await only()
    let closing: Promise<void> | null = null
    embedder.meanwhile = async () => {
      closing = service.close()
      embedder.failure = new CatchmentError('cancelled', 'Cancelled.')
    }
    expect(await service.collapse(id)).toBe('waiting')
    await closing
    expect((await only()).status).toBe('active')
    embedder.meanwhile = () => Promise.resolve()
    embedder.failure = null
    const next = open()
    await next.checkTimeouts()
    expect((await only()).status).toBe('collapsed')
  })

  it('does not let a listener that fails undo a collapse', async () => {
    const { service, clock, bus, faults } = await openSegments(store)
    await talk()
    bus.on('segment.collapsed', () => {
      throw new Error('a room has a fault')
    })
    clock.set(START + 2 * HOUR)
    await service.checkTimeouts()
    expect((await only()).status).toBe('collapsed')
    expect(faults).toHaveLength(1)
  })

  it('keeps a reply of the assistant in the segment its question opened', async () => {
    const turn = turnId.parse(uuidv7())
    const { message } = await store.turns.begin({
      message: newMessage('A question', START),
      turnId: turn,
      modelId: null,
      timeoutMs: HOUR,
    })
    await store.turns.finish({
      turnId: turn,
      reply: newMessage('An answer', START + 1000, { role: 'assistant', author: 'assistant' }),
      vectors: null,
      terms: [],
      timeoutMs: HOUR,
      filing: filed(message.id, 'questions_001', START),
    })
    expect(await only()).toMatchObject({ messages: 2, status: 'active' })
  })
})

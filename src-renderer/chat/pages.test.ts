import type { ConversationPage } from '@shared/contract/conversation'
import type { MessageView } from '@shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBucketId, aMessage, aMessageId, aSegment } from '../testing/samples'
import { allMessages, applyStretch, type Pages, patchSegments, segmentsOf, stretchesOf, upsertMessage } from './pages'

const page = (messages: MessageView[], edges: Partial<ConversationPage> = {}): ConversationPage => ({
  messages,
  segments: [],
  hasOlder: true,
  hasNewer: true,
  ...edges,
})
const pagesOf = (...pages: ConversationPage[]): Pages => ({ pages, pageParams: pages.map(() => ({ at: 'newest' })) })
const numbers = (...ns: number[]) => ns.map((n) => aMessage(n))
const texts = (data: Pages) => allMessages(data).map((message) => message.text)

describe('a message that arrives', () => {
  it('is appended where the talk goes on', () => {
    const live = pagesOf(page(numbers(1, 2)), page(numbers(3), { hasNewer: false }))
    expect(texts(upsertMessage(live, aMessage(4), null))).toEqual(['text 1', 'text 2', 'text 3', 'text 4'])
  })
  it('is left out where newer messages are not loaded', () => {
    const past = pagesOf(page(numbers(1, 2)))
    expect(upsertMessage(past, aMessage(9), null)).toBe(past)
  })
  it('falls into its order when it was imported into the past', () => {
    const live = pagesOf(page(numbers(2, 4)), page(numbers(6, 8), { hasNewer: false }))
    expect(texts(upsertMessage(live, aMessage(5), null))).toEqual(['text 2', 'text 4', 'text 5', 'text 6', 'text 8'])
    expect(upsertMessage(live, aMessage(1), null)).toBe(live)
  })
  it('is the first of an empty conversation', () => {
    const empty = pagesOf(page([], { hasOlder: false, hasNewer: false }))
    expect(texts(upsertMessage(empty, aMessage(1), null))).toEqual(['text 1'])
  })
  it('replaces itself, and never stands there twice', () => {
    const live = pagesOf(page(numbers(1, 2), { hasNewer: false }))
    expect(texts(upsertMessage(live, aMessage(2, { text: 'changed' }), null))).toEqual(['text 1', 'changed'])
  })
  it('leaves a thread when it was filed elsewhere', () => {
    const bread = aBucketId('bread_001')
    const thread = pagesOf(page([aMessage(1, { bucketId: bread })], { hasNewer: false }))
    expect(texts(upsertMessage(thread, aMessage(1, { bucketId: aBucketId('dogs_001') }), bread))).toEqual([])
  })
  it('keeps the order whatever arrives in whatever order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 40 }), (arrivals) => {
        const start = pagesOf(page([], { hasOlder: false, hasNewer: false }))
        const end = arrivals.reduce((data, n) => upsertMessage(data, aMessage(n), null), start)
        const expected = [...arrivals].sort((a, b) => a - b).map((n) => `text ${n}`)
        expect(texts(end)).toEqual(expected)
      }),
    )
  })
})

describe('messages that changed', () => {
  const data = pagesOf(page(numbers(1, 2, 3)), page(numbers(4, 5, 6), { hasNewer: false }))
  it('are asked for as one stretch after the message before them', () => {
    expect(stretchesOf(data, new Set([aMessageId(2), aMessageId(5), aMessageId(99)]))).toEqual([
      { ids: [aMessageId(2), aMessageId(5)], anchor: { at: 'after', messageId: aMessageId(1) }, limit: 4 },
    ])
  })
  it('are asked for before the one after them at the beginning, and as the newest if they are all there is', () => {
    expect(stretchesOf(data, new Set([aMessageId(1)]))[0]?.anchor).toEqual({ at: 'before', messageId: aMessageId(2) })
    const alone = pagesOf(page(numbers(1), { hasNewer: false }))
    expect(stretchesOf(alone, new Set([aMessageId(1)]))[0]?.anchor).toEqual({ at: 'newest' })
  })
  it('need no request if none of them is loaded', () => {
    expect(stretchesOf(data, new Set([aMessageId(99)]))).toEqual([])
  })
  it('are asked for in requests of at most two hundred, each once', () => {
    const many = Array.from({ length: 900 }, (_, n) => n + 1)
    const long = pagesOf(page(numbers(...many), { hasNewer: false }))
    const changed = many.filter((n) => n % 7 === 0).map(aMessageId)
    const stretches = stretchesOf(long, new Set(changed))
    expect(stretches.flatMap((stretch) => stretch.ids)).toEqual(changed)
    expect(stretches.every((stretch) => stretch.limit <= 200)).toBe(true)
  })
  it('are patched by the answer, and those that did not come back are gone', () => {
    const answer = page([aMessage(2, { text: 'moved' })])
    expect(texts(applyStretch(data, [aMessageId(2), aMessageId(3)], answer))).toEqual([
      'text 1',
      'moved',
      'text 4',
      'text 5',
      'text 6',
    ])
  })
})

describe('segments that changed', () => {
  it('are replaced where they are known and added where the talk goes on', () => {
    const data = pagesOf({ ...page(numbers(1)), segments: [aSegment(1)] }, page(numbers(2), { hasNewer: false }))
    const patched = patchSegments(data, [aSegment(1, { title: 'new title' }), aSegment(2)])
    expect([...segmentsOf(patched).values()].map((segment) => segment.title)).toEqual(['new title', 'segment 2'])
    expect(patched.pages[1]?.segments).toHaveLength(1)
  })
})

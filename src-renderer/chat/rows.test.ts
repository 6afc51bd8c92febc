import type { SessionReceipt } from '@shared/contract/receipts'
import { turnId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { dateOf } from '../app/format'
import { aBucketId, aMessage, aMessageId, aSegment, aSegmentId, at } from '../testing/samples'
import type { LiveTurn } from './live-turns'
import { buildRows, newBelow, type RowSource } from './rows'

const turn = turnId.parse('00000000-0000-7000-8000-0000000000aa')
const live = (change: Partial<LiveTurn> = {}): LiveTurn => ({
  turnId: turn,
  userMessageId: aMessageId(1),
  modelId: 'm',
  phase: 'writing',
  failure: null,
  tool: null,
  ...change,
})
const source = (change: Partial<RowSource>): RowSource => ({
  messages: [],
  segments: new Map(),
  turns: [],
  cards: new Map(),
  receipt: null,
  session: null,
  reachesOldest: true,
  reachesNewest: true,
  answers: true,
  dateOf: (ts) => dateOf(ts, 'UTC'),
  replyKey: (id) => id,
  ...change,
})
const kinds = (change: Partial<RowSource>) => buildRows(source(change)).map((row) => row.kind)
const receipt = (lastSessionEndedAt: string | null): SessionReceipt => ({
  lastSessionEndedAt,
  lines: [],
  total: 1,
  standing: 1,
})

describe('days', () => {
  const messages = [
    aMessage(1, { ts: '2026-11-27T22:30:00.000Z' }),
    aMessage(2, { ts: '2026-11-27T23:30:00.000Z' }),
    aMessage(3, { ts: '2026-11-28T00:30:00.000Z' }),
  ]
  it('get a separator where the local date changes', () => {
    expect(kinds({ messages })).toEqual(['day', 'question', 'reply', 'day', 'question'])
  })
  it('change at the midnight of the zone', () => {
    const berlin = (ts: string) => dateOf(ts, 'Europe/Berlin')
    expect(kinds({ messages, dateOf: berlin })).toEqual(['day', 'question', 'day', 'reply', 'question'])
  })
})

describe('another branch', () => {
  const said = (n: number, conv: string) => aMessage(n, { externalId: `${conv}/${n}` })
  const messages = [said(1, 'a'), said(2, 'a'), said(3, 'b'), said(4, 'a'), aMessage(5)]
  const shown = (change: Partial<RowSource>) =>
    buildRows(source({ messages, ...change })).flatMap((row) =>
      'message' in row ? [row.message.id] : row.kind === 'folded' ? [`folded at ${row.at}`] : [],
    )
  const [first, second, third, fourth, fifth] = messages.map(({ id }) => id)
  it('folds away what follows on the branch that is shown, of its conversation alone', () => {
    expect(shown({ looked: new Set([aMessageId(2)]) })).toEqual([first, second, `folded at ${second}`, third, fifth])
    expect(shown({ looked: new Set([aMessageId(1), aMessageId(2)]) })).toEqual([
      first,
      `folded at ${first}`,
      third,
      fifth,
    ])
  })
  it('folds nothing where nothing follows', () => {
    expect(shown({ looked: new Set([aMessageId(4)]) })).toEqual([first, second, third, fourth, fifth])
    expect(shown({ looked: new Set([aMessageId(5)]) })).toEqual(messages.map(({ id }) => id))
  })
})

describe('segments', () => {
  it('stand above their first message, once', () => {
    const messages = [1, 2].map((n) => aMessage(n, { segmentId: aSegmentId(1) })).concat(aMessage(3))
    const segments = new Map([[aSegmentId(1) as string, aSegment(1)]])
    expect(kinds({ messages, segments })).toEqual(['day', 'segment', 'question', 'reply', 'question'])
  })
})

describe('a segment under way', () => {
  it('is about what its messages were filed under so far', () => {
    const inIt = { segmentId: aSegmentId(1) }
    const messages = ['a_001', 'b_001', 'a_001'].map((id, n) => aMessage(n + 1, { ...inIt, bucketId: aBucketId(id) }))
    const segments = new Map([[aSegmentId(1) as string, aSegment(1, { title: '', status: 'active' })]])
    expect(buildRows(source({ messages, segments }))[1]).toMatchObject({ segment: { buckets: ['a_001', 'b_001'] } })
  })
})

describe('the oldest loaded message', () => {
  it('gets no header while older ones may stand above it, so that loading them moves nothing that is read', () => {
    const messages = [1, 2].map((n) => aMessage(n, { segmentId: aSegmentId(1) }))
    const segments = new Map([[aSegmentId(1) as string, aSegment(1)]])
    expect(kinds({ messages, segments, reachesOldest: false })).toEqual(['question', 'reply'])
  })
})

describe('under a question', () => {
  it('streams its reply, in its place even if it was asked again from further up', () => {
    const messages = [aMessage(1), aMessage(3)]
    expect(kinds({ messages, turns: [live()] })).toEqual(['day', 'question', 'live', 'question'])
  })
  it('stands the card of the mode without a model, until there is a reply', () => {
    const card = { bucketId: aBucketId('a_001'), bucketTitle: 'A', isNewBucket: false, related: [], remembered: [] }
    const cards = new Map([[aMessageId(1), card]])
    expect(kinds({ messages: [aMessage(1)], cards })).toEqual(['day', 'question', 'card'])
    const refiled = [aMessage(1, { bucketId: aBucketId('b_001') })]
    expect(buildRows(source({ messages: refiled, cards }))[2]).toMatchObject({ card: { bucketId: 'b_001' } })
    expect(kinds({ messages: [aMessage(1), aMessage(2)], cards })).toEqual(['day', 'question', 'reply'])
  })
  it('stands its bucket where no reply can show it, and the offer to ask again only at the end', () => {
    const rows = buildRows(source({ messages: [aMessage(1), aMessage(3)] }))
    expect(rows).toMatchObject([{}, { showsFiling: true, unanswered: false }, { showsFiling: true, unanswered: true }])
    const silent = buildRows(source({ messages: [aMessage(1)], answers: false }))
    expect(silent[1]).toMatchObject({ unanswered: false })
  })
  it('says at the end that a reply is written whose beginning was missed', () => {
    expect(kinds({ messages: [aMessage(1), aMessage(2)], turns: [live({ userMessageId: null })] })).toEqual([
      'day',
      'question',
      'reply',
      'live',
    ])
  })
})

describe('the receipt of a session', () => {
  const messages = [aMessage(1), aMessage(2), aMessage(5)]
  it('stands above the first message after the last session', () => {
    expect(kinds({ messages, receipt: receipt(at(3)) })).toEqual(['day', 'question', 'reply', 'receipt', 'question'])
  })
  it('stands at the end until somebody writes', () => {
    expect(kinds({ messages, receipt: receipt(at(9)) })).toEqual(['day', 'question', 'reply', 'question', 'receipt'])
  })
  it('stands where this session begins, whatever an import put between it and the last one', () => {
    const session = { startedAt: at(4) }
    expect(kinds({ messages, session, receipt: receipt(at(1)) }).indexOf('receipt')).toBe(4)
    expect(kinds({ messages, session, receipt: receipt(null) }).indexOf('receipt')).toBe(4)
    // nobody wrote in it yet
    const empty = { startedAt: at(9) }
    expect(kinds({ messages, session: empty, receipt: receipt(null) }).at(-1)).toBe('receipt')
  })
  it('is not shown above the first loaded message, if the session began before it', () => {
    expect(kinds({ messages, receipt: receipt(at(0)), reachesOldest: false })).not.toContain('receipt')
  })
  it('is not shown among old messages while the newest are not loaded', () => {
    expect(kinds({ messages, receipt: receipt(at(9)), reachesNewest: false })).not.toContain('receipt')
  })
})

describe('roles', () => {
  it('other than person and assistant never appear', () => {
    const messages = [aMessage(1, { role: 'tool' }), aMessage(2, { role: 'system' })]
    expect(kinds({ messages })).toEqual([])
  })
})

describe('keys', () => {
  it('are unique, also when a segment is interrupted and goes on', () => {
    const messages = [1, 2, 3, 4].map((n) => aMessage(n, { segmentId: n === 2 ? null : aSegmentId(1) }))
    const segments = new Map([[aSegmentId(1) as string, aSegment(1)]])
    const keys = buildRows(source({ messages, segments })).map((row) => row.key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('what arrived below', () => {
  const messages = [1, 2, 3, 4].map((n) => aMessage(n))
  it('is counted from the last message that was seen', () => {
    expect(newBelow(messages, aMessageId(2))).toBe(2)
    expect(newBelow(messages, aMessageId(4))).toBe(0)
  })
  it('is nothing if nobody scrolled away, or if the place is not loaded any more', () => {
    expect(newBelow(messages, null)).toBe(0)
    expect(newBelow(messages, aMessageId(99))).toBe(0)
  })
})

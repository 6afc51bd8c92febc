import type { ReceiptView } from '@shared/domain'
import { operationId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { receiptsText, receiptText, sessionReceipt } from './receipts'
import { HOUR_MS, id, NOON } from './testing/samples'

let n = 0
const act = (kind: ReceiptView['kind'], over: Partial<ReceiptView> = {}): ReceiptView => ({
  id: operationId.parse(`00000000-0000-7000-8000-${String(++n).padStart(12, '0')}`),
  ts: new Date(NOON + n).toISOString(),
  kind,
  actor: 'janitor',
  sentence: `act ${n}`,
  undone: false,
  undoneAt: null,
  buckets: [id('a_001'), id('b_001')],
  messagesMoved: 0,
  similarity: null,
  ...over,
})
const ended = new Date(NOON - HOUR_MS).toISOString()
const at = { now: NOON, timeZone: 'Europe/Lisbon' }
const many = (kind: ReceiptView['kind'], times: number, over: Partial<ReceiptView> = {}) =>
  Array.from({ length: times }, () => act(kind, over))

describe('the receipt at session start', () => {
  it('gives up to five acts a line each, oldest first, with what undo needs', () => {
    const acts = many('boost', 5)
    const card = sessionReceipt([...acts].reverse(), ended)
    expect(card).toEqual({
      lastSessionEndedAt: ended,
      lines: acts.map((receipt) => ({ sentence: receipt.sentence, receipt })),
      total: 5,
      standing: 5,
    })
  })

  it('is nothing where nothing was done', () => {
    expect(sessionReceipt([], ended)).toBeNull()
  })

  it('makes more than five acts one line per kind, never more than five lines, and counts buckets, not acts', () => {
    const card = sessionReceipt(
      [
        ...many('consolidate', 5),
        act('consolidate', { buckets: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((x) => id(`${x}_001`)) }),
        ...many('archive_ephemeral', 8),
        ...many('promote', 1),
        ...many('archive_stale', 2),
        ...many('archive_low_return', 1),
        ...many('boost', 1),
      ],
      ended,
    )
    expect(card?.lines).toEqual([
      { sentence: 'Consolidated 12 buckets', receipt: null },
      { sentence: 'Kept 1 one-off as a bucket', receipt: null },
      { sentence: 'Filed away 8 one-offs', receipt: null },
      { sentence: 'Archived 3 quiet buckets', receipt: null },
      { sentence: 'Raised 1 bucket to high priority', receipt: null },
    ])
    expect(card?.total).toBe(19)
  })

  it('leaves no kind of act out, and keeps to five lines', () => {
    const card = sessionReceipt(
      [...many('consolidate_memories', 2), ...many('rename', 3), ...many('unarchive', 1)],
      ended,
    )
    expect(card?.lines.map((l) => l.sentence)).toEqual([
      'Renamed 3 buckets',
      'Put memories together 2 times',
      'Did 1 other thing',
    ])
    const kinds = ['consolidate', 'promote', 'archive_ephemeral', 'archive_stale', 'refile', 'boost', 'rename'] as const
    const full = sessionReceipt(
      kinds.map((kind) => act(kind)),
      ended,
    )
    expect(full?.lines).toHaveLength(5)
    expect(full?.lines.at(-1)?.sentence).toBe('Did 3 other things')
  })

  it('tells acts apart that read alike', () => {
    const archived = (bucket: string) => act('archive_stale', { sentence: 'Archived “John”.', buckets: [id(bucket)] })
    const card = sessionReceipt(
      [archived('john_001'), archived('john_002'), act('boost', { sentence: 'Raised.' })],
      ended,
    )
    expect(card?.lines.map((l) => l.sentence)).toEqual([
      'Archived “John”. (john_001)',
      'Archived “John”. (john_002)',
      'Raised.',
    ])
  })

  it('shows an undone act as undone, and does not count it in a summary', () => {
    const undone = { undone: true, undoneAt: ended }
    expect(sessionReceipt([act('boost', undone)], ended)?.lines[0]?.receipt?.undone).toBe(true)
    const card = sessionReceipt([...many('boost', 6), ...many('promote', 2, undone)], ended)
    expect(card?.lines.map((l) => l.sentence)).toEqual(['Raised 6 buckets to high priority'])
  })
})

describe('the receipt as text', () => {
  it('has the headings of the decision record and the time of the person’s own clock', () => {
    const card = sessionReceipt([act('boost', { sentence: 'Raised “Tax” to high priority: why.' })], ended)
    expect(card && receiptText(card, { now: NOON, timeZone: 'Asia/Tokyo' })).toBe(
      'NOTIFICATION: LAST SESSION ENDED AT 20:00:00\nJANITOR ACTIVITY SINCE LAST SESSION:\n- Raised “Tax” to high priority: why.',
    )
  })

  it('adds the date where the session did not end today', () => {
    const card = sessionReceipt([act('boost')], new Date(NOON - 24 * HOUR_MS).toISOString())
    expect(card && receiptText(card, at)).toContain('LAST SESSION ENDED AT 12:00:00 (5 January 2026)')
  })

  it('leaves out what was undone, and points to the full log after a summary', () => {
    const few = sessionReceipt([act('boost', { undone: true, undoneAt: ended })], ended)
    expect(few && receiptText(few, at)).toMatch(/SINCE LAST SESSION:\n- none$/)
    const summary = sessionReceipt(many('consolidate', 6), null)
    expect(summary && receiptText(summary, at)).toBe(
      'JANITOR ACTIVITY SINCE LAST SESSION:\n- Consolidated 6 buckets\n- see full log',
    )
  })
})

describe('all receipts as text', () => {
  it('have the form of the block a session begins with, and say who did it', () => {
    const acts = [
      act('consolidate', { sentence: 'Merged “A” into “B”.' }),
      act('rename', { sentence: 'Renamed “B” to “C”.', actor: 'person' }),
      act('boost', { sentence: 'Raised “C”.', undone: true }),
    ]
    expect(receiptsText([...acts].reverse(), ended, at).split('\n')).toEqual([
      receiptText({ lastSessionEndedAt: ended, lines: [], total: 0, standing: 0 }, at).split('\n')[0],
      'ACTIVITY SINCE LAST SESSION:',
      '- Merged “A” into “B”. (the janitor)',
      '- Renamed “B” to “C”. (you)',
      '- Raised “C”. (the janitor, taken back)',
    ])
    expect(receiptsText([], null, at)).toBe('ACTIVITY SINCE LAST SESSION:\n- none')
  })
})

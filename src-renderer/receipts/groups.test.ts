import { describe, expect, it } from 'vitest'
import { aReceipt } from '../testing/samples'
import { groupReceipts, receiptRows, tally } from './groups'

const [FIRST, SECOND] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
const pass = (n: number, passId: string) =>
  aReceipt(n, { passId, ts: `2026-01-05T10:00:${String(n).padStart(2, '0')}.000Z` })
const by = (n: number, actor: 'person' | 'model' | 'classifier' | 'segment', ts: string) => aReceipt(n, { actor, ts })
const shape = (groups: ReturnType<typeof groupReceipts>) =>
  groups.map(({ by, date, receipts }) => [by, date, receipts.map(({ sentence }) => sentence.replace('receipt ', ''))])

describe('receipts in groups', () => {
  it('a pass stands together, though somebody acted meanwhile, and apart from the pass before it', () => {
    const log = [pass(5, SECOND), by(4, 'person', '2026-01-05T10:00:04.000Z'), pass(3, SECOND), pass(2, FIRST)]
    expect(shape(groupReceipts(log, 'UTC', false))).toEqual([
      ['tidying', '2026-01-05', ['5', '3']],
      ['you', '2026-01-05', ['4']],
      ['tidying', '2026-01-05', ['2']],
    ])
  })
  it('what one did on a day with nobody between is one group; a day is the local one', () => {
    const log = [
      by(6, 'person', '2026-01-05T23:30:00.000Z'),
      by(5, 'person', '2026-01-05T22:30:00.000Z'),
      by(4, 'person', '2026-01-05T08:00:00.000Z'),
      by(3, 'segment', '2026-01-05T07:00:00.000Z'),
      by(2, 'classifier', '2026-01-05T06:00:00.000Z'),
      by(1, 'person', '2026-01-05T05:00:00.000Z'),
    ]
    expect(shape(groupReceipts(log, 'Europe/Berlin', false))).toEqual([
      ['you', '2026-01-06', ['6']],
      ['you', '2026-01-05', ['5', '4']],
      ['filing', '2026-01-05', ['3', '2']],
      ['you', '2026-01-05', ['1']],
    ])
  })
  it('a group that may go on in what is not loaded is not counted yet', () => {
    const log = [pass(3, SECOND), pass(2, FIRST), pass(1, FIRST)]
    expect(groupReceipts(log, 'UTC', true).map(({ isWhole }) => isWhole)).toEqual([true, false])
    expect(groupReceipts(log, 'UTC', false).map(({ isWhole }) => isWhole)).toEqual([true, true])
  })
  it('a pass may go on below what somebody did meanwhile, until an act of an earlier one is there', () => {
    const log = [pass(4, SECOND), by(3, 'person', '2026-01-05T10:00:03.000Z')]
    expect(groupReceipts(log, 'UTC', true).map(({ isWhole }) => isWhole)).toEqual([false, false])
    const more = [...log, pass(2, SECOND), pass(1, FIRST)]
    expect(groupReceipts(more, 'UTC', true).map(({ isWhole }) => isWhole)).toEqual([true, true, false])
  })
  it('what filing made of an import stands apart from its other acts, and may go on though a tidying came between', () => {
    const filed = (n: number) => ({ ...pass(n, FIRST), actor: 'classifier' as const })
    const log = [by(5, 'classifier', '2026-01-05T10:00:05.000Z'), filed(4), pass(3, SECOND), filed(2)]
    expect(shape(groupReceipts(log, 'UTC', false))).toEqual([
      ['filing', '2026-01-05', ['5']],
      ['import', '2026-01-05', ['4', '2']],
      ['tidying', '2026-01-05', ['3']],
    ])
    expect(groupReceipts(log.slice(0, 3), 'UTC', true).map(({ isWhole }) => isWhole)).toEqual([true, false, false])
  })
  it('a group keeps its key when new acts come on top of it and older ones are loaded below it', () => {
    const keys = new Map()
    const [newest, middle, oldest] = [3, 2, 1].map((n) => by(n, 'person', `2026-01-05T0${n}:00:00.000Z`))
    if (!newest || !middle || !oldest) throw new Error('There are three.')
    const keyOf = (...log: (typeof newest)[]) => groupReceipts(log, 'UTC', false, keys).map(({ key }) => key)
    const first = keyOf(middle)
    expect(keyOf(middle, oldest)).toEqual(first)
    expect(keyOf(newest, middle, oldest)).toEqual(first)
  })
  it('no two groups have one key, also where a filter joined or parted them', () => {
    const keys = new Map()
    const mine = [4, 3, 1].map((n) => by(n, 'person', `2026-01-05T0${n}:00:00.000Z`))
    const other = by(2, 'model', '2026-01-05T02:00:00.000Z')
    const all = [...mine.slice(0, 2), other, ...mine.slice(2)]
    const keyOf = (log: typeof mine) => groupReceipts(log, 'UTC', false, keys).map(({ key }) => key)
    expect(keyOf(mine)).toHaveLength(1)
    const parted = keyOf(all)
    expect(new Set(parted).size).toBe(3)
    expect(keyOf(mine)).toEqual([parted[0]])
    expect(keyOf(all)).toEqual(parted)
  })
})

describe('a group’s lines', () => {
  const large = groupReceipts(
    Array.from({ length: 9 }, (_, n) => pass(9 - n, FIRST)),
    'UTC',
    false,
  )
  it('of a large tidying are folded at first, what a person did is not, and a press turns either', () => {
    expect(receiptRows(large, new Set())).toHaveLength(1)
    expect(receiptRows(large, new Set([FIRST]))).toHaveLength(10)
    const own = groupReceipts(
      Array.from({ length: 9 }, (_, n) => by(9 - n, 'person', '2026-01-05T08:00:00.000Z')),
      'UTC',
      false,
    )
    expect(receiptRows(own, new Set())).toHaveLength(10)
    expect(receiptRows(own, new Set([own[0]?.key ?? '']))).toHaveLength(1)
  })
  it('are counted by what was done, most first, with what was taken back at the end', () => {
    const acts = [
      aReceipt(4, { kind: 'archive_stale', undone: true }),
      aReceipt(3, { kind: 'promote' }),
      aReceipt(2, { kind: 'archive_low_return' }),
    ]
    expect(tally(acts)).toEqual([
      ['archived', 2],
      ['kept', 1],
      ['undone', 1],
    ])
  })
})

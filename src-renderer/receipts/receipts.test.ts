import { describe, expect, it } from 'vitest'
import { aReceipt, at } from '../testing/samples'
import { actorsOf, passes } from './filters'
import { patchReceipts, patchSession } from './patch'

const sentences = (pages: ReturnType<typeof patchReceipts>) => pages.map((page) => page.map((r) => r.sentence))

describe('filter chips', () => {
  it('go by what was done', () => {
    expect(passes(aReceipt(1, { kind: 'consolidate' }), 'merged')).toBe(true)
    expect(passes(aReceipt(1, { kind: 'archive_ephemeral' }), 'filedAway')).toBe(true)
    expect(passes(aReceipt(1, { kind: 'promote' }), 'kept')).toBe(true)
    expect(passes(aReceipt(1, { kind: 'refile' }), 'moved')).toBe(true)
    expect(passes(aReceipt(1, { kind: 'close_segment' }), 'segments')).toBe(true)
    expect(passes(aReceipt(1, { kind: 'split' }), 'segments')).toBe(false)
    expect(passes(aReceipt(1, { kind: 'forget_memory' }), 'memories')).toBe(true)
    expect(passes(aReceipt(1, { kind: 'pin' }), 'merged')).toBe(false)
  })
  it('or by who did it', () => {
    expect(passes(aReceipt(1, { actor: 'person', kind: 'pin' }), 'byYou')).toBe(true)
    expect(passes(aReceipt(1, { actor: 'janitor' }), 'byYou')).toBe(false)
    expect(actorsOf('byYou')).toEqual(['person'])
    expect(actorsOf('merged')).toBeNull()
  })
})

describe('receipts that changed', () => {
  const pages = [[aReceipt(5), aReceipt(4)], [aReceipt(3)]]
  it('stand on top if they are new, and keep their place if they are known', () => {
    const changed = [aReceipt(6), aReceipt(3, { sentence: 'undone', undone: true })]
    expect(sentences(patchReceipts(pages, changed, null))).toEqual([
      ['receipt 6', 'receipt 5', 'receipt 4'],
      ['undone'],
    ])
  })
  it('keep out of a list that shows only what others did', () => {
    expect(sentences(patchReceipts(pages, [aReceipt(6, { actor: 'model' })], ['person']))[0]).toHaveLength(2)
  })
  it('wait for their page if they are older than what is loaded', () => {
    expect(sentences(patchReceipts(pages, [aReceipt(1)], null)).flat()).not.toContain('receipt 1')
  })
  it('are also told on the card of the session', () => {
    const card = {
      lastSessionEndedAt: at(0),
      total: 2,
      lines: [
        { sentence: 'a', receipt: aReceipt(5) },
        { sentence: 'b', receipt: null },
      ],
    }
    const patched = patchSession(card, [aReceipt(5, { undone: true })])
    expect(patched?.lines.map((line) => line.receipt?.undone ?? null)).toEqual([true, null])
    expect(patchSession(null, [aReceipt(5)])).toBeNull()
  })
})

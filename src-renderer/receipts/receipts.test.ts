import { describe, expect, it } from 'vitest'
import { bucketMap } from '../buckets/use-buckets'
import { aBucket, aReceipt, at } from '../testing/samples'
import { actorsOf, passes } from './filters'
import { partsOf } from './linked-sentence'
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
      standing: 2,
      lines: [
        { sentence: 'a', receipt: aReceipt(5) },
        { sentence: 'b', receipt: null },
      ],
    }
    const patched = patchSession(card, [aReceipt(5, { undone: true })])
    expect(patched?.lines.map((line) => line.receipt?.undone ?? null)).toEqual([true, null])
    expect(patchSession(null, [aReceipt(5)])).toBeNull()
    const single = { ...card, total: 1, standing: 1, lines: card.lines.slice(0, 1) }
    expect(patchSession(single, [aReceipt(5, { undone: true })])?.standing).toBe(0)
  })
})

describe('what a sentence speaks of', () => {
  const [bread, wine] = [aBucket('bread_001', { title: 'Bread' }), aBucket('wine_001', { title: 'Wine' })]
  const buckets = bucketMap([bread, wine], [[aBucket('rolls_001').id, bread.id]])
  const led = (sentence: string, of: Parameters<typeof partsOf>[1]) =>
    partsOf(sentence, of, buckets).flatMap(({ text, bucket }) => (bucket ? [[text, bucket]] : []))
  it('leads to the bucket that is called so', () => {
    expect(led('Refiled 2 messages from “Bread” to “Wine”: why.', [bread.id, wine.id])).toEqual([
      ['“Bread”', bread.id],
      ['“Wine”', wine.id],
    ])
  })
  it('leads to the one bucket it is about, whatever that was called then', () => {
    expect(led('Renamed “Loaves” to “Bread”: why.', [bread.id])).toEqual([
      ['“Loaves”', bread.id],
      ['“Bread”', bread.id],
    ])
    expect(led('Merged “Rolls” into “Bread”: why.', [aBucket('rolls_001').id, bread.id]).map(([text]) => text)).toEqual(
      ['“Rolls”', '“Bread”'],
    )
  })
  it('leads nowhere from what somebody said, which is the reason', () => {
    const kept = 'Kept “Loaves” as a bucket: you asked 7 times, last “Wow, that rises!”, which is near to “Bread”.'
    expect(led(kept, [bread.id]).map(([text]) => text)).toEqual(['“Loaves”', '“Bread”'])
  })
  it('leads nowhere where nobody knows', () => {
    expect(led('Archived “Cheese”.', [bread.id, wine.id])).toEqual([])
  })
})

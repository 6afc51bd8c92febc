import { describe, expect, it } from 'vitest'
import { aBucket } from '../testing/samples'
import { carrySeen, clampSeen, growSeen, seeAll, unread, useSeen } from './seen'

describe('unread markers', () => {
  it('count what came since the bucket was viewed', () => {
    const bucket = aBucket('a_001', { messages: 10 })
    expect(unread({ a_001: 7 }, bucket)).toBe(3)
    expect(unread({ a_001: 10 }, bucket)).toBe(0)
  })
  it('count a bucket that was never seen as wholly new', () => {
    expect(unread({}, aBucket('a_001', { messages: 4 }))).toBe(4)
  })
  it('never go below nothing when messages were moved away', () => {
    expect(unread({ a_001: 12 }, aBucket('a_001', { messages: 3 }))).toBe(0)
  })
  it('show messages that went away and came back', () => {
    const seen = clampSeen({ a_001: 10 }, [aBucket('a_001', { messages: 6 })])
    expect(unread(seen, aBucket('a_001', { messages: 8 }))).toBe(2)
  })
  it('carry over what was seen when a bucket is merged away or becomes another', () => {
    const after = carrySeen({ a_001: 8, b_001: 40 }, [aBucket('b_001', { messages: 51 })], [aBucket('a_001').id])
    expect(after).toEqual({ b_001: 48 })
    expect(unread(after, aBucket('b_001', { messages: 51 }))).toBe(3)
    expect(carrySeen({ one_001: 4 }, [aBucket('kept_001', { messages: 4 })], [aBucket('one_001').id])).toEqual({
      kept_001: 4,
    })
  })
  it('carry it back when a merge is undone', () => {
    const undone = [aBucket('b_001', { messages: 40 }), aBucket('a_001', { messages: 8 })]
    expect(carrySeen({ b_001: 48 }, undone, [])).toEqual({ a_001: 8, b_001: 40 })
  })
  it('take what an import puts into buckets for no news, and keep what was news before', () => {
    const before = [aBucket('a_001', { messages: 10 }), aBucket('b_001', { messages: 4 })]
    const after = [
      aBucket('a_001', { messages: 30 }),
      aBucket('b_001', { messages: 9 }),
      aBucket('new_001', { messages: 6 }),
    ]
    const seen = growSeen({ a_001: 10, b_001: 1 }, before, after, [])
    expect(after.map((bucket) => unread(seen, bucket))).toEqual([0, 3, 0])
  })
  it('forget nothing of buckets that did not change', () => {
    expect(carrySeen({ a_001: 3 }, [aBucket('b_001', { messages: 2 })], [])).toEqual({ a_001: 3 })
  })
  it('start at nothing new, and forget buckets that are gone', () => {
    const seen = seeAll([aBucket('a_001', { messages: 5 }), aBucket('b_001', { messages: 2 })])
    expect(seen).toEqual({ a_001: 5, b_001: 2 })
    expect(clampSeen(seen, [aBucket('b_001', { messages: 2 })])).toEqual({ b_001: 2 })
  })
  it('show nothing as new at the first start, whatever changed before the list was there', () => {
    const [old, grown] = [aBucket('a_001', { messages: 5 }), aBucket('b_001', { messages: 3 })]
    const { changed, witnessed, viewed, listed } = useSeen.getState()
    expect(useSeen.getState().seen).toBeNull()
    changed([grown], [])
    witnessed(grown.id)
    viewed(grown)
    listed([old, grown])
    expect(useSeen.getState().seen).toEqual({ a_001: 5, b_001: 3 })
    changed([aBucket('b_001', { messages: 4 })], [])
    expect(useSeen.getState().seen).toEqual({ a_001: 5, b_001: 3 })
  })
})

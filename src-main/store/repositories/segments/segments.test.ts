import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../protocol'
import { HOUR, START, say } from '../../testing/samples'
import { createTestStore, type TestStore } from '../../testing/store'

const MINUTE = 60_000
const CLAIM = 10 * MINUTE
let test: TestStore
let store: Store
let profile = 0

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  store = await test.as(`profile ${profile++}`)
  await say(store, 'one', START, 'a_001')
  await say(store, 'two', START + MINUTE, 'a_001')
})
afterAll(() => test.close())

const due = async (now: number) => (await store.segments.due({ now, timeoutMs: HOUR, claimMs: CLAIM })).length
const LAST = START + MINUTE

describe('segments that are due', () => {
  it('are those silent for longer than the threshold, by the times in the store', async () => {
    expect(await due(LAST + HOUR - 1)).toBe(0)
    expect(await due(LAST + HOUR)).toBe(1)
  })

  it('do not include a live one because the clock went back for a while and came right again', async () => {
    expect(await due(LAST - 6 * HOUR)).toBe(0)
    expect(await due(LAST + 6 * MINUTE)).toBe(0)
    expect(await due(LAST + HOUR)).toBe(1)
  })

  it('include one that lies in the future an hour after it was first seen, so none stays for ever', async () => {
    const seen = LAST - 300 * HOUR
    expect(await due(seen)).toBe(0)
    expect(await due(seen + HOUR - 1)).toBe(0)
    expect(await due(seen + HOUR)).toBe(1)
  })

  it('include one whose claim expired, or was made by a clock that ran ahead', async () => {
    const [segment] = await store.segments.due({ now: LAST + HOUR, timeoutMs: HOUR, claimMs: CLAIM })
    if (!segment) throw new Error('nothing is due')
    const claim = (now: number) => store.segments.claim({ segmentId: segment.id, now, claimMs: CLAIM })
    expect(await claim(LAST + HOUR)).toBe(true)
    expect(await claim(LAST + HOUR + MINUTE)).toBe(false)
    expect(await due(LAST + HOUR + MINUTE)).toBe(0)
    expect(await due(LAST + HOUR + CLAIM)).toBe(1)
    expect(await due(LAST + HOUR - 2 * CLAIM)).toBe(1)
    expect(await claim(LAST + HOUR + CLAIM)).toBe(true)
  })
})

import { defaultSettings } from '@shared/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManifest } from '../segments/manifest-service'
import { openSegments } from '../segments/testing/fixture'
import { HOUR, newOperation, START, say } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { type Opening, parseOpening } from './opening'
import { SessionService } from './session'

const DAY = 24 * HOUR
const MEMORY = '=== MEMORY FILE ===\n- Drinks tea.'
let test: TestStore

beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

/** Six talks on eight topics over three days, collapsed; one topic pinned. */
async function lived() {
  const { store } = test
  const segments = await openSegments(store)
  for (let i = 0; i < 6; i++) {
    for (let m = 0; m < 8; m++) {
      const topic = `topic${(i * 3 + (m >> 2)) % 12}_001`
      await say(store, `Talk ${i}, message ${m} about ${topic}.`, START + i * 12 * HOUR + m * 60_000, topic)
    }
  }
  await store.operations.apply(
    newOperation({
      kind: 'pin',
      writes: [{ entity: 'bucket', entityId: 'topic7_001', field: 'pinned_at', after: new Date(START).toISOString() }],
    }),
  )
  const end = START + 5 * 12 * HOUR + 7 * 60_000
  segments.clock.set(end + HOUR)
  await segments.service.checkTimeouts()
  await segments.directory.load()
  const place = () => ({ timeZone: 'Europe/Berlin', locale: 'en-US' })
  const settings = () => defaultSettings
  const manifest = createManifest({ ...segments, settings, place })
  const session = new SessionService({
    store,
    clock: segments.clock,
    settings,
    chat: () => null,
    pictures: async () => [],
    can: () => false,
    buckets: () => segments.directory.all(),
    manifest,
    memory: { forPrompt: async () => ({ all: MEMORY, mayLeave: MEMORY }), mayLeave: () => false },
    place,
    receiptsSince: async () => [],
    refreshStarred: async () => void (await store.buckets.refreshStarred(3)),
  })
  async function restored(gap: number): Promise<Opening> {
    segments.clock.set(end + gap)
    const opening = parseOpening((await session.restore(end + gap))?.opening)
    if (!opening) throw new Error('no context was restored')
    return opening
  }
  return restored
}

/** What a gap may change: how long ago, which day is called what, and when the session starts. */
const withoutDates = (text: string) =>
  text
    .replace(/(just now|\d+ (min|minutes?|hours?|days?|weeks?|months?|years?) ago)/g, 'AGO')
    .replace(/^([├└]─) .*$/gm, '$1 DAY')
    .replace(/(This session started on|A new session starts on) .*?\(Europe\/Berlin\)/g, 'START')
    .replace(/\[Session boundary: .*? passed/g, '[GAP')

describe('the same store', () => {
  it('gives the same buckets, messages and order after an hour, nine days and six months; only gaps and days differ', async () => {
    const restored = await lived()
    const hour = await restored(HOUR + 1)
    const days = await restored(9 * DAY)
    const months = await restored(184 * DAY)
    expect(hour.chosen.primary.length).toBeGreaterThan(2)
    expect(hour.chosen.background).toEqual(['topic7_001'])
    expect(hour.chosen.available).toHaveLength(3)
    expect(hour.continuity).toHaveLength(15)
    expect(hour.sections.map((s) => s.name).slice(0, 2)).toEqual(['instructions', 'memory'])
    for (const later of [days, months]) {
      expect(later.chosen).toEqual(hour.chosen)
      expect(later.continuity).toEqual(hour.continuity)
      expect(later.sections.map((s) => withoutDates(s.text))).toEqual(hour.sections.map((s) => withoutDates(s.text)))
      expect(withoutDates(later.boundary ?? '')).toBe(withoutDates(hour.boundary ?? ''))
    }
    expect(hour.boundary).toContain('1 hour passed')
    expect(days.boundary).toContain('9 days passed')
    expect(months.boundary).toContain('6 months passed')
    const manifest = (opening: Opening) => opening.sections.find((s) => s.name === 'manifest')?.text ?? ''
    expect(manifest(hour)).toContain('├─ Yesterday')
    expect(manifest(months)).not.toMatch(/Today|Yesterday/)
  })
})

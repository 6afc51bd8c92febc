import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createMeasures } from './measures'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

it('keeps what was measured by local day, adds later values to it, and forgets what is over a year old', async () => {
  let now = Date.parse('2025-01-05T23:30:00Z')
  const faults: unknown[] = []
  const measures = createMeasures({
    store: test.store,
    clock: { now: () => now },
    timeZone: () => 'Europe/Berlin',
    onFault: (error) => faults.push(error),
  })
  measures.note('search', 10)
  await measures.flush()
  expect(await measures.timed('search', () => Promise.resolve(7))).toBe(7)
  measures.note('search', 30)
  await measures.close()
  const [day] = await test.store.health.measures('2025-01-01')
  expect(day).toMatchObject({ kind: 'search', day: '2025-01-06', count: 3, last: 30 })
  expect(day?.bins.reduce((sum, n) => sum + n, 0)).toBe(3)

  now = Date.parse('2026-02-01T12:00:00Z')
  measures.note('janitor', 5)
  await measures.flush()
  expect((await test.store.health.measures('2000-01-01')).map(({ kind }) => kind)).toEqual(['janitor'])
  await expect(measures.timed('search', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await measures.close()
  expect((await test.store.health.measures('2000-01-01')).map(({ kind }) => kind)).toEqual(['janitor'])
  expect(faults).toEqual([])
})

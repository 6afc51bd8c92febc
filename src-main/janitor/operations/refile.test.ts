import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LookAgain, SeenElsewhere } from '../../filing/second-look'
import { createTestStore, type TestStore } from '../../store/testing/store'
import { HOUR_MS, id, NOON, snapshotOf } from '../testing/samples'
import { createWorld, type World } from '../testing/world'
import { planRefilings } from './refile'

let test: TestStore
let world: World
let looks: LookAgain[]
let seen: SeenElsewhere[]

beforeAll(async () => {
  test = await createTestStore()
  looks = []
  seen = []
  world = createWorld(test.store, {
    ports: {
      lookAgain: async (look) => {
        looks.push(look)
        return seen.filter(({ from, to }) => !look.barred(from, to))
      },
    },
  })
  for (let i = 0; i < 5; i++) await world.say('cats', 'cats_001', { at: NOON - 5 * HOUR_MS + i })
  const strayed = []
  for (let i = 0; i < 2; i++) strayed.push(await world.say('cars', 'cats_001', { at: NOON - 4 * HOUR_MS + i }))
  for (let i = 0; i < 4; i++) await world.say('cars', 'cars_001', { at: NOON - 3 * HOUR_MS + i })
  await world.say('bread', 'ephemeral_001', { at: NOON - 2 * HOUR_MS, status: 'ephemeral' })
  const [first, second] = strayed
  if (!first || !second) throw new Error('two messages strayed')
  seen = [
    { messageIds: [first], from: id('cats_001'), to: id('cars_001'), terms: ['cars'] },
    { messageIds: [second], from: id('cats_001'), to: id('cars_001'), terms: ['cars'] },
  ]
})
afterAll(() => test.close())

const tidy = async () => (await world.janitor.tidy({ dryRun: false })).lines

it('what shares no telling word with where it would go stays: a likeness of tone alone moves nothing', async () => {
  const before = seen
  seen = before.map((one) => ({ ...one, terms: [] }))
  expect((await world.janitor.tidy({ dryRun: true })).lines).toEqual([])
  seen = before.map((one) => ({ ...one, terms: ['engine'] }))
  expect((await world.janitor.tidy({ dryRun: true })).lines[0]?.sentence).toContain('they are about engine.')
  seen = before
  looks.length = 0
})

it('messages that a second look sees elsewhere move with one receipt for each two buckets, and only once', async () => {
  const before = await world.picture()
  expect((await world.janitor.tidy({ dryRun: true })).lines.map((l) => l.kind)).toEqual(['refile'])
  expect(await world.picture()).toEqual(before)

  const [act, ...rest] = await tidy()
  expect(rest).toEqual([])
  expect(act?.kind).toBe('refile')
  expect(act?.sentence).toContain('“cats”')
  expect(await world.bucket('cats_001')).toMatchObject({ messages: 5 })
  expect(await world.bucket('cars_001')).toMatchObject({ messages: 6 })
  expect(await test.store.verification.run()).toMatchObject({ ok: true })

  const asked = looks.length
  expect(await tidy()).toEqual([])
  expect(looks).toHaveLength(asked)
})

it('one-offs and what is still being talked about are not looked at', () => {
  expect(looks[0]?.oneOffs).toEqual([])
  expect(looks[0]?.from).toEqual(['cars_001', 'cats_001'])
  expect([...(looks[0]?.among ?? [])].sort()).toEqual(['cars_001', 'cats_001'])
  expect(looks[0]?.before).toBe(NOON - HOUR_MS)
})

it('moves what one bucket gives to several others in one pass, and the next one finds nothing', async () => {
  const before = seen
  const strays = []
  for (let i = 0; i < 8; i++) strays.push(await world.say('ships', 'ships_001', { at: NOON - 7 * HOUR_MS + i }))
  for (let i = 0; i < 6; i++) await world.say(`target ${i}`, `target_00${i}`, { at: NOON - 6 * HOUR_MS + i })
  const to = (i: number) => id(`target_00${i}`)
  seen = strays.slice(0, 6).map((one, i) => ({ messageIds: [one], from: id('ships_001'), to: to(i), terms: ['ships'] }))
  expect((await tidy()).filter((line) => line.kind === 'refile')).toHaveLength(6)
  const asked = looks.length
  expect(await tidy()).toEqual([])
  expect(looks).toHaveLength(asked)
  seen = before
})

it('a person who takes it back has every message where it was, and these two buckets are let be for good', async () => {
  const receipts = await test.store.operations.list({ actors: ['janitor'], limit: 20 })
  const receipt = receipts.find((r) => r.buckets.includes(id('cats_001')))
  if (!receipt) throw new Error('there is a receipt')
  await world.undo(receipt.id)
  expect(await world.bucket('cats_001')).toMatchObject({ messages: 7 })
  await world.say('cars', 'cars_001')
  expect(await tidy()).toEqual([])
  expect(looks.at(-1)?.barred(id('cats_001'), id('cars_001'))).toBe(true)
})

it('of a large profile the buckets spoken of last are looked at, up to three thousand messages', async () => {
  const large = ['a_001', 'b_001', 'c_001'].map((name, i) => ({ id: name, messages: 1600, newestSeq: 10 + i }))
  const looked: LookAgain[] = []
  await planRefilings(
    snapshotOf(large),
    async (look) => {
      looked.push(look)
      return []
    },
    async () => undefined,
  )
  expect(looked[0]?.from).toEqual(['c_001'])
  expect([...(looked[0]?.among ?? [])].sort()).toEqual(['a_001', 'b_001', 'c_001'])
})

it('what was filed away may be taken along for six weeks', async () => {
  const DAY_MS = 24 * HOUR_MS
  await world.say('bread', 'misc_conversations_2025_01_02', { at: NOON - 60 * DAY_MS })
  const recent = 'misc_conversations_2026_01_02'
  await world.say('rye', recent, { at: NOON - 3 * DAY_MS })
  await world.say('cars', 'cars_001', { at: NOON - 2 * HOUR_MS })
  await tidy()
  expect(looks.at(-1)?.oneOffs).toEqual([recent])
})

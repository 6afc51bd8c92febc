import { eventually } from '@shared/testing/eventually'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { chatWith, openTestApp, told } from '../app/testing/app'
import { createTestStore, type TestStore } from '../store/testing/store'
import { fitting } from './passing'

let test: TestStore
let ending: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  ending = []
})
afterAll(() => test.close())

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

it('is answered, and leaves no trace in any table and no line of the log', async () => {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  expect(() => world.app.passing.ask(ID, [{ role: 'user', text: 'zebrafinch' }])).toThrow(/chat model/)
  const server = await chatWith(world, { answer: () => 'A zebrafinch sings.' })
  ending.push(() => server.close())
  world.app.passing.ask(ID, [{ role: 'user', text: 'Does a zebrafinch sing?' }])
  await eventually(() => expect(told(world, 'passing.ended')).toMatchObject([{ id: ID, failure: null }]))
  expect(
    told(world, 'passing.delta')
      .map((event) => event.text)
      .join(''),
  ).toBe('A zebrafinch sings.')
  // the model is shown what was said in it, and nothing of the person's
  expect(server.received.at(-1)?.messages).toMatchObject([{ role: 'user', content: 'Does a zebrafinch sing?' }])
  for (const { name } of await world.store.archive.tables()) {
    const rows = await world.store.archive.page({ table: name, after: null, limit: 10_000 })
    expect(rows.filter((row) => row.includes('zebrafinch'))).toEqual([])
  }
  expect(world.log.filter((line) => JSON.stringify(line).includes('zebrafinch'))).toEqual([])
})

it('tells what broke it off', async () => {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  const server = await chatWith(world, { answer: () => 'one two three' })
  ending.push(() => server.close())
  server.behave({ kind: 'cut', afterChunks: 1 })
  world.app.passing.ask(ID, [{ role: 'user', text: 'Count.' }])
  await eventually(() => expect(told(world, 'passing.ended')).toHaveLength(1))
  expect(told(world, 'passing.ended')[0]?.failure).toEqual(expect.any(String))
})

it('sends as much of it as the model holds, from a turn of the person on', () => {
  const user = (text: string) => ({ role: 'user' as const, text })
  const reply = (text: string) => ({ role: 'assistant' as const, text })
  const long = 'word '.repeat(100)
  expect(fitting([user(long), reply(long), user('new')], 130).map((m) => m.text)).toEqual(['new'])
  expect(fitting([user('a'), reply('b'), user('c')], 1_000)).toHaveLength(3)
  expect(fitting([user(long)], 10)).toHaveLength(1)
})

/** Memories in turns: recalled for models without tools, found by models with tools, kept on this machine. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatWith, openTestApp, say } from '../app/testing/app'
import type { SearchService } from '../search/service'
import { newMemory } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { searchTools } from '../tools/search-ports'
import { mayTravel } from './travel'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

it('attaches a clearly relevant memory to the turn of a model without tools, and counts that as use', async () => {
  const world = await openTestApp(test)
  const server = await chatWith(world, { answer: () => 'At noon.' })
  await say(world, 'Good morning.')
  const { memory } = await world.app.memories.add({
    category: 'fact',
    content: 'The restaurant Checchino in Rome opens at noon',
  })
  await world.app.memories.add({ category: 'fact', content: 'Tomatoes want potash' })
  await world.app.memories.idle()
  const { reply } = await say(world, 'When does the restaurant Checchino in Rome open?')
  expect(reply?.recalled).toEqual([{ messageId: null, bucketId: null, text: memory.content }])
  expect(server.received.at(-1)?.messages.at(-1)?.content).toContain(memory.content)
  const [used] = await world.store.memories.byIds([memory.id])
  expect(used).toMatchObject({ accessCount: 1, heat: 'HOT' })
  await server.close()
  await world.close()
})

it('keeps what is sensitive from the notes of a model that is elsewhere, and lets it through where it may', async () => {
  const world = await openTestApp(test)
  const { store } = world
  const secret = newMemory({ content: 'Anna Meyer keeps bees in Rome', piiKinds: ['name'] })
  const plain = newMemory({ content: 'Somebody keeps bees in Rome' })
  await store.memoryWriting.add([secret, plain])
  const search: SearchService = world.app.search
  const shown: string[] = []
  const asked = (local: boolean, piiToRemote: boolean) =>
    searchTools({
      search,
      store,
      memories: {
        mayTravel: (m) => mayTravel(m, { local }, { piiToRemote }),
        shown: async (ids) => void shown.push(...ids),
      },
    }).searchTalk('bees in Rome', 'memories', 5)
  expect((await asked(false, false)).map((p) => p.text)).toEqual([plain.content])
  expect(shown).not.toContain(secret.id)
  expect((await asked(true, false)).map((p) => p.text).sort()).toEqual([secret.content, plain.content].sort())
  expect(await asked(false, true)).toHaveLength(2)
  await world.close()
})

it('is found in search by words and by likeness, by the words it has now, and not once it is forgotten', async () => {
  const world = await openTestApp(test)
  const { memories, search } = world.app
  const { memory } = await memories.add({ category: 'fact', content: 'My bicycle is green' })
  await memories.idle()
  const find = async (query: string) =>
    (await search.continuum({ query, scope: 'memories', limit: 5 })).map((h) => [h.kind, h.id])
  expect(await find('green bicycle')).toEqual([['memory', memory.id]])
  await memories.edit(memory.id, { content: 'My canoe is red' })
  await memories.idle()
  expect(await find('canoe')).toEqual([['memory', memory.id]])
  expect(await find('bicycle')).toEqual([])
  await memories.forget(memory.id)
  expect(await find('canoe')).toEqual([])
  await world.close()
})

/** The service in the whole product: vectors by themselves, one receipt, undo from it, levels in the window's answer. */
import type { MemoryId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryHandlers } from '../../app/memory-handlers'
import { chatWith, openTestApp, type TestApp, told } from '../../app/testing/app'
import { newMemory } from '../../store/testing/samples'
import { createTestStore, type TestStore } from '../../store/testing/store'

const TEA = ['I drink green tea every morning', 'I drink green tea in the morning', 'I drink green tea each morning']

let test: TestStore
let world: TestApp
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await openTestApp(test)
})
afterEach(() => world.close())

async function learn(contents: readonly string[]): Promise<MemoryId[]> {
  const list = contents.map((content) => newMemory({ category: 'preference', content }))
  world.app.memories.changed(await world.store.memoryWriting.add(list))
  return list.map((memory) => memory.id)
}
const standing = async () => (await world.store.memories.standing()).map((memory) => memory.content)

describe('consolidation in the app', () => {
  it('waits for vectors by itself, leaves one receipt, and is undone from it', async () => {
    await learn(TEA)
    const { operationId, summaryIds } = await world.app.consolidation.consolidateIfNew()
    expect(await standing()).toHaveLength(2)
    expect(told(world, 'receipts.changed').flatMap((e) => e.receipts)).toMatchObject([{ kind: 'consolidate_memories' }])
    await world.app.memories.idle()
    const [summary] = await world.store.memories.byIds(summaryIds)
    expect(summary).toMatchObject({
      embeddingModel: expect.stringContaining('e5'),
      value: { tier: expect.any(String) },
    })
    if (operationId) await world.app.operations.undo(operationId)
    expect((await standing()).sort()).toEqual([...TEA].sort())
    expect(world.log.filter((line) => line.msg === 'fault')).toEqual([])
  })

  it('takes a summary apart when a person forgets a memory behind it', async () => {
    const [first] = await learn(TEA)
    await world.app.consolidation.consolidateIfNew()
    if (first) await world.app.memories.forget(first)
    expect((await standing()).sort()).toEqual(TEA.slice(1).sort())
  })

  it('leaves no word in any summary of a memory that is erased, standing or undone', async () => {
    for (const undone of [true, false]) {
      const [first] = await learn([
        `I drink green Zanzibar tea in the morning ${undone}`,
        ...TEA.map((l) => `${l} ${undone}`),
      ])
      const { operationId, summaryIds } = await world.app.consolidation.consolidateIfNew()
      const summaries = await world.store.memories.byIds(summaryIds)
      expect(summaries.map((summary) => summary.content).join()).toContain('Zanzibar')
      if (operationId && undone) await world.app.operations.undo(operationId)
      if (first) await world.app.memories.erase(first)
      expect(await world.store.memories.byIds(summaryIds)).toEqual([])
      const log = await world.store.operations.list({ limit: 50 })
      expect([...(await standing()), ...log.map((receipt) => receipt.sentence)].join()).not.toContain('Zanzibar')
      for (const line of TEA.slice(0, 2)) expect(await standing()).toContain(`${line} ${undone}`)
    }
  })

  it('comes to the same in a new process', async () => {
    await learn(TEA)
    await world.app.consolidation.consolidateIfNew()
    const before = await standing()
    const again = await world.reopen()
    expect((await again.app.consolidation.consolidateIfNew()).operationId).toBeNull()
    expect(await again.store.memories.standing()).toHaveLength(before.length)
    await again.close()
  })

  it('asks a model that proved it can sum up, and concatenates what it makes up', async () => {
    const server = await chatWith(world, { abilities: ['title'], answer: () => '{"text":"Has drunk tea since 1999."}' })
    await learn(TEA)
    await world.app.consolidation.consolidateIfNew()
    expect(await standing()).toContain(`- ${TEA[0]}\n- ${TEA[1]}`)
    expect(world.log.some((line) => JSON.stringify(line).includes('1999'))).toBe(true)
    await server.close()
  })

  it('shows the levels of a memory to who opens it', async () => {
    const [id] = await learn([TEA.join('. ').repeat(20)])
    const detail = id ? await createMemoryHandlers(world.app)['memories.open']({ memoryId: id }) : null
    expect(detail?.levels.map((level) => level.level)).toEqual(['full', 'summary', 'bullets', 'keywords'])
  })
})

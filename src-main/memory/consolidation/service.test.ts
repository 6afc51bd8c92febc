import type { MemoryId, OperationId } from '@shared/ids'
import { operationId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { filingModelFor } from '../../filing/fitted'
import { countTokens } from '../../language/tokens'
import { wordVector } from '../../models/testing/word-host'
import { SimulatedClock } from '../../runtime/clock'
import type { Store } from '../../store/protocol'
import { newMemory, newMessageId, newOperation, START } from '../../store/testing/samples'
import { createTestStore, type TestStore } from '../../store/testing/store'
import type { NewMemory, OperationResult, RegisterField, StoredMemory } from '../../store/types'
import { sentenceCalibrationOf } from '../value/likeness'
import { sentencesAlike } from './likeness'
import { type ConsolidationPorts, type ConsolidationService, createConsolidation } from './service'
import { ScriptedModel } from './testing/samples'

const MODEL = 'multilingual-e5-small'
const DAY = 86_400_000
const background = filingModelFor(MODEL)?.background ?? new Float32Array(384)
const calibration = sentenceCalibrationOf(MODEL)

let test: TestStore
let store: Store
let people = 0
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())
beforeEach(async () => {
  store = await test.as(`person ${people++}`)
})

/** As the app has it: whatever is applied is followed. */
function consolidation(more: Partial<ConsolidationPorts> = {}): ConsolidationService {
  const service: ConsolidationService = createConsolidation({
    store,
    clock: new SimulatedClock(START),
    settings: () => ({ memoryStrategy: 'auto', memoryGroupBy: 'category_and_topic', memoryGroupThreshold: 3 }),
    modelId: () => MODEL,
    likeness: () => calibration && sentencesAlike(calibration, background),
    ready: () => Promise.resolve(),
    model: () => null,
    read: (content) => ({ tokenCount: countTokens(content), piiKinds: [] }),
    apply: (draft) => apply(draft, service),
    async applyPlanned(plan) {
      const planned = await plan()
      return { planned, result: planned.draft && (await apply(planned.draft, service)) }
    },
    onFault: (error) => expect(error).toBeUndefined(),
    ...more,
  })
  return service
}
async function apply(draft: Parameters<ConsolidationPorts['apply']>[0], service: ConsolidationService) {
  const result = await store.operations.apply({ ...draft, id: operationId.parse(uuidv7()), ts: START + 30 * DAY })
  await service.follow(result)
  // As the app does by itself for every entry that has no vector.
  const waiting = await store.memories.withoutVector(MODEL, 100)
  const vectors = waiting.map(({ id, content }) => ({ id, vector: wordVector(content) }))
  await store.memoryWriting.saveVectors(MODEL, vectors)
  return result
}
const byCategory: Partial<ConsolidationPorts> = {
  settings: () => ({ memoryStrategy: 'auto', memoryGroupBy: 'category', memoryGroupThreshold: 3 }),
}

async function remember(content: string, more: Partial<NewMemory> = {}): Promise<MemoryId> {
  const memory = newMemory({
    category: 'preference',
    content,
    vector: { modelId: MODEL, vector: wordVector(content) },
    ...more,
  })
  await store.memoryWriting.add([memory])
  return memory.id
}
const TEA = ['I drink green tea every morning', 'I drink green tea in the morning', 'I drink green tea each morning']
const rememberTea = async () => {
  const ids: MemoryId[] = []
  for (const [i, content] of TEA.entries()) ids.push(await remember(content, { at: START + i * DAY }))
  return ids
}
const contents = async () => (await store.memories.standing()).map((memory) => memory.content).sort()
const get = async (id: MemoryId | undefined): Promise<StoredMemory> => {
  const [memory] = await store.memories.byIds(id ? [id] : [])
  if (!memory) throw new Error('there is no such memory')
  return memory
}
function write(id: MemoryId, field: RegisterField, after: string | null, service = consolidation()) {
  return person([{ entity: 'memory', entityId: id, field, after }], service)
}
async function person(writes: Parameters<typeof newOperation>[0]['writes'], service = consolidation()) {
  const operation = newOperation({ kind: 'edit_memory', ts: START + 40 * DAY, writes: writes ?? [] })
  const result: OperationResult = await store.operations.apply(operation)
  await service.follow(result)
  return operation.id
}
/** Every row there is, as the store's owner sees it. */
const rows = async () => {
  const all = await store.memories.list({ limit: 500 })
  return { all, log: await store.operations.list({ limit: 500 }) }
}

describe('a run', () => {
  it('puts what says much the same together and leaves the rest alone, as one entry of the log', async () => {
    const tea = await rememberTea()
    await remember('My sister lives in Bremen')
    await remember('Window seats on trains')
    const outcome = await consolidation().consolidateIfNew()
    expect(outcome.removedIds).toEqual(tea.slice(0, 2))
    expect(await contents()).toEqual(
      [`- ${TEA[0]}\n- ${TEA[1]}`, TEA[2], 'My sister lives in Bremen', 'Window seats on trains'].sort(),
    )
    const log = await store.operations.list({ limit: 10 })
    expect(log).toMatchObject([
      {
        id: outcome.operationId,
        kind: 'consolidate_memories',
        actor: 'janitor',
        sentence:
          'Put 2 memories that say much the same into one: “I drink green tea every morning; I drink green tea in the m…”.',
      },
    ])
  })

  it('keeps key facts word for word where both ways are set and no model is there: the setting is not ignored', async () => {
    for (const code of ['Q7-01', 'Q7-02', 'Q7-03'])
      await remember(
        `I drink green tea every morning. The kettle sings on the old stove while the neighbours are still asleep and the street is quiet. The first tea has code ${code} from 2 March 2026. The cup is blue, the radio plays what it always plays at this hour. I drink green tea.`,
      )
    const service = consolidation({
      settings: () => ({ memoryStrategy: 'dual_mode', memoryGroupBy: 'category', memoryGroupThreshold: 3 }),
    })
    expect((await service.consolidateIfNew()).removedIds).toHaveLength(2)
    const kept = (await store.memories.standing()).find((memory) => memory.source === 'consolidation')?.content ?? ''
    // each by its anchors, and below them its facts: a line that joining them as they are does not write
    expect(kept.match(/Q7-0\d/gu)?.length).toBeGreaterThanOrEqual(2)
    expect(kept.match(/^ {2}Q7-0\d/gmu)).toHaveLength(2)
  })

  it('archives what it hides, and gives the summary what its parts came to', async () => {
    const source = [newMessageId(), newMessageId(), newMessageId()]
    const common = { category: 'preference', relevanceScore: 0.4 } as const
    const a = await remember(TEA[0] ?? '', {
      ...common,
      at: START + DAY,
      sourceMessageIds: [source[1] ?? newMessageId()],
      accessCount: 3,
      confidence: 0.7,
      piiKinds: ['email'],
    })
    const b = await remember(TEA[1] ?? '', {
      ...common,
      at: START,
      sourceMessageIds: source.slice(0, 2),
      accessCount: 4,
      lastAccessed: START + DAY,
      relevanceScore: 0.6,
    })
    await remember(TEA[2] ?? '', { relevanceScore: 0.9, at: START + 2 * DAY })
    await write(b, 'sensitive', 'true')
    const { summaryIds } = await consolidation().consolidateIfNew()
    expect(await get(summaryIds[0])).toMatchObject({
      createdAt: new Date(START).toISOString(),
      accessCount: 7,
      lastAccessed: new Date(START + DAY).toISOString(),
      sourceMessageIds: source.slice(0, 2),
      containsPii: true,
      piiKinds: ['email'],
      accessTier: 'SENSITIVE',
      relevanceScore: 0.6,
      confidence: 0.7,
      source: 'consolidation',
      supersededBy: null,
    })
    for (const id of [a, b]) {
      const part = await get(id)
      expect(part.supersededBy).toBe(summaryIds[0])
      expect(part.archivedAt).not.toBeNull()
    }
  })

  it('is taken back by one undo, put back by redo, and never done again once a person said no', async () => {
    await rememberTea()
    const before = await contents()
    const { operationId: id } = await consolidation().consolidateIfNew()
    const after = await contents()
    const operation: OperationId = id ?? operationId.parse('')
    await store.operations.undo(operation, START + 31 * DAY)
    expect(await contents()).toEqual(before)
    await store.operations.redo(operation)
    expect(await contents()).toEqual(after)
    await store.operations.undo(operation, START + 32 * DAY)
    await remember('I drink green tea on every morning')
    expect((await consolidation().consolidateIfNew()).operationId).toBeNull()
    expect(await contents()).toHaveLength(4)
  })

  it.each(['category', 'category_and_topic'] as const)(
    'is a no-op without anything new, ten times over, and the store does not grow (%s)',
    async (memoryGroupBy) => {
      await rememberTea()
      for (const place of ['Lisbon', 'Porto', 'Faro', 'Braga'])
        await remember(`The trip to ${place} was long and fine`, { category: 'insight' })
      const settings = () => ({ memoryStrategy: 'auto', memoryGroupBy, memoryGroupThreshold: 3 }) as const
      expect((await consolidation({ settings }).consolidateIfNew()).operationId).not.toBeNull()
      const before = await rows()
      for (let pass = 0; pass < 10; pass += 1) {
        expect(await consolidation({ settings }).consolidateIfNew()).toEqual({
          operationId: null,
          summaryIds: [],
          removedIds: [],
        })
      }
      expect(await rows()).toEqual(before)
    },
  )

  it('takes a summary up again only with something new, and keeps its lines', async () => {
    await rememberTea()
    await consolidation().consolidateIfNew()
    await remember('I drink green tea after every morning run', { at: START + 9 * DAY })
    const outcome = await consolidation().consolidateIfNew()
    expect(outcome.removedIds).toHaveLength(2)
    const [memory] = (await store.memories.standing()).filter((m) => m.source === 'consolidation')
    expect(memory?.content.split('\n')).toHaveLength(3)
    expect(memory?.content).not.toContain('- - ')
  })

  it('leaves three unrelated facts alone, and puts them together if a person groups by category', async () => {
    for (const fact of ['My sister lives in Bremen', 'The boiler is ten years old', 'Our dog is called Anton']) {
      await remember(fact, { category: 'fact' })
    }
    expect((await consolidation().consolidateIfNew()).operationId).toBeNull()
    expect((await consolidation(byCategory).consolidateIfNew()).removedIds).toHaveLength(2)
  })

  it('never takes what a person wrote, asked for, changed or pinned: it may only be kept', async () => {
    const [first, second] = await rememberTea()
    const own = await remember('I drink green tea all morning', { source: 'person' })
    const asked = await remember('Remember I drink green tea mornings', { explicit: true })
    await write(first ?? own, 'pinned_at', new Date(START).toISOString())
    const content = 'I drink green tea in the early morning'
    await write(second ?? own, 'content', content)
    await store.memoryWriting.saveVectors(MODEL, [{ id: second ?? own, vector: wordVector(content) }])
    expect((await consolidation().consolidateIfNew()).operationId).toBeNull()
    await remember('I drink green tea most mornings, morning by morning', { at: START + 5 * DAY })
    const { removedIds } = await consolidation().consolidateIfNew()
    for (const id of [first, second, own, asked]) expect(removedIds).not.toContain(id)
    expect(removedIds).toHaveLength(2)
  })

  it('leaves open tasks alone and puts done ones together', async () => {
    for (const done of [false, true]) {
      for (const n of ['one', 'two', 'three']) {
        await remember(`Call the dentist about the bill ${n} ${done}`, { category: 'task', done })
      }
    }
    const { removedIds } = await consolidation().consolidateIfNew()
    expect(await Promise.all(removedIds.map(async (id) => (await get(id)).done))).toEqual([true, true])
  })

  it('does nothing with what was forgotten', async () => {
    const [first] = await rememberTea()
    if (first) await write(first, 'forgotten_at', new Date(START).toISOString())
    expect((await consolidation().consolidateIfNew()).operationId).toBeNull()
  })

  it('waits where nobody knows yet what an entry is about', async () => {
    await rememberTea()
    const late = await remember('I drink green tea these mornings', { vector: null })
    expect((await consolidation().consolidateIfNew()).operationId).toBeNull()
    await store.memoryWriting.saveVectors(MODEL, [{ id: late, vector: wordVector('I drink green tea these mornings') }])
    expect((await consolidation().consolidateIfNew()).operationId).not.toBeNull()
  })

  it('makes several summaries of very many, in one entry of the log', async () => {
    for (let n = 0; n < 60; n += 1) await remember(`Note ${n}`, { category: 'fact', at: START + n })
    const { summaryIds, removedIds } = await consolidation(byCategory).consolidateIfNew()
    expect([summaryIds.length, removedIds.length]).toEqual([3, 59])
    expect(await store.operations.list({ limit: 10 })).toHaveLength(1)
  })

  it('changes nothing at all when it fails or is called off in the middle', async () => {
    await rememberTea()
    for (let n = 0; n < 4; n += 1) await remember(`The trip to Lisbon was long and fine ${n}`, { category: 'insight' })
    const before = await rows()
    const control = new AbortController()
    const model = new ScriptedModel(() => {
      control.abort(new Error('called off'))
      return 'A synthesis.'
    })
    await expect(consolidation({ model: () => model }).consolidateIfNew(control.signal)).rejects.toThrow('called off')
    expect(await rows()).toEqual(before)
  })

  it('runs once at a time: who asks meanwhile gets the same outcome', async () => {
    await rememberTea()
    const service = consolidation()
    const [a, b] = await Promise.all([service.consolidateIfNew(), service.consolidateIfNew()])
    expect(a).toBe(b)
  })
})

describe('a run with a model', () => {
  it('has it write the summary', async () => {
    await rememberTea()
    const model = new ScriptedModel(() => 'Drinks green tea in the morning.')
    await consolidation({ model: () => model }).consolidateIfNew()
    expect(await contents()).toEqual(['Drinks green tea in the morning.', TEA[2]].sort())
  })

  it('does not show it what must not leave this machine: that is put together without it', async () => {
    await rememberTea()
    for (const n of ['one', 'two', 'three']) {
      await remember(`My card number is ${n} for green tea`, { category: 'fact', piiKinds: ['card'] })
    }
    const model = new ScriptedModel(() => 'A synthesis.')
    const { removedIds } = await consolidation({
      model: (tier) => (tier === 'PUBLIC' ? model : null),
    }).consolidateIfNew()
    expect(removedIds).toHaveLength(4)
    expect(model.asked.map((request) => request.material).join()).not.toContain('card')
  })

  it('leaves what a person changed while it was writing', async () => {
    const [first] = await rememberTea()
    const changing = {
      async write() {
        if (first) await write(first, 'content', 'I drink black tea')
        return 'Drinks green tea.'
      },
    }
    expect((await consolidation({ model: () => changing }).consolidateIfNew()).operationId).toBeNull()
    expect(await contents()).toContain('I drink black tea')
  })
})

describe('a summary', () => {
  it('is taken apart when a memory in it is forgotten, and the others stand by themselves', async () => {
    const [first, second, third] = await rememberTea()
    const service = consolidation()
    await service.consolidateIfNew()
    await write(first ?? newMemory({ content: '' }).id, 'forgotten_at', new Date(START).toISOString(), service)
    expect(await contents()).toEqual([TEA[1], TEA[2]].sort())
    expect((await get(second)).supersededBy).toBeNull()
    expect((await get(third)).supersededBy).toBeNull()
  })

  it('is taken apart when a memory in it is reworded, and stays when one is pinned', async () => {
    const [first, second] = await rememberTea()
    const service = consolidation()
    await service.consolidateIfNew()
    await write(second ?? newMemory({ content: '' }).id, 'pinned_at', new Date(START).toISOString(), service)
    expect(await contents()).toHaveLength(2)
    await write(first ?? newMemory({ content: '' }).id, 'content', 'I drink black tea', service)
    expect(await contents()).toEqual(['I drink black tea', TEA[1], TEA[2]].sort())
  })
})

import type { MemoryId, OperationId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR, newMemory, newMessageId, newOperation, START } from '../../testing/samples'
import { createTestStore, type TestStore } from '../../testing/store'
import type { NewMemory, RegisterWrite } from '../../types'

let test: TestStore
let profile = 0
let store: TestStore['store']

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  store = await test.as(`memories ${profile++}`)
})
afterAll(() => test.close())

const iso = (at: number): string => new Date(at).toISOString()
const write = (id: MemoryId, field: RegisterWrite['field'], after: string | null): RegisterWrite => ({
  entity: 'memory',
  entityId: id,
  field,
  after,
})
const contentOf = (id: MemoryId, content: string, pii: string[] = []) => [
  write(id, 'content', content),
  write(id, 'token_count', String(content.split(' ').length)),
  write(id, 'pii_kinds', JSON.stringify(pii)),
]
const vector = (seed: number) => ({
  modelId: 'm@1',
  vector: Float32Array.from({ length: 384 }, (_, i) => Math.sin(seed * (i + 1)) / 14),
})
async function learn(content: string, over: Partial<NewMemory> = {}): Promise<MemoryId> {
  const memory = newMemory({ content, vector: vector(content.length), ...over })
  await store.memoryWriting.add([memory])
  return memory.id
}
const edit = (id: MemoryId, content: string, pii: string[] = []) =>
  store.operations.apply(newOperation({ kind: 'edit_memory', writes: contentOf(id, content, pii) }))
const forget = (id: MemoryId) =>
  store.operations.apply(
    newOperation({ kind: 'forget_memory', writes: [write(id, 'forgotten_at', iso(START + HOUR))] }),
  )
const standing = async () => (await store.memories.standing()).map((m) => m.content)

describe('the operation log of memories', () => {
  it('derives what follows from a content: hash, personal data, tier; the vector of the old words goes', async () => {
    const id = await learn('I like tea')
    const { memories } = await edit(id, 'Call me at home', ['phone'])
    expect(memories?.memories[0]).toMatchObject({
      content: 'Call me at home',
      tokenCount: 4,
      containsPii: true,
      piiKinds: ['phone'],
      accessTier: 'SENSITIVE',
      embeddingModel: null,
    })
    expect((await store.memories.withVectors('m@1', [id]))[0]?.vector).toBeNull()
  })

  it('keeps words and what was read from them together when an earlier edit is taken back', async () => {
    const id = await learn('one two')
    const first = await edit(id, 'one two three', ['email'])
    await edit(id, 'four five six', ['email'])
    await store.operations.undo(first.operationId, START)
    expect((await store.memories.byIds([id]))[0]).toMatchObject({
      content: 'four five six',
      tokenCount: 3,
      piiKinds: ['email'],
    })
  })

  it('follows a person’s own mark, and what is found again when the mark is taken away', async () => {
    const id = await learn('I like tea')
    const mark = await store.operations.apply(newOperation({ writes: [write(id, 'sensitive', 'true')] }))
    expect((await store.memories.byIds([id]))[0]?.accessTier).toBe('SENSITIVE')
    await store.operations.undo(mark.operationId, START)
    expect((await store.memories.byIds([id]))[0]?.accessTier).toBe('PUBLIC')
  })

  it('makes memories with an operation; undone they are void, redone they are there', async () => {
    const memory = newMemory({ content: 'I like tea', source: 'person' })
    const made = await store.operations.apply(newOperation({ kind: 'add_memory', createsMemories: [memory] }))
    expect(made.memories?.memories.map((m) => m.content)).toEqual(['I like tea'])
    const undone = await store.operations.undo(made.operationId, START)
    expect(undone.memories?.removed).toEqual([memory.id])
    expect(await standing()).toEqual([])
    await store.operations.redo(made.operationId)
    expect(await standing()).toEqual(['I like tea'])
  })

  it('archives before it hides behind a summary, and brings back on undo', async () => {
    const id = await learn('I like tea')
    const summary = newMemory({ content: 'Hot drinks', source: 'consolidation' })
    const done = await store.operations.apply(
      newOperation({
        kind: 'consolidate_memories',
        createsMemories: [summary],
        writes: [write(id, 'superseded_by', summary.id)],
      }),
    )
    expect((await store.memories.byIds([id]))[0]).toMatchObject({ supersededBy: summary.id, archivedAt: iso(START) })
    expect(await standing()).toEqual(['Hot drinks'])
    expect((await store.memories.standsFor(summary.id)).map((m) => m.id)).toEqual([id])
    await store.operations.undo(done.operationId, START)
    expect((await store.memories.byIds([id]))[0]).toMatchObject({ supersededBy: null, archivedAt: null })
    expect(await standing()).toEqual(['I like tea'])
  })

  it('does not learn again what was forgotten, corrected or undone, and does once that is taken back', async () => {
    const tea = await learn('I like tea')
    const anna = await learn('My sister is Anna')
    const forgotten = await forget(tea)
    const corrected = await edit(anna, 'My sister is Hanna')
    await learn(' i LIKE  tea. ')
    await learn('My sister is Anna')
    expect(await standing()).toEqual(['My sister is Hanna'])
    await store.operations.undo(corrected.operationId, START)
    await store.operations.undo(forgotten.operationId, START)
    await learn('i like tea')
    expect((await standing()).sort()).toEqual(['I like tea', 'My sister is Anna'])
    await store.operations.redo(forgotten.operationId)
    await learn('I like tea')
    expect(await standing()).toEqual(['My sister is Anna'])
  })

  it('gives back the original state whatever was done, undone and redone in whatever order', async () => {
    const which = fc.nat(2)
    const step = fc.oneof(
      fc.record({ do: fc.constant('edit' as const), which, text: fc.constantFrom('a b', 'c', 'a  B', 'e f g') }),
      fc.record({ do: fc.constant('forget' as const), which }),
      fc.record({ do: fc.constant('done' as const), which }),
      fc.record({ do: fc.constant('merge' as const), which }),
      fc.record({ do: fc.constant('undo' as const), act: fc.nat(20) }),
      fc.record({ do: fc.constant('redo' as const), act: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, backwards) => {
        store = await test.as(`memories ${profile++}`)
        const ids = [await learn('first one'), await learn('second one', { piiKinds: ['name'] }), await learn('third')]
        const picture = async () =>
          (await store.memories.byIds(ids)).map(({ updatedAt, embeddingModel, ...rest }) => rest)
        const before = await picture()
        const log: OperationId[] = []
        for (const s of steps) {
          const id = 'which' in s ? ids[s.which] : undefined
          if (s.do === 'edit' && id) log.push((await edit(id, s.text, s.text.length > 3 ? ['email'] : [])).operationId)
          if (s.do === 'forget' && id) log.push((await forget(id)).operationId)
          if (s.do === 'done' && id)
            log.push((await store.operations.apply(newOperation({ writes: [write(id, 'done', 'true')] }))).operationId)
          if (s.do === 'merge' && id) {
            const summary = newMemory({ content: `sum ${log.length}`, source: 'consolidation' })
            const writes = [write(id, 'superseded_by', summary.id)]
            log.push((await store.operations.apply(newOperation({ createsMemories: [summary], writes }))).operationId)
          }
          const act = 'act' in s ? log[s.act % Math.max(1, log.length)] : undefined
          if (s.do === 'undo' && act) await store.operations.undo(act, START)
          if (s.do === 'redo' && act) await store.operations.redo(act)
          for (const m of await store.memories.byIds(ids)) {
            expect(m.tokenCount).toBe(m.content.split(' ').length)
            expect(m.archivedAt === null).toBe(m.supersededBy === null)
            expect(m.containsPii).toBe(m.piiKinds.length > 0)
          }
        }
        for (const id of backwards ? log.toReversed() : log) await store.operations.undo(id, START)
        expect(await picture()).toEqual(before)
        expect(await standing()).toEqual(['first one', 'second one', 'third'])
        expect((await store.verification.run()).problems).toEqual([])
        await learn('a b')
        expect(await standing()).toContain('a b')
      }),
      { numRuns: 12 },
    )
  })
})

describe('memories in the store', () => {
  it('learns the same twice and comes to the same; other messages that say it become its sources', async () => {
    const [one, two] = [newMessageId(), newMessageId()]
    await learn('I like tea', { sourceMessageIds: [one] })
    await learn('I like tea', { sourceMessageIds: [one] })
    expect(await store.memoryWriting.add([newMemory({ content: 'I like tea!', sourceMessageIds: [two] })])).toEqual([
      expect.objectContaining({ content: 'I like tea', sourceMessageIds: [one, two] }),
    ])
    expect(await standing()).toHaveLength(1)
  })

  it('learns a list as it would learn its entries one by one', async () => {
    const [one, two, three] = [newMessageId(), newMessageId(), newMessageId()]
    const gone = await learn('I like coffee')
    await forget(gone)
    const ended = await learn('I live in Lisbon')
    await store.operations.apply(newOperation({ writes: [write(ended, 'ended_at', iso(START + HOUR))] }))
    const known = await learn('I keep bees', { sourceMessageIds: [one] })
    const list = [
      newMemory({ content: 'I like coffee' }),
      newMemory({ content: 'I live in Lisbon', at: START }),
      newMemory({ content: 'I like tea', sourceMessageIds: [one] }),
      newMemory({ content: 'i like  tea.', sourceMessageIds: [two], explicit: true }),
      newMemory({ content: 'I keep bees', sourceMessageIds: [two] }),
      newMemory({ content: 'I keep bees!', sourceMessageIds: [three] }),
      newMemory({ content: 'I live in Lisbon', at: START + 2 * HOUR }),
    ]
    const changed = await store.memoryWriting.add(list)
    expect(changed.map((m) => [m.content, m.sourceMessageIds, m.explicit])).toEqual([
      ['I like tea', [one, two], true],
      ['I live in Lisbon', [], false],
      ['I keep bees', [one, two, three], false],
    ])
    expect(changed.map((m) => m.id)).toEqual([list[2]?.id, list[6]?.id, known])
    expect((await standing()).sort()).toEqual(['I keep bees', 'I like tea', 'I live in Lisbon'])
    expect(await store.memoryWriting.add(list)).toEqual([])
  })

  it('keeps the newest value of each entry, and none of an entry that is gone', async () => {
    const ids = [await learn('I like tea'), await learn('I like green tea')]
    const value = (score: number, frequency: number | null) => ({
      signals: { retention: 0.25, uniqueness: 1, confidence: 0.8, frequency, recency: null },
      score,
      tier: 'SUMMARIZE' as const,
      scoredAt: iso(START),
    })
    const gone = newMemory({ content: 'nobody said this' }).id
    await store.memoryWriting.saveValues([...ids, gone].map((id) => ({ id, value: value(0.5, null) })))
    await store.memoryWriting.saveValues(ids.slice(0, 1).map((id) => ({ id, value: value(0.7, 0.125) })))
    expect((await store.memories.byIds(ids)).map((m) => m.value)).toEqual([value(0.7, 0.125), value(0.5, null)])
    const { rows } = await test.open.db.execute<{ id: string }>(
      sql`SELECT id FROM value_classifications WHERE id = ${gone}::uuid UNION ALL
        SELECT from_id FROM context_edges WHERE from_id = ${gone}::uuid`,
    )
    expect(rows).toEqual([])
  })

  it('tells the planner when there is much more than before: without that, thousands are joined one by one', async () => {
    const known = async () => {
      const { rows } = await test.open.db.execute<{ name: string; rows: number }>(
        sql`SELECT relname AS name, reltuples AS rows FROM pg_class WHERE relname IN ('memory_entries', 'value_classifications')`,
      )
      return Object.fromEntries(rows.map((row) => [row.name, Number(row.rows)]))
    }
    const list = Array.from({ length: 800 }, (_, n) => newMemory({ content: `I keep matter ${n} in drawer ${n % 7}` }))
    await store.memoryWriting.add(list)
    const signals = { retention: 0.5, uniqueness: 1, confidence: 0.8, frequency: null, recency: null }
    const value = { signals, score: 0.7, tier: 'SUMMARIZE' as const, scoredAt: iso(START) }
    await store.memoryWriting.saveValues(list.map(({ id }) => ({ id, value })))
    const { memory_entries: entries, value_classifications: values } = await known()
    expect(entries).toBeGreaterThanOrEqual(800)
    expect(values).toBeGreaterThanOrEqual(800)
  })

  it('lists a page, best first, by category and by words, and counts what stands', async () => {
    const tea = await learn('I like green tea', { category: 'preference' })
    const lisbon = await learn('I live in Lisbon')
    await learn('I have 100% of a plan')
    const value = (score: number) => ({
      signals: { retention: 1, uniqueness: 1, confidence: 1, frequency: null, recency: 1 },
      score,
      tier: 'KEEP' as const,
      scoredAt: iso(START),
    })
    await store.memoryWriting.saveValues([
      { id: tea, value: value(0.8) },
      { id: lisbon, value: value(0.9) },
    ])
    const all = await store.memories.list({ limit: 10 })
    expect(all.memories.map((m) => m.content)).toEqual([
      'I live in Lisbon',
      'I like green tea',
      'I have 100% of a plan',
    ])
    expect(all.counts).toMatchObject({ preference: 1, fact: 2, task: 0 })
    expect((await store.memories.list({ limit: 10, filter: 'TEA green' })).total).toBe(1)
    expect((await store.memories.list({ limit: 10, filter: '0% o' })).total).toBe(1)
    expect((await store.memories.list({ limit: 10, filter: '%' })).total).toBe(1)
    expect((await store.memories.list({ limit: 1, offset: 1, category: 'fact' })).memories).toHaveLength(1)
    await forget(tea)
    expect((await store.memories.list({ limit: 10, forgotten: true })).memories.map((m) => m.id)).toEqual([tea])
  })

  it('cools what is not used and warms what is', async () => {
    const id = await learn('I like tea')
    const heat = async () => (await store.memories.byIds([id]))[0]?.heat
    for (const [days, expected] of [
      [6, 'HOT'],
      [8, 'WARM'],
      [31, 'COLD'],
      [181, 'ARCHIVED'],
    ] as const) {
      await store.memoryWriting.moveHeat(START + days * 24 * HOUR)
      expect(await heat()).toBe(expected)
    }
    await store.memoryWriting.markAccessed([id], START + 200 * 24 * HOUR)
    expect(await heat()).toBe('HOT')
    expect(await store.memoryWriting.moveHeat(START + 201 * 24 * HOUR)).toEqual([])
  })

  it('counts what stands, and of it what stands in the file, as the view of the bounded document does', async () => {
    const [inFile, ended, other] = [
      await learn('Cats'),
      await learn('Dogs are fine'),
      await learn('Owls are night birds'),
    ]
    expect(await store.memories.metrics()).toMatchObject({ storedEntries: 3, fileEntries: 0 })
    await store.memoryFile.saveManifest({
      maxTokens: 2_000,
      currentTokens: 90,
      lastCompacted: START,
      preferences: [inFile],
      tasks: [],
      insights: [ended],
      recent: [],
      version: 1,
      generatedAt: START,
    })
    await store.operations.apply(newOperation({ writes: [write(ended, 'ended_at', iso(START))] }))
    expect(await store.memories.metrics()).toMatchObject({ storedEntries: 2, fileEntries: 1 })
    const { rows } = await test.open.db.execute<{ stored: number; file: number }>(sql`
      SELECT r.total_knowledge_items::integer AS stored, r.file_items AS file FROM store_file_ratio r
      JOIN memory_entries e ON e.user_id = r.user_id AND e.id = ${other}::uuid`)
    expect(rows).toEqual([{ stored: 2, file: 1 }])
  })

  it('erases for good: the row, what it stood for, its words in the log and the index; the hash alone keeps it away', async () => {
    const id = await learn('Zebras are mine')
    await edit(id, 'Okapis are mine')
    const summary = newMemory({ content: 'Okapis and others', source: 'consolidation' })
    const merged = newOperation({
      createsMemories: [summary],
      sentence: 'Put okapis together.',
      writes: [write(id, 'superseded_by', summary.id)],
    })
    await store.operations.apply(merged)
    expect((await store.memoryWriting.erase(summary.id, START)).sort()).toEqual([id, summary.id].sort())
    expect(await store.memories.byIds([id, summary.id])).toEqual([])
    const { rows } = await test.open.db.execute<{ all: string }>(sql`
      SELECT concat((SELECT jsonb_agg(to_jsonb(x)) FROM operation_changes x), (SELECT jsonb_agg(to_jsonb(x)) FROM bucket_operations x),
        (SELECT jsonb_agg(to_jsonb(x)) FROM search_documents x), (SELECT jsonb_agg(to_jsonb(x)) FROM search_terms x),
        (SELECT jsonb_agg(to_jsonb(x)) FROM memory_entries x), (SELECT jsonb_agg(to_jsonb(x)) FROM memory_tombstones x)) AS all`)
    expect(rows[0]?.all).not.toMatch(/okapi|zebra/i)
    await learn('zebras are mine')
    await learn('Okapis are mine')
    expect(await standing()).toEqual([])
    await store.operations.undo(merged.id, START)
    expect(await standing()).toEqual([])
  })
})

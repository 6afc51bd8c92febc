/**
 * Exact results of the three named strategies on fixed inputs. They pin what must not drift: who stays, what the summary says,
 * what is deleted, and the three ways in which a delete may fail (seed 002, Migration mechanics 1; 07-settled, constants).
 */
import { CatchmentError } from '@shared/contract/errors'
import { describe, expect, it } from 'vitest'
import { BULLET_LENGTH, GROUP_THRESHOLD, PROMPT_CHARACTERS } from './constants'
import { buildConsolidationStrategy, type ConsolidationConfig } from './factory'
import {
  contextFor,
  type DeleteOutcome,
  entry,
  entryId,
  PlainBackend,
  ScriptedModel,
  summaryId,
} from './testing/samples'

/** Four preferences (the second is kept), two facts (too few), three tasks of equal relevance (the newest is kept). */
const ENTRIES = [
  entry(1, 'Likes green tea in the morning', { relevance: 0.4 }),
  entry(2, 'Prefers window seats', { relevance: 0.9 }),
  entry(3, 'Does not eat\nmeat', { relevance: null }),
  entry(4, 'Writes letters by hand', { relevance: 0.9, day: 1 }),
  entry(5, 'Lives in Bremen', { category: 'fact', relevance: 1 }),
  entry(6, 'Has two sisters', { category: 'fact' }),
  entry(7, 'Book the flight', { category: 'task' }),
  entry(8, 'Call the dentist', { category: 'task', relevance: 0 }),
  entry(9, 'Renew the passport', { category: 'task' }),
]
const SAME_DAY = [1, 4, 3]
const TASKS = [7, 8]

const run = (config: ConsolidationConfig, entries = ENTRIES, context = contextFor()) =>
  buildConsolidationStrategy(config).consolidate(entries, context)

describe('the constants', () => {
  it('are those of the settled page', () => {
    expect({ GROUP_THRESHOLD, BULLET_LENGTH, PROMPT_CHARACTERS }).toEqual({
      GROUP_THRESHOLD: 3,
      BULLET_LENGTH: 200,
      PROMPT_CHARACTERS: 20_000,
    })
  })
})

describe('simple', () => {
  it('keeps the most relevant of each category and makes bullets of the others', async () => {
    const backend = new PlainBackend()
    expect(await run({ strategy: 'simple', backend })).toEqual({
      consolidatedCount: 5,
      summaryIds: [summaryId(1), summaryId(2)],
      removedIds: [...SAME_DAY, ...TASKS].map(entryId),
      modeAssignments: [],
    })
    expect(backend.stored).toEqual([
      {
        category: 'preference',
        content: '- Likes green tea in the morning\n- Writes letters by hand\n- Does not eat meat',
        tags: ['consolidated'],
        madeOf: SAME_DAY.map(entryId),
      },
      {
        category: 'task',
        content: '- Book the flight\n- Call the dentist',
        tags: ['consolidated'],
        madeOf: TASKS.map(entryId),
      },
    ])
    expect(backend.deleted).toEqual([...SAME_DAY, ...TASKS].map(entryId))
  })

  it('comes to the same whatever order the entries come in', async () => {
    const [forwards, backwards] = [new PlainBackend(), new PlainBackend()]
    const result = await run({ strategy: 'simple', backend: forwards })
    expect(await run({ strategy: 'simple', backend: backwards }, [...ENTRIES].reverse())).toEqual(result)
    expect(backwards.stored).toEqual(forwards.stored)
  })

  it('cuts bullets at 200 characters, the ellipsis included', async () => {
    const backend = new PlainBackend()
    const long = entry(2, `${'x'.repeat(199)}yz`)
    const exact = entry(1, 'z'.repeat(200))
    await run({ strategy: 'simple', backend }, [exact, long, entry(3, 'kept')])
    expect(backend.stored[0]?.content).toBe(`- ${'z'.repeat(200)}\n- ${'x'.repeat(199)}…`)
  })

  it('ends the whole run at the first delete that fails, and leaves what was done before it', async () => {
    const gone = new Error('no such row')
    const backend = new PlainBackend({ 4: gone })
    await expect(run({ strategy: 'simple', backend })).rejects.toBe(gone)
    expect(backend.stored).toHaveLength(1)
    expect(backend.deleted).toEqual([entryId(1)])
  })

  it('does not look at what a delete answers', async () => {
    const backend = new PlainBackend({ 4: 'false', 7: 'false' })
    expect(await run({ strategy: 'simple', backend })).toEqual({
      consolidatedCount: 5,
      summaryIds: [summaryId(1), summaryId(2)],
      removedIds: [...SAME_DAY, ...TASKS].map(entryId),
      modeAssignments: [],
    })
    expect(backend.deleted).toEqual([1, 3, 8].map(entryId))
  })
})

/** Two of three removed are dense in the first group; one of two in the second, which is a tie. */
const MIXED = [
  entry(1, 'server_host=alpha.example.org:5432, pool_size=20', { category: 'fact' }),
  entry(2, 'retry_limit=5; timeout_ms=30000', { category: 'fact' }),
  entry(3, 'They want to move the whole thing to another country some day', { category: 'fact' }),
  entry(4, 'kept', { category: 'fact', relevance: 1 }),
  entry(5, 'Was happy about how the long walk along the river ended', { category: 'insight' }),
  entry(6, 'build_id=77f3a1 v2.14.0 sha=90ab', { category: 'insight' }),
  entry(7, 'kept', { category: 'insight', relevance: 1 }),
]
const dual = (backend: PlainBackend, model = new ScriptedModel((material) => `about ${material.length}`)) =>
  run({ strategy: 'dual_mode', backend, model }, MIXED)

describe('dual_mode', () => {
  it('keeps dense groups word for word, lets a model shorten the others, a tie included, and says which', async () => {
    const backend = new PlainBackend()
    expect(await dual(backend)).toEqual({
      consolidatedCount: 5,
      summaryIds: [summaryId(1), summaryId(2)],
      removedIds: [5, 6, 1, 2, 3].map(entryId),
      modeAssignments: [
        { entryId: entryId(5), mode: 'abstractive' },
        { entryId: entryId(6), mode: 'abstractive' },
        { entryId: entryId(1), mode: 'extractive' },
        { entryId: entryId(2), mode: 'extractive' },
        { entryId: entryId(3), mode: 'extractive' },
      ],
    })
    expect(backend.stored).toEqual([
      {
        category: 'insight',
        content: '- about 55\n- about 32',
        tags: ['consolidated', 'mode:abstractive'],
        madeOf: [5, 6].map(entryId),
      },
      {
        category: 'fact',
        content:
          '- server_host=alpha.example.org:5432, pool_size=20\n- retry_limit=5; timeout_ms=30000\n' +
          '- They want to move the whole thing to another country some day',
        tags: ['consolidated', 'mode:extractive'],
        madeOf: [1, 2, 3].map(entryId),
      },
    ])
  })

  it('passes over a delete that answers false, and says nothing of it in its result', async () => {
    const backend = new PlainBackend({ 2: 'false', 5: 'false' })
    expect(await dual(backend)).toEqual({
      consolidatedCount: 3,
      summaryIds: [summaryId(1), summaryId(2)],
      removedIds: [6, 1, 3].map(entryId),
      modeAssignments: [
        { entryId: entryId(6), mode: 'abstractive' },
        { entryId: entryId(1), mode: 'extractive' },
        { entryId: entryId(3), mode: 'extractive' },
      ],
    })
  })

  it('ends at a delete that throws', async () => {
    const gone = new Error('no such row')
    const backend = new PlainBackend({ 2: gone })
    await expect(dual(backend)).rejects.toBe(gone)
    expect(backend.deleted).toEqual([5, 6, 1].map(entryId))
  })

  it('says in their own words what the model could not shorten, and leaves alone what it would have to cut', async () => {
    const backend = new PlainBackend()
    const long = entry(2, 'so that he could tell them everything about the river '.repeat(5), { category: 'insight' })
    const entries = [entry(1, 'Was happy about the walk', { category: 'insight' }), long, MIXED[6] ?? long]
    const model = new ScriptedModel(() => new CatchmentError('model_failed', 'The model fell silent.'))
    expect(await run({ strategy: 'dual_mode', backend, model }, entries)).toEqual({
      consolidatedCount: 1,
      summaryIds: [summaryId(1)],
      removedIds: [entryId(1)],
      modeAssignments: [{ entryId: entryId(1), mode: 'abstractive' }],
    })
    expect(backend.stored[0]?.content).toBe('- Was happy about the walk')
  })
})

const llm = (backend: PlainBackend, model: ScriptedModel, entries = ENTRIES, context = contextFor()) =>
  run({ strategy: 'llm', backend, model }, entries, context)
const synthesis = () => new ScriptedModel((material) => `Of ${material.split('\n').length} notes.`)

describe('llm', () => {
  it('has a model write one text for each group, out of dated notes, oldest first', async () => {
    const backend = new PlainBackend()
    const model = synthesis()
    expect(await llm(backend, model)).toEqual({
      consolidatedCount: 5,
      summaryIds: [summaryId(1), summaryId(2)],
      removedIds: [...SAME_DAY, ...TASKS].map(entryId),
      modeAssignments: [],
    })
    expect(backend.stored).toEqual([
      {
        category: 'preference',
        content: 'Of 3 notes.',
        tags: ['consolidated', 'llm-synthesis'],
        madeOf: SAME_DAY.map(entryId),
      },
      { category: 'task', content: 'Of 2 notes.', tags: ['consolidated', 'llm-synthesis'], madeOf: TASKS.map(entryId) },
    ])
    expect(model.asked[0]?.material).toBe(
      '[2026-01-01] Likes green tea in the morning\n[2026-01-01] Writes letters by hand\n[2026-01-03] Does not eat meat',
    )
  })

  it('deletes only what the prompt had room for: the others survive to the next pass', async () => {
    const backend = new PlainBackend()
    const model = synthesis()
    // With its date, 13 characters more each: 7,000 + 1 + 12,999 fill the prompt to the last character.
    const oversized = [
      entry(1, 'a'.repeat(6_987)),
      entry(2, 'b'.repeat(12_986)),
      entry(3, 'c'.repeat(5_000)),
      entry(4, 'd'),
      entry(5, 'kept', { relevance: 1 }),
    ]
    expect(await llm(backend, model, oversized)).toEqual({
      consolidatedCount: 2,
      summaryIds: [summaryId(1)],
      removedIds: [1, 2].map(entryId),
      modeAssignments: [],
    })
    expect(model.asked[0]?.material).toHaveLength(PROMPT_CHARACTERS)
    expect(backend.stored).toEqual([
      {
        category: 'preference',
        content: 'Of 2 notes.',
        tags: ['consolidated', 'llm-synthesis'],
        madeOf: [1, 2].map(entryId),
      },
    ])
    const survivors = oversized.filter((one) => !backend.deleted.includes(one.id))
    expect(await llm(new PlainBackend(), synthesis(), survivors)).toEqual({
      consolidatedCount: 2,
      summaryIds: [summaryId(1)],
      removedIds: [3, 4].map(entryId),
      modeAssignments: [],
    })
  })

  it('is not held up for ever by an entry that no prompt has room for', async () => {
    const entries = [entry(1, 'a'.repeat(20_000)), entry(2, 'b'), entry(3, 'c'), entry(4, 'kept', { relevance: 1 })]
    expect((await llm(new PlainBackend(), synthesis(), entries)).removedIds).toEqual([2, 3].map(entryId))
  })

  it('catches each delete on its own and reports only those that succeeded', async () => {
    const backend = new PlainBackend({ 4: new Error('no such row'), 7: 'false' })
    const context = contextFor()
    expect(await llm(backend, synthesis(), ENTRIES, context)).toEqual({
      consolidatedCount: 3,
      summaryIds: [summaryId(1), summaryId(2)],
      removedIds: [1, 3, 8].map(entryId),
      modeAssignments: [],
    })
    expect(context.faults).toEqual([new Error('no such row')])
  })

  it.each([
    ['fails', new CatchmentError('model_failed', 'The model fell silent.')],
    ['says nothing', ' \n'],
  ])('concatenates when the model %s, and deletes only what the bullets say in full', async (_how, answer) => {
    const backend = new PlainBackend()
    const entries = [
      entry(1, 'short'),
      entry(2, 'y'.repeat(201)),
      entry(3, 'also short'),
      entry(4, 'kept', { relevance: 1 }),
    ]
    expect(await llm(backend, new ScriptedModel(() => answer), entries)).toEqual({
      consolidatedCount: 2,
      summaryIds: [summaryId(1)],
      removedIds: [1, 3].map(entryId),
      modeAssignments: [],
    })
    expect(backend.stored).toEqual([
      {
        category: 'preference',
        content: '- short\n- also short',
        tags: ['consolidated', 'concatenation-fallback'],
        madeOf: [1, 3].map(entryId),
      },
    ])
  })

  it.each<[string, DeleteOutcome & Error]>([
    ['the store is gone', new CatchmentError('unavailable', 'The store is closed.')],
    ['the run was aborted', new DOMException('aborted', 'AbortError')],
    ['memory ran out', new RangeError('Array buffer allocation failed')],
  ])('lets a system fault through: %s', async (_what, fault) => {
    const backend = new PlainBackend({ 1: fault })
    await expect(llm(backend, synthesis())).rejects.toBe(fault)
    expect(backend.deleted).not.toContain(entryId(1))
  })
})

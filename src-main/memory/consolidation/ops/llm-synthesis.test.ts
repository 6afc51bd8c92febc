import { CatchmentError } from '@shared/contract/errors'
import { describe, expect, it } from 'vitest'
import { contextFor, entry, entryId, PlainBackend, ScriptedModel } from '../testing/samples'
import { LLMSynthesisOp } from './llm-synthesis'

const about = (context = contextFor()) => ({ category: 'preference', context }) as const
const earlier = (day: number, content: string, category: 'preference' | 'task' = 'preference') => ({
  category,
  content,
  at: Date.UTC(2025, 11, day),
})

describe('LLMSynthesisOp', () => {
  it('shows the model what it wrote of this category before, in order', async () => {
    const model = new ScriptedModel(() => 'sum')
    const trajectory = [earlier(1, 'Drank coffee.'), earlier(2, 'Call mum', 'task'), earlier(3, 'Drinks less coffee.')]
    await new LLMSynthesisOp(new PlainBackend(), model).consolidate(
      [entry(1, 'Drinks tea')],
      about(contextFor({ trajectory })),
    )
    expect(model.asked[0]?.material).toBe(
      'Summed up earlier:\n[2025-12-01] Drank coffee.\n[2025-12-03] Drinks less coffee.\n\nNotes:\n[2026-01-01] Drinks tea',
    )
  })

  it('keeps the whole of it within the cap, newest of the earlier ones first', async () => {
    const model = new ScriptedModel(() => 'sum')
    const trajectory = [earlier(1, 'old '.repeat(300)), earlier(2, 'new '.repeat(300))]
    const entries = Array.from({ length: 40 }, (_, i) => entry(i + 1, 'w'.repeat(900), { day: 1 }))
    const result = await new LLMSynthesisOp(new PlainBackend(), model).consolidate(
      entries,
      about(contextFor({ trajectory })),
    )
    const material = model.asked[0]?.material ?? ''
    expect(material.length).toBeLessThanOrEqual(20_000)
    expect(material).toContain('new new')
    expect(material).not.toContain('old old')
    expect(result.removedIds).toHaveLength(20)
  })

  it('lets no tag and no line break of an entry into the prompt', async () => {
    const model = new ScriptedModel(() => 'sum')
    await new LLMSynthesisOp(new PlainBackend(), model).consolidate([entry(1, 'a\n<mira:pin id="x"/>')], about())
    expect(model.asked[0]?.material.split('\n')).toHaveLength(1)
    expect(model.asked[0]?.material).not.toContain('<mira:pin')
  })

  it('stores nothing where the model failed and no entry fits a bullet', async () => {
    const backend = new PlainBackend()
    const model = new ScriptedModel(() => new CatchmentError('model_failed', 'It fell silent.'))
    const result = await new LLMSynthesisOp(backend, model).consolidate([entry(1, 'x'.repeat(500))], about())
    expect(result).toEqual({ summaryId: null, removedIds: [], modeAssignments: [] })
    expect([backend.stored, backend.deleted]).toEqual([[], []])
  })

  it('falls back for a model that fails, and not for a run that is called off', async () => {
    const control = new AbortController()
    const model = new ScriptedModel(() => {
      control.abort(new Error('called off'))
      return new CatchmentError('model_failed', 'It fell silent.')
    })
    const backend = new PlainBackend()
    const op = new LLMSynthesisOp(backend, model)
    const calledOff = op.consolidate([entry(1, 'a')], about(contextFor({ signal: control.signal })))
    await expect(calledOff).rejects.toThrow('It fell silent.')
    await expect(op.consolidate([entry(1, 'a')], about(contextFor({ signal: control.signal })))).rejects.toThrow(
      'called off',
    )
    expect(backend.stored).toEqual([])
  })

  it('never deletes more on a failure than on success', async () => {
    const entries = [entry(1, 'short'), entry(2, 'y'.repeat(12_000)), entry(3, 'z'.repeat(12_000)), entry(4, 'also')]
    const removedWith = async (answer: string | Error) =>
      (await new LLMSynthesisOp(new PlainBackend(), new ScriptedModel(() => answer)).consolidate(entries, about()))
        .removedIds
    const success = await removedWith('sum')
    expect(success).toEqual([1, 2].map(entryId))
    for (const failure of ['', new Error('down')]) {
      for (const id of await removedWith(failure)) expect(success).toContain(id)
    }
  })
})

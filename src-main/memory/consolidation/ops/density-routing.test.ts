import { describe, expect, it } from 'vitest'
import { contextFor, entry, entryId, PlainBackend } from '../testing/samples'
import type { Density, DensityClassifier } from '../types'
import { ConcatenationOp } from './concatenation'
import { DensityRoutingOp } from './density-routing'
import { ExtractivePreservationOp } from './extractive-preservation'

const classifier: DensityClassifier = { classify: ({ content }): Density => (content === 'd' ? 'dense' : 'sparse') }

async function route(contents: string) {
  const backend = new PlainBackend({ 2: 'false' })
  const op = new DensityRoutingOp(classifier, new ExtractivePreservationOp(backend), new ConcatenationOp(backend))
  const entries = [...contents].map((content, i) => entry(i + 1, content))
  const context = contextFor({ tags: ['of a test'] })
  return { result: await op.consolidate(entries, { category: 'fact', context }), tags: backend.stored[0]?.tags }
}

describe('DensityRoutingOp', () => {
  it.each([
    ['d', 'extractive'],
    ['s', 'abstractive'],
    ['ds', 'abstractive'],
    ['dds', 'extractive'],
    ['dss', 'abstractive'],
    ['ddss', 'abstractive'],
    ['dddss', 'extractive'],
  ])('sends %s to the %s op', async (contents, mode) => {
    expect((await route(contents)).tags).toEqual(['consolidated', 'of a test', `mode:${mode}`])
  })

  it('names the mode of what was really removed, and of nothing else', async () => {
    expect((await route('ddd')).result.modeAssignments).toEqual([
      { entryId: entryId(1), mode: 'extractive' },
      { entryId: entryId(3), mode: 'extractive' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { loadCatalog } from '../download/catalog'
import { calibrationFor, filingModelFor } from './fitted'

describe('the fitted numbers', () => {
  it('are there for every embedding model of the catalog, at any revision', () => {
    const embedding = loadCatalog().filter((m) => m.purpose === 'embedding')
    expect(embedding.length).toBeGreaterThan(1)
    for (const { id, revision } of embedding) {
      expect([id, filingModelFor(`${id}@${revision}`)?.background.length]).toEqual([id, 384])
      expect(calibrationFor(`${id}@${revision}`)?.embeddingModelId.toLowerCase()).toBe(id)
    }
  })

  it('are none for a model nobody fitted: nothing is guessed', () => {
    expect(filingModelFor('some-other-model@1')).toBeUndefined()
    expect(calibrationFor('some-other-model@1')).toBeUndefined()
  })
})

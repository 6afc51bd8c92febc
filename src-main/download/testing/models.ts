/** Small models for tests: the same shape as those of the catalog, contents of a few hundred kilobytes. */
import { createHash } from 'node:crypto'
import type { ChatCatalogModel, ModelSource } from '../catalog'

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Bytes that look random and are the same every time. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed
  for (let at = 0; at < length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    bytes[at] = state >> 16
  }
  return bytes
}

const REVISION = 'a'.repeat(40)
export const hubSource: ModelSource = { kind: 'hub', repository: 'owner/tiny', revision: REVISION }
export const hubPath = (path: string): string => `/owner/tiny/resolve/${REVISION}/${path}`

export function tinyModel(
  files: Readonly<Record<string, Buffer>>,
  sources: ModelSource[] = [hubSource],
): ChatCatalogModel {
  return {
    id: 'tiny',
    purpose: 'chat',
    title: 'Tiny',
    blurb: 'A model for tests.',
    languages: 'none',
    licence: 'MIT',
    revision: 'test',
    contextTokens: 128,
    memoryMb: 1,
    suitableFromMemoryGb: 1,
    default: false,
    promptProfile: {
      template: 'chatml',
      systemMessage: true,
      addBeginningToken: false,
      sampling: { temperature: 0, topP: 1, minP: 0, repeatPenalty: 1 },
    },
    files: Object.entries(files).map(([path, content]) => ({
      path,
      sha256: sha256(content),
      sizeBytes: content.length,
    })),
    sources,
  }
}

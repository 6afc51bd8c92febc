/** A model in a file of the person's own: read where it lies, never copied. */
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { z } from 'zod'
import type { ChatCatalogModel } from '../../download/catalog'
import type { PromptProfile } from '../types'
import { contextFor, type GgufFacts, judgeGguf, memoryNeed, takesSystemMessage } from './gguf-facts'
import { readGgufHeader } from './gguf-header'

/** What is kept of it between runs. */
export const storedModelFile = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string(),
  /** Which model of the catalog it is, byte for byte; null if none. Its prompt profile then holds. */
  catalogId: z.string().nullable(),
  architecture: z.string(),
  quantisation: z.string().nullable(),
  parameters: z.number().nonnegative(),
  hasTemplate: z.boolean(),
  systemMessage: z.boolean(),
  contextTokens: z.number().int().positive(),
  memoryBytes: z.number().nonnegative(),
  weightBytes: z.number().nonnegative(),
  /** Size and time of change when its head was read: a file that differs is read again. */
  sizeBytes: z.number(),
  mtimeMs: z.number(),
})
export type StoredModelFile = z.infer<typeof storedModelFile>

/** Sampling for a model that says nothing of its own: a little below what most of them are published with. */
const SAMPLING = { temperature: 0.6, topP: 0.9, minP: 0.05, repeatPenalty: 1.05 }

export interface ReadOptions {
  /** What another program calls it; else the file's own name for itself, else the file's name. */
  title?: string | undefined
  catalogModel?: ChatCatalogModel | null
  totalMemoryBytes: number
}

/**
 * Reads the head of a model file and what follows from it on this machine.
 * @throws CatchmentError `not_found`, or `bad_request` with a sentence why the runtime cannot use it
 */
export async function readModelFile(path: string, options: ReadOptions): Promise<StoredModelFile> {
  const absolute = resolve(path)
  const header = await readGgufHeader(absolute)
  const verdict = judgeGguf(header)
  if (!verdict.ok) throw new CatchmentError('bad_request', `${basename(absolute)} cannot be used. ${verdict.reason}`)
  const facts = { ...verdict.facts, weightBytes: await weightBytes(absolute, verdict.facts) }
  const found = await stat(absolute)
  const contextTokens = contextFor(facts, options.totalMemoryBytes)
  if (contextTokens === null) {
    throw new CatchmentError(
      'bad_request',
      `${basename(absolute)} cannot be used. It needs about ${gigabytes(memoryNeed(facts, 2048))} of memory; this computer has ${gigabytes(options.totalMemoryBytes)} in all.`,
    )
  }
  const { catalogModel = null } = options
  return {
    id: `file-${createHash('sha256').update(absolute).digest('hex').slice(0, 12)}`,
    path: absolute,
    title: options.title ?? catalogModel?.title ?? titleOf(absolute, facts),
    catalogId: catalogModel?.id ?? null,
    architecture: facts.architecture,
    quantisation: facts.quantisation,
    parameters: facts.parameters,
    hasTemplate: facts.hasTemplate,
    systemMessage: catalogModel?.promptProfile.systemMessage ?? takesSystemMessage(facts),
    contextTokens,
    memoryBytes: Math.round(memoryNeed(facts, contextTokens)),
    weightBytes: facts.weightBytes,
    sizeBytes: found.size,
    mtimeMs: found.mtimeMs,
  }
}

/** How its prompts are written: as the catalog says of this very file, else by the template it carries. */
export function profileOf(file: StoredModelFile, catalogModel: ChatCatalogModel | null): PromptProfile {
  if (catalogModel) return catalogModel.promptProfile
  return { template: 'file', systemMessage: file.systemMessage, addBeginningToken: false, sampling: SAMPLING }
}

const PART = /-(\d{5})-of-(\d{5})\.gguf$/i

/** Bytes of all parts. @throws CatchmentError `bad_request` for a part that is not the first, or parts that are not there */
async function weightBytes(path: string, { parts, part, weightBytes: own }: GgufFacts): Promise<number> {
  if (parts <= 1) return own
  const name = basename(path)
  const refuse = (why: string): CatchmentError => new CatchmentError('bad_request', `${name} cannot be used. ${why}`)
  if (part !== 0) throw refuse(`It is part ${part + 1} of ${parts}; choose the first one.`)
  if (!PART.test(name))
    throw refuse(`It is the first of ${parts} parts and was renamed, so that the others are not found.`)
  const there = new Set(await readdir(dirname(path)))
  let sum = 0
  for (let number = 1; number <= parts; number++) {
    const [padded, total] = [number, parts].map((n) => String(n).padStart(5, '0'))
    const other = name.replace(PART, `-${padded}-of-${total}.gguf`)
    if (!there.has(other)) throw refuse(`Part ${number} of ${parts} is missing: ${other} should lie beside it.`)
    sum += (await stat(join(dirname(path), other))).size
  }
  return sum
}

/** A name the file gives itself where it is one; conversion programs write all kinds of things there. */
function titleOf(path: string, { name, quantisation }: GgufFacts): string {
  const file = basename(path).replace(/(-\d{5}-of-\d{5})?\.gguf$/i, '')
  const said = name?.replace(/[\s-]+GGUF\b/i, '') ?? null
  const own = said !== null && said.length <= 60 && /[a-z]/i.test(said) && !/[\\/]/.test(said) ? said : file
  return quantisation !== null && !own.toUpperCase().includes(quantisation) ? `${own} ${quantisation}` : own
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** What a GGUF file is good for here, from its head alone. Pure. */
import { CHAT_ARCHITECTURES, NOT_CHAT } from './architectures'
import { quantisationName, typeState } from './ggml-types'
import type { GgufHeader } from './gguf-header'

export interface GgufFacts {
  architecture: string
  /** As the file calls itself; null if it does not. */
  name: string | null
  /** “Q4_K_M”; null if the file does not say. */
  quantisation: string | null
  parameters: number
  /** The longest talk it was trained on, in tokens. */
  trainedTokens: number
  hasTemplate: boolean
  /** Of the file and its further parts. */
  weightBytes: number
  /** What each token of a talk costs in memory. */
  bytesPerToken: number
  /** Parts of a model in several files, this one counted; 1 for most. */
  parts: number
  /** Of these, which one it is, from 0. */
  part: number
}

export type GgufVerdict = { ok: true; facts: GgufFacts } | { ok: false; reason: string }

/** Beyond weights and talk: what the runtime computes in, and its own code. Seen: 210 MB at 0.1 B, 330 MB at 1.5 B parameters. */
const OVERHEAD_BYTES = 350e6
/** A talk's memory costs two bytes a number (the runtime's default). */
const BYTES_PER_NUMBER = 2
const MAX_CONTEXT_TOKENS = 8192
/** Below this no prompt of ours fits with an answer. */
const MIN_CONTEXT_TOKENS = 2048
/** A longer talk may take so much of the machine's memory, the rest is other programs'. */
const SHARE_OF_MEMORY = 0.6
/** Models smaller than this, of the starter's kind, show how things work but are no help (03-models, STARTER). */
const TINY_PARAMETERS = 300e6

export function judgeGguf(header: GgufHeader): GgufVerdict {
  const text = (key: string): string | null => {
    const value = header.values.get(key)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  const architecture = text('general.architecture')
  const no = (reason: string): GgufVerdict => ({ ok: false, reason })
  if (architecture === null) return no('The file does not say what kind of model it holds.')
  const of = (key: string): number | null => {
    const value = header.values.get(`${architecture}.${key}`)
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
  }
  const kind = text('general.type')
  if (kind === 'adapter') return no('The file is an adapter for another model, not a model.')
  if (kind === 'imatrix') return no('The file holds figures for making a model smaller, not a model.')
  const unfit = NOT_CHAT[architecture]
  if (unfit) return no(`This model (${architecture}) ${unfit}.`)
  if (!CHAT_ARCHITECTURES.has(architecture)) {
    return no(`The runtime of this version does not know models of the kind “${architecture}”.`)
  }
  const parts = Number(header.values.get('split.count') ?? 1) || 1
  const part = Number(header.values.get('split.no') ?? 0) || 0
  if (header.tensors === 0 && parts === 1) return no('The file holds the words of a model, but not its weights.')
  const odd = header.unknownTypes.map(typeState)
  if (odd.includes('old')) {
    return no('The file is in a layout that was given up; the runtime no longer reads it. Look for a newer file.')
  }
  if (odd.includes('new')) return no('The file is in a layout newer than the runtime of this version.')
  if (header.expectedBytes !== null && header.fileBytes < header.expectedBytes) {
    return no(
      `The file was cut off: it has ${megabytes(header.fileBytes)} of ${megabytes(header.expectedBytes)}. Download it again.`,
    )
  }
  if (!header.values.has('tokenizer.ggml.model'))
    return no('The file carries no tokenizer, so nothing can be said to it.')
  const trainedTokens = of('context_length') ?? MIN_CONTEXT_TOKENS
  if (trainedTokens < 512)
    return no(`It was trained on talks of ${trainedTokens} tokens, too short for a conversation.`)
  return {
    ok: true,
    facts: {
      architecture,
      name: text('general.name'),
      quantisation: quantisationName(header.values.get('general.file_type')),
      parameters: header.parameters,
      trainedTokens,
      hasTemplate: text('tokenizer.chat_template') !== null,
      weightBytes: header.fileBytes,
      bytesPerToken: bytesPerToken(header, architecture),
      parts,
      part,
    },
  }
}

/** Keys and values of all layers: an upper bound where layers only look at a window, or keep a state of fixed size. */
function bytesPerToken({ values }: GgufHeader, architecture: string): number {
  const number = (key: string): number | null => {
    const value = values.get(`${architecture}.${key}`)
    return typeof value === 'number' && value > 0 ? value : null
  }
  const layers = number('block_count') ?? 0
  const heads = number('attention.head_count') ?? 1
  const perHead = (number('embedding_length') ?? 0) / heads
  const width = (number('attention.key_length') ?? perHead) + (number('attention.value_length') ?? perHead)
  const byLayer = values.get(`${architecture}.attention.head_count_kv`)
  const keyed = Array.isArray(byLayer)
    ? byLayer.reduce((sum: number, count: number) => sum + count, 0)
    : layers * (typeof byLayer === 'number' && byLayer > 0 ? byLayer : heads)
  return Math.ceil(keyed * width * BYTES_PER_NUMBER)
}

/** The conversation has a context, and what is asked beside it another one (`Lane`). */
const CONTEXTS = 2

/** Memory the process needs with talks of so many tokens. Seen with 1.5 B parameters and 8,192: 1.92 GB, where this says 1.94. */
export const memoryNeed = ({ weightBytes, bytesPerToken }: GgufFacts, contextTokens: number): number =>
  weightBytes + CONTEXTS * bytesPerToken * contextTokens + OVERHEAD_BYTES

/**
 * How long a talk it is given on a machine with so much memory: 8,192 tokens, fewer where that would crowd out everything
 * else. Null where even the shortest useful one does not fit into the memory there is.
 */
export function contextFor(facts: GgufFacts, totalMemoryBytes: number): number | null {
  const most = Math.min(facts.trainedTokens, MAX_CONTEXT_TOKENS)
  for (const tokens of [most, 4096, MIN_CONTEXT_TOKENS].filter((n) => n <= most)) {
    if (memoryNeed(facts, tokens) <= totalMemoryBytes * SHARE_OF_MEMORY) return tokens
  }
  const least = Math.min(most, MIN_CONTEXT_TOKENS)
  return memoryNeed(facts, least) <= totalMemoryBytes ? least : null
}

export const isTiny = ({ parameters }: Pick<GgufFacts, 'parameters'>): boolean => parameters < TINY_PARAMETERS

/** A tiny model is led astray by a system message (seen with the starter): its words then travel with the person's. */
export const takesSystemMessage = (facts: GgufFacts): boolean => !isTiny(facts)

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

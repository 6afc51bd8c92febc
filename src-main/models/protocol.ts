/** What the main process and the model host say to each other. Plain data: it crosses by structured clone. */
import type { ErrorCode } from '@shared/contract/errors'
import type { PassageVectors } from '../store/passages'
import type { ChatMessage, Lane, Priority, PromptProfile } from './types'

/** An embedding model as the host loads it: files under `<root>/<id>/`. Every command names it, so a restart loses nothing. */
export interface EmbeddingSource {
  /** Folder that holds one folder per model. */
  root: string
  id: string
  /** Which ONNX file. */
  dtype: 'q4' | 'q8' | 'fp32'
  /** Longest input in tokens, special tokens included. */
  maxTokens: number
}

/** A GGUF chat model as the host loads it. */
export interface ChatSource {
  path: string
  profile: PromptProfile
  contextTokens: number
}

export type JsonSchema = Readonly<Record<string, unknown>>

export type HostCommand =
  | { type: 'ping' }
  | { type: 'memory' }
  | {
      type: 'embed'
      model: EmbeddingSource
      texts: readonly string[]
      prefix: string
      priority: Priority
      /** Texts that are cut into several passages get a vector for each beside their own. */
      passages: boolean
    }
  | { type: 'embed.unload' }
  | { type: 'chat.load'; model: ChatSource }
  | {
      type: 'chat.generate'
      model: ChatSource
      lane: Lane
      messages: readonly ChatMessage[]
      maxTokens: number
      /** Set for a structured answer: a grammar then allows nothing else. */
      schema: JsonSchema | null
      seed: number | null
    }
  | { type: 'chat.count'; model: ChatSource; text: string }
  /** The tokens a lane's context really holds: what went in and what came out. For tests and the `turn` benchmark. */
  | { type: 'chat.context'; model: ChatSource; lane: Lane }
  | { type: 'chat.unload' }

export interface Generation {
  text: string
  promptTokens: number
  /** Tokens of the prompt that the lane's cache did not hold. */
  evaluatedTokens: number
  generatedTokens: number
  stoppedBy: 'model' | 'length' | 'abort'
}

interface HostMemory {
  residentBytes: number
  embeddingLoaded: string | null
  chatLoaded: string | null
}

export interface HostAnswers {
  ping: { pid: number }
  memory: HostMemory
  /** One vector of `dimensions` after the other. */
  embed: {
    vectors: Float32Array
    dimensions: number
    /** By place of the text; null where it is one passage, or none were asked for. */
    passages: (PassageVectors | null)[]
  }
  'embed.unload': null
  'chat.load': { contextTokens: number; loadMs: number }
  'chat.generate': Generation
  'chat.count': number
  'chat.context': { tokens: number[]; text: string }
  'chat.unload': null
}
export type AnswerOf<C extends HostCommand> = HostAnswers[C['type']]

/** From main to host. */
export type HostRequest =
  | { kind: 'command'; id: number; command: HostCommand }
  | { kind: 'abort'; id: number }
  /** A person's turn has begun (or is over): what is generated in the lane `aside` pauses until then. */
  | { kind: 'way'; taken: boolean }
  /** Free what is loaded and exit with code 0. */
  | { kind: 'shutdown' }

/** From host to main. */
export type HostMessage =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; value: HostAnswers[HostCommand['type']] }
  | { kind: 'failure'; id: number; code: ErrorCode; message: string }
  | { kind: 'delta'; id: number; text: string }
  /** Still at work: loading, waiting for the lane, or evaluating a long prompt. */
  | { kind: 'progress'; id: number }

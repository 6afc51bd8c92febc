/** The ports behind which every model lives: the rest of the product knows these and nothing of runtimes or processes. */
import type { ZodType } from 'zod'

export const EMBEDDING_DIMENSIONS = 384

/** e5 wants `passage` for everything stored and `query` for what is searched with (03-models, Embeddings). */
export type TextKind = 'passage' | 'query'
/** The turn being typed goes before ordinary work, and that before the backlog. */
export type Priority = 'turn' | 'normal' | 'backlog'

export interface Embedder {
  /** Model id and revision; stored beside every vector, vectors of different ids are never compared. */
  readonly modelId: string
  /** One normalised Float32Array of 384 per text, in order. Rejects with `model_missing`, `model_failed` or `cancelled`. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>
}

export interface EmbedOptions {
  kind: TextKind
  priority: Priority
  signal?: AbortSignal
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  text: string
}

export interface ChatRequest {
  /** Most stable part first: a session's prompt begins with the previous one byte for byte. */
  messages: readonly ChatMessage[]
  maxTokens: number
  signal: AbortSignal
}

export interface ChatUsage {
  /** Tokens of the prompt that had to be evaluated anew; null if the runtime does not say. */
  evaluatedTokens: number | null
  generatedTokens: number | null
}

export type ChatEvent = { type: 'text'; text: string } | { type: 'end'; usage: ChatUsage; stoppedBy: 'model' | 'length' | 'abort' }

export interface ChatModel {
  /** Catalog or endpoint id. */
  readonly id: string
  readonly title: string
  /** True if it runs on this machine. */
  readonly local: boolean
  readonly contextTokens: number
  /** False where a system message breaks the model (03-models, STARTER): the prompt then travels inside the user turn. */
  readonly systemPrompt: boolean
  /** Streams raw text, tags included. Throws CatchmentError `model_missing` or `model_failed`. */
  stream(request: ChatRequest): AsyncIterable<ChatEvent>
  /** One structured answer, constrained by grammar where the runtime can, always validated by `schema`. */
  structured<T>(request: ChatRequest, schema: ZodType<T>): Promise<T>
  /** By the model's own tokenizer where there is one. */
  countTokens(text: string): Promise<number>
}

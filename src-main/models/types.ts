/** The ports behind which every model lives: the rest of the product knows these and nothing of runtimes or processes. */
import type { ToolRound } from '@shared/domain'
import type { ZodType } from 'zod'
import type { PassageVectors } from '../store/passages'
import type { ThinkingEvent } from './thinking'

/** e5 wants `passage` for everything stored and `query` for what is searched with (03-models, Embeddings). */
export type TextKind = 'passage' | 'query'
/** The turn being typed goes before ordinary work, and that before the backlog. */
export type Priority = 'turn' | 'normal' | 'backlog'

export interface Embedder {
  /** Model id and revision; stored beside every vector, vectors of different ids are never compared. */
  readonly modelId: string
  /** One normalised Float32Array of 384 per text, in order. Rejects with `model_missing`, `model_failed` or `cancelled`. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>
  /**
   * The vectors of the passages of a long text that was embedded lately as a `passage`: they came with its own. Null if the
   * text is one passage, undefined if it has to be embedded (again). Places are those of `text` as it is given here.
   */
  passages(text: string): PassageVectors | null | undefined
}

export interface EmbedOptions {
  kind: TextKind
  priority: Priority
  signal?: AbortSignal
}

/** A picture of a message. */
export interface ChatImage {
  mediaType: 'image/jpeg' | 'image/png'
  bytes: Uint8Array
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  text: string
  /** For `user`, and only for a model that was proved to see. */
  images?: readonly ChatImage[]
  /** For `assistant`: the tools it used before it wrote `text`. In the last message, with an empty text: it goes on from there. */
  rounds?: readonly ToolRound[]
}

export interface ChatRequest {
  /** Most stable part first: a session's prompt begins with the previous one byte for byte. */
  messages: readonly ChatMessage[]
  maxTokens: number
  signal: AbortSignal
  /**
   * `conversation` (default of `stream`): the prefix cache of the endless conversation. `aside` (default of `structured`
   * and `toolCalls`): everything else, so that a title or a probe never throws the conversation's cache away.
   */
  lane?: Lane
  /** What `stream` offers the model; the same for a whole session, because a template puts it in front of everything. */
  tools?: readonly ToolSpec[]
  /** `none`: the tools stay declared, but the model is to answer now. Default `auto`. */
  toolChoice?: 'auto' | 'none'
  /** For runs that must repeat (probe, tests, benchmarks); a runtime that cannot be seeded ignores it. */
  seed?: number
}

export type Lane = 'conversation' | 'aside'

/** A tool as a model is told of it; `parameters` is a JSON schema. */
export interface ToolSpec {
  name: string
  description: string
  parameters: Readonly<Record<string, unknown>>
}

export interface ToolCall {
  name: string
  /** Parsed JSON, not yet validated against the tool's schema. */
  arguments: unknown
}

/** How a GGUF file wants its prompt: what the catalog says of it (03-models, STARTER). */
export interface PromptProfile {
  /** `file`: the chat template the file itself carries, for a file that is not in the catalog. */
  template: 'chatml' | 'file'
  /** False where a system message breaks the model: its text then travels at the head of the next user message. */
  systemMessage: boolean
  /** False where the template already begins with the model's beginning token. */
  addBeginningToken: boolean
  sampling: Sampling
}

export interface Sampling {
  temperature: number
  topP: number
  minP: number
  /** 1 = none. */
  repeatPenalty: number
}

export interface ChatUsage {
  /** Tokens of the prompt that had to be evaluated anew; null if the runtime does not say. */
  evaluatedTokens: number | null
  generatedTokens: number | null
}

/** The model asks for a tool; whoever reads the stream runs it and asks again with the answer. */
export interface CallEvent {
  type: 'call'
  /** Names the call towards the model's server. */
  id: string
  /** An empty name: the call could not be understood, `arguments` is what was written. */
  call: ToolCall
}

export type ChatEvent =
  | { type: 'text'; text: string }
  /** What it thinks before it answers; no part of the reply. */
  | ThinkingEvent
  | CallEvent
  | { type: 'end'; usage: ChatUsage; stoppedBy: 'model' | 'length' | 'abort' }

export interface ChatModel {
  /** Catalog or endpoint id. */
  readonly id: string
  readonly title: string
  /** True if it runs on this machine. */
  readonly local: boolean
  readonly contextTokens: number
  /** False where a system message breaks the model (03-models, STARTER): the prompt then travels inside the user turn. */
  readonly systemPrompt: boolean
  /** True where images can be sent at all; whether it sees what is on them is measured (ability `see`). */
  readonly takesImages?: boolean
  /** Streams raw text, tags included, and calls of the tools that were offered. Throws CatchmentError `model_missing` or `model_failed`. */
  stream(request: ChatRequest): AsyncIterable<ChatEvent>
  /** One structured answer, constrained by grammar where the runtime can, always validated by `schema`. */
  structured<T>(request: ChatRequest, schema: ZodType<T>): Promise<T>
  /** By the model's own tokenizer where there is one. */
  countTokens(text: string): Promise<number>
  /** Loads it ahead of its first use, where that takes time. */
  load?(): Promise<void>
  /** One round: the calls a model asks for, none executed. Absent where the runtime offers no tools. */
  toolCalls?(request: ChatRequest, tools: readonly ToolSpec[]): Promise<ToolCall[]>
}

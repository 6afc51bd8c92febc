/** The conversation's port for tools: what a model may use while it answers. */
import type { ToolSpec } from '../models/types'

/** What a tool is told besides its arguments. */
export interface ToolRun {
  /** The answer may not be longer. */
  maxTokens: number
}

/** One call, carried out or refused. */
export interface ToolAnswer {
  ok: boolean
  /** As the model is told: escaped and cut to size. */
  text: string
}

export interface Toolbox {
  readonly specs: readonly ToolSpec[]
  /** What a call looks for, for the window. */
  queryOf(call: { name: string; arguments: unknown }): string | null
  /** Never throws but for an abort: whatever goes wrong is the answer. */
  use(call: { name: string; arguments: unknown }, run: ToolRun & { signal: AbortSignal }): Promise<ToolAnswer>
}

import type { Ability } from '@shared/contract/models'
import type { ZodType } from 'zod'
import type { ChatMessage, ToolCall, ToolSpec } from '../types'

interface Item {
  ability: Ability
  /** Unique; says what is asked. */
  id: string
  messages: readonly ChatMessage[]
  maxTokens: number
}

/** Answered in prose. */
export interface TextItem extends Item {
  kind: 'text'
  right: (answer: string) => boolean
}

/** Answered in JSON of a schema. `right` is given the validated answer. */
export interface StructuredItem extends Item {
  kind: 'structured'
  schema: ZodType
  right: (answer: unknown) => boolean
}

/** Answered by asking for a tool, or by not asking for one. */
export interface ToolItem extends Item {
  kind: 'tools'
  tools: readonly ToolSpec[]
  right: (calls: readonly ToolCall[]) => boolean
}

export type ProbeItem = TextItem | StructuredItem | ToolItem

/** A structured item whose check knows the schema's type. */
export function structuredItem<T>(
  item: Omit<StructuredItem, 'kind' | 'schema' | 'right'> & { schema: ZodType<T>; right: (answer: T) => boolean },
): StructuredItem {
  return { ...item, kind: 'structured', right: (answer) => item.right(item.schema.parse(answer)) }
}

export const user = (text: string): ChatMessage => ({ role: 'user', text })
export const assistant = (text: string): ChatMessage => ({ role: 'assistant', text })
export const system = (text: string): ChatMessage => ({ role: 'system', text })

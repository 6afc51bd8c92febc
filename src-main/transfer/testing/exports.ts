/** Exports as the programs write them, made up for tests. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportReader, type ReadOptions, readImport } from '../read-import'
import type { ElementReader } from '../readers'
import { Tally } from '../tally'
import type { ImportedConversation } from '../types'

export const START = Date.UTC(2024, 2, 1, 9) / 1000

export interface GptNode {
  id: string
  parent: string | null
  role?: string
  text?: string
  message?: unknown
}

/** A conversation of a ChatGPT export. `nodes` without a `message` get one of their role and text. */
export function gptConversation(id: string, nodes: readonly GptNode[], current: string | null, more: object = {}) {
  const mapping = Object.fromEntries(
    nodes.map((node, i) => [
      node.id,
      {
        id: node.id,
        parent: node.parent,
        children: nodes.filter((other) => other.parent === node.id).map((other) => other.id),
        message:
          node.message !== undefined
            ? node.message
            : gptMessage(node.role ?? 'user', { content_type: 'text', parts: [node.text ?? ''] }, START + i * 30.5),
      },
    ]),
  )
  return { title: `Talk ${id}`, create_time: START, mapping, current_node: current, conversation_id: id, ...more }
}

export function gptMessage(role: string, content: object, createTime: unknown = START, more: object = {}): object {
  return { id: 'x', author: { role }, create_time: createTime, content, recipient: 'all', ...more }
}

/** Writes `content` into a file of its own. */
export async function fileOf(content: string | Uint8Array, name = 'export.json'): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'catchment-import-')), name)
  await writeFile(file, content)
  return file
}

export interface ReadResult {
  reader: ImportReader
  conversations: ImportedConversation[]
  error: unknown
}

/** Reads a file to its end or to where it breaks. */
export async function readAll(file: string, options: Partial<ReadOptions> = {}): Promise<ReadResult> {
  const reader = await readImport(file, { format: 'auto', signal: new AbortController().signal, ...options })
  const conversations: ImportedConversation[] = []
  try {
    for await (const conversation of reader.conversations) conversations.push(conversation)
    return { reader, conversations, error: null }
  } catch (error) {
    return { reader, conversations, error }
  }
}

/** One conversation of an export, read as the first of its file; without any time of its own it has none. */
export function readOne(read: ElementReader, value: unknown, collections: ReadonlyMap<string, string> = new Map()) {
  const tally = new Tally()
  const conversation = read(value, { place: 'Conversation 1', tally, nearbyAt: null, collections })
  return { conversation, counts: tally.now() }
}

/** What was left out, as `{what: count}`. */
export const leftOf = ({ leftOut }: { leftOut: readonly { what: string; count: number }[] }): Record<string, number> =>
  Object.fromEntries(leftOut.map(({ what, count }) => [what, count]))

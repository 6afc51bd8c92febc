/** What one message of a Claude export says: its blocks, or the flat text of older exports, with what was attached. */
import type { Attachment } from '../types'
import { document, fenced, kindOf, labelOf, paragraphs, quotedFile } from './attachments'
import { type Fields, fieldsIn, fieldsOf, listOf, nameOf, wordsOf } from './fields'

export interface ClaudeSaid {
  /** Empty: nothing was said or shown. */
  text: string
  thinking: string | null
  tools: string[]
  attachments: Attachment[]
  /** Answers of tools that do not come along. */
  toolAnswers: number
  /** Types of blocks that are not known here and hold no words. */
  unknown: string[]
}

/** Blocks without words that say nothing to a person: how much of the context is left, and the like. */
const SILENT: ReadonlySet<unknown> = new Set(['token_budget', 'flag'])
const READ: ReadonlySet<unknown> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'voice_note',
])

/** Stands where the exporting program could not show a block; it is never what somebody said. */
const PLACEHOLDER = /(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?/g

export function claudeSaid(message: Fields): ClaudeSaid {
  const blocks = fieldsIn(message.content)
  const failed = new Set(
    blocks
      .filter(({ type, is_error }) => type === 'tool_result' && is_error === true)
      .map((b) => wordsOf(b.tool_use_id)),
  )
  const shown = blocks.flatMap((block, index) =>
    shownOf(block, (wordsOf(block.id) !== null && failed.has(wordsOf(block.id))) || nextFailed(blocks, index)),
  )
  // Exports before blocks, and damaged ones, have the words in the flat text alone.
  const flat = blocks.some(hasWords) ? '' : (wordsOf(message.text)?.replace(PLACEHOLDER, '') ?? '')
  const { texts, attachments } = attachedTo(message)
  const thinking = paragraphs(blocks.flatMap(({ type, thinking: t }) => (type === 'thinking' && wordsOf(t)) || []))
  return {
    text: paragraphs([...shown, flat, ...texts]),
    thinking: thinking === '' ? null : thinking,
    tools: [...new Set(blocks.flatMap(({ type, name }) => (type === 'tool_use' && wordsOf(name)) || []))],
    attachments,
    toolAnswers: blocks.filter(({ type }) => type === 'tool_result').length,
    unknown: blocks
      .filter((block) => !READ.has(block.type) && !SILENT.has(block.type) && !hasWords(block))
      .map(({ type }) => nameOf(type) ?? 'none'),
  }
}

const hasWords = ({ type, text }: Fields): boolean => type !== 'tool_result' && wordsOf(text) !== null

/** Some exports number the calls and not the answers: then the answer is the block behind the call. */
function nextFailed(blocks: readonly Fields[], index: number): boolean {
  const next = blocks[index + 1]
  return blocks[index]?.type === 'tool_use' && next?.type === 'tool_result' && next.is_error === true
}

/** A text, a spoken note, or a document or program that a tool was given to write; kinds of later years by their text. */
function shownOf(block: Fields, failed: boolean): string[] {
  if (block.type === 'thinking' || block.type === 'tool_result') return []
  if (block.type === 'tool_use') return failed ? [] : writtenBy(block)
  const words = wordsOf(block.text)?.replace(PLACEHOLDER, '')
  return words ? [words] : []
}

/** Artifacts, files and programs. What a search was asked for is not on the screen. */
function writtenBy(call: Fields): string[] {
  const input = fieldsOf(call.input)
  if (!input) return []
  const title = wordsOf(input.title) ?? fileName(wordsOf(input.path)) ?? ''
  const content = wordsOf(input.content) ?? wordsOf(input.file_text)
  if (content !== null) return [document('document', title, languageOf(input, title), content)]
  const changed = wordsOf(input.new_str)
  if (changed !== null) return [document('document, changed', title, languageOf(input, title), changed)]
  const code = wordsOf(input.code)
  return code === null ? [] : [fenced(wordsOf(input.language) ?? '', code)]
}

const fileName = (path: string | null): string | null => path?.split(/[\\/]/).at(-1) ?? null

const MARKUP = new Map([
  ['text/html', 'html'],
  ['image/svg+xml', 'svg'],
  ['application/vnd.ant.react', 'jsx'],
  ['application/vnd.ant.mermaid', 'mermaid'],
])

/** Null for prose and Markdown. */
function languageOf(input: Fields, title: string): string | null {
  const type = wordsOf(input.type)
  const markup = type === null ? undefined : MARKUP.get(type)
  if (markup !== undefined) return markup
  if (type === 'application/vnd.ant.code') return wordsOf(input.language) ?? ''
  const extension = /\.(\w{1,8})$/.exec(title)?.[1]?.toLowerCase()
  return extension === undefined || extension === 'md' || extension === 'txt' ? null : extension
}

/** `attachments` hold the words of what was pasted or read, `files` names alone. The same file may stand in both. */
function attachedTo(message: Fields): { texts: string[]; attachments: Attachment[] } {
  const texts: string[] = []
  const attachments: Attachment[] = []
  const names = new Set<string>()
  for (const value of listOf(message.attachments)) {
    const file = fieldsOf(value)
    const name = wordsOf(file?.file_name) ?? ''
    const content = wordsOf(file?.extracted_content)
    if (name === '' && content === null) continue
    names.add(name)
    attachments.push({ kind: kindOf(name, wordsOf(file?.file_type)), name })
    texts.push(content === null ? labelOf({ kind: kindOf(name), name }) : quotedFile(name, content))
  }
  for (const value of [...listOf(message.files), ...listOf(message.files_v2)]) {
    const file = fieldsOf(value)
    const name = wordsOf(file?.file_name) ?? wordsOf(value) ?? ''
    if (!file || names.has(name)) continue
    names.add(name)
    const attachment = { kind: name === '' ? ('image' as const) : kindOf(name, wordsOf(file.file_type)), name }
    attachments.push(attachment)
    texts.push(labelOf(attachment))
  }
  return { texts, attachments }
}

/** What one message of a ChatGPT export says, and to whom. */
import type { Attachment } from '../types'
import { document, fenced, kindOf, labelOf, paragraphs } from './attachments'
import { withoutMarks, withoutPrivateSigns } from './chatgpt-citations'
import { type Fields, fieldsIn, fieldsOf, listOf, parsedFields, wordsOf } from './fields'

export type Said =
  | { kind: 'words'; text: string; attachments: Attachment[] }
  /** A call of a tool; `text` is what the person saw of it, if anything: a program, a document. */
  | { kind: 'call'; tool: string; text: string | null }
  | { kind: 'thoughts'; text: string }
  /** Left out on purpose. */
  | { kind: 'left'; what: string }
  | { kind: 'unknown'; contentType: string }

export interface GptMessage {
  role: string
  name: string | null
  recipient: string
  /** `final`, `commentary`, `analysis`; null in exports before 2025. */
  channel: string | null
  content: Fields
  metadata: Fields
}

const HIDDEN_KINDS: ReadonlySet<unknown> = new Set(['user_editable_context', 'model_editable_context'])
export const LEFT = {
  hidden: 'hidden messages of the program (system prompts, context)',
  instructions: 'custom instructions',
  toolAnswers: 'answers of tools',
  empty: 'messages without words',
} as const

/** Null if it is no message of a ChatGPT export. */
export function gptMessage(value: unknown): GptMessage | null {
  const message = fieldsOf(value)
  const author = fieldsOf(message?.author)
  const content = fieldsOf(message?.content)
  const role = wordsOf(author?.role)
  if (!message || !author || !content || role === null) return null
  return {
    role,
    name: wordsOf(author.name),
    recipient: wordsOf(message.recipient) ?? 'all',
    channel: wordsOf(message.channel),
    content,
    metadata: fieldsOf(message.metadata) ?? {},
  }
}

export function saidIn(message: GptMessage): Said {
  const { role, recipient, content, metadata } = message
  const type = content.content_type
  if (HIDDEN_KINDS.has(type)) return { kind: 'left', what: LEFT.instructions }
  if (metadata.is_visually_hidden_from_conversation === true || role === 'system')
    return { kind: 'left', what: metadata.is_user_system_message === true ? LEFT.instructions : LEFT.hidden }
  if (role === 'tool') return answerOfTool(message)
  if (role === 'assistant' && recipient !== 'all') return callOf(recipient, content)
  if (type === 'thoughts') return { kind: 'thoughts', text: thoughtsOf(content) }
  // What a model says on this channel it says to itself.
  if (role === 'assistant' && message.channel === 'analysis')
    return { kind: 'thoughts', text: wordsAndFiles(message).text }
  if (type === 'reasoning_recap') return { kind: 'thoughts', text: wordsOf(content.content) ?? '' }
  const { text, attachments } = wordsAndFiles(message)
  if (text !== '') return { kind: 'words', text, attachments }
  const known = type === 'text' || type === 'multimodal_text' || type === 'code'
  return known ? { kind: 'left', what: LEFT.empty } : { kind: 'unknown', contentType: wordsOf(type) ?? 'none' }
}

/** Of what tools answer, the person is shown pictures: those that were made, and those that a program drew. */
function answerOfTool(message: GptMessage): Said {
  const { attachments } = wordsAndFiles(message)
  const drawn = fieldsIn(fieldsOf(message.metadata.aggregate_result)?.messages)
    .filter((output) => output.message_type === 'image')
    .map((): Attachment => ({ kind: 'image', name: '' }))
  const pictures = [...attachments.filter(({ kind }) => kind === 'image'), ...drawn]
  if (pictures.length === 0) return { kind: 'left', what: LEFT.toolAnswers }
  return { kind: 'words', text: paragraphs(pictures.map(labelOf)), attachments: pictures }
}

function callOf(recipient: string, content: Fields): Said {
  const text = wordsOf(content.text) ?? paragraphs(listOf(content.parts).flatMap((p) => wordsOf(p) ?? []))
  return { kind: 'call', tool: recipient, text: shownOfCall(recipient, text) }
}

/** A program that was run and a document on the canvas are on the screen; a search or a prompt for a picture is not. */
function shownOfCall(tool: string, text: string): string | null {
  if (text === '') return null
  if (tool === 'python' || tool.startsWith('python.')) return fenced('python', text)
  if (!tool.startsWith('canmore.')) return null
  const call = parsedFields(text)
  // What cannot be understood is kept as it stands: the document is nowhere else.
  if (!call) return document('canvas', '', '', text)
  const type = wordsOf(call.type) ?? ''
  const language = type.startsWith('code/') ? type.slice('code/'.length) : null
  const replacements = listOf(call.updates).flatMap((update) => wordsOf(fieldsOf(update)?.replacement) ?? [])
  const comments = listOf(call.comments).flatMap((comment) => wordsOf(fieldsOf(comment)?.comment) ?? [])
  const written = [wordsOf(call.content) ?? '', ...replacements, ...comments].filter((part) => part !== '')
  return written.length === 0 ? null : document('canvas', wordsOf(call.name) ?? '', language, paragraphs(written))
}

function thoughtsOf(content: Fields): string {
  return paragraphs(
    listOf(content.thoughts).map((value) => {
      const thought = fieldsOf(value)
      const summary = wordsOf(thought?.summary)
      const words = wordsOf(thought?.content)
      return [summary === null ? null : `**${summary}**`, words].filter((part) => part !== null).join('\n')
    }),
  )
}

function wordsAndFiles(message: GptMessage): { text: string; attachments: Attachment[] } {
  const { role, content, metadata } = message
  const files = fieldsIn(metadata.attachments)
  const attachments: Attachment[] = []
  const named = new Set<Fields>()
  const texts: string[] = []
  for (const part of listOf(content.parts)) {
    if (typeof part === 'string') texts.push(part)
    const fields = fieldsOf(part)
    if (!fields) continue
    const attachment = attachmentOf(fields, files, metadata, named)
    const words = wordsOf(fields.text)
    if (words !== null) texts.push(words)
    else if (attachment) {
      attachments.push(attachment)
      texts.push(labelOf(attachment))
    }
  }
  const own = wordsOf(content.text)
  if (own !== null) texts.push(content.content_type === 'code' ? fenced(languageOf(content), own) : own)
  for (const file of files) {
    if (named.has(file)) continue
    const name = wordsOf(file.name) ?? ''
    const attachment: Attachment = { kind: kindOf(name, wordsOf(file.mime_type)), name }
    attachments.push(attachment)
    texts.push(labelOf(attachment))
  }
  const spoken = listOf(content.parts).some((part) => fieldsOf(part)?.content_type === 'audio_transcription')
  // What was spoken stands there in words.
  const text = texts
    .filter((one) => !spoken || one !== labelOf({ kind: 'audio', name: '' }))
    .filter((one) => one.trim() !== '')
    .join('\n')
  const clean = role === 'user' ? withoutPrivateSigns(text) : withoutMarks(text, metadata)
  return { text: clean.trim(), attachments }
}

const languageOf = (content: Fields): string => {
  const language = wordsOf(content.language) ?? ''
  return /^[\w+#-]+$/.test(language) && language !== 'unknown' ? language : ''
}

/** A picture, sound or film in a message, by the name of the file it came from. Sound with a transcript is told by that. */
function attachmentOf(part: Fields, files: readonly Fields[], metadata: Fields, named: Set<Fields>): Attachment | null {
  const type = wordsOf(part.content_type) ?? ''
  if (type === 'image_asset_pointer') {
    const pointer = wordsOf(part.asset_pointer) ?? ''
    const file = files.find(({ id }) => typeof id === 'string' && id !== '' && pointer.endsWith(id))
    if (file) named.add(file)
    const dalle = fieldsOf(fieldsOf(part.metadata)?.dalle)
    const name = wordsOf(file?.name) ?? wordsOf(metadata.image_gen_title) ?? wordsOf(dalle?.prompt) ?? ''
    return { kind: 'image', name }
  }
  if (type === 'audio_asset_pointer' || type.startsWith('real_time_user_audio')) return { kind: 'audio', name: '' }
  return type.startsWith('video') ? { kind: 'video', name: '' } : null
}

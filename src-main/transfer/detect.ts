/** Tells by name and first bytes what a file is: conversations of which program, or something beside them. */

import type { ImportFormat } from './formats'
import { type fieldsOf, parsedFields } from './readers/fields'

/** The keys that tell the exports apart stand in the first conversation, within this many bytes. */
export const HEAD_BYTES = 1024 * 1024
const MAX_LINES = 20

/** How the conversations stand in the file. `member`: in a list that an object holds under this name. */
export type Shape =
  | { in: 'list' }
  | { in: 'member'; name: string }
  | { in: 'object' }
  | { in: 'lines' }
  | { in: 'text' }

export type FileKind =
  | { kind: 'talks'; format: ImportFormat; shape: Shape }
  /** Known, and no conversation: what it is, for a person. */
  | { kind: 'aside'; what: string }
  | { kind: 'unknown'; sentence: string }

const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|heic|heif|bmp|svg|tiff?|avif|mp3|wav|m4a|ogg|opus|flac|aac|mp4|mov|webm|mkv|avi|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|dat|bin|gguf|py|js|ts|css|xml|csv|tsv|ya?ml|db|sqlite|log|lock)$/i

/** What the file is by its name alone; null if one has to look into it. */
export function kindByName(name: string): FileKind | null {
  const base = name.split('/').at(-1) ?? name
  if (NO_TEXT.test(base)) return aside('pictures, sounds and other files of the export')
  if (/^tables\/(?!(?:branch_)?messages\.)\w+\.jsonl$/.test(name))
    return aside('buckets, receipts, memories and settings of an archive, which come back into an empty profile only')
  if (/^(?:custom_gpts|gizmos)\.json$/i.test(base)) return aside('a list of custom GPTs (their names are used)')
  if (/\.html?$/i.test(base))
    return aside('pages for a browser (choose JSON where the program asks for a format; pages are not read)')
  return null
}

/** What the file is by its beginning. `complete`: `head` is all of it. */
export function kindOf(name: string, head: string, complete: boolean): FileKind {
  const text = head.trimStart()
  if (text.startsWith('[')) return listKind(text, complete)
  if (text.startsWith('{') || /\n\s*\{/.test(text.slice(0, 4096))) {
    const lines = linesKind(text, complete)
    if (lines) return lines
    if (text.startsWith('{')) return objectKind(text)
  }
  if (/\.(?:md|markdown|txt)$/i.test(name)) return talks('markdown', { in: 'text' })
  return { kind: 'unknown', sentence: 'The file is not JSON.' }
}

/** A quote inside a JSON string is escaped, so only keys are found. */
const hasKey = (text: string, ...names: string[]): boolean =>
  names.every((name) => new RegExp(`"${name}"\\s*:`).test(text))

function listKind(text: string, complete: boolean): FileKind {
  const list: Shape = { in: 'list' }
  const first = /"(mapping|chat_messages|safeHtmlItem|activityControls|feedback_version)"\s*:|"chat"\s*:\s*\{/.exec(
    text,
  )
  if (first?.[1] === 'mapping') return talks('chatgpt', list)
  if (first?.[1] === 'chat_messages') return talks('claude', list)
  if (first?.[1] === 'feedback_version') return aside('comparisons of models, no conversations')
  if (first && first[1] === undefined) return talks('open-webui', list)
  if (first || hasKey(text, 'header', 'time', 'products')) return talks('gemini', list)
  if (hasKey(text, 'conversationId', 'messages')) return talks('librechat', list)
  const beside = asideKind(text)
  if (beside) return beside
  if (complete && /^\[\s*\]\s*$/.test(text)) return talks('chatgpt', list)
  return { kind: 'unknown', sentence: 'The file holds a list, but not one of conversations.' }
}

function objectKind(text: string): FileKind {
  const object: Shape = { in: 'object' }
  const wrapped =
    /^\{\s*(?:"[^"]*"\s*:\s*(?:"[^"]*"|[\d.]+|true|false|null)\s*,\s*)*"(conversations|chats|data)"\s*:\s*\[/.exec(text)
  if (wrapped?.[1] !== undefined) {
    const inner = listKind(text.slice(wrapped[0].length - 1), false)
    if (inner.kind === 'talks') return { ...inner, shape: { in: 'member', name: wrapped[1] } }
  }
  if (hasKey(text, 'conversation_turns')) return talks('gemini', object)
  if (hasKey(text, 'mapping')) return talks('chatgpt', object)
  if (hasKey(text, 'chat_messages')) return talks('claude', object)
  if (hasKey(text, 'conversationId', 'messages') || hasKey(text, 'conversationId', 'messagesTree'))
    return talks('librechat', object)
  if (hasKey(text, 'versions', 'currentlySelected')) return talks('lm-studio', object)
  if (hasKey(text, 'messages', 'tokenCount') && hasKey(text, 'userLastMessagedAt')) return talks('lm-studio', object)
  if (hasKey(text, 'history', 'messages') && /"(?:chat|history)"\s*:\s*\{/.test(text))
    return talks('open-webui', object)
  if (/"object"\s*:\s*"thread"/.test(text)) return aside('settings of conversations (their names are used)')
  if (/"format"\s*:\s*"catchment-archive"/.test(text)) return aside('the head of an archive')
  const beside = asideKind(text)
  if (beside) return beside
  return { kind: 'unknown', sentence: 'The file holds JSON, but neither conversations nor one message per line.' }
}

/** Small files that exports bring along. */
function asideKind(text: string): FileKind | null {
  if (hasKey(text, 'prompt_template') || hasKey(text, 'is_starter_project'))
    return aside('projects with their instructions and documents, no conversations (their names are used)')
  if (hasKey(text, 'email_address') || hasKey(text, 'email') || hasKey(text, 'phone_number'))
    return aside('details of the account, no conversations')
  if (hasKey(text, 'is_anonymous', 'conversation_id'))
    return aside('a list of shared conversations, without their messages')
  if (hasKey(text, 'conversations_memory') || hasKey(text, 'project_memories'))
    return aside('memories of the account, no conversations')
  if (hasKey(text, 'rating', 'conversation_id')) return aside('ratings of answers, no conversations')
  if (hasKey(text, 'feedback_version')) return aside('comparisons of models, no conversations')
  return null
}

/** One object a line, judged by the first lines that are one. Null if it is nothing of that sort. */
function linesKind(text: string, complete: boolean): FileKind | null {
  const lines = text.split('\n')
  // The last line of a cut head is judged by its beginning.
  const whole = complete ? lines : lines.slice(0, -1)
  for (const line of whole.slice(0, MAX_LINES)) {
    const row = parsedFields(line)
    const format = row && formatOfRow(row)
    if (format) return talks(format, { in: 'lines' })
  }
  const only = lines[0] ?? ''
  if (
    !complete &&
    lines.length === 1 &&
    /^\{\s*"(?:conv|type|id|ts|author|text)"\s*:/.test(only) &&
    hasKey(only, 'conv')
  )
    return talks('jsonl', { in: 'lines' })
  return null
}

function formatOfRow(row: NonNullable<ReturnType<typeof fieldsOf>>): ImportFormat | null {
  if (
    'mes' in row ||
    ('chat_metadata' in row && 'character_name' in row) ||
    ('user_name' in row && 'character_name' in row)
  )
    return 'sillytavern'
  if (row.object === 'thread.message' || ('thread_id' in row && 'role' in row && 'content' in row)) return 'jan'
  if (Array.isArray(row.messages) || 'mapping' in row || 'chat_messages' in row) return null
  if ('external_id' in row && ('is_segment_boundary' in row || 'place' in row)) return 'catchment'
  return 'conv' in row || typeof row.type === 'string' ? 'jsonl' : null
}

const talks = (format: ImportFormat, shape: Shape): FileKind => ({ kind: 'talks', format, shape })
const aside = (what: string): FileKind => ({ kind: 'aside', what })

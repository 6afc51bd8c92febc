/** Markdown with one conversation a file: front matter, and heads such as `**User:**` or `## Assistant`. */
import { parse } from 'yaml'
import { timeOf } from '../times'
import type { Collection, ImportedConversation } from '../types'
import { conversationOf, type Draft } from './conversation-draft'
import { type Fields, fieldsOf, nameOf, wordsOf } from './fields'
import type { FileContext } from './index'

const PERSON = 'user|you|me|human|person|prompt|question|ich|du|nutzer|benutzer|yo|usuario|moi|utilisateur'
const ASSISTANT =
  'assistant|ai|bot|model|response|answer|chatgpt|gpt[-\\w.]*|claude[-\\w. ]*|gemini[-\\w. ]*|copilot|llama[-\\w.]*|assistent|asistente'
const NAME = `(${PERSON}|${ASSISTANT}|system|tool)`
/** A heading, a name in bold, or a name with a colon; what follows the colon are its first words. */
const HEAD = new RegExp(
  `^(?:#{1,6}\\s+(?:\\*\\*|__)?${NAME}(?:\\*\\*|__)?|(?:\\*\\*|__)${NAME}\\s*(?::\\s*(?:\\*\\*|__)|(?:\\*\\*|__)\\s*:)|${NAME}:(?=\\s|$))(.*)$`,
  'i',
)
const IS_PERSON = new RegExp(`^(?:${PERSON})$`, 'i')
const IS_ASSISTANT = new RegExp(`^(?:${ASSISTANT})$`, 'i')
const ISO_TIME = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/

/** Null, counted with a reason, if nobody speaks in it. */
export function readMarkdown(text: string, context: FileContext): ImportedConversation | null {
  const { tally, name, prefix } = context
  const { fields, body, problem } = frontMatter(text)
  if (problem) tally.leave('heads of Markdown files that are not valid YAML')
  const turns = turnsIn(body)
  if (turns.length === 0) {
    if (prefix === '') tally.fail(`“${name}”: it has no heads such as “**User:**” and “**Assistant:**”`, true)
    else tally.leave('Markdown files without heads such as “**User:**”')
    return null
  }
  const drafts = turns.flatMap(({ who, at, words }, index): Draft[] => {
    const role = IS_PERSON.test(who) ? 'user' : IS_ASSISTANT.test(who) ? 'assistant' : null
    if (role === null || words === '') {
      tally.skip(role === null ? 'messages of the program itself' : 'messages without words')
      return []
    }
    const model = role === 'assistant' ? (wordsOf(fields.model) ?? modelName(who)) : null
    return [{ id: String(index + 1), at, role, text: words, model }]
  })
  const folder = name.split('/').at(-2)
  const kept = wordsOf(fields.project) ?? wordsOf(fields.folder) ?? wordsOf(folder)
  const collection: Collection | null = kept === null ? null : { kind: 'folder', name: kept, named: true }
  const heading = /^#\s+(.+)$/m.exec(body)?.[1]
  const base = (name.split('/').at(-1) ?? name).replace(/\.\w+$/, '')
  return conversationOf(
    {
      id: nameOf(fields.id) ?? nameOf(fields.conversation_id) ?? `markdown/${name.replace(/\.\w+$/, '')}`,
      title: wordsOf(fields.title) ?? (heading && !HEAD.test(`# ${heading}`) ? heading.trim() : base),
      fallbackAt: dateIn(fields) ?? context.writtenAt,
      drafts,
      shared: { collection },
    },
    `${prefix}“${base}”`,
    tally,
  )
}

interface Turn {
  who: string
  at: number | null
  words: string
}

function turnsIn(body: string): Turn[] {
  const turns: { who: string; at: number | null; lines: string[] }[] = []
  let fence: string | null = null
  for (const line of body.split(/\r\n|\r|\n/)) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence !== null && mark.startsWith(fence) && line.trim() === mark) fence = null
    const head = fence === null ? HEAD.exec(line) : null
    const who = head?.[1] ?? head?.[2] ?? head?.[3]
    if (head && who !== undefined) {
      const rest = (head[4] ?? '').trim()
      const time = ISO_TIME.exec(rest)?.[0]
      // Behind a name stands its time, or its first words.
      turns.push({ who, at: timeOf(time), lines: [time === undefined ? rest.replace(/^[:\s]+/, '') : ''] })
    } else turns.at(-1)?.lines.push(line)
  }
  return turns.map(({ who, at, lines }) => ({ who, at, words: withoutRules(lines.join('\n')) }))
}

/** Rules between messages are the file's, not the speaker's. */
const withoutRules = (words: string): string =>
  words
    .trim()
    .replace(/\n\s*(?:-{3,}|\*{3,}|_{3,})\s*$/, '')
    .trim()

const modelName = (who: string): string | null =>
  /^(?:assistant|ai|bot|model|response|answer|assistent|asistente)$/i.test(who) ? null : who

function frontMatter(text: string): { fields: Fields; body: string; problem: boolean } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  if (!match) return { fields: {}, body: text, problem: false }
  const body = text.slice(match[0].length)
  try {
    return { fields: fieldsOf(parse(match[1] ?? '', { maxAliasCount: 10 })) ?? {}, body, problem: false }
  } catch {
    return { fields: {}, body, problem: true }
  }
}

function dateIn(fields: Fields): number | null {
  for (const key of ['date', 'created', 'created_at', 'create_time', 'started', 'updated']) {
    const value = fields[key]
    const at = timeOf(value instanceof Date ? value.getTime() : value)
    if (at !== null) return at
  }
  return null
}

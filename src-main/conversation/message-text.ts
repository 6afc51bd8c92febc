/** How a message stands in a prompt. */
import type { MessageId, ShortId } from '@shared/ids'
import { escapeTags } from '@shared/tags/escape'
import { cutGraphemes } from '../language/graphemes'

/** What a prompt needs to know of a message. */
export interface PromptMessage {
  id: MessageId
  shortId: ShortId
  role: 'user' | 'assistant'
  /** `user`, `assistant`, or the name an import brought along. */
  author: string
  text: string
}

const MAX_NAME = 60

/**
 * A message in words a model cannot take for tags: those count in its own output only (01-domain, Tags). With `tags` a
 * person's message begins with its short id and names that of the reply before it. Replies carry no id of their own: a
 * model that sees its replies begin with one writes ids itself, and the reply as it was generated would leave the prefix
 * cache.
 * @param replyBefore short id of the assistant message right before this one
 */
export function messageText(message: PromptMessage, options: { tags: boolean; replyBefore: ShortId | null }): string {
  const text = escapeTags(message.text)
  if (message.role === 'assistant') return text
  const name = message.author === 'user' ? '' : oneLine(cutGraphemes(message.author, MAX_NAME))
  const named = name === '' ? text : `${name}: ${text}`
  if (!options.tags) return named
  const before = options.replyBefore === null ? '' : `(your reply before this is [${options.replyBefore}])\n`
  return `${before}[${message.shortId}] ${named}`
}

/** Foreign text on one line, unable to speak as a tag or as a line of its own. */
export const oneLine = (text: string): string => escapeTags(text.replace(/[\s\p{Cc}]+/gu, ' ').trim())

/** Stretches of conversation between two long silences (01-domain, Segment). */
import type { ImportedMessage } from './types'

/**
 * Divides messages into stretches: a silence of more than `timeoutMs` ends one, and none spans two conversations, even where
 * they overlap in time. Each stretch is in the order of time (messages of the same time keep theirs); conversations come in
 * the order of their first message here. No message is lost, no stretch is empty.
 */
export function splitIntoSegments(messages: readonly ImportedMessage[], timeoutMs: number): ImportedMessage[][] {
  const conversations = new Map<string, ImportedMessage[]>()
  for (const message of messages) {
    const own = conversations.get(message.conv)
    if (own) own.push(message)
    else conversations.set(message.conv, [message])
  }
  return [...conversations.values()].flatMap((own) => stretches(own, timeoutMs))
}

function stretches(messages: readonly ImportedMessage[], timeoutMs: number): ImportedMessage[][] {
  const out: ImportedMessage[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const message of [...messages].sort((a, b) => a.at - b.at)) {
    const current = out.at(-1)
    if (current && message.at - last <= timeoutMs) current.push(message)
    else out.push([message])
    last = message.at
  }
  return out
}

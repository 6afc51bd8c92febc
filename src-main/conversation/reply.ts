import type { ToolRound } from '@shared/domain'
import { createTagStream } from '@shared/tags/stream'
import type { Tag } from '@shared/tags/tag'
import type { CallEvent, ChatEvent } from '../models/types'

/** A reply as far as it came: what a person sees, what the model really wrote, its tags, and the tools it used on the way. */
export interface ReplySoFar {
  /** Of all rounds. */
  text: string
  /** Of the round under way. */
  raw: string
  tags: Tag[]
  rounds: ToolRound[]
  /** Every tool that was used for it, each once, also for an answer that was replaced by another. */
  tools: string[]
}

export const emptyReply = (): ReplySoFar => ({ text: '', raw: '', tags: [], rounds: [], tools: [] })

/** A reply in which a person sees nothing: it is not stored (a lone line break before an abort is no reply). */
export const saysNothing = (reply: Pick<ReplySoFar, 'text'>): boolean => reply.text.trim() === ''

/**
 * Reads a model's stream through the tag parser into `reply`, which holds what came so far even if the stream breaks.
 * `onText` gets each visible piece; half a tag is never among them. Answers the tools it asks for.
 */
export async function readReply(
  events: AsyncIterable<ChatEvent>,
  reply: ReplySoFar,
  onText: (delta: string) => Promise<void>,
): Promise<CallEvent[]> {
  const tags = createTagStream()
  const calls: CallEvent[] = []
  let joint = saysNothing(reply) ? '' : '\n\n'
  const take = (output: { text: string; tags: readonly Tag[] }): string => {
    reply.tags.push(...output.tags)
    // What was said before a tool was used stands apart from what is said after it.
    const text = joint === '' ? output.text : output.text.trimStart()
    if (text === '') return ''
    const visible = joint + text
    joint = ''
    reply.text += visible
    return visible
  }
  try {
    for await (const event of events) {
      if (event.type === 'call') calls.push(event)
      if (event.type !== 'text') continue
      reply.raw += event.text
      await onText(take(tags.push(event.text)))
    }
  } finally {
    await onText(take(tags.end()))
    reply.text = reply.text.trimEnd()
  }
  return calls
}

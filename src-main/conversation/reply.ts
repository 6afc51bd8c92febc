import { createTagStream } from '@shared/tags/stream'
import type { Tag } from '@shared/tags/tag'
import type { ChatEvent } from '../models/types'

/** A reply as far as it came: what a person sees, what the model really wrote, and its tags. */
export interface ReplySoFar {
  text: string
  raw: string
  tags: Tag[]
}

export const emptyReply = (): ReplySoFar => ({ text: '', raw: '', tags: [] })

/**
 * Reads a model's stream through the tag parser into `reply`, which holds what came so far even if the stream breaks.
 * `onText` gets each visible piece; half a tag is never among them.
 */
export async function readReply(
  events: AsyncIterable<ChatEvent>,
  reply: ReplySoFar,
  onText: (delta: string) => Promise<void>,
): Promise<void> {
  const tags = createTagStream()
  const take = (output: { text: string; tags: readonly Tag[] }): string => {
    reply.text += output.text
    reply.tags.push(...output.tags)
    return output.text
  }
  try {
    for await (const event of events) {
      if (event.type !== 'text') continue
      reply.raw += event.text
      await onText(take(tags.push(event.text)))
    }
  } finally {
    await onText(take(tags.end()))
    reply.text = reply.text.trimEnd()
  }
}

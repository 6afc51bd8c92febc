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
  /** What it thought before it answered; shown folded, never sent again. */
  thinking: string
  tags: Tag[]
  rounds: ToolRound[]
  /** Every tool that was used for it, each once, also for an answer that was replaced by another. */
  tools: string[]
  /** It was ended because it had become too long. */
  tooLong: boolean
}

export const emptyReply = (): ReplySoFar => ({
  text: '',
  raw: '',
  thinking: '',
  tags: [],
  rounds: [],
  tools: [],
  tooLong: false,
})

/** A reply in which a person sees nothing: it is not stored (a lone line break before an abort is no reply). */
export const saysNothing = (reply: Pick<ReplySoFar, 'text'>): boolean => reply.text.trim() === ''

/**
 * Reads a model's stream through the tag parser into `reply`, which holds what came so far even if the stream breaks.
 * `onText` gets each visible piece; half a tag is never among them. Answers the tools it asks for. It ends when a person
 * would see more than `maxChars`, or the model wrote twice as much or thought far more than any answer needs: what came by then is kept and marked.
 */
export async function readReply(
  events: AsyncIterable<ChatEvent>,
  reply: ReplySoFar,
  onText: (delta: string) => Promise<void>,
  maxChars = Number.POSITIVE_INFINITY,
): Promise<CallEvent[]> {
  const tags = createTagStream()
  const calls: CallEvent[] = []
  let thought = 0
  let joint = saysNothing(reply) ? '' : '\n\n'
  const take = (output: { text: string; tags: readonly Tag[] }): string => {
    reply.tags.push(...output.tags)
    // What was said before a tool was used stands apart from what is said after it.
    const text = joint === '' ? output.text : output.text.trimStart()
    if (text === '') return ''
    const whole = joint + text
    const visible = upTo(whole, maxChars - reply.text.length)
    joint = ''
    if (visible.length < whole.length) reply.tooLong = true
    reply.text += visible
    return visible
  }
  try {
    for await (const event of events) {
      if (event.type === 'call') calls.push(event)
      if (event.type === 'thinking') {
        thought += event.text.length
        if (reply.thinking.length < MAX_THINKING_CHARS)
          reply.thinking = (reply.thinking + event.text).slice(0, MAX_THINKING_CHARS)
        if (thought < Math.max(LEAST_THOUGHT_CHARS, THOUGHTS_A_CHARACTER * maxChars)) continue
        reply.tooLong = true
        return calls
      }
      if (event.type !== 'text') continue
      for (const piece of pieces(event.text)) {
        reply.raw += piece
        await onText(take(tags.push(piece)))
        if (reply.raw.length >= 2 * maxChars) reply.tooLong = true
        // Leaving the loop ends the stream at its source.
        if (reply.tooLong) return calls
      }
    }
  } finally {
    await onText(take(tags.end()))
    reply.text = reply.text.trimEnd()
  }
  return calls
}

/** Thoughts are looked at now and then; the first pages of them say enough. */
const MAX_THINKING_CHARS = 40_000
/** A model may think longer than it answers; this much longer than the longest answer, and it does not come to one. */
const THOUGHTS_A_CHARACTER = 5
/** However short the answer may be: ordinary thoughts are 6,000 to 16,000 characters long, those about a hard question many times that. */
const LEAST_THOUGHT_CHARS = 200_000

/** What arrives at once may be megabytes: read piece by piece, so that the rest of the app has its turn in between. */
const PIECE_CHARS = 16_384

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) yield text.slice(at, at + PIECE_CHARS)
}

/** At most `max` characters, no pair of surrogates torn. */
function upTo(text: string, max: number): string {
  if (text.length <= max) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max
  return text.slice(0, Math.max(0, end))
}

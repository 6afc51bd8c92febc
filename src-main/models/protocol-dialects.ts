/** Where servers differ from the protocol in what they stream, put into its own words. */
import { joinedEvents } from './joined-events'

/**
 * Goes through a stream of server-sent events line by line: thoughts named `thinking` become `reasoning_content`, and an error
 * that is only a sentence (LM Studio's, in a stream that began well) becomes the protocol's error object. Of events that came
 * together those that only go on with a text are one. Comments, by which servers keep a line open, are left out. Every other line is
 * handed on as it came.
 * @param mostEventChars an event is kept until the blank line behind it, however many lines it has: of more, `tooLong` is the error
 */
export function inOneDialect(mostEventChars: number, tooLong: () => Error): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let held = ''
  let eventChars = 0
  return new TransformStream({
    transform(chunk, controller) {
      const arrived = decoder.decode(chunk, { stream: true })
      // Looked for in what is new alone: a long line may come in very many pieces.
      const end = arrived.lastIndexOf('\n') + 1
      if (end === 0) {
        held += arrived
        return
      }
      const lines = (held + arrived.slice(0, end - 1)).split('\n').filter(isNoComment).map(translated)
      held = arrived.slice(end)
      for (const line of lines) {
        eventChars = line === '' || line === '\r' ? 0 : eventChars + line.length
        if (eventChars > mostEventChars) return controller.error(tooLong())
      }
      if (lines.length > 0) controller.enqueue(encoder.encode(`${joinedEvents(lines).join('\n')}\n`))
    },
    flush(controller) {
      held += decoder.decode()
      if (held !== '' && isNoComment(held)) controller.enqueue(encoder.encode(translated(held)))
    },
  })
}

const isNoComment = (line: string): boolean => !line.startsWith(':')

const DATA = /^data:\s*(?=\{)/

function translated(line: string): string {
  if (!DATA.test(line) || !/"(?:thinking|error)"/.test(line)) return line
  let event: unknown
  try {
    event = JSON.parse(line.replace(DATA, ''))
  } catch {
    // Half an event: whoever reads it says so.
    return line
  }
  if (typeof event !== 'object' || event === null) return line
  if ('error' in event && typeof event.error === 'string') {
    return `data: ${JSON.stringify({ error: { message: event.error } })}`
  }
  if (!('choices' in event) || !Array.isArray(event.choices)) return line
  const choices = event.choices.map((choice: unknown) => {
    if (typeof choice !== 'object' || choice === null || !('delta' in choice)) return choice
    const { delta } = choice
    if (typeof delta !== 'object' || delta === null || !('thinking' in delta)) return choice
    const { thinking, ...rest } = delta
    return { ...choice, delta: typeof thinking === 'string' ? { ...rest, reasoning_content: thinking } : rest }
  })
  return `data: ${JSON.stringify({ ...event, choices })}`
}

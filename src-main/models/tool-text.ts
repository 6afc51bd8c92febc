/** Tools as text: how a model that answers as plain text is told of them and asks for them (the form Qwen and Hermes know). */
import { z } from 'zod'
import type { CallEvent, ChatMessage, ToolCall, ToolSpec } from './types'

const OPEN = '<tool_call>'
const CLOSE = '</tool_call>'

/** The conversation with the tools declared in the system message and every use written out. Without tools it is the same. */
export function withToolText(messages: readonly ChatMessage[], tools: readonly ToolSpec[]): ChatMessage[] {
  const written = messages.flatMap(writtenOut)
  if (tools.length === 0) return written
  const [first, ...rest] = written
  return first?.role === 'system'
    ? [{ role: 'system', text: `${first.text}\n\n${declaration(tools)}` }, ...rest]
    : [{ role: 'system', text: declaration(tools) }, ...written]
}

function writtenOut({ role, text, rounds = [] }: ChatMessage): ChatMessage[] {
  const used = rounds.flatMap((round): ChatMessage[] => [
    { role: 'assistant', text: [round.text.trim(), ...round.uses.map(callText)].filter((t) => t !== '').join('\n') },
    { role: 'user', text: round.uses.map(({ result }) => `<tool_response>\n${result}\n</tool_response>`).join('\n') },
  ])
  return text === '' && used.length > 0 ? used : [...used, { role, text }]
}

const callText = (use: { name: string; arguments: unknown }): string =>
  `${OPEN}\n${JSON.stringify({ name: use.name, arguments: use.arguments })}\n${CLOSE}`

function declaration(tools: readonly ToolSpec[]): string {
  const lines = tools.map((spec) => JSON.stringify({ type: 'function', function: spec }))
  return `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
${lines.join('\n')}
</tools>

For each function call, return a json object with function name and arguments within ${OPEN}${CLOSE} XML tags:
${OPEN}
{"name": <function-name>, "arguments": <args-json-object>}
${CLOSE}`
}

/**
 * Takes the calls out of a stream as it comes: what is prose goes on at once, but for an end that may begin a call. A call
 * that was cut off by the end counts as one, what is inside cannot be read has an empty name. No text is ever lost.
 *
 * Small models leave the marks out (Qwen2.5-Coder always does): an answer that begins with the JSON of a call of one of
 * `names` is that call, and so is such JSON fenced as code wherever it stands.
 */
export function createCallStream(
  emit: (piece: string | CallEvent) => void,
  names: readonly string[] = [],
): { push(text: string): void; end(): void } {
  let held = ''
  let inside = false
  let calls = 0
  /** Nothing but bare calls so far. */
  let bare = names.length > 0
  /** The end of the fence around the last of them has not come yet. */
  let fenced = false
  const call = (text: string): void => {
    calls += 1
    emit({ type: 'call', id: `call${String(calls).padStart(5, '0')}`, call: readCall(text) })
  }
  const prose = (text: string): void => {
    if (text !== '') emit(text)
  }
  return {
    push(text) {
      held += text
      while (bare) {
        if (fenced) {
          const start = held.trimStart()
          if (FENCE_END.startsWith(start) && start !== FENCE_END) return
          held = start.startsWith(FENCE_END) ? start.slice(FENCE_END.length) : held
          fenced = false
        }
        const found = bareCall(held, names)
        if (found === 'perhaps') return
        if (found === null) bare = false
        else {
          call(found.text)
          held = found.rest
          fenced = found.fenced
        }
      }
      for (;;) {
        const mark = inside ? CLOSE : OPEN
        const at = held.indexOf(mark)
        if (at < 0) break
        const before = held.slice(0, at)
        if (inside) call(before)
        else prose(before)
        held = held.slice(at + mark.length)
        inside = !inside
      }
      if (inside) return
      // A fence that may hold a call waits for its end; any other is prose.
      for (let at = names.length > 0 ? held.indexOf(FENCE_END) : -1; at >= 0; at = held.indexOf(FENCE_END)) {
        const found = bareCall(held.slice(at), names)
        prose(held.slice(0, at))
        held = held.slice(at)
        if (found === 'perhaps') return
        if (found === null) {
          // Behind its opening: what follows may be the next one.
          prose(FENCE_END)
          held = held.slice(FENCE_END.length)
          continue
        }
        const close = /^\s*```/.exec(found.rest)?.[0]
        if (close === undefined && FENCE_END.startsWith(found.rest.trimStart())) return
        call(found.text)
        held = found.rest.slice(close?.length ?? 0)
      }
      const keep = Math.max(beginningAtEnd(held), names.length > 0 ? fenceAtEnd(held) : 0)
      prose(held.slice(0, held.length - keep))
      held = held.slice(held.length - keep)
    },
    end() {
      if (bare && calls > 0 && (fenced || held.trim() === '')) held = ''
      const unclosed = held.startsWith(FENCE_END) ? bareCall(held, names) : null
      if (inside) call(held)
      else if (unclosed !== null && unclosed !== 'perhaps') {
        call(unclosed.text)
        prose(unclosed.rest.trim())
      } else prose(held)
      held = ''
      inside = false
    },
  }
}

/** The calls of a whole answer. */
export function callsIn(text: string, names: readonly string[] = []): ToolCall[] {
  const found: ToolCall[] = []
  const stream = createCallStream((piece) => {
    if (typeof piece !== 'string') found.push(piece.call)
  }, names)
  stream.push(text)
  stream.end()
  return found
}

/** Longer arguments than a search takes: then it is an answer that happens to be JSON. */
const MAX_BARE_CHARS = 4000
const FENCE_END = '```'
const FENCE = /^```(?:json)?[ \t]*\r?\n?/

/** A call without its marks at the beginning of `text`; `perhaps` while more of it has to come to tell. */
function bareCall(
  text: string,
  names: readonly string[],
): { text: string; rest: string; fenced: boolean } | 'perhaps' | null {
  const start = text.trimStart()
  if (start === '' || '```json'.startsWith(start)) return 'perhaps'
  const fence = FENCE.exec(start)?.[0] ?? ''
  const body = start.slice(fence.length).trimStart()
  if (body === '') return 'perhaps'
  if (!body.startsWith('{') || body.length > MAX_BARE_CHARS) return null
  const end = endOfObject(body)
  if (end === null) return 'perhaps'
  const json = body.slice(0, end)
  if (!names.includes(readCall(json).name)) return null
  return { text: json, rest: body.slice(end), fenced: fence !== '' }
}

/** Where the object that `text` begins with ends; null if it does not yet. */
function endOfObject(text: string): number | null {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c === '\\') i++
      else if (c === '"') quoted = false
    } else if (c === '"') quoted = true
    else if (c === '{') depth++
    else if (c === '}' && --depth === 0) return i + 1
  }
  return null
}

/** How many characters at the end may be the beginning of a call. */
function beginningAtEnd(text: string): number {
  for (let n = Math.min(OPEN.length - 1, text.length); n > 0; n--) if (OPEN.startsWith(text.slice(-n))) return n
  return 0
}

/** How many backticks at the end may be the beginning of a fence. */
const fenceAtEnd = (text: string): number => /`{0,2}$/.exec(text)?.[0].length ?? 0

const written = z.object({ name: z.string().min(1), arguments: z.unknown().optional() })

function readCall(text: string): ToolCall {
  try {
    const parsed = written.safeParse(JSON.parse(text.trim()))
    if (parsed.success) return { name: parsed.data.name, arguments: parsed.data.arguments ?? {} }
  } catch {
    // Not JSON: the model is told so.
  }
  return { name: '', arguments: text.trim() }
}

/** Events of a flood, put together: what comes behind costs by the event, however little is in one. */
import { z } from 'zod'

const DATA = /^data:\s*(?=\{)/

const text = z.string().nullish()
/** An event that does no more than go on with a text. What is not named here says nothing to whoever reads it. */
const goingOn = z.looseObject({
  choices: z.tuple([
    z.looseObject({
      index: z.number().optional(),
      finish_reason: z.null().optional(),
      delta: z.looseObject({
        content: text,
        reasoning_content: text,
        reasoning: text,
        tool_calls: z
          .tuple([
            z.looseObject({
              index: z.number(),
              id: z.null().optional(),
              function: z.looseObject({ name: z.null().optional(), arguments: z.string() }),
            }),
          ])
          .nullish(),
        function_call: z.null().optional(),
      }),
    }),
  ]),
  error: z.null().optional(),
})
type GoingOn = z.infer<typeof goingOn>

const TEXTS = ['content', 'reasoning_content', 'reasoning'] as const

interface Piece {
  /** What it goes on with: the answer and the thoughts of one choice, or one call. What says nothing is of nothing. */
  of: string | null
  texts: Readonly<Record<string, string>>
  event: GoingOn
}

/** Null for an event that says anything else. */
function pieceOf(line: string): Piece | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(line.replace(DATA, ''))
  } catch {
    return null
  }
  const { data: event } = goingOn.safeParse(parsed)
  if (!event) return null
  const [{ index = 0, delta }] = event.choices
  const [call] = delta.tool_calls ?? []
  const talk = TEXTS.flatMap((name): [string, string][] => (delta[name] ? [[name, delta[name]]] : []))
  const said = call?.function.arguments ?? ''
  if (talk.length > 0 && said !== '') return null
  if (said !== '') return { of: `${index} call ${call?.index}`, texts: { call: said }, event }
  return { of: talk.length > 0 ? `${index} talk` : null, texts: Object.fromEntries(talk), event }
}

/** Some events that go on with the same as one. Counts that come along grow: they are those of the last. */
function whole(pieces: readonly [Piece, ...Piece[]]): string {
  const texts: Record<string, string> = {}
  for (const piece of pieces)
    for (const [name, text] of Object.entries(piece.texts)) texts[name] = (texts[name] ?? '') + text
  const { event } = pieces.findLast(({ of }) => of !== null) ?? pieces[0]
  const [choice] = event.choices
  const { call: said, ...talk } = texts
  const [call] = choice.delta.tool_calls ?? []
  const calls = call && said ? { tool_calls: [{ ...call, function: { ...call.function, arguments: said } }] } : {}
  return `data: ${JSON.stringify({ ...event, choices: [{ ...choice, delta: { ...choice.delta, ...talk, ...calls } }] })}`
}

/** So many at once are no flood: a model that writes fast, or a proxy that held some back. */
const FEW = 16

/**
 * Lines of a stream of server-sent events that came together: if they are many, neighbours that only go on with the answer, its thoughts
 * or a call are one event. Every text stays as it is; an event alone stays as it came.
 */
export function joinedEvents(lines: readonly string[], few = FEW): readonly string[] {
  if (lines.length <= 2 * few) return lines
  const out: string[] = []
  /** What is put together: what it goes on with, the first as it came, and whether the blank line behind the last came. */
  let open: { of: string | null; line: string; pieces: [Piece, ...Piece[]]; ended: boolean } | null = null
  const flush = (): void => {
    if (!open) return
    const { line, pieces, ended } = open
    out.push(pieces.length === 1 ? line : whole(pieces), ...(ended ? [''] : []))
    open = null
  }
  for (const line of lines) {
    const piece = DATA.test(line) ? pieceOf(line) : null
    if (open && !open.ended && isBlank(line)) open.ended = true
    else if (!piece) {
      flush()
      out.push(line)
    } else if (open?.ended && (piece.of === null || open.of === null || piece.of === open.of)) {
      open.pieces.push(piece)
      open.of ??= piece.of
      open.ended = false
    } else {
      flush()
      open = { of: piece.of, line, pieces: [piece], ended: false }
    }
  }
  flush()
  return out
}

const isBlank = (line: string): boolean => line === '' || line === '\r'

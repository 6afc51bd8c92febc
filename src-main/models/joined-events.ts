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

interface Piece {
  /** Of which text: those of one can be put together. */
  of: string
  text: string
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
  const said = ([...TEXTS, 'call'] as const).flatMap((name) => {
    const value = name === 'call' ? call?.function.arguments : delta[name]
    return value ? [{ name, value }] : []
  })
  const [one] = said
  if (said.length > 1) return null
  return { of: one ? `${index} ${one.name} ${call?.index ?? ''}` : '', text: one?.value ?? '', event }
}

const TEXTS = ['content', 'reasoning_content', 'reasoning'] as const

/** The last event of some that go on with the same text, with the text of all of them: counts that come along grow with each. */
function whole({ of, event }: Piece, all: string): string {
  const [choice] = event.choices
  const { delta } = choice
  const [call] = delta.tool_calls ?? []
  const name = TEXTS.find((text) => of.split(' ')[1] === text)
  const said =
    name !== undefined
      ? { [name]: all }
      : call
        ? { tool_calls: [{ ...call, function: { ...call.function, arguments: all } }] }
        : {}
  return `data: ${JSON.stringify({ ...event, choices: [{ ...choice, delta: { ...delta, ...said } }] })}`
}

/** So many at once are no flood: a model that writes fast, or a proxy that held some back. */
const FEW = 16

/**
 * Lines of a stream of server-sent events that came together: if they are many, neighbours that only go on with the same text are one
 * event. Text and order stay as they are; an event alone stays as it came.
 */
export function joinedEvents(lines: readonly string[], few = FEW): readonly string[] {
  if (lines.length <= 2 * few) return lines
  const out: string[] = []
  /** What is put together: as it came, its last event that said something, and whether the blank line behind it came. */
  let open: { line: string; last: Piece; texts: string[]; ended: boolean } | null = null
  const flush = (): void => {
    if (!open) return
    const { line, last, texts, ended } = open
    out.push(texts.length === 1 ? line : whole(last, texts.join('')), ...(ended ? [''] : []))
    open = null
  }
  for (const line of lines) {
    const piece = DATA.test(line) ? pieceOf(line) : null
    if (open && !open.ended && isBlank(line)) open.ended = true
    else if (!piece) {
      flush()
      out.push(line)
    } else if (open?.ended && (piece.text === '' || open.last.text === '' || piece.of === open.last.of)) {
      // One that says nothing goes with whatever stands beside it.
      open.texts.push(piece.text)
      open.ended = false
      if (piece.text !== '') open.last = piece
    } else {
      flush()
      open = { line, last: piece, texts: [piece.text], ended: false }
    }
  }
  flush()
  return out
}

const isBlank = (line: string): boolean => line === '' || line === '\r'

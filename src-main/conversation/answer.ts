/** Asking a model for a turn's reply: the prompt, the stream, the tools it uses on the way, and a bucket it pins. */
import { CatchmentError } from '@shared/contract/errors'
import type { RecalledNote, ToolUse } from '@shared/domain'
import type { TurnId } from '@shared/ids'
import type { CallEvent, ChatModel } from '../models/types'
import type { StoredMessage } from '../store/types'
import { tokensOf } from './budget'
import type { Hint } from './newest-turn'
import type { TurnPorts } from './ports'
import { roundTokens } from './prompt'
import { emptyReply, type ReplySoFar, readReply, saysNothing } from './reply'
import { type Together, together } from './together'

export interface Asking {
  turnId: TurnId
  message: StoredMessage
  model: ChatModel
  notes: readonly RecalledNote[]
  hints: readonly Hint[]
  lookedInVain: boolean
  /** Filled as the answer comes. */
  reply: ReplySoFar
  signal: AbortSignal
  /** It is asked in the talk it stands in (`OpenTurn.apart`). */
  apart: boolean
  /** Called once the model has been asked: what else the turn needs is done while it thinks. */
  asked(): void
}

/**
 * A reply under way is saved this often, so that a crash keeps it as far as it came: closely while it is short, when half a
 * second may be all there is of it.
 */
const SAVE_PARTIAL_MS = { first: 50, most: 500 }
/** How often a model may go and look before it has to answer. */
const MAX_ROUNDS = 4
const MAX_CALLS = 4
const MAX_RESULT_TOKENS = 900
/** With less room than this for an answer, looking on is of no use. */
const MIN_RESULT_TOKENS = 64

/** Asks the model; if its answer pins a bucket, once more with that bucket before it, and never a third time (07-settled, Pin). */
export async function answer(ports: TurnPorts, asking: Asking, onStart: () => void): Promise<void> {
  const { reply, signal } = asking
  await ask(ports, asking)
  if (signal.aborted || !ports.can('tags') || !(await ports.loadPinned(reply.tags))) return
  onStart()
  const second = emptyReply()
  try {
    await ask(ports, { ...asking, reply: second })
    // What else the second answer pins is there in the next turn.
    const before = new Set(reply.tags.flatMap((tag) => (tag.kind === 'command' ? [tag.line] : [])))
    await ports.loadPinned(second.tags.filter((tag) => tag.kind === 'command' && !before.has(tag.line)))
  } finally {
    // An answer that was never replaced by anything is better than none.
    const tools = [...new Set([...reply.tools, ...second.tools])]
    if (!saysNothing(second)) Object.assign(reply, second, { tags: [...reply.tags, ...second.tags], tools })
  }
}

/**
 * One answer: the prompt is kept verbatim, the text streams with its tags taken out as it arrives, and tools are run and
 * answered until the model says what it has to say. Rounds, calls and the size of what they answer are bounded.
 */
async function ask(ports: TurnPorts, asking: Asking): Promise<void> {
  const { store, session, tools, can } = ports
  const { message, notes, hints, lookedInVain, model, reply, signal } = asking
  const prompt = await session.prompt({ message, notes, hints, lookedInVain, chat: model, apart: asking.apart })
  // The model need not wait for it, and nothing of the reply is stored before it.
  const kept = store.messages.setVerbatim(message.id, prompt.verbatim)
  kept.catch(() => undefined)
  setImmediate(asking.asked)
  const shown = together((text) => ports.bus.tell({ type: 'turn.delta', turnId: asking.turnId, text }))
  const save = partialSaver(ports, asking, shown)
  const offered = can('tools') ? tools.specs : []
  const room = prompt.toolTokens - tokensOf(JSON.stringify(offered))
  for (let round = 0; ; round++) {
    const left = room - roundTokens(reply.rounds)
    const mayCall = round < MAX_ROUNDS && left >= MIN_RESULT_TOKENS
    const [calls] = await Promise.all([
      readReply(
        model.stream({
          messages:
            reply.rounds.length === 0
              ? prompt.messages
              : [...prompt.messages, { role: 'assistant', text: '', rounds: reply.rounds }],
          maxTokens: prompt.maxTokens,
          signal,
          // They stay declared when no more calls are wanted: a template puts them in front of everything.
          ...(offered.length === 0 ? {} : { tools: offered, toolChoice: mayCall ? 'auto' : 'none' }),
        }),
        reply,
        save,
        ports.settings().replyMaxChars,
      ).finally(shown.end),
      kept,
    ])
    if (reply.tooLong && saysNothing(reply))
      throw new CatchmentError('model_failed', `${model.title} went on without an end and gave no answer. Try again.`)
    if (calls.length === 0 || signal.aborted || reply.tooLong) return
    if (!mayCall) {
      if (!saysNothing(reply)) return
      throw new CatchmentError('model_failed', `${model.title} kept searching and gave no answer. Try again.`)
    }
    const text = reply.raw
    const uses = await useTools(ports, asking, calls, left - tokensOf(text))
    reply.rounds.push({ text, uses })
    reply.raw = ''
  }
}

/** Runs the calls of one round one after another; the window sees each begin and end. */
async function useTools(
  { tools, bus }: TurnPorts,
  { turnId, signal, reply }: Asking,
  calls: readonly CallEvent[],
  room: number,
): Promise<ToolUse[]> {
  const uses: ToolUse[] = []
  const share = Math.floor(room / Math.min(calls.length, MAX_CALLS))
  const maxTokens = Math.max(MIN_RESULT_TOKENS, Math.min(MAX_RESULT_TOKENS, share))
  for (const [i, { id, call }] of calls.entries()) {
    if (i >= MAX_CALLS) {
      uses.push({ id, ...call, result: 'Error: Too many calls at once. Ask again for what is still needed.' })
      continue
    }
    const told = { type: 'turn.tool', turnId, tool: call.name, query: tools.queryOf(call) } as const
    bus.tell({ ...told, state: 'running' })
    const isKnown = tools.specs.some((spec) => spec.name === call.name)
    if (isKnown && !reply.tools.includes(call.name)) reply.tools.push(call.name)
    const answered = await tools.use(call, { maxTokens, signal })
    bus.tell({ ...told, state: answered.ok ? 'done' : 'failed' })
    uses.push({ id, ...call, result: answered.text })
  }
  return uses
}

function partialSaver({ store, clock }: TurnPorts, { turnId, reply }: Asking, shown: Together) {
  let savedAt = 0
  let wait = SAVE_PARTIAL_MS.first
  return async (delta: string): Promise<void> => {
    if (delta !== '') shown.push(delta)
    if (performance.now() - savedAt < wait) return
    wait = savedAt === 0 ? SAVE_PARTIAL_MS.first : Math.min(SAVE_PARTIAL_MS.most, wait * 2)
    savedAt = performance.now()
    await store.turns.savePartial({ turnId, text: reply.text, raw: wholeRaw(reply), at: clock.now() })
  }
}

/** Everything the model wrote, its rounds one after another: what is left of them after a crash. */
const wholeRaw = ({ rounds, raw }: ReplySoFar): string =>
  [...rounds.map((round) => round.text), raw].filter((text) => text.trim() !== '').join('\n\n')

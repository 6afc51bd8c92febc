/**
 * A passing chat (07-settled): the window holds what is said, the model is shown that and nothing else, and no part of it
 * reaches the store, the search, the memory or the log.
 */
import { CatchmentError } from '@shared/contract/errors'
import { countTokens } from '../language/tokens'
import type { ChatMessage, ChatModel } from '../models/types'
import type { EventBus } from '../runtime/bus'
import { budgetFor, MESSAGE_OVERHEAD } from './budget'
import { emptyReply, readReply } from './reply'
import { together } from './together'

interface PassingPorts {
  bus: Pick<EventBus, 'tell'>
  chat(): ChatModel | null
  settings(): { replyMaxChars: number }
  onFault(error: unknown): void
}

export type PassingChat = ReturnType<typeof createPassingChat>
type Turn = Pick<ChatMessage, 'text'> & { role: 'user' | 'assistant' }

export function createPassingChat({ bus, chat, settings, onFault }: PassingPorts) {
  let running: AbortController | null = null

  async function answer(id: string, model: ChatModel, turns: readonly Turn[], signal: AbortSignal): Promise<void> {
    const budget = budgetFor(model.contextTokens)
    const events = model.stream({
      messages: fitting(turns, budget.prompt),
      maxTokens: budget.reply,
      signal,
      lane: 'aside',
    })
    const shown = together((text) => bus.tell({ type: 'passing.delta', id, text }))
    const tell = async (text: string): Promise<void> => {
      if (text !== '') shown.push(text)
    }
    await readReply(events, emptyReply(), tell, settings().replyMaxChars).finally(shown.end)
  }

  return {
    /** Starts the reply; it comes as events. A reply that is still being written ends. @throws CatchmentError `model_missing` */
    ask(id: string, turns: readonly Turn[]): void {
      const model = chat()
      if (!model)
        throw new CatchmentError('model_missing', 'A passing chat needs a chat model. Choose one in the settings.')
      running?.abort()
      const own = new AbortController()
      running = own
      answer(id, model, turns, own.signal)
        .then(
          () => null,
          (error: unknown) => {
            if (own.signal.aborted) return null
            if (error instanceof CatchmentError && error.code !== 'internal') return error.message
            onFault(error)
            return 'The reply broke off.'
          },
        )
        .then((failure) => {
          if (running === own) running = null
          bus.tell({ type: 'passing.ended', id, failure })
        })
        .catch(onFault)
    },

    stop(): void {
      running?.abort()
    },
  }
}

/** The newest turns that the model can hold, beginning with the person's. The last is always there. */
export function fitting(turns: readonly Turn[], maxTokens: number): ChatMessage[] {
  let room = maxTokens
  let from = turns.length
  for (let at = turns.length - 1; at >= 0; at--) {
    room -= countTokens(turns[at]?.text ?? '') + MESSAGE_OVERHEAD
    if (room < 0 && at < turns.length - 1) break
    from = at
  }
  while (from < turns.length - 1 && turns[from]?.role === 'assistant') from += 1
  return turns.slice(from).map(({ role, text }) => ({ role, text }))
}

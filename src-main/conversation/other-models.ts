import type { ChatModel } from '../models/types'
import type { StoredMessage } from '../store/types'

/**
 * A session's messages for a model elsewhere that took over from one on this machine: notes that travelled with turns, and
 * what tools answered, may hold what stays here (05-trust; 07-settled, Memory). What this model was sent itself is kept word
 * for word. Pure.
 */
export function withoutOthersNotes(messages: readonly StoredMessage[], model: Pick<ChatModel, 'id'>): StoredMessage[] {
  const ofOthers = messages.filter((m) => m.role === 'assistant' && m.modelId !== null && m.modelId !== model.id)
  const noted = new Set(ofOthers.filter((m) => m.recalled.length > 0).map((m) => m.replyTo))
  const others = new Set(ofOthers)
  return messages.map((m) => {
    if (others.has(m)) return { ...m, toolRounds: [] }
    return noted.has(m.id) ? { ...m, verbatim: null } : m
  })
}

import type { StoredMessage } from '../../store/types'

/**
 * The messages of a segment that are the person's: of every author who is not the assistant (07-settled), but for those that
 * the person told apart as others when the talk was imported.
 */
export function ownMessages(messages: readonly StoredMessage[], others: readonly string[]): StoredMessage[] {
  const apart = new Set(others.map(nameKey))
  return messages.filter((m) => m.role === 'user' && !apart.has(nameKey(m.author)))
}

const nameKey = (name: string): string => name.trim().toLowerCase()

/** Several people speak to one another, and no assistant takes part. */
export const isAmongPeople = (messages: readonly StoredMessage[]): boolean =>
  messages.every((m) => m.role !== 'assistant') && new Set(messages.map((m) => nameKey(m.author))).size > 1

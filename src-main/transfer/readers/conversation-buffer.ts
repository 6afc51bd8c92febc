/** Puts the rows of interleaved conversations together again, within a bound on memory. */
import type { ImportedConversation, ImportedMessage, OtherMessage } from '../types'

export interface BufferLimits {
  messages: number
  characters: number
}

const DEFAULT_LIMITS: BufferLimits = { messages: 10_000, characters: 16_000_000 }

interface Pending {
  messages: Map<string, ImportedMessage>
  /** They wait for the message they hang from. */
  others: OtherMessage[]
  characters: number
}

/**
 * Collects messages by conversation. When more than the limits are waiting, the conversation that was quiet longest in the
 * file is handed out; if that is the one being read, its part before its longest silence, so that a cut falls where a segment
 * would end anyway. So a file whose conversations follow one another gives each of them once, and one of any size needs the
 * memory of the limits only.
 */
export class ConversationBuffer {
  /** In the order of their last message. */
  private readonly waiting = new Map<string, Pending>()
  private messages = 0
  private characters = 0

  constructor(private readonly limits: BufferLimits = DEFAULT_LIMITS) {}

  /** False if a message with this id is waiting already; then it is left out. */
  add(message: ImportedMessage): boolean {
    const pending = this.pending(message.conv)
    if (pending.messages.has(message.externalId)) return false
    pending.messages.set(message.externalId, message)
    pending.characters += message.text.length
    this.messages += 1
    this.characters += message.text.length
    this.waiting.delete(message.conv)
    this.waiting.set(message.conv, pending)
    return true
  }

  /** What stands on another branch goes with the message at its place; behind it, if that went already. */
  addOther(other: OtherMessage): void {
    const pending = this.pending(other.conv)
    pending.others.push(other)
    pending.characters += other.text.length
    this.characters += other.text.length
    this.waiting.set(other.conv, pending)
  }

  private pending(conv: string): Pending {
    return this.waiting.get(conv) ?? { messages: new Map(), others: [], characters: 0 }
  }

  /** What has to go to get below the limits. */
  *overflow(): Generator<ImportedConversation> {
    while (this.messages > this.limits.messages || this.characters > this.limits.characters) {
      const [oldest] = this.waiting
      if (!oldest) return
      const [conv, pending] = oldest
      this.drop(conv, pending)
      const ordered = inOrder(pending)
      const cut = this.waiting.size > 0 ? ordered.length : afterLongestSilence(ordered)
      const later = new Set(ordered.slice(cut).map((message) => message.externalId))
      yield part(
        conv,
        ordered.slice(0, cut),
        pending.others.filter(({ place }) => !later.has(place)),
      )
      for (const message of ordered.slice(cut)) this.add(message)
      for (const other of pending.others) if (later.has(other.place)) this.addOther(other)
    }
  }

  /** Everything that is left, in the order of the last messages. */
  *rest(): Generator<ImportedConversation> {
    for (const [conv, pending] of [...this.waiting]) {
      this.drop(conv, pending)
      yield part(conv, inOrder(pending), pending.others)
    }
  }

  private drop(conv: string, pending: Pending): void {
    this.waiting.delete(conv)
    this.messages -= pending.messages.size
    this.characters -= pending.characters
  }
}

function part(conv: string, messages: ImportedMessage[], others: OtherMessage[]): ImportedConversation {
  return { externalId: conv, title: null, messages, ...(others.length === 0 ? {} : { others }) }
}

/** By time; messages of the same time as they stand in the file. */
function inOrder({ messages }: Pending): ImportedMessage[] {
  return [...messages.values()].sort((a, b) => a.at - b.at)
}

/** Index behind the longest silence in the second half: at least half goes, and something always does. */
function afterLongestSilence(messages: readonly ImportedMessage[]): number {
  let cut = messages.length
  let longest = -1
  for (let i = Math.max(1, Math.floor(messages.length / 2)); i < messages.length; i += 1) {
    const silence = (messages[i]?.at ?? 0) - (messages[i - 1]?.at ?? 0)
    if (silence > longest) {
      longest = silence
      cut = i
    }
  }
  return cut
}

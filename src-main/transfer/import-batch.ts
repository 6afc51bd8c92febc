import type { MessageId, SegmentId } from '@shared/ids'
import { inSlices, nextTick } from '../runtime/slices'
import type { Store } from '../store/protocol'
import { messageTerms } from '../store/search-terms'
import { conversationTitle } from './conversation-title'
import { toNewMessage } from './new-message'
import type { ImportedConversation, ImportedMessage } from './types'

export interface BatchPorts {
  store: Pick<Store, 'transfer'>
  /** Counts the words of new messages, without holding up the thread; answers what the store's table is to add. */
  countTerms(texts: readonly string[]): Promise<[string, number][]>
  /** What was counted is not stored after all. */
  takeBackTerms(terms: readonly (readonly [string, number])[], texts: number): void
}

/** A segment that was stored, and how many messages it holds. */
export interface StoredStretch {
  id: SegmentId
  messages: number
}

/** Stretches whose words are read: one transaction of the store away from being there. */
export interface PreparedBatch {
  messages: number
  ids: readonly string[]
  store(): Promise<StoredStretch[]>
  /** It is not stored after all. */
  drop(): void
}

type Waiting = Parameters<Store['transfer']['importSegments']>[0]['segments'][number]

/** Imported stretches that are stored together. */
export class ImportBatch {
  private readonly segments: Waiting[] = []
  private readonly ids: string[] = []

  constructor(private readonly ports: BatchPorts) {}

  get size(): number {
    return this.ids.length
  }

  add(
    conversation: Omit<ImportedConversation, 'messages'>,
    stretch: readonly ImportedMessage[],
    isKeptApart: boolean,
  ): void {
    const [first] = stretch
    const title = conversationTitle(first?.conversationTitle ?? conversation.title)
    for (const { externalId } of stretch) this.ids.push(externalId)
    this.segments.push({
      conv: conversation.externalId,
      conversationTitle: title,
      // Programs keep conversations apart and name them; rows may hold a whole life under one name.
      oneTalk: isKeptApart || title !== null,
      collection: conversationTitle(first?.collection?.named ? first.collection.name : null),
      messages: stretch.map(toNewMessage),
    })
  }

  /** Reads the words of its messages, on this thread in slices: the store's has enough to do. */
  async prepare(): Promise<PreparedBatch> {
    const { segments, ids, ports } = this
    const all = segments.flatMap((s) => s.messages)
    const terms = await ports.countTerms(all.map((m) => m.text))
    const searchTerms = await inSlices(searchTermsOf(all), nextTick)
    const drop = (): void => ports.takeBackTerms(terms, all.length)
    return {
      messages: all.length,
      ids,
      drop,
      async store() {
        try {
          const stored = await ports.store.transfer.importSegments({
            segments,
            vectors: null,
            terms,
            searchTerms,
            wordsLater: true,
          })
          return stored.map((id, i) => ({ id, messages: segments[i]?.messages.length ?? 0 }))
        } catch (error) {
          drop()
          throw error
        }
      },
    }
  }
}

function* searchTermsOf(messages: Waiting['messages']): Generator<void, Map<MessageId, string[]>> {
  const terms = new Map<MessageId, string[]>()
  for (const message of messages) {
    if (message.role === 'user' || message.role === 'assistant') terms.set(message.id, messageTerms(message))
    yield
  }
  return terms
}

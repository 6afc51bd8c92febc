import { CatchmentError } from '@shared/contract/errors'
import type { SegmentId } from '@shared/ids'
import type { Store } from '../store/protocol'
import { conversationTitle } from './conversation-title'
import { toNewMessage } from './new-message'
import type { ImportedConversation, ImportedMessage } from './types'

export interface BatchPorts {
  store: Pick<Store, 'transfer'>
  /** Counts the words of new messages; answers what the store's table is to add. */
  countTerms(texts: readonly string[]): [string, number][]
  /** What was counted is not stored after all. */
  takeBackTerms(terms: readonly (readonly [string, number])[], texts: number): void
}

type Waiting = Parameters<Store['transfer']['importSegments']>[0]['segments'][number]

/** Imported stretches that wait to be stored together: one transaction for many, and one pass over their words. */
export class ImportBatch {
  private waiting: Waiting[] = []
  private readonly externalIds = new Set<string>()

  constructor(
    private readonly ports: BatchPorts,
    private readonly signal: AbortSignal,
  ) {}

  get size(): number {
    return this.externalIds.size
  }

  /** One of these waits already. */
  holdsAny(messages: readonly ImportedMessage[]): boolean {
    return messages.some((m) => this.externalIds.has(m.externalId))
  }

  /** @throws CatchmentError `cancelled` */
  add(
    conversation: Omit<ImportedConversation, 'messages'>,
    stretch: readonly ImportedMessage[],
    isKeptApart: boolean,
  ): void {
    this.stopIfCancelled()
    const [first] = stretch
    const title = conversationTitle(first?.conversationTitle ?? conversation.title)
    for (const { externalId } of stretch) this.externalIds.add(externalId)
    this.waiting.push({
      conv: conversation.externalId,
      conversationTitle: title,
      // Programs keep conversations apart and name them; rows may hold a whole life under one name.
      oneTalk: isKeptApart || title !== null,
      collection: conversationTitle(first?.collection?.named ? first.collection.name : null),
      messages: stretch.map(toNewMessage),
    })
  }

  /** Stores what waits; answers its segments and how many messages they hold. @throws CatchmentError `cancelled` */
  async store(): Promise<{ segments: SegmentId[]; messages: number }> {
    const { waiting } = this
    this.waiting = []
    this.externalIds.clear()
    if (waiting.length === 0) return { segments: [], messages: 0 }
    this.stopIfCancelled()
    const texts = waiting.flatMap((s) => s.messages.map((m) => m.text))
    const terms = this.ports.countTerms(texts)
    const segments = await this.ports.store.transfer
      .importSegments({ segments: waiting, vectors: null, terms })
      .catch((error: unknown) => {
        this.ports.takeBackTerms(terms, texts.length)
        throw error
      })
    return { segments, messages: texts.length }
  }

  private stopIfCancelled(): void {
    if (this.signal.aborted)
      throw new CatchmentError(
        'cancelled',
        'The import was cancelled. What was read so far is kept; importing again goes on from there.',
      )
  }
}

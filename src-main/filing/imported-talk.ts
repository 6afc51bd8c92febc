import { messageId, type SegmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import type { Conversation } from './judge'
import type { TurnReader } from './turn-reader'
import type { FilingTurn } from './types'

/** As many turns as a cut looks back at. */
const LEAD = 6

/** Reads what an export says of a conversation beside its messages (07-settled, Imported conversations). */
export class ImportedTalks {
  constructor(
    private readonly ports: { store: Store; embedder: Embedder },
    private readonly reader: TurnReader,
  ) {}

  /**
   * Undefined for months of messages that a file holds under one name: they are read like what is said here.
   * @throws CatchmentError `model_missing` or `model_failed`: a title is read like a message
   */
  async of(segment: SegmentId, turns: readonly FilingTurn[]): Promise<Conversation | undefined> {
    const known = await this.ports.store.filing.conversationOf(segment)
    if (known === null) return undefined
    const { title, collection, before } = known
    const names = [collection, title].filter((name) => name !== null)
    const lead = before === null ? [] : await this.lastTurns(before)
    return { title, lead, heading: names.length === 0 ? null : await this.heading(names.join(': '), turns) }
  }

  private async lastTurns(segment: SegmentId): Promise<FilingTurn[]> {
    const { store, embedder } = this.ports
    return this.reader.readWhatIsThere(await store.messages.ofSegmentWithVectors(segment, embedder.modelId, LEAD))
  }

  private async heading(text: string, turns: readonly FilingTurn[]): Promise<FilingTurn | null> {
    const [first] = turns
    const [vector] = await this.ports.embedder.embed([text], { kind: 'passage', priority: 'normal' })
    if (first === undefined || vector === undefined) return null
    return {
      id: messageId.parse(uuidv7()),
      role: 'user',
      text,
      at: first.at,
      vector,
      bucketId: null,
      stretchId: null,
      locked: false,
    }
  }
}

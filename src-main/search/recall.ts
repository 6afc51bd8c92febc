import type { FiledCard } from '@shared/contract/conversation'
import type { RecalledNote } from '@shared/domain'
import type { BucketId, MessageId } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'
import type { Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import type { StoredMessage } from '../store/types'
import { findScored } from './engine'
import { readQuery } from './query'
import { NEIGHBOURS, type Scored } from './score'

/** A message from before that has to do with what is being said now. */
export interface Recalled {
  message: StoredMessage
  /** 0 to 1: how clearly it is relevant. */
  score: number
}

export interface RecallPorts {
  store: Store
  embedder: Pick<Embedder, 'modelId'>
  /** Mean of the person's texts, subtracted before anything is compared (01-domain, Similarity). */
  background(): Float32Array
}

/** At most so many notes travel with a turn (07-settled, Recall). */
const NOTES = 3
const NOTE_CHARACTERS = 300
/**
 * Clearly relevant: from here on a message is attached to a turn without being asked for. Seen with 495 questions about
 * three long imported talks (LoCoMo) and 60 unrelated requests (CLINC150) to each: at 0.7 something passes for 43 of 100
 * questions, and for 3 of 100 unrelated requests; at 0.5 for 64 and for 4.
 */
const CLEAR = 0.7
/** Good enough to be offered on the card of the no-model mode, where a person looks and decides. */
const RELATED = 0.5

/** Recall for models without tools, and for the no-model card (07-settled, Recall for models without tools). */
export function createRecall(ports: RecallPorts & { directory: { titleOf(id: BucketId | null): string | null } }) {
  /** What is on the screen and in the prompt anyway is not recalled. */
  async function recent(): Promise<Set<MessageId>> {
    const newest = await ports.store.messages.newest(RECENT)
    return new Set(newest.map((m) => m.id))
  }
  return {
    async notes(text: string, vector: Float32Array): Promise<RecalledNote[]> {
      const found = await findRelevant(ports, text, vector, { limit: NOTES, atLeast: CLEAR, exclude: await recent() })
      return found.map(({ message }) => ({
        messageId: message.id,
        bucketId: message.bucketId,
        text: noteText(message),
      }))
    },
    async related(text: string, vector: Float32Array): Promise<FiledCard['related']> {
      const found = await findRelevant(ports, text, vector, { limit: NOTES, atLeast: RELATED, exclude: await recent() })
      return found.map(({ message }) => ({
        messageId: message.id,
        ts: message.ts,
        bucketTitle: ports.directory.titleOf(message.bucketId),
        snippet: cutGraphemes(message.text.replace(/\s+/gu, ' ').trim(), 160),
      }))
    },
  }
}

function noteText(message: StoredMessage): string {
  const who = message.role === 'assistant' || message.author === 'user' ? '' : `${message.author}: `
  return who + cutGraphemes(message.text.replace(/\s+/gu, ' ').trim(), NOTE_CHARACTERS)
}

/** The raw window: these are in the prompt already. */
const RECENT = 15

/** Finds messages that are relevant to `text`, best first, by the engine of search. `vector` is the text's query vector. */
export async function findRelevant(
  ports: RecallPorts,
  text: string,
  vector: Float32Array,
  options: { limit: number; atLeast: number; exclude: ReadonlySet<MessageId> },
): Promise<Recalled[]> {
  const query = readQuery(text)
  if (query === null || query.terms.length === 0) return []
  const { found } = await findScored(
    ports,
    { ...query, vector, modelId: ports.embedder.modelId, mode: 'hybrid' },
    'message',
  )
  const best: Scored[] = []
  for (const candidate of found) {
    if (best.length === options.limit || candidate.score < options.atLeast) break
    if (options.exclude.has(candidate.messageId)) continue
    if (!best.some((better) => speaksFor(better, candidate))) best.push(candidate)
  }
  const messages = new Map((await ports.store.messages.byIds(best.map((f) => f.messageId))).map((m) => [m.id, m]))
  return best.flatMap(({ messageId, score }) => {
    const message = messages.get(messageId)
    return message ? [{ message, score }] : []
  })
}

/** A message that is here for its neighbour's words, where the neighbour itself is chosen, adds nothing. */
function speaksFor(better: Scored, other: Scored): boolean {
  const near =
    better.row.segmentId !== null &&
    better.row.segmentId === other.row.segmentId &&
    Math.abs(better.row.number - other.row.number) <= NEIGHBOURS + 1
  return near && other.features.own < better.features.own / 2
}

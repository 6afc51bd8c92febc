import type { FiledCard } from '@shared/contract/conversation'
import type { RecalledNote } from '@shared/domain'
import type { BucketId, MessageId } from '@shared/ids'
import { rarity, termsOf } from '../filing/terms'
import type { TermStatistics } from '../filing/types'
import { cosine } from '../filing/vectors'
import { cutGraphemes } from '../language/graphemes'
import type { Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import type { StoredMessage } from '../store/types'

/** A message from before that has to do with what is being said now. */
export interface Recalled {
  message: StoredMessage
  /** 0 to 1: how clearly it is relevant. */
  score: number
}

export interface RecallPorts {
  store: Store
  embedder: Pick<Embedder, 'modelId'>
  statistics: TermStatistics
  /** Mean of the person's texts, subtracted before anything is compared (01-domain, Similarity). */
  background(): Float32Array
}

/** At most so many notes travel with a turn (07-settled, Recall). */
const NOTES = 3
const NOTE_CHARACTERS = 300
/**
 * Clearly relevant: from here on a message is attached to a turn without being asked for. Seen with 110 questions about
 * three long imported talks (LoCoMo) and 90 unrelated requests (CLINC150): at 0.45 no unrelated request got a note, and a
 * third of the messages that answer a question pass; at 0.35 it was 3 of 100 and three quarters.
 */
const CLEAR = 0.45
/** Good enough to be offered on the card of the no-model mode, where a person looks and decides. */
const RELATED = 0.35

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
const CANDIDATES = 40
/** Words of a question that are looked up; the rarest say what it is about. */
const QUERY_WORDS = 8
/** Weight of the share of the question's rare words against the centred cosine of the vectors: neither finds everything alone. */
const WORDS_WEIGHT = 0.5

/**
 * Finds messages that are relevant to `text`, best first. `vector` is the text's query vector. Both halves of the score
 * are shares between 0 and 1, so one fixed bar means the same for every question.
 */
export async function findRelevant(
  ports: RecallPorts,
  text: string,
  vector: Float32Array,
  options: { limit: number; atLeast: number; exclude: ReadonlySet<MessageId> },
): Promise<Recalled[]> {
  const { store, statistics } = ports
  const modelId = ports.embedder.modelId
  const wanted = rareWords(text, statistics)
  const [near, worded] = await Promise.all([
    store.search.byVector(vector, modelId, CANDIDATES),
    store.search.byWords([...wanted.keys()], CANDIDATES),
  ])
  const ids = [...new Set([...near, ...worded].map((hit) => hit.id))].filter((id) => !options.exclude.has(id))
  const [messages, vectors] = await Promise.all([store.messages.byIds(ids), store.search.vectorsOf(ids, modelId)])
  const background = ports.background()
  const question = centred(vector, background)
  const byId = new Map(vectors.map((v) => [v.id, v.vector]))
  return messages
    .map((message) => {
      const own = byId.get(message.id)
      const likeness = own ? Math.max(0, cosine(question, centred(own, background))) : 0
      return { message, score: (1 - WORDS_WEIGHT) * likeness + WORDS_WEIGHT * shareOf(wanted, message) }
    })
    .filter((r) => r.score >= options.atLeast)
    .sort((a, b) => b.score - a.score || (a.message.ts < b.message.ts ? 1 : -1))
    .slice(0, options.limit)
}

/** The text's rarest words with their rarity. */
function rareWords(text: string, statistics: TermStatistics): Map<string, number> {
  const weighed = [...new Set(termsOf(text))].map((word) => [word, rarity(word, statistics)] as const)
  return new Map(weighed.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, QUERY_WORDS))
}

/** How much of what the question is about the message speaks of; the author's name counts, because questions name people. */
function shareOf(wanted: ReadonlyMap<string, number>, message: StoredMessage): number {
  const held = new Set([...termsOf(message.text), ...termsOf(message.author)])
  let all = 0
  let found = 0
  for (const [word, weight] of wanted) {
    all += weight
    if (held.has(word)) found += weight
  }
  return all === 0 ? 0 : found / all
}

function centred(vector: Float32Array, background: Float32Array): Float32Array {
  return vector.map((x, i) => x - (background[i] ?? 0))
}

import type { FiledCard } from '@shared/contract/conversation'
import type { RecalledNote } from '@shared/domain'
import type { BucketId, MemoryId, MessageId } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'
import type { Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import type { Evidence } from '../store/repositories/search/search'
import type { StoredMemory, StoredMessage } from '../store/types'
import { askedVector, findScored } from './engine'
import { whatToLookUp } from './looking-up'
import { type FoundMemory, findMemories } from './memories'
import { readQuery } from './query'
import { NEIGHBOURS, type Scored } from './score'
import type { Query } from './types'

/** A message from before that has to do with what is being said now. */
export interface Recalled {
  message: StoredMessage
  /** 0 to 1: how clearly it is relevant. */
  score: number
  /** What of it: of a long message the passage that answers. */
  passage: string
}

export interface RecallPorts {
  store: Store
  embedder: Pick<Embedder, 'modelId'>
  /** Mean of the person's texts, subtracted before anything is compared (01-domain, Similarity). */
  background(): Float32Array
}

/** What recall does with memories. */
export interface RecalledMemories {
  /** May it be sent to the model that answers? */
  mayTravel(memory: StoredMemory): boolean
  /** What the running session's prompt says of the memory file. */
  inPrompt(): Promise<string>
  /** They were shown to the model and have to do with the turn: an access (07-settled, Signals). */
  shown(ids: readonly MemoryId[]): Promise<void>
}

/** At most so many notes travel with a turn (07-settled, Recall). */
const NOTES = 3
const NOTE_CHARACTERS = 300
/**
 * Clearly relevant: from here on a message is attached to a turn without being asked for. Seen with questions about long
 * imported talks (LoCoMo, BEAM) and, as unrelated ones, the questions of the other file: docs/search.md has the shares.
 */
const CLEAR = 0.4
/** Good enough to be offered on the card of the no-model mode, where a person looks and decides. */
const RELATED = 0.3
/**
 * What is told to somebody who asks for something said before: the best there is, unless it has hardly anything to do with it. With
 * the real embedding model the right message of a month ago had 0.19 to 0.87, what was never talked of at most 0.06 (docs/search.md).
 */
const LOOKED_UP = 0.12
/** Clearly relevant, of a memory: short statements have a scale of their own. */
const CLEAR_MEMORY = 0.7
/** From here on a memory in the prompt counts as used by the turn (07-settled, Signals). */
const RELEVANT = 0.6
const WHEN_ASKED = { message: LOOKED_UP, memory: RELEVANT }
const WHEN_IN_PASSING = { message: RELATED, memory: CLEAR_MEMORY }

/** What the app looked up for a person who asked for something said before (`whatToLookUp`). */
export interface LookedUp {
  /** None: nothing of the kind was found. */
  notes: RecalledNote[]
  /** The bucket of the best of them, where that is clearly what was meant. */
  found: { bucketId: BucketId; score: number } | null
}

export type Recall = ReturnType<typeof createRecall>

/** Recall for models without tools, and for the no-model card (07-settled, Recall for models without tools). */
export function createRecall(
  ports: RecallPorts & {
    directory: { titleOf(id: BucketId | null): string | null }
    memories?: RecalledMemories
    /** What is on the screen and in the prompt anyway: not recalled. */
    recent(): Promise<Set<MessageId>>
    /** The vector a text is searched with. @throws CatchmentError without an embedding model */
    questionVector?(text: string): Promise<Float32Array>
  },
) {
  const { recent } = ports

  /** Memories that are clearly relevant. What stands in the memory file is in the prompt: it is used, not attached. */
  async function fromMemories(asked: Query, evidence: Evidence, exclude: ReadonlySet<MessageId>, atLeast: number) {
    const { memories: use } = ports
    if (!use) return []
    const { found } = await findMemories(ports, asked, MEMORIES_LOOKED_AT, evidence)
    const near = found.filter((f) => f.score >= RELEVANT && use.mayTravel(f.memory))
    const inPrompt = near.length === 0 ? '' : await use.inPrompt()
    const isThere = ({ memory }: FoundMemory) => inPrompt.includes(memory.content)
    const isNews = (found: FoundMemory) =>
      !isThere(found) &&
      (found.memory.sourceMessageIds.length === 0 || found.memory.sourceMessageIds.some((id) => !exclude.has(id)))
    const attached = near.filter((f) => f.score >= atLeast && isNews(f)).slice(0, NOTES)
    const used = near.filter(isThere)
    return [...attached.map((f) => ({ ...f, attached: true })), ...used.map((f) => ({ ...f, attached: false }))]
  }

  /** At most three notes, best first, each with its score; a memory stands for the message it is from. */
  async function best(text: string, vector: Float32Array, atLeast: { message: number; memory: number }) {
    const asked = askedBy(ports, text, vector)
    if (asked === null) return []
    const exclude = await recent()
    const evidence = await ports.store.search.recallEvidence({
      terms: [...asked.terms],
      vector: askedVector(ports, asked),
    })
    const memories = await fromMemories(asked, evidence.memories, exclude, atLeast.memory)
    const attached = memories.filter((m) => m.attached)
    const spokenFor = new Set([...exclude, ...attached.flatMap((m) => m.memory.sourceMessageIds)])
    const options = { limit: NOTES, atLeast: atLeast.message, exclude: spokenFor }
    const found = await relevant(ports, asked, options, evidence.messages)
    const notes = [
      ...attached.map(({ memory, score }) => ({
        score,
        used: memory.id,
        note: {
          messageId: memory.sourceMessageIds[0] ?? null,
          bucketId: null,
          text: cutGraphemes(memory.content, NOTE_CHARACTERS),
        },
      })),
      ...found.map(({ message, score, passage }) => ({
        score,
        used: null,
        note: { messageId: message.id, bucketId: message.bucketId, text: noteText(message, passage) },
      })),
    ]
    const chosen = notes.sort((a, b) => b.score - a.score).slice(0, NOTES)
    const shown = [
      ...chosen.flatMap((n) => n.used ?? []),
      ...memories.filter((m) => !m.attached).map((m) => m.memory.id),
    ]
    if (shown.length > 0) await ports.memories?.shown(shown)
    return chosen
  }

  /** Whether the running talk speaks of it, which is not recalled because the model reads it anyway. */
  async function isInTalk(what: string, vector: Float32Array): Promise<boolean> {
    const options = { limit: 2 * NOTES, atLeast: LOOKED_UP, exclude: new Set<MessageId>() }
    const found = await findRelevant(ports, what, vector, options)
    return found.some(({ message }) => whatToLookUp(message.text) === null)
  }

  return {
    /** At most three notes that are clearly relevant, best first. */
    async notes(text: string, vector: Float32Array): Promise<RecalledNote[]> {
      const chosen = await best(text, vector, { message: CLEAR, memory: CLEAR_MEMORY })
      return chosen.map((n) => n.note)
    },

    /**
     * What the person asks to be looked up in what was said before; null if they ask for no such thing.
     * @throws CatchmentError without an embedding model
     */
    async lookUp(text: string): Promise<LookedUp | null> {
      const asked = whatToLookUp(text)
      if (asked === null || !ports.questionVector) return null
      const vector = await ports.questionVector(asked.what)
      const found = await best(asked.what, vector, asked.isPlain ? WHEN_ASKED : WHEN_IN_PASSING)
      // That it was asked for before is no answer.
      const chosen = found.filter((n) => whatToLookUp(n.note.text) === null)
      if (chosen.length === 0 && (!asked.isPlain || (await isInTalk(asked.what, vector)))) return null
      const clearly = asked.isPlain ? RELATED : CLEAR
      const clear = chosen.find((n) => n.note.bucketId !== null && n.score >= clearly)
      return {
        notes: chosen.map((n) => n.note),
        found: clear?.note.bucketId ? { bucketId: clear.note.bucketId, score: clear.score } : null,
      }
    },

    async related(text: string, vector: Float32Array): Promise<FiledCard['related']> {
      // What is asked for outright is shown from less on, and by what is left of the question.
      const asked = whatToLookUp(text)
      const what = asked?.isPlain && ports.questionVector ? asked.what : null
      const by = what !== null && ports.questionVector ? await ports.questionVector(what) : vector
      const options = { limit: NOTES, atLeast: what === null ? RELATED : LOOKED_UP, exclude: await recent() }
      const found = await findRelevant(ports, what ?? text, by, options)
      const answers = found.filter(({ message }) => whatToLookUp(message.text) === null)
      return (what === null ? found : answers).map(({ message, passage }) => ({
        messageId: message.id,
        ts: message.ts,
        bucketTitle: ports.directory.titleOf(message.bucketId),
        snippet: cutGraphemes(passage.replace(/\s+/gu, ' ').trim(), 160),
      }))
    },
  }
}

function noteText(message: StoredMessage, passage: string): string {
  const who = message.role === 'assistant' || message.author === 'user' ? '' : `${message.author}: `
  return who + cutGraphemes(passage.replace(/\s+/gu, ' ').trim(), NOTE_CHARACTERS)
}
const MEMORIES_LOOKED_AT = 20

/** Finds messages that are relevant to `text`, best first, by the engine of search. `vector` is the text's query vector. */
export async function findRelevant(
  ports: RecallPorts,
  text: string,
  vector: Float32Array,
  options: { limit: number; atLeast: number; exclude: ReadonlySet<MessageId> },
): Promise<Recalled[]> {
  const asked = askedBy(ports, text, vector)
  return asked === null ? [] : relevant(ports, asked, options)
}

/** Null if there is nothing in a text to go by. */
function askedBy(ports: RecallPorts, text: string, vector: Float32Array): Query | null {
  const query = readQuery(text)
  if (query === null || query.terms.length === 0) return null
  return { ...query, vector, modelId: ports.embedder.modelId, mode: 'hybrid' }
}

async function relevant(
  ports: RecallPorts,
  asked: Query,
  options: { limit: number; atLeast: number; exclude: ReadonlySet<MessageId> },
  given?: Evidence,
): Promise<Recalled[]> {
  const { found } = await findScored(ports, asked, 'message', given)
  const best: Scored[] = []
  for (const candidate of found) {
    if (best.length === options.limit || candidate.score < options.atLeast) break
    if (options.exclude.has(candidate.messageId)) continue
    if (!best.some((better) => speaksFor(better, candidate))) best.push(candidate)
  }
  const messages = new Map((await ports.store.messages.byIds(best.map((f) => f.messageId))).map((m) => [m.id, m]))
  return best.flatMap(({ messageId, score, place }) => {
    const message = messages.get(messageId)
    if (!message) return []
    return [{ message, score, passage: place ? message.text.slice(place.start, place.end) : message.text }]
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

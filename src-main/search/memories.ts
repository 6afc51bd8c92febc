import { type MemoryId, memoryId, messageId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { Evidence } from '../store/repositories/search/search'
import type { StoredMemory } from '../store/types'
import { type EnginePorts, findScored } from './engine'
import { markedTerms } from './messages'
import { isAnswer } from './score'
import { snippetOf } from './snippet'
import type { Query, SearchSource, Titles } from './types'

export interface MemorySourcePorts extends EnginePorts {
  store: Pick<Store, 'search' | 'memories' | 'messages'>
  directory: Titles
}

export interface FoundMemory {
  memory: StoredMemory
  /** Calibrated, 0 to 1. */
  score: number
}

/** Standing memories that answer a query, best first, with what is to be marked in them. */
export async function findMemories(
  ports: Pick<MemorySourcePorts, 'background' | 'calibration'> & { store: Pick<Store, 'search' | 'memories'> },
  query: Query,
  limit: number,
  given?: Evidence,
) {
  const { evidence, found } = await findScored(ports, query, 'memory', given)
  const best = found.filter((f) => query.loose || isAnswer(f)).slice(0, limit)
  // The engine knows one kind of id: a memory's stands in the place of a message's.
  const ids = best.map((f): MemoryId => memoryId.parse(f.messageId))
  const memories = new Map((await ports.store.memories.byIds(ids)).map((m) => [String(m.id), m]))
  return {
    marked: markedTerms(evidence),
    found: best.flatMap(({ messageId: id, score }): FoundMemory[] => {
      const memory = memories.get(id)
      return memory ? [{ memory, score }] : []
    }),
  }
}

/** Memories, by words and vectors; archived and cold ones too, forgotten ones never. */
export function memorySource(ports: MemorySourcePorts): SearchSource {
  return {
    scope: 'memories',
    async find(query, limit) {
      const { found, marked } = await findMemories(ports, query, limit)
      const firsts = found.flatMap(({ memory }) => memory.sourceMessageIds.slice(0, 1))
      const messages = new Map(
        (await ports.store.messages.byIds(firsts.map((id) => messageId.parse(id)))).map((m) => [m.id, m]),
      )
      return found.map(({ memory, score }) => {
        const [first] = memory.sourceMessageIds
        const message = first === undefined ? undefined : messages.get(first)
        return {
          kind: 'memory' as const,
          id: memory.id,
          messageId: message?.id ?? null,
          segmentId: memory.segmentId,
          bucketId: message?.bucketId ?? null,
          bucketTitle: ports.directory.titleOf(message?.bucketId ?? null),
          ts: memory.createdAt,
          author: null,
          title: null,
          snippet: snippetOf(memory.content, marked),
          place: null,
          score,
        }
      })
    },
  }
}

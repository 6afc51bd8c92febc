import { CatchmentError } from '@shared/contract/errors'
import type { MemoryAct, MemoryDetail, MemoryLevel, MemoryList } from '@shared/contract/memory'
import { contextId, type MemoryId, memoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'
import { v7 as uuidv7 } from 'uuid'
import type { Embedder } from '../../models/types'
import { isWithoutModel } from '../../models/without-model'
import type { EventBus } from '../../runtime/bus'
import type { Clock } from '../../runtime/clock'
import { contentHash } from '../../store/content-hash'
import type { Store } from '../../store/protocol'
import type { MemoryQuery, StoredLevel } from '../../store/repositories/memories/memories'
import type { NewMemory, OperationResult, StoredMemory } from '../../store/types'
import { toMessageView } from '../../store/views'
import { dueEnds, dueOf } from '../dates/due'
import { introducedNames } from '../pii/names'
import type { ValueService } from '../value/rescore'
import { type Reading, readContent } from './facts'
import {
  type Ending,
  type MemoryDraft,
  type MemoryEdit,
  planAdd,
  planAddAll,
  planAsked,
  planDone,
  planEdit,
  planEnd,
  planForget,
  planPin,
} from './plan'
import { stands, toMemoryView } from './view'

export interface MemoryPorts {
  store: Store
  clock: Clock
  bus: EventBus
  embedder: Embedder
  value: ValueService
  /** Two letters: how phone numbers without a country are read. */
  region(): string
  /** Logs and applies an operation; everybody follows it. */
  apply(draft: MemoryDraft): Promise<OperationResult>
  /** Entries are about to end: summaries that say what they say are taken apart. */
  beforeEnding(ids: readonly MemoryId[]): Promise<void>
  onFault(error: unknown): void
}

export type MemoryService = ReturnType<typeof createMemoryEntries>

/** So many entries are embedded in one go. */
const BATCH = 32

/** Memory entries: a person's acts on them, what was learned, and their use (02-janitor-memory; docs/memory.md). */
export function createMemoryEntries(ports: MemoryPorts) {
  const { store, clock, bus } = ports
  const stopping = new AbortController()
  let keeping: Promise<void> | null = null
  /** Something came while the run under way may have been at its end. */
  let more = false
  let names: ReadonlySet<string> | null = null

  async function find(id: MemoryId): Promise<StoredMemory> {
    const [memory] = await store.memories.byIds([id])
    if (!memory || memory.ownState === 'void') throw new CatchmentError('not_found', 'There is no such memory.')
    return memory
  }

  async function perform(id: MemoryId, draft: MemoryDraft | null, otherwise: string): Promise<MemoryAct> {
    const result = draft && (await ports.apply(draft))
    return {
      operationId: result?.operationId ?? null,
      sentence: draft?.sentence ?? otherwise,
      memory: toMemoryView(await find(id)),
    }
  }

  /** Written by the person themselves. */
  function ownWord(
    entry: { id: MemoryId; category: MemoryCategory; content: string; done?: boolean },
    reading: Reading,
  ): NewMemory {
    return {
      ...entry,
      ...readContent(entry.content, reading),
      sourceMessageIds: [],
      segmentId: null,
      source: 'person',
      explicit: true,
      confidence: 1,
      at: clock.now(),
    }
  }

  /** An entry that stands and says just this. */
  async function saying(content: string): Promise<StoredMemory | null> {
    const hash = contentHash(content)
    return (await store.memories.ofHash(hash)).find((m) => stands(m)) ?? null
  }

  function tell(memories: readonly StoredMemory[], removed: readonly MemoryId[] = []): void {
    if (removed.length > 0 || memories.some((m) => m.piiKinds.includes('name'))) names = null
    const shown = memories.filter(stands)
    if (shown.length === 0 && removed.length === 0) return
    bus.tell({ type: 'memories.changed', memories: shown.map(toMemoryView), removed: [...removed] })
  }

  /** Gives entries that have none a vector and a value. Without an embedding model they wait for one, and are scored as they are. */
  async function catchUp(): Promise<void> {
    try {
      await embedMissing()
    } catch (error) {
      if (!isWithoutModel(error)) throw error
    }
    while (!stopping.signal.aborted) {
      const batch = await store.memories.unscored(BATCH)
      if (batch.length === 0) return
      await ports.value.score(batch.map((m) => m.id))
      tell(await store.memories.byIds(batch.map((m) => m.id)))
    }
  }

  async function embedMissing(): Promise<void> {
    while (!stopping.signal.aborted) {
      const batch = await store.memories.withoutVector(ports.embedder.modelId, BATCH)
      if (batch.length === 0) return
      const { modelId } = ports.embedder
      const texts = batch.map((m) => m.content)
      const { signal } = stopping
      const vectors = await ports.embedder.embed(texts, { kind: 'passage', priority: 'backlog', signal })
      const rows = batch.flatMap((m, i) => {
        const vector = vectors[i]
        return vector ? [{ id: m.id, vector }] : []
      })
      await store.memoryWriting.saveVectors(modelId, rows)
      await ports.value.score(rows.map((r) => r.id))
      tell(await store.memories.byIds(rows.map((r) => r.id)))
    }
  }

  /** Names in entries that were found to hold some; a name is personal data in later entries too. */
  async function namesSoFar(): Promise<ReadonlySet<string>> {
    if (names === null) {
      const texts = await store.memories.contentsWithNames()
      names = new Set(texts.flatMap((text) => introducedNames(text).map((n) => n.name)))
    }
    return names
  }

  const service = {
    async reading(): Promise<Reading> {
      return { region: ports.region(), names: await namesSoFar() }
    },

    async list(query: MemoryQuery): Promise<MemoryList> {
      const { memories, total, counts } = await store.memories.list(query)
      return { memories: memories.map(toMemoryView), total, counts }
    },

    /** A person opened it: that counts as an access (07-settled, Signals). @throws CatchmentError `not_found` */
    async open(id: MemoryId): Promise<MemoryDetail> {
      await find(id)
      await service.markAccessed([id])
      const memory = await find(id)
      const sources = await store.messages.byIds(memory.sourceMessageIds)
      return {
        memory: toMemoryView(memory),
        sources: sources.sort((a, b) => (a.ts < b.ts ? -1 : 1)).map(toMessageView),
        why: await ports.value.explain(memory),
        levels: levelsOf(await store.memories.levels(id)),
        standsFor: (await store.memories.standsFor(id)).map(toMemoryView),
        history: await store.memories.history(id),
      }
    },

    /** The person's own word; also for what was forgotten once. What stands already is answered as it is. */
    async add(input: { category: MemoryCategory; content: string }): Promise<MemoryAct> {
      const known = await saying(input.content)
      if (known) return { operationId: null, sentence: 'That is remembered already.', memory: toMemoryView(known) }
      const memory = ownWord({ ...input, id: memoryId.parse(uuidv7()) }, await service.reading())
      return perform(memory.id, planAdd(memory), '')
    },

    /**
     * Many of the person's own words as one operation: a file that is taken over. What stands already is not added twice.
     * @returns for each, in its order, the entry it became or that says it already
     */
    async addAll(
      list: readonly { category: MemoryCategory; content: string; done: boolean }[],
      sentence: string,
    ): Promise<MemoryId[]> {
      const reading = await service.reading()
      const known = new Map((await store.memories.standing()).map((m) => [m.contentHash, m.id]))
      const fresh: NewMemory[] = []
      const ids = list.map((entry) => {
        const hash = contentHash(entry.content)
        const id = known.get(hash) ?? memoryId.parse(uuidv7())
        if (known.has(hash)) return id
        known.set(hash, id)
        fresh.push(ownWord({ ...entry, id }, reading))
        return id
      })
      if (fresh.length > 0) await ports.apply(planAddAll(fresh, sentence))
      return ids
    },

    /** @throws CatchmentError `not_found`, `conflict` if another entry says the same */
    async edit(id: MemoryId, edit: MemoryEdit): Promise<MemoryAct> {
      const memory = await find(id)
      const other = edit.content === undefined ? null : await saying(edit.content)
      if (other && other.id !== id) throw new CatchmentError('conflict', 'Another memory says just that already.')
      return perform(id, planEdit(memory, edit, await service.reading()), 'It says that already.')
    },

    /** Done, by later words of the person. */
    async finish(id: MemoryId): Promise<void> {
      const memory = await find(id)
      if (!memory.done) await ports.apply(planDone(memory))
    },

    /** What the person asked for in the talk. @returns the operation that takes it back */
    async addAsked(memory: NewMemory): Promise<OperationResult['operationId']> {
      return (await ports.apply(planAsked(memory))).operationId
    },

    /** Ends entries that hold no more. What a summary says of them is taken apart first. */
    async end(ending: Ending): Promise<void> {
      await ports.beforeEnding(ending.ids)
      const draft = planEnd(await store.memories.byIds(ending.ids), ending)
      if (draft) await ports.apply(draft)
    },

    /** Tasks and appointments whose day is past leave what stands, each with a receipt. @returns how many */
    async endPast(timeZone: string): Promise<number> {
      const now = clock.now()
      let ended = 0
      for (const memory of await store.memories.dated()) {
        const due = dueOf(memory.content)
        if (due === null || memory.done || dueEnds(due, timeZone) > now) continue
        await service.end({ ids: [memory.id], by: null, at: dueEnds(due, timeZone), why: null })
        ended += 1
      }
      return ended
    },

    async pin(id: MemoryId, pinned: boolean): Promise<MemoryAct> {
      const memory = await find(id)
      return perform(id, planPin(memory, pinned, clock.now()), pinned ? 'It is pinned already.' : 'It is not pinned.')
    },

    /** Hides it at once and keeps it from being learned again; taken back by name (07-settled, Forget). */
    async forget(id: MemoryId): Promise<MemoryAct> {
      return perform(id, planForget(await find(id), clock.now()), 'It is forgotten already.')
    },

    /** For good, with what it stands for (07-settled, Erase). A person's alone. @throws CatchmentError `not_found` */
    async erase(id: MemoryId): Promise<void> {
      await find(id)
      const touched = await store.memories.history(id)
      const gone = await store.memoryWriting.erase(id, clock.now())
      tell([], gone)
      const receipts = await Promise.all(touched.map((r) => store.operations.byId(r.id)))
      bus.tell({ type: 'receipts.changed', receipts: receipts.flatMap((r) => r ?? []) })
    },

    /** Shown to a model and relevant to the turn, or opened by a person. */
    async markAccessed(ids: readonly MemoryId[]): Promise<void> {
      tell(await store.memoryWriting.markAccessed(ids, clock.now()))
    },

    /** Tells of what changed outside of the log, and gives it vector and value. */
    changed(memories: readonly StoredMemory[]): void {
      tell(memories)
      if (memories.length > 0) service.keepUp()
    },

    /** An operation, its undo or its redo was applied: the window is told, new words get their vector and value. */
    async follow({ memories }: OperationResult): Promise<void> {
      if (!memories) return
      const scored = memories.memories.filter((m) => m.embeddingModel !== null && m.ownState === 'live')
      await ports.value.score(scored.map((m) => m.id))
      // the value of a new one comes later: it is as the operation left it
      const ids = memories.memories.map((m) => m.id)
      tell(scored.length === 0 ? memories.memories : await store.memories.byIds(ids), memories.removed)
      service.keepUp()
    },

    /** Starts giving vectors and values to entries without; one run at a time. Nobody waits for it but `idle`. */
    keepUp(): void {
      more = keeping !== null
      keeping ??= catchUp()
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) ports.onFault(new Error('Memories got no vectors.', { cause: error }))
        })
        .finally(() => {
          keeping = null
          if (more && !stopping.signal.aborted) service.keepUp()
        })
    },

    /** Resolves when no vectors are being made. */
    async idle(): Promise<void> {
      while (keeping) await keeping
    },

    async close(): Promise<void> {
      stopping.abort()
      await service.idle()
    },
  }
  return service
}

function levelsOf(rows: readonly StoredLevel[]): MemoryLevel[] {
  const tokens = new Map(rows.map((r) => [r.id, r.tokenCount]))
  return rows.map((row) => {
    const from = row.parentContextId === null ? undefined : tokens.get(row.parentContextId)
    return {
      id: contextId.parse(row.id),
      level: row.compressionLevel,
      content: row.content,
      tokens: row.tokenCount,
      madeFrom: row.parentContextId === null ? null : contextId.parse(row.parentContextId),
      ratio: from ? row.tokenCount / from : null,
    }
  })
}

import type { MemoryId } from '@shared/ids'
import type { MemoryValue } from '@shared/memory'
import type { Clock } from '../../runtime/clock'
import type { Store } from '../../store/protocol'
import type { HeatDays } from '../../store/repositories/memories/writing'
import type { MemoryWithVector, StoredMemory } from '../../store/types'
import { explainValue } from './explain'
import { sentenceCalibrationOf } from './likeness'
import { type Nearest, nearestOf } from './nearest'
import { DEFAULT_RULES, type ScoredEntry, scoreValue, signalsOf, tierOf, type ValueRules } from './score'

export interface ValuePorts {
  store: Pick<Store, 'memories' | 'memoryWriting'>
  clock: Clock
  embedder: { readonly modelId: string }
  /** Mean of the person's texts, subtracted before anything is compared. */
  background(): Float32Array
  /** What the signals count, and from which values on an entry is kept, and kept in short. */
  rules?(): ValueRules
  /** How long after its last use an entry is how warm. */
  heat?(): HeatDays
}

/** Neighbours by raw vectors among which the nearest by centred ones surely is. */
const NEAREST_LOOKED_AT = 12
/** Entries read in one go, so that others get their turn at the store. */
const PAGE = 500

export interface ValueService {
  /** Scores every standing entry anew and moves all to the heat of their last use: the nightly job. Answers what changed. */
  rescore(): Promise<MemoryId[]>
  /** Scores these; others keep what they have until the night. */
  score(ids: readonly MemoryId[]): Promise<void>
  /** One sentence for each signal; of an entry that was not scored yet, as it would be now. */
  explain(memory: StoredMemory): Promise<string[]>
}

export function createValue(ports: ValuePorts): ValueService {
  const { store, clock, embedder, background } = ports
  const rules = (): ValueRules => ports.rules?.() ?? DEFAULT_RULES
  /** Of few entries: the store looks for the nearest of each by its raw vector, the best of those are compared as they are. */
  async function nearestTo(memory: StoredMemory): Promise<Nearest | undefined> {
    const map = sentenceCalibrationOf(embedder.modelId)
    const [own] = await store.memories.withVectors(embedder.modelId, [memory.id])
    if (!map || !own?.vector) return undefined
    const near = await store.memories.nearest(embedder.modelId, own.vector, NEAREST_LOOKED_AT)
    const others = near.filter((n) => n.memory.id !== memory.id)
    return (await nearestOf([own, ...others], background(), map)).get(memory.id)
  }

  async function everything(): Promise<MemoryWithVector[]> {
    const all: MemoryWithVector[] = []
    for (;;) {
      const page = { offset: all.length, limit: PAGE }
      const some = await store.memories.standingWithVectors(embedder.modelId, undefined, page)
      all.push(...some)
      if (some.length < PAGE) return all
    }
  }

  return {
    async rescore() {
      const entries = await everything()
      const found = await nearestOf(entries, background(), sentenceCalibrationOf(embedder.modelId))
      const now = clock.now()
      const values = entries.map(({ memory }) => ({
        memory,
        value: scored(memory, found.get(memory.id), now, rules()),
      }))
      const changed = values.filter(({ memory, value }) => !sameValue(memory.value, value))
      await store.memoryWriting.saveValues(changed.map(({ memory, value }) => ({ id: memory.id, value })))
      const moved = await store.memoryWriting.moveHeat(now, ports.heat?.())
      return [...new Set([...changed.map(({ memory }) => memory.id), ...moved])]
    },
    async score(ids) {
      const values: { id: MemoryId; value: MemoryValue }[] = []
      for (const memory of await store.memories.byIds(ids))
        values.push({ id: memory.id, value: scored(memory, await nearestTo(memory), clock.now(), rules()) })
      await store.memoryWriting.saveValues(values)
    },
    async explain(memory) {
      const near = await nearestTo(memory)
      const now = clock.now()
      const value = memory.value ?? scored(memory, near, now, rules())
      return explainValue(entryOf(memory), value, near?.memory.content ?? null, now, rules())
    },
  }
}

export const entryOf = (m: StoredMemory): ScoredEntry => ({
  category: m.category,
  source: m.source,
  explicit: m.explicit,
  done: m.done,
  pinned: m.pinned,
  confidence: m.confidence,
  createdAt: Date.parse(m.createdAt),
  lastAccessed: m.lastAccessed === null ? null : Date.parse(m.lastAccessed),
  accessCount: m.accessCount,
})

function scored(memory: StoredMemory, near: Nearest | undefined, now: number, rules: ValueRules): MemoryValue {
  const entry = entryOf(memory)
  const signals = signalsOf(entry, 1 - (near?.likeness ?? 0), now, rules.recencyDays)
  const score = scoreValue(signals, rules.weights)
  return { signals, score, tier: tierOf(score, entry, rules), scoredAt: new Date(now).toISOString() }
}

/** A value that would read the same is not written again: a night without news writes nothing. */
function sameValue(before: MemoryValue | null, after: MemoryValue): boolean {
  return before !== null && before.tier === after.tier && Math.abs(before.score - after.score) < 0.005
}

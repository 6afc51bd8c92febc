import { CatchmentError } from '@shared/contract/errors'
import type { OperationKind } from '@shared/domain'
import type { MemoryId, OperationId } from '@shared/ids'
import type { AccessTier, PiiKind } from '@shared/memory'
import { cutGraphemes } from '../../language/graphemes'
import type { Clock } from '../../runtime/clock'
import { contentHash } from '../../store/content-hash'
import type { Store } from '../../store/protocol'
import type {
  ConsolidationPast,
  MemoryWithVector,
  NewMemory,
  OperationResult,
  RegisterWrite,
  StoredMemory,
} from '../../store/types'
import { byCategory, entryOf, isNews, isProtected, neighbourhood, takesPart } from './candidates'
import { buildConsolidationStrategy, type ConsolidationStrategyName } from './factory'
import { mergedMemory, mergeWrites } from './merged'
import { RunRecorder } from './recorder'
import type { GroupBy, HighestRelevanceOptions } from './selectors/highest-relevance'
import type { Likeness } from './selectors/topics'
import type { ConsolidationContext, EarlierSummary, SummaryModel } from './types'

export interface ConsolidationPorts {
  store: Pick<Store, 'consolidation' | 'memories' | 'memoryWriting'>
  clock: Clock
  settings(): {
    memoryStrategy: 'auto' | ConsolidationStrategyName
    memoryGroupBy: GroupBy
    memoryGroupThreshold: number
  }
  /** Of the vectors that are compared. */
  modelId(): string
  /** How alike two of its vectors are, calibrated on single sentences; null: nobody fitted it. */
  likeness(): Likeness | null
  /** Resolves when entries that wait for their vectors have them, or nobody can make them. */
  ready(): Promise<void>
  /** The model that may be shown entries of this tier, if there is one that proved it can sum up. */
  model(tier: AccessTier): SummaryModel | null
  /** What is stored beside a content. */
  read(content: string): { tokenCount: number; piiKinds: PiiKind[] }
  /** Logs and applies an operation; everybody follows it. */
  apply(draft: ConsolidationDraft): Promise<OperationResult>
  /** The same of what is planned, once more where a backup had to be waited for. A draft of null: there is nothing to do. */
  applyPlanned(plan: () => Promise<PlannedRun>): Promise<{ planned: PlannedRun; result: OperationResult | null }>
  onFault(error: unknown): void
}

export interface ConsolidationDraft {
  kind: OperationKind
  actor: 'janitor'
  sentence: string
  buckets: []
  creates: []
  createsMemories?: NewMemory[]
  writes: RegisterWrite[]
}

export interface ConsolidationOutcome {
  /** Null: there was nothing to put together. */
  operationId: OperationId | null
  summaryIds: MemoryId[]
  removedIds: MemoryId[]
}

interface PlannedRun {
  draft: ConsolidationDraft | null
  outcome: Omit<ConsolidationOutcome, 'operationId'>
}

export type ConsolidationService = ReturnType<typeof createConsolidation>

/**
 * From so likely on that two sentences say the same (calibrated), they are about one thing: that takes less than saying the
 * same. In the sample of `selectors/topics.real.test.ts` sentences about different things reach 0.3.
 */
export const TOPIC_LIKENESS = 0.4
/** Entries that become one summary; more become several. */
const MOST_IN_ONE = 25
/** A round takes up what the one before had no room for. */
const MAX_ROUNDS = 8
const NOTHING: ConsolidationOutcome = { operationId: null, summaryIds: [], removedIds: [] }

/** Puts memories that say much the same together, once there is something new (docs/consolidation.md). */
export function createConsolidation(ports: ConsolidationPorts) {
  const { store } = ports
  const stopping = new AbortController()
  let running: Promise<ConsolidationOutcome> | null = null

  async function consolidate(signal: AbortSignal): Promise<ConsolidationOutcome> {
    const past = await store.consolidation.past()
    if (ports.settings().memoryGroupBy === 'category_and_topic') await ports.ready()
    const standing = await store.memories.standingWithVectors(ports.modelId())
    const known = new Map(standing.map(({ memory }) => [memory.id, memory]))
    const recorder = new RunRecorder()
    for (const group of byCategory(standing.filter(({ memory }) => takesPart(memory, past))).values()) {
      if (!group.some(({ memory }) => isNews(memory, past))) continue
      const trajectory = earlierSummaries(standing)
      for (const part of byReader(group)) await work(part, { past, known, recorder, trajectory, signal })
    }
    return settle(recorder, known, past)
  }

  /** One category, or the part of it that one model may see. */
  async function work({ entries, model }: Share, run: Run): Promise<void> {
    const grouping = groupingOf(entries)
    if (!grouping) return
    const { memoryStrategy, memoryGroupThreshold } = ports.settings()
    const memoryOf = (id: MemoryId) => run.known.get(id)
    const isNew = (id: MemoryId) => {
      const memory = memoryOf(id)
      return memory !== undefined && isNews(memory, run.past)
    }
    const strategy = buildConsolidationStrategy({
      strategy: strategyFor(memoryStrategy, model),
      selector: 'guarded',
      groupThreshold: memoryGroupThreshold,
      grouping,
      guard: {
        protects: ({ id }) => {
          const memory = memoryOf(id)
          return memory === undefined || isProtected(memory, run.past)
        },
        isNew: ({ id }) => isNew(id),
        fewest: memoryGroupThreshold - 1,
        most: MOST_IN_ONE,
      },
      backend: run.recorder,
      ...(model ? { model } : {}),
      // What of `dual_mode` needs no model: key facts and anchors, word for word.
      ...(memoryStrategy === 'dual_mode' && !model ? { op: 'extractive_preservation' as const } : {}),
    })
    const context: ConsolidationContext = {
      signal: run.signal,
      trajectory: run.trajectory,
      tags: [],
      onFault: ports.onFault,
    }
    let left = entries.map(entryOf)
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      run.signal.throwIfAborted()
      const compared =
        grouping.groupBy === 'category_and_topic' ? await neighbourhood(left, isNew, grouping.likeness) : left
      const { removedIds } = await strategy.consolidate(compared, context)
      if (removedIds.length === 0) return
      left = left.filter((entry) => !removedIds.includes(entry.id))
    }
  }

  /** Null: entries are to be grouped by topic, and of some nobody knows what they are about yet. */
  function groupingOf(entries: readonly MemoryWithVector[]): HighestRelevanceOptions | null {
    if (ports.settings().memoryGroupBy === 'category') return { groupBy: 'category' }
    const likeness = ports.likeness()
    if (!likeness || entries.some(({ vector }) => vector === null)) return null
    return { groupBy: 'category_and_topic', likeness, threshold: TOPIC_LIKENESS }
  }

  /** Entries that must not leave this machine are put together without a model that is elsewhere. */
  function byReader(entries: readonly MemoryWithVector[]): Share[] {
    const [open, secret] = [ports.model('PUBLIC'), ports.model('SENSITIVE')]
    if (open === null || secret !== null) return [{ entries, model: open }]
    const isSecret = ({ memory }: MemoryWithVector) => memory.accessTier === 'SENSITIVE'
    return [
      { entries: entries.filter((entry) => !isSecret(entry)), model: open },
      { entries: entries.filter(isSecret), model: null },
    ]
  }

  /** The whole run as one operation. What a person changed while a model was writing is left as it is. */
  async function settle(
    recorder: RunRecorder,
    known: ReadonlyMap<MemoryId, StoredMemory>,
    past: ConsolidationPast,
  ): Promise<ConsolidationOutcome> {
    const { planned, result } = await ports.applyPlanned(() => planRun(recorder, known, past))
    return { ...planned.outcome, operationId: result?.operationId ?? null }
  }

  async function planRun(
    recorder: RunRecorder,
    known: ReadonlyMap<MemoryId, StoredMemory>,
    past: ConsolidationPast,
  ): Promise<PlannedRun> {
    const creates: NewMemory[] = []
    const writes: RegisterWrite[] = []
    const removed: StoredMemory[] = []
    for (const recorded of recorder.summaries()) {
      const parts = await store.memories.byIds(recorded.parts)
      const same = parts.every((part) => unchanged(part, known.get(part.id)) && !isProtected(part, past))
      if (!same || parts.length !== recorded.parts.length || (await isBuried(recorded.summary.content))) continue
      creates.push(mergedMemory(recorded, parts, ports.read(recorded.summary.content)))
      writes.push(...mergeWrites(recorded, parts))
      removed.push(...parts)
    }
    if (creates.length === 0) return { draft: null, outcome: NOTHING }
    return {
      draft: {
        kind: 'consolidate_memories',
        actor: 'janitor',
        sentence: sentenceFor(creates, removed),
        buckets: [],
        creates: [],
        createsMemories: creates,
        writes,
      },
      outcome: {
        summaryIds: creates.map((memory) => memory.id),
        removedIds: removed.map((memory) => memory.id),
      },
    }
  }

  /** The person had just this text forgotten. */
  async function isBuried(content: string): Promise<boolean> {
    return (await store.memories.ofHash(contentHash(content))).some((memory) => memory.forgottenAt !== null)
  }

  return {
    /**
     * Puts together what there is to put together since the last time; nothing, if nothing is new. One run at a time: a
     * second caller gets the first one's outcome. All of a run is one entry of the log, undone by one undo.
     * @throws what the store throws, and the signal's reason; nothing is changed then
     */
    consolidateIfNew(signal: AbortSignal = stopping.signal): Promise<ConsolidationOutcome> {
      running ??= consolidate(AbortSignal.any([signal, stopping.signal])).finally(() => {
        running = null
      })
      return running
    },

    /**
     * A memory behind a summary was forgotten or reworded: the summary still says what it said, so it is taken apart. What
     * else it stood for stands again by itself.
     */
    async follow({ memories }: OperationResult): Promise<void> {
      const hidden = (memories?.memories ?? []).filter(
        (memory) => memory.supersededBy !== null && memory.endedAt === null,
      )
      if (hidden.length === 0) return
      const outdated = await store.consolidation.outdated(hidden.map((memory) => memory.id))
      for (const id of outdated) await takeApart(id)
    },

    /**
     * A memory is about to be erased: every summary that was ever made of it holds its words and goes for good. What else
     * those stood for stands again by itself (07-settled, Erase).
     */
    async beforeErasing(id: MemoryId): Promise<void> {
      for (const summary of await store.consolidation.madeOf(id)) {
        await takeApart(summary)
        await store.memoryWriting.erase(summary, ports.clock.now())
      }
    },

    /** Memories are about to end: what a summary says of them holds no more either. */
    async beforeEnding(ids: readonly MemoryId[]): Promise<void> {
      const behind = (await store.memories.byIds(ids)).flatMap((m) =>
        m.endedAt === null && m.supersededBy !== null ? [m.supersededBy] : [],
      )
      for (const summary of new Set(behind)) await takeApart(summary)
    },

    /** Ends a run under way, which changes nothing then. */
    async close(): Promise<void> {
      stopping.abort(new CatchmentError('cancelled', 'The app is ending.'))
      await running?.catch(() => undefined)
    },
  }

  async function takeApart(id: MemoryId): Promise<void> {
    const [summary] = await store.memories.byIds([id])
    if (!summary || summary.ownState === 'void') return
    const parts = await store.consolidation.partsOf(id)
    await ports.apply({
      kind: 'consolidate_memories',
      actor: 'janitor',
      sentence: 'Took a summary apart: a memory in it was changed, forgotten or erased.',
      buckets: [],
      creates: [],
      writes: [
        { entity: 'memory', entityId: id, field: 'own_state', after: 'void' },
        ...parts.map(
          (part): RegisterWrite => ({ entity: 'memory', entityId: part, field: 'superseded_by', after: null }),
        ),
      ],
    })
  }
}

interface Share {
  entries: readonly MemoryWithVector[]
  model: SummaryModel | null
}

interface Run {
  past: ConsolidationPast
  known: ReadonlyMap<MemoryId, StoredMemory>
  recorder: RunRecorder
  trajectory: readonly EarlierSummary[]
  signal: AbortSignal
}

/**
 * `auto`: with a model `llm`, which says in one text how things developed and falls back to bullets by itself; else `simple`.
 * What needs a model is `simple` without one; `dual_mode` then keeps its extractive op.
 */
export function strategyFor(
  setting: 'auto' | ConsolidationStrategyName,
  model: SummaryModel | null,
): ConsolidationStrategyName {
  if (!model) return 'simple'
  return setting === 'auto' ? 'llm' : setting
}

function earlierSummaries(standing: readonly MemoryWithVector[]): EarlierSummary[] {
  return standing
    .filter(({ memory }) => memory.source === 'consolidation' && memory.accessTier === 'PUBLIC')
    .map(({ memory }) => ({ category: memory.category, content: memory.content, at: Date.parse(memory.createdAt) }))
}

const unchanged = (now: StoredMemory, then: StoredMemory | undefined): boolean =>
  then !== undefined &&
  now.content === then.content &&
  now.supersededBy === null &&
  now.endedAt === null &&
  now.forgottenAt === null &&
  now.ownState === 'live' &&
  now.category === then.category

const excerpt = (text: string): string =>
  cutGraphemes(text.replace(/^- /u, '').replace(/\n- /gu, '; ').replace(/\s+/gu, ' '), 60)

function sentenceFor(creates: readonly NewMemory[], removed: readonly StoredMemory[]): string {
  const [first] = creates
  const into = creates.length === 1 ? 'one' : String(creates.length)
  return `Put ${removed.length} memories that say much the same into ${into}: “${excerpt(first?.content ?? '')}”${creates.length > 1 ? ' and others' : ''}.`
}

import { CatchmentError } from '@shared/contract/errors'
import type { SegmentAct } from '@shared/contract/segments'
import type { SegmentView } from '@shared/domain'
import type { BucketId, SegmentId } from '@shared/ids'
import type { StoredMessage, StoredSegment } from '../store/types'
import { afterStoreFailure, CLAIM_MS, complexity, EMBEDDING_WAIT_MS } from './collapse'
import { createDownstream } from './downstream'
import { toSegmentView } from './manifest-service'
import type { SegmentPorts } from './ports'
import { planClose } from './reorganise'
import { type MadeSummary, SegmentSummaries } from './summaries'

/** How a collapse ended. */
export type CollapseOutcome =
  | 'collapsed'
  /** A message arrived meanwhile: the segment goes on. */
  | 'interrupted'
  /** The model, the embeddings or the store could not be used; tried again later. */
  | 'waiting'
  /** Storing failed three times; visible, and tried again when a person asks. */
  | 'failed'
  /** There is nothing to do: it is closed already, or somebody else is at it. */
  | 'not_open'

export interface SegmentService {
  /** Collapses everything that is due, oldest first: every five minutes, at start-up and when the computer wakes. */
  checkTimeouts(): Promise<void>
  /** Collapses one segment now. Overlapping calls for the same segment are one. Never throws. */
  collapse(segment: SegmentId): Promise<CollapseOutcome>
  /**
   * "Close this segment now": the one that is going on, or another. It is an operation of the log first, so what a crash cuts
   * off is due again at the next start. What is over already is only summarised, if it is not yet.
   * @throws CatchmentError `not_found`, `unavailable`
   */
  closeNow(segment?: SegmentId): Promise<SegmentAct>
  /** Tries a failed or waiting segment again from the start. @throws CatchmentError `not_found`, `unavailable` */
  retry(segment: SegmentId): Promise<SegmentView>
  /** The start of a program that alone has the store open: what the one before it was at when it died is due at once. */
  recover(): Promise<void>
  /** How many messages lie in imported segments that are due to be closed. */
  importedDue(): Promise<number>
  /**
   * Files and closes what an import that was interrupted left behind, oldest first, and names the buckets it makes.
   * @param report hears how many messages are done
   * @returns how many segments there were; those that are not reached before `signal` stay due
   */
  fileImported(signal: AbortSignal, report?: (messages: number) => void): Promise<number>
  /** Finishes the downstream work of every collapsed segment. */
  drain(): Promise<void>
  /** Archives what was closed long ago and is in no active bucket, and brings back what is again. */
  archive(): Promise<void>
  /** Resolves when no collapse is under way. */
  idle(): Promise<void>
  /** Stops asking models, waits for what is under way, leaves the bus. What was cut off is due again at the next start. */
  close(): Promise<void>
}

interface Options {
  /** Somebody waits for it: the three attempts follow each other closely instead of minutes apart. */
  now: boolean
  /** From the start: failures of before do not count. */
  fresh: boolean
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * The life of segments (01-domain, Segment): `active → collapsing → collapsed`, driven by SegmentTimeout →
 * SegmentCollapsed → ManifestUpdated on the bus. All state is in the store, so a crash at any point leaves a segment that is
 * due again: a claim expires, a collapse without its downstream work is drained.
 */
export function createSegments(ports: SegmentPorts): SegmentService {
  const { store, clock, bus, onFault } = ports
  const running = new Map<SegmentId, Promise<CollapseOutcome>>()
  /** Somebody waits for them to be closed, whoever collapses them. */
  const awaited = new Set<SegmentId>()
  const stopping = new AbortController()
  const summaries = new SegmentSummaries(ports, stopping.signal)
  const downstream = createDownstream(ports, stopping.signal)

  const offTimeout = bus.on('segment.timeout', async ({ segmentId }) => void (await collapse(segmentId)))
  const offCollapsed = bus.on('segment.collapsed', ({ segmentId }) => downstream.drainSegment(segmentId))

  // A person's own trigger (07-settled, Segments): the segment is closed once the turn it was said in has ended.
  const offPhrase = bus.on('turn.finished', async (event) => {
    if (!saysJust(event.userMessage.text, ports.settings().segmentClosePhrase)) return
    const segment = event.userMessage.segmentId
    if (segment === null) return
    await guarded('The segment was not closed.', async () => void (await service.closeNow(segment)))
  })

  function collapse(id: SegmentId, options: Partial<Options> = {}): Promise<CollapseOutcome> {
    const known = running.get(id)
    if (known) return known
    const job = attempt(id, { now: awaited.has(id), fresh: false, ...options })
      .catch((error: unknown): CollapseOutcome => {
        // The store could not even note that it failed: the claim expires by itself.
        onFault(new Error(`Segment ${id} could not be collapsed.`, { cause: error }))
        return 'waiting'
      })
      .finally(() => running.delete(id))
    running.set(id, job)
    return job
  }

  async function attempt(id: SegmentId, options: Options): Promise<CollapseOutcome> {
    if (stopping.signal.aborted) return 'waiting'
    if (!(await store.segments.claim({ segmentId: id, now: clock.now(), claimMs: CLAIM_MS }))) return 'not_open'
    const segment = await store.segments.byId(id)
    if (!segment) return 'not_open'
    const outcome = await work(segment, options)
    if (outcome !== 'interrupted') await guarded('The session was not ended.', () => endSession(segment, outcome))
    await announce(id, outcome)
    return outcome
  }

  /** Everything between claim and save. Whatever way it ends, the claim is given back or the collapse is stored. */
  async function work(segment: StoredSegment, options: Options): Promise<CollapseOutcome> {
    const { id } = segment
    const attempts = options.fresh ? 0 : segment.attempts
    try {
      const messages = await store.messages.ofSegment(id)
      // Moving a segment's edges says nothing new of where its messages belong.
      const buckets = messages.length === 0 ? [] : segment.resummarise ? bucketsIn(messages) : await ports.refile(id)
      const now = options.now || segment.conv !== null
      const summary = await summaries.make(segment, messages, { attempts, now })
      if (summary === 'later') return 'waiting'
      const final = summary.corrections.length > 0 ? await ports.refile(id, summary.corrections) : buckets
      return await save(segment, messages.length, summary, final)
    } catch (error) {
      return giveBack(segment, attempts, error)
    }
  }

  /** The session ends with its segment, whether or not that could be summarised; one that began since goes on. */
  async function endSession({ id, conv, resummarise }: StoredSegment, outcome: CollapseOutcome): Promise<void> {
    if (conv !== null || resummarise || (await goesOn(id, outcome))) return
    const session = await store.sessions.current()
    if (!session) return
    const said = await store.messages.ofSegment(id)
    if (said.some((m) => m.seq > session.afterSeq)) await store.sessions.end(clock.now())
  }

  /**
   * A person cut this off from the segment that is going on, or took its closing back the moment it was done: the session
   * goes on with that.
   */
  async function goesOn(id: SegmentId, outcome: CollapseOutcome): Promise<boolean> {
    const live = await store.segments.active()
    const timeoutMs = ports.settings().segmentTimeoutMinutes * MINUTE
    if (live?.id === id && outcome !== 'collapsed') return false
    return live !== null && !live.closing && clock.now() - Date.parse(live.endedAt) <= timeoutMs
  }

  async function save(
    segment: StoredSegment,
    expectedMessages: number,
    { title, synopsis, summarisedBy }: MadeSummary,
    buckets: readonly BucketId[],
  ): Promise<CollapseOutcome> {
    const [embedding] = await ports.embedder.embed([synopsis], { kind: 'passage', priority: 'normal' })
    if (!embedding) throw new CatchmentError('model_failed', 'The embedding model gave no vector for a synopsis.')
    const saved = await store.segments.saveCollapse({
      segmentId: segment.id,
      title,
      synopsis,
      summarisedBy,
      embedding,
      embeddingModel: ports.embedder.modelId,
      buckets: [...buckets],
      toolsUsed: segment.toolsUsed,
      complexity: complexity({ messages: expectedMessages, buckets: buckets.length, tools: segment.toolsUsed.length }),
      expectedMessages,
      inactiveMinutes: Math.max(0, Math.round((clock.now() - Date.parse(segment.endedAt)) / MINUTE)),
    })
    return saved ? 'collapsed' : 'interrupted'
  }

  /**
   * Gives the claim back after a failure. A missing or broken embedding model is waited for without counting: nothing can
   * be filed or found again without vectors, and the models' status tells the person. Anything else is a failure to store.
   */
  async function giveBack(segment: StoredSegment, attempts: number, error: unknown): Promise<CollapseOutcome> {
    const segmentId = segment.id
    if (stopping.signal.aborted) {
      await store.segments.release({ segmentId })
      return 'waiting'
    }
    onFault(new Error(`Segment ${segmentId} was not collapsed.`, { cause: error }))
    if (error instanceof CatchmentError && WAITED_FOR.has(error.code)) {
      await store.segments.release({ segmentId, retryAt: clock.now() + EMBEDDING_WAIT_MS })
      return 'waiting'
    }
    const after = afterStoreFailure(attempts, clock.now())
    if (after.next === 'give_up') {
      await store.segments.release({ segmentId, attempts: after.attempts, failed: true })
      return 'failed'
    }
    await store.segments.release({ segmentId, attempts: after.attempts, retryAt: after.retryAt })
    return 'waiting'
  }

  /** Tells the window; after a collapse first the other rooms, which do their downstream work before the manifest is news. */
  async function announce(id: SegmentId, outcome: CollapseOutcome): Promise<void> {
    const segment = await store.segments.byId(id)
    if (!segment) return
    if (outcome === 'collapsed') {
      await publish(() => bus.emit('segment.collapsed', { segmentId: id, buckets: segment.buckets }))
    }
    await publish(() => bus.emit('manifest.updated'))
    bus.tell({ type: 'segments.changed', segments: [toSegmentView(segment)] })
    bus.tell({ type: 'manifest.changed' })
  }

  /** A listener that fails does not undo what it was told of; what it left undone is drained later. */
  async function publish(emit: () => Promise<void>): Promise<void> {
    await guarded('A listener failed at a segment event.', emit)
  }

  async function guarded(what: string, step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => onFault(new Error(what, { cause: error })))
  }

  async function closed(id: SegmentId, options: Options): Promise<SegmentView> {
    await running.get(id)
    const outcome = await collapse(id, options)
    const segment = await store.segments.byId(id)
    if (!segment) throw new CatchmentError('not_found', 'There is no such segment.')
    if (outcome === 'waiting' || outcome === 'failed') {
      throw new CatchmentError(
        'unavailable',
        'The segment could not be summarised yet. Nothing is lost; it is tried again by itself once the part that failed works.',
      )
    }
    return toSegmentView(segment)
  }

  function dueNow(): Promise<StoredSegment[]> {
    const timeoutMs = ports.settings().segmentTimeoutMinutes * MINUTE
    return store.segments.due({ now: clock.now(), timeoutMs, claimMs: CLAIM_MS })
  }

  const importedNow = async (): Promise<StoredSegment[]> => (await dueNow()).filter(({ conv }) => conv !== null)

  const service: SegmentService = {
    async checkTimeouts() {
      const all = await dueNow()
      const due = ports.isImporting?.() ? all.filter((segment) => segment.conv === null) : all
      const areImported = due.some(({ conv }) => conv !== null)
      if (areImported) bus.tell({ type: 'import.filing', active: true })
      try {
        for (const { id } of due) {
          if (stopping.signal.aborted) return
          await publish(() => bus.emit('segment.timeout', { segmentId: id }))
        }
        // Also those of an import that ended before it came to that.
        if (!ports.isImporting?.()) await ports.nameImported?.()
        await downstream.drainAll()
      } finally {
        if (areImported) bus.tell({ type: 'import.filing', active: false })
      }
    },
    recover: () => store.segments.endClaims({ but: [...running.keys()] }),
    importedDue: async () => (await importedNow()).reduce((sum, { messages }) => sum + messages, 0),
    async fileImported(signal, report) {
      const left = await importedNow()
      let done = 0
      for (const { id, messages } of left) {
        if (signal.aborted || stopping.signal.aborted) break
        await collapse(id)
        done += messages
        report?.(done)
      }
      await ports.nameImported?.()
      return left.length
    },
    collapse: (id) => collapse(id),
    async closeNow(id) {
      const segment = id === undefined ? await store.segments.active() : await store.segments.byId(id)
      if (!segment) throw new CatchmentError('not_found', 'There is no segment to close.')
      const going = isGoingOn(segment) ? await store.segmentViews.goingOn(segment.id) : null
      if (!going) {
        const view = await closed(segment.id, { now: true, fresh: false })
        return { operationId: null, sentence: 'It was over already.', segment: view }
      }
      awaited.add(segment.id)
      try {
        const draft = planClose(segment, going, clock.now())
        const { operationId } = await ports.apply(draft)
        const view = await closed(segment.id, { now: true, fresh: false })
        return { operationId, sentence: draft.sentence, segment: view }
      } finally {
        awaited.delete(segment.id)
      }
    },
    async retry(id) {
      return closed(id, { now: true, fresh: true })
    },
    drain: () => downstream.drainAll(),
    async archive() {
      const closedBefore = clock.now() - ports.settings().archiveSegmentsDays * DAY
      const changed = await store.segmentUpkeep.archive({ closedBefore, memories: ports.extractMemories !== undefined })
      if (changed.length === 0) return
      await publish(() => bus.emit('manifest.updated'))
      bus.tell({ type: 'segments.changed', segments: changed.map(toSegmentView) })
      bus.tell({ type: 'manifest.changed' })
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
    async close() {
      stopping.abort()
      offTimeout()
      offCollapsed()
      offPhrase()
      await Promise.all(running.values())
    },
  }
  return service
}

/** Nothing but the phrase, however it is written and whatever ends it. */
export function saysJust(text: string, phrase: string): boolean {
  const plain = (words: string) =>
    words
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ' ')
      .trim()
  return plain(phrase) !== '' && plain(text) === plain(phrase)
}

/** Live messages go into it, and nobody has closed it yet. */
const isGoingOn = ({ status, conv, resummarise, closing }: StoredSegment): boolean =>
  (status === 'active' || status === 'collapsing') && conv === null && !resummarise && !closing

const bucketsIn = (messages: readonly StoredMessage[]): BucketId[] => [
  ...new Set(messages.flatMap((m) => m.bucketId ?? [])),
]

/** What a collapse waits for instead of counting it as a failure. */
const WAITED_FOR = new Set<string>(['model_missing', 'model_failed', 'unavailable', 'cancelled'])

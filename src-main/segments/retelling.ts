/** Older segments and summaries told anew by a model that can: offered when one is chosen, one act of the log, taken back as one. */
import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, isMisc, type OperationId } from '@shared/ids'
import { escapeTags } from '@shared/tags/escape'
import type { RegisterWrite, StoredBucket, StoredSegment } from '../store/types'
import { rewriteSummary } from './downstream'
import { MODEL_MS, type SegmentPorts } from './ports'
import { createRetitling, type Retitled } from './retitling'
import { summariseWithModel } from './summariser'

/** So far back titles are told anew: what a person still looks at. */
const MOST_SEGMENTS = 200

export interface RetellingRun {
  signal: AbortSignal
  report(progress: number | null, detail: string): void
  /** Waited for before each question: a person's own turn goes first. */
  ready(): Promise<void>
}

export interface Retold {
  operationId: OperationId | null
  segments: number
  summaries: number
  /** Buckets with another title. */
  titles: number
}

export type Retelling = ReturnType<typeof createRetelling>

export interface RetellingPorts extends SegmentPorts {
  living(): readonly StoredBucket[]
  /** Nobody gave the bucket its name. */
  isOpenToNames(bucket: BucketId): Promise<boolean>
}

export function createRetelling(ports: RetellingPorts) {
  const { store, chat, can, onFault } = ports
  const retitling = createRetitling(ports)

  /** What a person named, what an import named, and what says nothing a model could say better are left as they are. */
  async function segmentsDue(): Promise<StoredSegment[]> {
    const newest = await store.segments.newest(MOST_SEGMENTS)
    return newest.filter(
      (s) =>
        s.status === 'collapsed' && s.summarisedBy === 'extractive' && !s.named && !s.titleFromExport && s.messages > 1,
    )
  }

  async function bucketsDue(): Promise<StoredBucket[]> {
    const due: StoredBucket[] = []
    for (const bucket of ports.living()) {
      if (isMisc(bucket.id) || bucket.status !== 'active' || bucket.messages < 2) continue
      const [newest] = await store.summaries.list(bucket.id)
      if (newest?.madeBy !== 'model') due.push(bucket)
    }
    return due
  }

  async function told(segment: StoredSegment, signal: AbortSignal): Promise<RegisterWrite | null> {
    const model = chat()
    if (!model) throw new CatchmentError('model_missing', 'There is no chat model any more.')
    const { summary } = await summariseWithModel({
      model,
      wants: { summary: true, assignment: false },
      messages: await store.messages.ofSegment(segment.id),
      buckets: [],
      signal: AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)]),
    })
    if (!summary) return null
    const [embedding] = await ports.embedder.embed([summary.synopsis], { kind: 'passage', priority: 'backlog' })
    if (!embedding) return null
    await store.segments.prepareRetelling({ segmentId: segment.id, embedding })
    const after = JSON.stringify({ title: escapeTags(summary.title), synopsis: escapeTags(summary.synopsis) })
    return { entity: 'segment', entityId: segment.id, field: 'segment_retold', after }
  }

  /** Titles of buckets, each among those that stand by then: one act of the log. Answers how many got another. */
  async function retitle(
    due: readonly StoredBucket[],
    { signal, ready }: RetellingRun,
    step: () => void,
  ): Promise<number> {
    const titles = new Map(ports.living().map((b) => [b.id, b.title.toLowerCase()]))
    const made: Retitled[] = []
    for (const bucket of due) {
      if (signal.aborted) break
      await ready()
      const taken = new Set([...titles].flatMap(([id, title]) => (id === bucket.id ? [] : [title])))
      const given = await retitling.titled(bucket, taken, signal).catch((error: unknown) => {
        if (!signal.aborted) onFault(new Error(`The bucket ${bucket.id} was not named anew.`, { cause: error }))
        return null
      })
      if (given) {
        titles.set(bucket.id, given.title.toLowerCase())
        made.push(given)
      }
      step()
    }
    const [first] = made
    if (!first) return 0
    await ports.apply({
      kind: 'rename',
      actor: 'model',
      sentence:
        made.length === 1
          ? `The model renamed “${first.bucket.title}” to “${first.title}”.`
          : `The model gave ${made.length} buckets new titles.`,
      buckets: made.map(({ bucket }) => bucket.id),
      creates: [],
      writes: made.map(({ write }) => write),
    })
    return made.length
  }

  return {
    /** How much would be told anew; nothing without a model that proved its `title`. */
    async due(): Promise<{ segments: number; buckets: number }> {
      if (chat() === null || !can('title')) return { segments: 0, buckets: 0 }
      const [segments, summaries, titles] = await Promise.all([segmentsDue(), bucketsDue(), retitling.due()])
      return { segments: segments.length, buckets: new Set([...summaries, ...titles].map((b) => b.id)).size }
    },

    /**
     * Titles and synopses of the newest segments, then summaries and titles of living buckets. Stopped in the middle, what was made
     * by then is kept. A segment the model fails at stays as it was.
     * @throws CatchmentError `model_missing` without a model that may title
     */
    async run(retelling: RetellingRun): Promise<Retold> {
      const { signal, report, ready } = retelling
      if (chat() === null || !can('title'))
        throw new CatchmentError('model_missing', 'There is no chat model that can name segments.')
      const [segments, buckets, untitled] = await Promise.all([segmentsDue(), bucketsDue(), retitling.due()])
      const writes: RegisterWrite[] = []
      let done = 0
      const step = (): void => report(++done / (segments.length + buckets.length + untitled.length), '')
      for (const segment of segments) {
        if (signal.aborted) break
        await ready()
        const write = await told(segment, signal).catch((error: unknown) => {
          if (!signal.aborted) onFault(new Error(`Segment ${segment.id} was not told anew.`, { cause: error }))
          return null
        })
        if (write) writes.push(write)
        step()
      }
      let summaries = 0
      for (const bucket of buckets) {
        if (signal.aborted) break
        await ready()
        const made = await rewriteSummary(ports, bucket, signal).then(
          () => true,
          (error: unknown) => {
            if (!signal.aborted) onFault(new Error(`The summary of ${bucket.id} was not told anew.`, { cause: error }))
            return false
          },
        )
        if (made) summaries += 1
        step()
      }
      const titles = await retitle(untitled, retelling, step)
      if (writes.length === 0) return { operationId: null, segments: 0, summaries, titles }
      const { operationId } = await ports.apply({
        kind: 'retell_segments',
        actor: 'model',
        sentence:
          writes.length === 1
            ? 'The model gave one segment a new title and synopsis.'
            : `The model gave ${writes.length} segments new titles and synopses.`,
        buckets: [],
        creates: [],
        writes,
      })
      return { operationId, segments: writes.length, summaries, titles }
    },
  }
}

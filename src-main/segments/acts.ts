import { CatchmentError } from '@shared/contract/errors'
import type { RelatedSegment, SegmentAct, SegmentOffer } from '@shared/contract/segments'
import { type BucketId, type MessageId, type SegmentId, segmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { EventBus } from '../runtime/bus'
import type { Store } from '../store/protocol'
import type { OperationResult, StoredBucket, StoredSegment } from '../store/types'
import { toSegmentView } from './manifest-service'
import { planOffers } from './offers'
import { relatedTo } from './related'
import { planMerge, planRename, planSplit, type SegmentDraft } from './reorganise'

export interface SegmentActsPorts {
  store: Store
  bus: EventBus
  settings(): { segmentTimeoutMinutes: number }
  directory: { resolve(id: BucketId): StoredBucket | null }
  /** What all texts have in common, as the embedding model's vectors have it. */
  background(): Float32Array
  /** Logs and applies an operation; everybody follows it. */
  apply(draft: SegmentDraft): Promise<OperationResult>
  /** Summarises what holds other messages now; nobody waits for it. */
  collapse(segment: SegmentId): Promise<unknown>
}

/** How far back short neighbours are looked for. */
const OFFER_DEPTH = 200
/** Of so many nearest ones it is looked at whether they are alike. */
const RELATED_DEPTH = 40

export type SegmentActs = ReturnType<typeof createSegmentActs>

/** What a person does to segments: rename, merge, split. Each is one operation of the log, with its receipt. */
export function createSegmentActs(ports: SegmentActsPorts) {
  const { store, bus } = ports

  async function find(id: SegmentId): Promise<StoredSegment> {
    const segment = await store.segments.byId(id)
    if (!segment) throw new CatchmentError('not_found', 'There is no such segment.')
    return segment
  }

  async function perform(draft: SegmentDraft, id: SegmentId): Promise<SegmentAct> {
    const { operationId } = await ports.apply(draft)
    return { operationId, sentence: draft.sentence, segment: toSegmentView(await find(id)) }
  }

  return {
    /** @throws CatchmentError `not_found` */
    async rename(id: SegmentId, title: string): Promise<SegmentAct> {
      const segment = await find(id)
      const draft = planRename(segment, title)
      if (draft) return perform(draft, id)
      return { operationId: null, sentence: 'It is called that already.', segment: toSegmentView(segment) }
    },

    /** With the segment before it. @throws CatchmentError `not_found`, `conflict` */
    async merge(id: SegmentId): Promise<SegmentAct> {
      const segment = await find(id)
      const previous = await store.segmentViews.previousOf(id)
      return perform(planMerge(segment, previous), previous?.id ?? id)
    },

    /** The message becomes the first of a segment of its own. @throws CatchmentError `not_found`, `conflict` */
    async split(at: MessageId): Promise<SegmentAct> {
      const [message] = await store.messages.byIds([at])
      if (!message) throw new CatchmentError('not_found', 'There is no such message.')
      if (!message.segmentId) throw new CatchmentError('conflict', 'This message is in no segment yet.')
      const segment = await find(message.segmentId)
      const parts = await store.segmentViews.parts(segment.id)
      const draft = planSplit({ segment, parts, at: message, fresh: segmentId.parse(uuidv7()) })
      const { operationId } = await ports.apply(draft)
      const [moved] = await store.messages.byIds([at])
      return {
        operationId,
        sentence: draft.sentence,
        segment: toSegmentView(await find(moved?.segmentId ?? segment.id)),
      }
    },

    /** After any operation, its undo or redo: the window and the manifest hear of it, summaries are made anew. */
    async follow({ segments: change }: Pick<OperationResult, 'segments'>): Promise<void> {
      if (!change) return
      bus.tell({ type: 'segments.changed', segments: change.shown.map(toSegmentView), removed: change.removed })
      if (change.messageIds.length > 0) bus.tell({ type: 'messages.changed', messageIds: change.messageIds })
      await bus.emit('manifest.updated')
      bus.tell({ type: 'manifest.changed' })
      const anew = change.shown.filter((s) => s.resummarise || (s.status === 'active' && s.closing))
      for (const { id } of anew) void ports.collapse(id)
    },

    /** Closed segments about something alike, most alike first. @throws CatchmentError `not_found`, `model_missing` */
    async related(id: SegmentId, limit: number): Promise<RelatedSegment[]> {
      const own = await find(id)
      const nearest = await store.segmentViews.related(id, RELATED_DEPTH, ports.background())
      const found = relatedTo(own, nearest, (bucket) => ports.directory.resolve(bucket)?.id ?? bucket)
      return found
        .slice(0, limit)
        .map(({ segment, cosine }) => ({ segment: toSegmentView(segment), likeness: Math.max(0, cosine) }))
    },

    async offers(): Promise<SegmentOffer[]> {
      return planOffers({
        segments: await store.segments.newest(OFFER_DEPTH),
        bucket: (bucket) => ports.directory.resolve(bucket),
        timeoutMs: ports.settings().segmentTimeoutMinutes * 60_000,
        apart: await store.segmentViews.keptApart(),
      })
    },

    async declineOffer(id: SegmentId, previous: SegmentId): Promise<void> {
      await store.segmentViews.keepApart(id, previous)
    },
  }
}

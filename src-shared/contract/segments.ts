import { z } from 'zod'
import type { IsoTime, ManifestGroup, MessageView, SegmentView } from '../domain'
import { type BucketId, bucketId, type MessageId, messageId, type OperationId, type SegmentId, segmentId } from '../ids'
import type { MemoryLevel } from './memory'
import { nothing, request } from './request'

export interface Manifest {
  groups: ManifestGroup[]
  /** Of all pages: how many segments fit the query. */
  total: number
}

/** A person's act on a segment; undone and redone like every other entry of the log (`receipts.undo`). */
export interface SegmentAct {
  /** Null if there was nothing to do. */
  operationId: OperationId | null
  /** What was done, for a person. */
  sentence: string
  /** The segment as it is now: of a merge the one both are in, of a split the one that begins with the message. */
  segment: SegmentView
}

/** “These two short talks of one bucket belong together?” */
export interface SegmentOffer {
  segmentId: SegmentId
  previousId: SegmentId
  bucketId: BucketId
  sentence: string
}

export interface RelatedSegment {
  segment: SegmentView
  /** How alike their synopses are, 0 to 1: good for an order, no probability. */
  likeness: number
}

/** A version of a bucket's rolling summary, newest first in its list; the first is the bucket's own. */
export interface SummaryVersionView {
  version: number
  summary: string
  madeBy: 'person' | 'model' | 'extractive'
  madeAt: IsoTime
  /** How many messages the bucket held then. */
  messages: number
  /** The messages it sums up, where an older program named them; empty where it is made from all of the bucket. */
  sources: MessageId[]
}

/** Begins every line of a bucket's summary that is kept up to date by itself; a line without it is a person's own. */
export const SUMMARY_BULLET = '• '

/** A local calendar date, `2026-01-18`. */
const day = z.iso.date()

export const segmentRequests = {
  'manifest.tree': request<Manifest>()(
    z.object({
      /** How many segments at most, newest first. */
      depth: z.number().int().min(1).max(5000),
      /** In title or synopsis. */
      filter: z.string().max(200).optional(),
      bucketId: bucketId.optional(),
      /** Local dates, both inclusive. */
      from: day.optional(),
      to: day.optional(),
      /** The last segment of the page before. */
      before: segmentId.optional(),
    }),
  ),
  'segments.messages': request<MessageView[]>()(z.object({ segmentId })),
  /** A closed segment in its shorter forms, from the full talk down to keywords; each is made from the one before it. */
  'segments.lengths': request<MemoryLevel[]>()(z.object({ segmentId })),
  /** “Close this segment now.” */
  'segments.close': request<SegmentAct>()(z.object({ segmentId: segmentId.optional() })),
  'segments.retry': request<SegmentView>()(z.object({ segmentId })),
  /** An empty title gives the automatic one back. */
  'segments.rename': request<SegmentAct>()(z.object({ segmentId, title: z.string().trim().max(200) })),
  /** With the segment before it in the same conversation. */
  'segments.merge': request<SegmentAct>()(z.object({ segmentId })),
  /** The message becomes the first of a new segment. */
  'segments.split': request<SegmentAct>()(z.object({ messageId })),
  'segments.related': request<RelatedSegment[]>()(
    z.object({ segmentId, limit: z.number().int().min(1).max(20).default(5) }),
  ),
  /** Short neighbouring segments of one bucket that might be one (07-settled, Segments). */
  'segments.offers': request<SegmentOffer[]>()(nothing),
  /** Accept one with `segments.merge`; a declined one is not made again. */
  'segments.declineOffer': request<null>()(z.object({ segmentId, previousId: segmentId })),
  'summaries.list': request<SummaryVersionView[]>()(z.object({ bucketId })),
  /** A person's own words: automation keeps them in front and unchanged. */
  'summaries.write': request<SummaryVersionView[]>()(z.object({ bucketId, summary: z.string().max(4000) })),
  /** Made anew from the bucket's messages; what a person wrote stays. */
  'summaries.regenerate': request<SummaryVersionView[]>()(z.object({ bucketId })),
  /** Restores the context early: “apply now” (07-settled). */
  'session.restore': request<null>()(nothing),
}

export type SegmentEvent =
  | { type: 'segments.changed'; segments: SegmentView[]; removed?: SegmentId[] }
  | { type: 'manifest.changed' }

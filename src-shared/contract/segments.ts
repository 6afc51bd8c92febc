import { z } from 'zod'
import type { ManifestGroup, MessageView, SegmentView } from '../domain'
import { segmentId } from '../ids'
import { nothing, request } from './request'

export interface Manifest {
  groups: ManifestGroup[]
  total: number
}

export const segmentRequests = {
  'manifest.tree': request<Manifest>()(
    z.object({ depth: z.number().int().min(1).max(5000), filter: z.string().max(200).optional() }),
  ),
  'segments.messages': request<MessageView[]>()(z.object({ segmentId })),
  /** “Close this segment now.” */
  'segments.close': request<SegmentView>()(z.object({ segmentId: segmentId.optional() })),
  'segments.retry': request<SegmentView>()(z.object({ segmentId })),
  /** Restores the context early: “apply now” (07-settled). */
  'session.restore': request<null>()(nothing),
}

export type SegmentEvent = { type: 'segments.changed'; segments: SegmentView[] } | { type: 'manifest.changed' }

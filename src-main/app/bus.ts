import type { AppWideEvent } from '@shared/contract'
import type { BucketId, SegmentId } from '@shared/ids'
import Emittery from 'emittery'

/**
 * The typed in-process bus. Capabilities tell each other what happened and never import each other's handlers
 * (01-domain, Segment: SegmentTimeout → SegmentCollapsed → ManifestUpdated).
 */
export interface BusEvents {
  'segment.timeout': { segmentId: SegmentId }
  'segment.collapsed': { segmentId: SegmentId; buckets: BucketId[] }
  'manifest.updated': undefined
  /** What the window should know; forwarded over the bridge as it is. */
  window: AppWideEvent
}

export class EventBus extends Emittery<BusEvents> {
  /** Tells the window; delivery is asynchronous and never fails the caller. */
  tell(event: AppWideEvent): void {
    void this.emit('window', event)
  }
}

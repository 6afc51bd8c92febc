import type { AppWideEvent } from '@shared/contract'
import type { BucketId, SegmentId } from '@shared/ids'
import Emittery from 'emittery'

/** Steps in a segment's life that only main needs to know (01-domain, Segment: SegmentTimeout → SegmentCollapsed → ManifestUpdated). */
interface SegmentSteps {
  'segment.timeout': { segmentId: SegmentId }
  'segment.collapsed': { segmentId: SegmentId; buckets: BucketId[] }
  'manifest.updated': undefined
}

/** Everything that happens in main, by name. What the window shows of it is decided by `forwardToWindow`, not by who tells it. */
export type DomainEvents = SegmentSteps & { [Event in AppWideEvent as Event['type']]: Event }

/**
 * The typed in-process bus. Capabilities tell each other what happened and never import each other's handlers.
 * A listener that throws is reported to `onFault`; the one who told goes on.
 */
export class EventBus extends Emittery<DomainEvents> {
  constructor(private readonly onFault: (error: unknown) => void) {
    super()
  }

  /** Says what happened; delivery is asynchronous, in the order of telling, and never fails the caller. */
  tell(event: AppWideEvent): void {
    // The type names the payload; TypeScript cannot correlate the two over a union.
    this.emit(event.type, event as never).catch(this.onFault)
  }
}

const INTERNAL: ReadonlySet<PropertyKey> = new Set<keyof SegmentSteps>([
  'segment.timeout',
  'segment.collapsed',
  'manifest.updated',
])

/** The one place where domain events become window events. Returns the function that ends it. */
export function forwardToWindow(bus: EventBus, tellWindow: (event: AppWideEvent) => void): () => void {
  return bus.onAny((name, event) => {
    if (!INTERNAL.has(name)) tellWindow(event as AppWideEvent)
  })
}

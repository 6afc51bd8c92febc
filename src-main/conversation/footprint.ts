/** Reads from the store what a session starts with. Nothing it reads depends on what time it is. */
import type { Settings } from '@shared/contract/settings'
import type { SegmentId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { StoredBucket, StoredMessage, StoredSegment } from '../store/types'
import type { ContextInput } from './context'
import { isSaid } from './message-text'
import { EXTRA_CANDIDATES, selectRawWindow } from './raw-window'
import { selectTiers } from './tiers'

export type Footprint = Pick<ContextInput, 'tiers' | 'summaries' | 'continuity' | 'active' | 'older'>

export interface FootprintQuery {
  /** The newest message before the turn that starts the session (`StoredSession.afterSeq`). */
  uptoSeq: number
  /** The running segment, if the context is restored in its middle; null at an ordinary session start. */
  activeSegment: SegmentId | null
  settings: Pick<Settings, 'rawWindowMessages' | 'sessionSummaries'>
  /** Every bucket, merged ones too. */
  buckets: readonly StoredBucket[]
}

/** The score of AVAILABLE buckets looks back at most so far (07-settled, Same footprint, same selection). */
const SCORED_MESSAGES = 201

/**
 * The raw window over the whole continuum with its tiers, and the newest collapsed segments that are not in the window
 * already. In the middle of a segment its messages are taken whole, and the window counts from where it began.
 */
export async function readFootprint(store: Store, query: FootprintQuery): Promise<Footprint> {
  const { uptoSeq, activeSegment, settings } = query
  const size = settings.rawWindowMessages
  const newest = await store.messages.newest(Math.max(SCORED_MESSAGES, size + EXTRA_CANDIDATES), uptoSeq)
  const window = selectRawWindow(newest, size)
  const running = activeSegment === null ? [] : await store.messages.ofSegment(activeSegment)
  const active = running.filter((m) => m.seq <= uptoSeq)
  const continuity = window.filter((m) => m.segmentId === null || m.segmentId !== activeSegment)
  const shown = [...continuity, ...active]
  const segments = await store.segments.byIds([...new Set(shown.flatMap((m) => m.segmentId ?? []))])
  const tiers = selectTiers({
    window: shown,
    segments,
    buckets: query.buckets,
    newestTimes: newest.map((m) => Date.parse(m.ts)).reverse(),
  })
  const { messages } = await store.messages.overview()
  return {
    tiers,
    summaries: await summariesBefore(store, continuity, settings.sessionSummaries),
    continuity: continuity.filter(isSaid),
    active: active.filter(isSaid),
    older: messages > shown.length,
  }
}

/** The newest collapsed segments of which the window does not show everything, oldest first. */
async function summariesBefore(
  store: Store,
  window: readonly StoredMessage[],
  count: number,
): Promise<StoredSegment[]> {
  const shown = new Map<SegmentId, number>()
  for (const { segmentId } of window) if (segmentId) shown.set(segmentId, (shown.get(segmentId) ?? 0) + 1)
  const collapsed = await store.segments.newestCollapsed(count + shown.size)
  return collapsed
    .filter((segment) => (shown.get(segment.id) ?? 0) < segment.messages)
    .slice(0, count)
    .reverse()
}

import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'

/** Whoever wrote a moment ago is there, although their window may be behind another one. */
const WROTE_MS = 10 * 60_000

/**
 * Whether somebody is there: the window is before them, or they wrote in the last ten minutes. What costs money or holds
 * things up asks this first.
 */
export function createPresence(ports: { bus: EventBus; clock: Clock; isWatched: () => boolean }): () => boolean {
  let wroteAt = Number.NEGATIVE_INFINITY
  ports.bus.on('message.added', (event) => {
    if (event.message.role === 'user') wroteAt = ports.clock.now()
  })
  return () => ports.isWatched() || Math.abs(ports.clock.now() - wroteAt) < WROTE_MS
}

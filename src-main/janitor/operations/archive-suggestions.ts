/** One-offs the janitor leaves alone, proposed for filing away as in the ADR's `bucket_status` (seed 000). */
import type { NewSuggestion } from '../../store/repositories/buckets/janitor'
import { mayFileAway } from '../sentences'
import type { JanitorSnapshot } from '../types'
import { planEphemeralArchival } from './ephemeral-archival'
import { byId } from './registers'

const HOUR_MS = 3_600_000
/** Longer than any one-off is kept by the setting's default: a returned-to one-off deserves a week. */
const PATIENCE = 7

/**
 * Ephemeral buckets that no rule files away because they were returned to, or because a person took that back, and that
 * have rested for seven times the setting's hours. Never one that a person pinned or shaped, and never twice.
 */
export function planArchiveSuggestions(snapshot: JanitorSnapshot): NewSuggestion[] {
  const automatic = new Set(planEphemeralArchival(snapshot).flatMap((act) => act.buckets))
  return byId(snapshot).flatMap((bucket): NewSuggestion[] => {
    if (bucket.status !== 'ephemeral' || bucket.pinned || bucket.shapedBy === 'person' || bucket.messages === 0)
      return []
    if (automatic.has(bucket.id)) return []
    const restedMs = snapshot.now - Date.parse(bucket.lastActive)
    if (restedMs <= PATIENCE * snapshot.thresholds.ephemeralHours * HOUR_MS) return []
    return [
      { kind: 'archive', source: bucket.id, target: null, similarity: null, sentence: mayFileAway(bucket, restedMs) },
    ]
  })
}

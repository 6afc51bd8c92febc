import { atOnce } from '../../runtime/slices'
import { consolidationActs, groupsOf } from '../operations/consolidation'
import { judgeLikeness } from '../operations/likeness'
import type { JanitorSnapshot, PlannedAct } from '../types'

/** What the consolidation of a pass would do: its three steps one after another, without pauses and without a veto. */
export function planConsolidation(snapshot: JanitorSnapshot): PlannedAct[] {
  const likeness = atOnce(judgeLikeness(snapshot))
  return consolidationActs(snapshot, groupsOf(snapshot, likeness, new Set()))
}

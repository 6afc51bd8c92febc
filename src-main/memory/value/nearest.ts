/** The entry each memory is most like: what uniqueness is taken from. */
import { setImmediate as breathe } from 'node:timers/promises'
import { dot } from '../../filing/vectors'
import type { MemoryWithVector, StoredMemory } from '../../store/types'
import { centred, type SentenceCalibration, sentenceLikeness } from './likeness'

export interface Nearest {
  memory: StoredMemory
  /** Calibrated, 0 to 1. */
  likeness: number
}

/** Entries compared before others get their turn: a few milliseconds' worth. */
const SLICE = 20_000

/**
 * For each entry the most alike other one; those without a vector are like nothing. Yields to others now and then: n
 * entries take n² comparisons.
 * @param background what all texts have in common
 */
export async function nearestOf(
  entries: readonly MemoryWithVector[],
  background: Float32Array,
  map: SentenceCalibration | null,
): Promise<Map<string, Nearest>> {
  const nearest = new Map<string, Nearest>()
  if (map === null) return nearest
  const points = entries.flatMap(({ memory, vector }) =>
    vector === null ? [] : [{ memory, vector: centred(vector, background) }],
  )
  let compared = 0
  for (const { memory, vector } of points) {
    let best = Number.NEGATIVE_INFINITY
    let found: (typeof points)[number] | null = null
    for (const other of points) {
      if (other.memory.id === memory.id) continue
      const likeness = dot(vector, other.vector)
      if (likeness > best) {
        best = likeness
        found = other
      }
    }
    if (found) nearest.set(memory.id, { memory: found.memory, likeness: sentenceLikeness(vector, found.vector, map) })
    compared += points.length
    if (compared > SLICE) {
      compared = 0
      await breathe()
    }
  }
  return nearest
}

import type { MessageId } from '@shared/ids'
import { cosine } from '../filing/vectors'

/** A message to be divided: its vector with the background already subtracted. */
export interface Divisible {
  id: MessageId
  vector: Float32Array
}

const ROUNDS = 20

/**
 * Divides messages in two for `split`: by likeness to what the two sides are about where that is known, else into two
 * clusters (2-means from the most distant pair of extremes). Pure and deterministic. One message or none goes to side 0.
 */
export function divide(
  messages: readonly Divisible[],
  sides: readonly [Float32Array | null, Float32Array | null],
): Map<MessageId, 0 | 1> {
  const [first] = messages
  if (!first) return new Map()
  let one = sides[0]
  let two = sides[1]
  const fixed = one !== null && two !== null
  one ??= two === null ? farthest(messages, mean(messages.map((m) => m.vector))) : farthest(messages, two)
  two ??= farthest(messages, one)
  let division = assign(messages, one, two)
  for (let round = 0; !fixed && round < ROUNDS; round++) {
    const groups = [0, 1].map((side) => messages.filter((m) => division.get(m.id) === side).map((m) => m.vector))
    const next = assign(messages, sides[0] ?? mean(groups[0] ?? []), sides[1] ?? mean(groups[1] ?? []))
    if (messages.every((m) => next.get(m.id) === division.get(m.id))) break
    division = next
  }
  return division
}

function assign(messages: readonly Divisible[], one: Float32Array, two: Float32Array): Map<MessageId, 0 | 1> {
  return new Map(messages.map((m) => [m.id, cosine(m.vector, one) >= cosine(m.vector, two) ? 0 : 1]))
}

function farthest(messages: readonly Divisible[], from: Float32Array): Float32Array {
  let best: Float32Array = from
  let lowest = Number.POSITIVE_INFINITY
  for (const { vector } of messages) {
    const likeness = cosine(vector, from)
    if (likeness < lowest) {
      lowest = likeness
      best = vector
    }
  }
  return best
}

function mean(vectors: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(vectors[0]?.length ?? 384)
  for (const vector of vectors)
    for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) + (vector[i] ?? 0) / vectors.length
  return out
}

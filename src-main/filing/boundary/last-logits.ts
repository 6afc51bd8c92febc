/** Log-odds of a live talk's cuts, remembered: they are asked for while an answer is being written, and again when it is there. */
import type { TopicModel } from './model'
import type { SpokenTurn } from './talk-reading'
import { topicLogits } from './topic-boundaries'

interface Asked {
  model: TopicModel
  turns: readonly SpokenTurn[]
  from: number
  logits: readonly number[]
}

let last: Asked | null = null

/** `topicLogits` of a live talk; the same talk as the last time is not read again. */
export function lastLogits(model: TopicModel, turns: readonly SpokenTurn[], from: number): readonly number[] {
  if (last?.model === model && last.from === from && isSameTalk(last.turns, turns)) return last.logits
  last = { model, turns, from, logits: topicLogits(model, turns, 'live', from) }
  return last.logits
}

/** By what was said and its vectors: turns are read anew from the store each time. */
const isSameTalk = (a: readonly SpokenTurn[], b: readonly SpokenTurn[]): boolean =>
  a.length === b.length &&
  a.every((turn, i) => {
    const other = b[i]
    return (
      turn === other || (turn.role === other?.role && turn.text === other.text && isSame(turn.vector, other.vector))
    )
  })

const isSame = (a: Float32Array, b: Float32Array): boolean => a.length === b.length && a.every((x, i) => x === b[i])

/**
 * Where does a talk turn to another topic? Found without a language model (06-benchmarks, `segmentation`): a linear model
 * scores every turn, boosted trees judge it again among its neighbours' scores, the mean of both decides.
 */
import { linear, sigmoid } from '../model'
import { dot } from '../vectors'
import { type CutModel, type TopicModel, treeValue } from './model'
import { type ReadSpeech, readSpeech, type SpokenTurn, TalkReading } from './talk-reading'

/** Neighbours on either side whose scores the trees see. */
const NEIGHBOURS = 3
/** Turns of a piece of a long talk, and how many at its ends are read for the sake of their neighbours only. */
const PIECE = 60
const MARGIN = 10
/** Stands for the score of a turn that is not there. */
const NO_TURN = -3

export type Sight = 'whole' | 'live'

export interface CutInputs {
  at: number
  features: Record<string, number>
  own: Float32Array
  previous: Float32Array
  /** Undefined where the turn is the last that can be seen. */
  next: Float32Array | undefined
}

/**
 * What can be known of each cut, for turns `from` (1 or later) to the last; `live`: from the turns up to it alone. Also what the
 * fitting script reads. A long talk is read in overlapping pieces, so that each cut is seen as in a talk of ordinary length.
 */
export function cutInputs(turns: readonly SpokenTurn[], background: Float32Array, sight: Sight, from = 1): CutInputs[] {
  const read = turns.map((turn) => readSpeech(turn, background))
  const out: CutInputs[] = []
  let piece: { reading: TalkReading; begin: number; until: number } | null = null
  for (let at = Math.max(1, from); at < read.length; at++) {
    if (sight === 'live') piece = pieceOf(read, at + 1 - PIECE, at + 1)
    else if (piece === null || at >= piece.until) piece = pieceOf(read, at - MARGIN, at - MARGIN + PIECE)
    out.push({
      at,
      features: piece.reading.features(at - piece.begin),
      own: centredOf(read, at),
      previous: centredOf(read, at - 1),
      next: sight === 'live' ? undefined : read[at + 1]?.centred,
    })
  }
  return out
}

/** The turns from `begin` to before `end`, and up to where the piece may be believed. */
function pieceOf(read: readonly ReadSpeech[], begin: number, end: number) {
  const first = Math.max(0, begin)
  const last = Math.min(end, read.length)
  return {
    reading: new TalkReading(read.slice(first, last)),
    begin: first,
    until: last === read.length ? last : last - MARGIN,
  }
}

function centredOf(read: readonly ReadSpeech[], at: number): Float32Array {
  const turn = read[at]
  if (turn === undefined) throw new RangeError(`no turn ${at}`)
  return turn.centred
}

/** The linear model's log-odds for one cut. */
export function linearLogit({ linear: weights }: CutModel, cut: CutInputs): number {
  return (
    linear(weights.features, cut.features) +
    dot(weights.own, cut.own) +
    dot(weights.previous, cut.previous) +
    (cut.next === undefined ? 0 : dot(weights.next, cut.next))
  )
}

/**
 * Inputs of the trees for the cut at place `i` of `cuts`: its features and the linear scores of its neighbours (`live`: of those
 * before it), and how its score stands among all of them.
 */
export function treeInputs(
  cuts: readonly CutInputs[],
  scores: readonly number[],
  i: number,
  sight: Sight,
): Record<string, number> {
  const own = scores[i] ?? NO_TURN
  const out: Record<string, number> = { ...cuts[i]?.features }
  for (let step = -NEIGHBOURS; step <= (sight === 'whole' ? NEIGHBOURS : 0); step++)
    out[`score${step}`] = scores[i + step] ?? NO_TURN
  if (sight === 'live') return out
  out.rate = scores.reduce((sum, score) => sum + sigmoid(score), 0) / scores.length
  out.standing = own - scores.reduce((sum, score) => sum + score, 0) / scores.length
  return out
}

/** Log-odds that each turn begins a topic; the first one, which begins the talk, has −∞. `from`: turns before it are not asked about. */
export function topicLogits(
  model: TopicModel,
  turns: readonly SpokenTurn[],
  sight: Sight = 'whole',
  from = 1,
): number[] {
  const cut = model[sight]
  const cuts = cutInputs(turns, model.background, sight, sight === 'whole' ? 1 : from - NEIGHBOURS)
  const scores = cuts.map((inputs) => linearLogit(cut, inputs))
  const out = turns.map(() => Number.NEGATIVE_INFINITY)
  cuts.forEach(({ at }, i) => {
    if (at < from) return
    const named = treeInputs(cuts, scores, i, sight)
    const x = cut.inputs.map((name) => named[name] ?? 0)
    const trees = cut.trees.reduce<number>((sum, tree) => sum + treeValue(tree, x), cut.base)
    out[at] = (trees + (scores[i] ?? 0)) / 2
  })
  return out
}

/** The turns that begin a new topic, ascending, never 0. Pure: the same talk gives the same answer. */
export const topicBoundaries = (model: TopicModel, turns: readonly SpokenTurn[]): number[] =>
  topicLogits(model, turns).flatMap((logit, at) => (logit > model.cutAbove ? [at] : []))

/** Cutting a segment into stretches: runs of turns about one thing (01-domain, Filing). */
import type { BucketId } from '@shared/ids'
import { isCourtesy } from '../language/courtesy'
import type { TermStatistics } from '../language/term-statistics'
import { boundaryLogit } from './boundary'
import { topicModelFor } from './boundary/fitted'
import { lastLogits } from './boundary/last-logits'
import type { CentredBucket } from './candidates'
import type { CentredTurn } from './informativeness'
import type { FilingModel } from './model'
import type { FilingTurn } from './types'

export interface Stretch {
  turns: CentredTurn[]
  /** The bucket a person (or a proved model) said; null: filing decides. */
  said: BucketId | null
  /** True if it was judged before and no turn has joined it since. */
  settled: boolean
  /** Log-odds of the cut before it; 0 at the beginning of the segment, beside what a person said, and where it is settled. */
  boundaryLogit: number
}

/** Cut rather too often than too rarely: the choice puts back together what a false cut parted, but nothing parts a missed one. */
const CUT_ABOVE = -1
/**
 * An imported conversation was kept apart by whoever began it, so it is cut only where it clearly turns (07-settled, Imported
 * conversations; the figures behind the number: docs/filing.md).
 */
const CLEARLY_TURNS = 3
export interface Cutter {
  turns: readonly CentredTurn[]
  buckets: readonly CentredBucket[]
  statistics: TermStatistics
  model: FilingModel
  /** One conversation of an export: it is one stretch unless it clearly turns. */
  oneTalk?: boolean
}

/** Only what a person says begins something, and no thanks do. */
const mayBegin = ({ turn }: CentredTurn): boolean => turn.role === 'user' && !isCourtesy(turn.text)

const said = (read: CentredTurn): BucketId | null => (read.turn.locked ? read.turn.bucketId : null)

/**
 * What a person said is a stretch of its own, so that a stretch never holds two answers. An unlocked reply goes where the turn
 * it answers goes, and so stays with what was said about that turn.
 */
function isForced(open: Stretch, own: CentredTurn): boolean {
  if (own.turn.locked) return own.turn.bucketId !== open.said
  return open.said !== null && own.turn.role === 'user'
}

function cut({ turns }: Cutter, decide: (own: CentredTurn, at: number, start: number) => number | null): Stretch[] {
  const stretches: Stretch[] = []
  let start = 0
  turns.forEach((own, at) => {
    const open = stretches.at(-1)
    const settled = own.turn.stretchId !== null
    const forced = open === undefined || isForced(open, own)
    const logit = forced ? 0 : own.turn.locked ? null : decide(own, at, start)
    if (open !== undefined && logit === null) {
      open.turns.push(own)
      open.settled &&= settled
      return
    }
    stretches.push({ turns: [own], said: said(own), settled, boundaryLogit: logit ?? 0 })
    start = at
  })
  return stretches
}

/** The whole segment cut anew, with both sides of every turn in view. */
export function cutSegment(cutter: Cutter): Stretch[] {
  const { turns, buckets, statistics, model, oneTalk } = cutter
  const above = oneTalk ? CLEARLY_TURNS : CUT_ABOVE
  return cut(cutter, (own, at, start) => {
    if (!mayBegin(own)) return null
    const logit = boundaryLogit(model.boundary.collapse, turns, start, at, turns.length, buckets, statistics)
    return logit > above ? logit : null
  })
}

/** Log-odds from which on the words alone make a cut while the talk runs. */
const SURE = 0.3
/** The choice may still put together what only the words part: half of their cuts are a new question about the same thing. */
const DOUBT = 0.5

/**
 * What the words alone say of the turns that were not judged yet, up to the last of the person: only theirs are cut. Before there is an
 * answer to hear, who turns from bread to taxes within a minute has turned all the same; at collapse the answers say so. Nothing
 * of it depends on the answer, so it can be asked while that is being written: what was asked last is remembered.
 */
export function wordsOf(turns: readonly FilingTurn[], { embeddingModelId }: FilingModel): readonly number[] {
  const topics = topicModelFor(embeddingModelId)
  const firstNew = turns.findIndex(({ stretchId }) => stretchId === null)
  const spoken = turns.slice(0, turns.findLastIndex(({ role }) => role === 'user') + 1)
  const from = Math.max(1, firstNew)
  if (topics === undefined || firstNew < 0 || from >= spoken.length) return []
  return lastLogits(topics, spoken, from)
}

/** The words are heard where they are sure of a turn; a doubt of theirs does not take away what the rest says. */
const together = (logit: number, words: number | undefined): number =>
  words !== undefined && words > SURE ? Math.max(logit, words - DOUBT) : logit

/** The stretches as they were judged before; turns that were not judged yet are cut by what came before them alone. */
export function continueStretches(cutter: Cutter): Stretch[] {
  const { turns, buckets, statistics, model } = cutter
  const words = wordsOf(
    turns.map(({ turn }) => turn),
    model,
  )
  const before = new Map<CentredTurn, () => number>()
  const stretches = cut(cutter, (own, at, start) => {
    if (own.turn.stretchId !== null) {
      if (own.turn.stretchId === turns[start]?.turn.stretchId) return null
      before.set(own, () => boundaryLogit(model.boundary.collapse, turns, start, at, turns.length, buckets, statistics))
      return 0
    }
    if (!mayBegin(own)) return null
    const logit = together(boundaryLogit(model.boundary.live, turns, start, at, at + 1, buckets, statistics), words[at])
    return logit > CUT_ABOVE ? logit : null
  })
  // Each cut is compared with every bucket; of those before what is settled nobody asks how sure they were.
  return stretches.map((stretch) => {
    const [first] = stretch.turns
    const sure = stretch.settled || first === undefined ? undefined : before.get(first)
    return sure === undefined ? stretch : { ...stretch, boundaryLogit: sure() }
  })
}

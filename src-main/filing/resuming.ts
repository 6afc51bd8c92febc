/**
 * One-offs that were the beginning of something. A talk of two questions is filed away after a day if nobody comes back to it; when
 * the topic comes up a week later it gets a bucket of its own, and what was filed away is taken along into it (07-settled: a talk that
 * clearly resumes a filed-away one-off).
 */
import type { BucketId, MessageId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { centre, choose } from './candidates'
import type { ReadTurn } from './informativeness'
import type { FilingModel } from './model'
import { addReadTurns, emptyProfile } from './profile'
import { byStretch } from './refile'
import type { BucketProfile } from './types'

/** Probability from which on a one-off is taken along; where it is less the one-off stays one. */
const CLEARLY = 0.8
/** What is taken along makes a bucket known better; a second look settles it. */
const LOOKS = 3
/** A bucket of fewer messages is not known well enough to draw anything to it. */
const FEWEST = 4

/** Turns that were judged together and filed away. */
export interface OneOff {
  /** First of its messages. */
  id: MessageId
  messageIds: readonly MessageId[]
  /** The `misc_…` bucket they lie in. */
  bucket: BucketId
  profile: BucketProfile
}

/** Turns of one `misc_…` bucket in order, gathered by the stretch they were judged in; what a person filed there is left out. */
export function oneOffsOf(bucket: BucketId, turns: readonly ReadTurn[], statistics: TermStatistics): OneOff[] {
  return byStretch(turns).map((own) => ({
    id: own[0].turn.stretchId ?? own[0].turn.id,
    messageIds: own.map(({ turn }) => turn.id),
    bucket,
    profile: addReadTurns(emptyProfile({ id: bucket, title: '', status: 'archived' }), own, statistics),
  }))
}

export interface ResumingInput {
  oneOffs: readonly OneOff[]
  /** Active buckets. */
  buckets: readonly BucketProfile[]
  /** The person's own (`judgedWithout` over all their buckets). */
  background: Float32Array
  statistics: TermStatistics
  model: FilingModel
  /** True for two buckets that a person holds apart. */
  barred(from: BucketId, to: BucketId): boolean
}

/** What is taken along, and where to. Deterministic; does not depend on the order of its input. Some milliseconds between two steps. */
export function* planResuming(input: ResumingInput): Generator<void, { oneOff: OneOff; to: BucketId }[]> {
  const { background, statistics, model, barred } = input
  const buckets = new Map(
    [...input.buckets]
      .filter(({ messages }) => messages >= FEWEST)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((profile) => [profile.id, centre(profile, background, model)]),
  )
  const moves: { oneOff: OneOff; to: BucketId }[] = []
  let left = [...input.oneOffs].filter(({ profile }) => profile.weight > 0).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (let look = 0; look < LOOKS && buckets.size > 0; look++) {
    const before = left.length
    const staying: OneOff[] = []
    for (const oneOff of left) {
      const open = [...buckets.values()].filter(({ profile }) => !barred(oneOff.bucket, profile.id))
      const flow = { previous: null, earlier: new Set<string>(), boundaryLogit: 0 }
      const [best] = choose(oneOff.profile, open, flow, background, statistics, model)
      if (best?.bucket && best.probability >= CLEARLY) {
        const { profile } = best.bucket
        moves.push({ oneOff, to: profile.id })
        buckets.set(profile.id, centre(grown(profile, oneOff.profile), background, model))
      } else staying.push(oneOff)
      yield
    }
    left = staying
    if (left.length === before) break
  }
  return moves
}

/** The bucket with a one-off in it; its words are left as they are, a one-off brings few. */
function grown(profile: BucketProfile, oneOff: BucketProfile): BucketProfile {
  return {
    ...profile,
    sum: profile.sum.map((v, i) => v + (oneOff.sum[i] ?? 0)),
    weight: profile.weight + oneOff.weight,
    messages: profile.messages + oneOff.messages,
  }
}

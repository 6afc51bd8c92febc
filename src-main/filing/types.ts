import type { BucketId, MessageId } from '@shared/ids'

/** One user or assistant message as filing sees it. */
export interface FilingTurn {
  id: MessageId
  role: 'user' | 'assistant'
  /** Who of several people said it, where an import told them apart; undefined: the person, or the assistant. */
  author?: string
  text: string
  /** Milliseconds since the epoch. */
  at: number
  /** Normalised passage vector, Float32Array of 384. */
  vector: Float32Array
  /** Where it lies now, if it was filed already. */
  bucketId: BucketId | null
  /** First message of the stretch it was last judged in. */
  stretchId: MessageId | null
  /** A person's own word, or a proved model's tag: the classifier never moves it. */
  locked: boolean
  /** True: its own vector is not made yet, and `vector` is that of the message it answers. No profile holds it so. */
  standsIn?: boolean
}

/** What filing knows of a bucket without reading its messages again. Kept up to date by `addToProfile`. */
export interface BucketProfile {
  id: BucketId
  title: string
  status: 'ephemeral' | 'active' | 'archived'
  /** Sum of the topic vectors of its messages, each weighted by informativeness. Float32Array of 384, not normalised. */
  sum: Float32Array
  /** Sum of those weights. */
  weight: number
  messages: number
  firstAt: number
  lastAt: number
  /** The bucket's most telling words with the number of its messages that hold them; bounded in size. */
  terms: ReadonlyMap<string, number>
}

export type FilingTarget =
  | {
      kind: 'existing'
      bucketId: BucketId
      /** True if it is an ephemeral bucket that has proved to be a topic: it becomes active now, not at six messages. */
      promote: boolean
    }
  | {
      kind: 'new'
      status: 'active' | 'ephemeral'
      /** Stretches of one answer with the same key found one new bucket together: the first one's id. */
      key: MessageId
    }

/** The judgement of one stretch: a run of turns about one thing. */
export interface StretchJudgement {
  /** In order; the first one is the stretch's id. */
  turnIds: MessageId[]
  target: FilingTarget
  /**
   * Home of a filed-away one-off that this talk clearly takes up again; its messages are taken along into the target (07-settled,
   * `misc_conversations_…`). Null while the talk runs, and where there is none.
   */
  resumes: BucketId | null
  /** False: it stands as it was (a person's word, or judged before and not grown); nothing has to be stored. */
  judged: boolean
  /** Probability that the target is right, 0 to 1. */
  confidence: number
  /** The two best existing buckets with their scores, shown by “why here?”. */
  candidates: { bucketId: BucketId; score: number }[]
  /** Other buckets this stretch clearly touches as well. */
  related: BucketId[]
  /** Words shared with the target, most telling first: evidence for a person. */
  sharedTerms: string[]
}

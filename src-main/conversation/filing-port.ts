import type { Candidate, FiledBy } from '@shared/domain'
import type { BucketId, MessageId, SegmentId } from '@shared/ids'
import type { BucketTag } from '@shared/tags/tag'
import type { FilingCommit, FilingResult, NewMessage, StoredBucket, StoredMessage } from '../store/types'

/** The topic in which the app found what a person asked to be looked up, and how well it fits (0 to 1). */
export interface FoundTopic {
  bucketId: BucketId
  score: number
}

/** A turn to be filed: the person's message, the reply to come, and what was said outright about the bucket. */
export interface TurnToFile {
  message: StoredMessage
  segment: SegmentId | null
  reply: NewMessage | null
  /** The person wrote into this bucket's thread. */
  saidBucket: BucketId | null
  /** It stands in the place of an earlier version, or beside a message of an earlier talk: it is filed where that is. */
  placed?: FiledAs | null
  /** A proved model's tags, in order. */
  tagged: readonly BucketTag[]
  /** What it asks for was found in this bucket: the person takes the topic up again. */
  lookedUp?: FoundTopic | null
}

/** Where a message is filed, and by whom. */
export interface FiledAs {
  bucketId: BucketId
  filedBy: FiledBy
  confidence: number | null
  candidates: Candidate[]
}

/** What the turn needs of a plan: the parts of its one transaction. */
export interface FilingPlan {
  commit: FilingCommit
  vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
  terms: [string, number][]
  /** One-offs that become topics after the commit, and so lie in other buckets. */
  promote: readonly { bucket: BucketId }[]
  /** Called where the plan could not be committed: others may file again. */
  abandon?(): void
}

export interface FiledTurn {
  bucket: StoredBucket | null
  isNewBucket: boolean
  /** The message's passage vector, if there is an embedding model. */
  vector: Float32Array | null
}

/** What a turn asks of filing: decide before the commit, follow after it. */
export interface FilingPort {
  /** While the model answers: what filing this turn will need of what is there already. */
  readAhead(message: StoredMessage, segment: SegmentId | null): Promise<void>
  plan(turn: TurnToFile): Promise<FilingPlan & { follow(result: FilingResult): Promise<FiledTurn> }>
}

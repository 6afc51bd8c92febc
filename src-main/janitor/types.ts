/** The janitor's own terms: what it looks at, what it means to do, and what it needs of the rest of the product. */
import type { JanitorThresholds, Settings } from '@shared/contract/settings'
import type { OperationKind } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import type { LookAgain, SeenElsewhere } from '../filing/second-look'
import type { BucketProfile } from '../filing/types'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { NewOperation, OperationResult, StoredBucket } from '../store/types'
import type { Refusals } from './refusals'

export const DAY_MS = 86_400_000

export type JanitorKind = Extract<
  OperationKind,
  | 'promote'
  | 'consolidate'
  | 'archive_ephemeral'
  | 'archive_stale'
  | 'archive_low_return'
  | 'boost'
  | 'life_change'
  | 'group'
  | 'archive_competing'
  | 'refile'
  | 'rename'
>

/** One act, decided but not done: everything a log entry needs but its id, time and pass. */
export interface PlannedAct extends Pick<NewOperation, 'sentence' | 'buckets' | 'similarity' | 'creates' | 'writes'> {
  kind: JanitorKind
}

/** What filing knows at one moment. */
export interface TopicView {
  /** One for each bucket that holds messages, merges followed. */
  profiles: readonly BucketProfile[]
  /** The embedding model the profiles are made with. */
  modelId: string
  /** What all texts have in common, subtracted before means are compared. Float32Array as long as the profiles' sums. */
  background: Float32Array
  /** Calibrated probability that two buckets are the same topic, 0 to 1. Symmetric. */
  similarity(a: BucketProfile, b: BucketProfile): number
  /** Words both hold, most telling first: the evidence of a merge's sentence. A handful is enough. */
  sharedTerms(a: BucketProfile, b: BucketProfile): string[]
}

/** A proper name for what was a one-off. */
export interface ProperName {
  id: BucketId
  title: string
  description: string
}

/** What was said in the last seven days. */
export interface RecentTalk {
  total: number
  byBucket: ReadonlyMap<BucketId, number>
  /** Milliseconds of the continuum's first message, or null. */
  oldest: number | null
}

/** Everything a plan is made from. Plans read nothing else, and their outcome does not depend on the maps' order. */
export interface JanitorSnapshot {
  /** Milliseconds since the epoch. */
  now: number
  /** IANA name: one-offs are filed by local date. */
  timeZone: string
  thresholds: JanitorThresholds
  /** Every bucket that was not merged away. */
  buckets: ReadonlyMap<BucketId, StoredBucket>
  /** Time of the newest message of ephemeral buckets; those without messages are missing. */
  newestAt: ReadonlyMap<BucketId, number>
  /** Only with the life-change experiment switched on. */
  recent: RecentTalk | null
  /** Names for buckets about to be promoted, looked up before planning. */
  names: ReadonlyMap<BucketId, ProperName>
  refusals: Refusals
  /** Pairs without a message newer than `seq` were judged before, as long as it was done with the same `with`. */
  judged: { seq: number; with: string }
  topics: Pick<TopicView, 'modelId' | 'background' | 'similarity' | 'sharedTerms'> & {
    profiles: ReadonlyMap<BucketId, BucketProfile>
  }
}

export type ActDraft = Omit<NewOperation, 'id' | 'ts'>

/** A merge the janitor means to make, shown to the model. */
export interface ProposedMerge {
  source: StoredBucket
  target: StoredBucket
  similarity: number
}

/** What a model says of two buckets. It can keep them apart, never bring them together. */
export interface Verdict {
  same: boolean
  /** Its reason in one sentence; may be empty. */
  because: string
}

/** Where a pass is. */
export type StepReport = (operation: JanitorKind, looking: string | null) => void

export interface JanitorPorts {
  store: Store
  clock: Clock
  bus: EventBus
  settings(): Settings
  /** IANA name of the person's time zone now. */
  timeZone(): string
  /** Filing's knowledge now. */
  topics(): TopicView | Promise<TopicView>
  /** Filing's second look at what lies in buckets; without it nothing is refiled. */
  lookAgain?(look: LookAgain): Promise<SeenElsewhere[]>
  /** The two topics a bucket has become, with titles; null if it is one. Without it nothing is offered for division. */
  mixtureOf?(
    bucket: BucketId,
    breathe: () => Promise<void>,
  ): Promise<{ titles: [string, string]; messages: [number, number] } | null>
  /**
   * Logs and does acts, all of them in one transaction; directory, filing and window follow. Left out are those from the first on of
   * which a bucket is not as it was `planned`.
   */
  apply(drafts: readonly ActDraft[], planned: readonly StoredBucket[]): Promise<OperationResult[]>
  /** Called before acts are done, with those to come and those the pass did before: together they may be a bulk operation. */
  prepare(acts: readonly Pick<PlannedAct, 'writes'>[]): Promise<void>
  /** So many acts are done in one transaction at most. */
  together?: number
  /** Buckets changed outside the log (a summary was rebuilt). */
  absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void
  /** A reply is streaming: the janitor waits. */
  isBusy(): boolean
  /** Told how long a pass took, in milliseconds. */
  passTook?(ms: number): void
  /** A free id for a title; never the same one twice, also before it is stored. */
  newBucketId(title: string): Promise<BucketId>
  /** A title and description made from the bucket's messages. */
  titleFor(bucket: BucketId): Promise<{ title: string; description: string }>
  /**
   * A clearly better title for a bucket, or null; `taken` are lower-case titles of others. Without it nothing is renamed.
   */
  betterTitle?(
    bucket: BucketId,
    taken: ReadonlySet<string>,
  ): Promise<{ title: string; because: 'better' | 'same_name' } | null>
  /** A model's word on a merge the evidence asks for; null without a model that can judge (02-janitor-memory, Justified). */
  verdict?(merge: ProposedMerge, signal: AbortSignal): Promise<Verdict | null>
}

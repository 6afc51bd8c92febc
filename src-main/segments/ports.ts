/** What segments need of the rest of the product. */
import type { Ability } from '@shared/contract/models'
import type { Settings } from '@shared/contract/settings'
import type { BucketId, MessageId, SegmentId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import type { TitleMeaning } from '../language/title-meaning'
import type { ChatModel, Embedder } from '../models/types'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { OperationResult, StoredBucket, StoredSegment } from '../store/types'
import type { SegmentDraft } from './reorganise'

/** What a model may take beside the conversation: a person's turns come first meanwhile, so that a minute's work may take several. */
export const MODEL_MS = 10 * 60_000

export interface SegmentPorts {
  store: Store
  clock: Clock
  bus: EventBus
  settings(): Pick<
    Settings,
    'segmentTimeoutMinutes' | 'summaryNewMessages' | 'segmentClosePhrase' | 'archiveSegmentsDays'
  >
  embedder: Embedder
  statistics(): TermStatistics
  /** What vectors say of the phrases of a segment's talk. Absent: words alone decide. */
  titleMeaning?(segment: SegmentId): TitleMeaning
  /** The model of the moment, if there is one. */
  chat(): ChatModel | null
  can(ability: Ability): boolean
  directory: {
    resolve(id: BucketId): StoredBucket | null
    absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void
  }
  /**
   * Judges the whole segment again and answers the buckets of its stretches. With `corrections`, what a model with the
   * `assign` ability said of single stretches is stored first; messages that a person moved stay.
   */
  refile(segment: SegmentId, corrections?: readonly StretchCorrection[]): Promise<BucketId[]>
  /** An import is under way in this program: it files what it brought by itself, and what it has not come to is nothing that was left. */
  isImporting?: () => boolean
  /** Imported segments were filed: the buckets they made get their first titles. Absent: they have them. */
  nameImported?: () => Promise<void>
  /** Logs and applies an operation; everybody follows it. */
  apply(draft: SegmentDraft): Promise<OperationResult>
  /** Takes memories from a closed segment; must come to the same when it is done twice. Absent: nobody takes any. */
  extractMemories?: (segment: StoredSegment, signal: AbortSignal) => Promise<void>
  /** A fault: logged once, with what was going on in its message. */
  onFault(error: unknown): void
}

/** A stretch that a model files elsewhere than the classifier did. */
export interface StretchCorrection {
  messageIds: MessageId[]
  target: { kind: 'existing'; bucketId: BucketId } | { kind: 'new'; title: string; status: 'active' | 'ephemeral' }
}

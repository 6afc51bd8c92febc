/** Plain data that crosses the worker's boundary (structured clone): rows as services see them. */
import type { AttachedFile } from '@shared/attached-file'
import type {
  Actor,
  BucketView,
  Candidate,
  FiledBy,
  IsoTime,
  MessageStatus,
  MessageView,
  OperationKind,
  RecalledNote,
  ReceiptView,
  Role,
  SegmentView,
  ToolRound,
} from '@shared/domain'
import type { BucketId, MemoryId, MessageId, OperationId, SegmentId, SuggestionId, TurnId } from '@shared/ids'
import type { MemoryCategory, MemorySource, MemoryView, PiiKind, Reflection } from '@shared/memory'

/** A message with what the window does not need to know. */
export interface StoredMessage extends MessageView {
  seq: number
  conv: string | null
  /** Where filing and operations put it; `bucketId` is where it is found once merges are followed. */
  homeBucketId: BucketId | null
  stretchId: MessageId | null
  candidates: Candidate[]
  bucketReturn: boolean
  replyTo: MessageId | null
  verbatim: string | null
  /** Tools the model used before it wrote `verbatim`. */
  toolRounds: ToolRound[]
}

export interface MessageWithVector {
  message: StoredMessage
  /** Float32Array of 384 of the asked model, if there is one. */
  vector: Float32Array | null
}

export interface StoredBucket extends BucketView {
  ownStatus: 'ephemeral' | 'active' | 'archived' | 'void'
  ownMergedInto: BucketId | null
  newestSeq: number
  returns: number
  summaryStale: boolean
  lastSummarizedCount: number
  returnFrequency: number
}

/**
 * What is measured by day: durations in milliseconds (`restoration`, `search`, `vector`, `janitor`), and levels of which the newest
 * value of a day counts (`active_buckets`, `memory_tokens`).
 */
export type MeasureKind = 'restoration' | 'search' | 'vector' | 'janitor' | 'active_buckets' | 'memory_tokens'

/** The values of one kind on one local day (`2026-11-29`). */
export interface Measure {
  kind: MeasureKind
  day: string
  count: number
  total: number
  last: number
  /** How many values fell into each bin. */
  bins: number[]
}

/** What the other tables say of each local day; nothing of it is text. */
export interface HealthCounts {
  /** Acts in the log by kind and actor, and how many of them were taken back since. */
  acts: { day: string; kind: OperationKind; actor: Actor; count: number; undone: number }[]
  /** Buckets by the day of their first message. */
  begun: { day: string; count: number }[]
  hints: { day: string; made: number; accepted: number; ignored: number }[]
  /** Messages that came back to a topic. */
  returns: { day: string; count: number }[]
  /** Moves of a message that was filed before, with the mean of the person's messages in between. */
  corrections: { day: string; count: number; turns: number }[]
  /** Buckets as they are now, and how many of them a person had to touch. */
  now: { active: number; ephemeral: number; archived: number; touched: number }
}

export interface StoredSegment extends SegmentView {
  conv: string | null
  sentinelId: MessageId
  attempts: number
  domainBlocksUpdated: boolean
  memoriesExtracted: boolean
  /** A person moved its edges: it is summarised anew, though it is over. */
  resummarise: boolean
  /** It was closed by hand, or is over for another reason than silence. */
  closing: boolean
  /** What the export it came with calls the conversation; null: it was typed here, or has no name of its own. */
  conversationTitle: string | null
  /** The project or custom assistant an imported conversation was part of. */
  collection: string | null
  /** What an older program said of just these messages; its segment says it once it is closed (seed 001, appendix C). */
  oldSummary?: { title: string | null; content: string }
}

/** A message to be written. `id` is given by the caller, so that it can be acknowledged and retried by name. */
export interface NewMessage {
  id: MessageId
  externalId?: string
  conv?: string
  ts: number
  role: Role
  author: string
  text: string
  status?: MessageStatus
  modelId?: string
  replyTo?: MessageId
  recalled?: RecalledNote[]
  verbatim?: string
  tools?: string[]
  toolRounds?: ToolRound[]
  /** What an import brought along. */
  brought?: Brought
}

/** What another program's export tells of a message besides its words; kept in the row's metadata. */
export interface Brought {
  /** Of the whole conversation, as the person saw it. */
  conversationTitle?: string
  /** The custom GPT, project or folder it was in; an id where the file does not tell the name. */
  collection?: { kind: 'custom-gpt' | 'project' | 'folder'; name: string; named: boolean }
  /** The conversation was put away. */
  archived?: boolean
  attachments?: (AttachedFile | { kind: 'image' | 'audio' | 'video' | 'file'; name: string })[]
  /** What the model thought before it answered. */
  thinking?: string
}

/** A message on a branch that is not shown: what a person edited away, or an answer they asked for once more. */
export interface BranchMessage {
  id: string
  /** Its name in the program it was imported from; null: it was said here. */
  externalId: string | null
  /** Order of arrival, if it was ever shown here. */
  seq: number | null
  /** The shown message that stands where the branch begins; behind which it goes on if `follows`. */
  place: MessageId
  follows: boolean
  /** Messages of one branch share it. */
  branch: string
  ts: string
  role: 'user' | 'assistant'
  author: string
  text: string
  status: MessageStatus
  modelId: string | null
  tools: string[]
  brought: Brought
}

/** The same before it is stored: `place` is the shown message's name in the other program. */
export interface NewBranchMessage extends Omit<BranchMessage, 'id' | 'place' | 'ts' | 'seq' | 'externalId'> {
  externalId: string
  place: string
  /** Where it stands in its branch. */
  position: number
  ts: number
}

/** A message as an export tells of it. */
export interface ExportedMessage extends StoredMessage {
  brought: Brought
}

/** A value that an operation writes into one register. Times are ISO strings. */
export interface RegisterWrite {
  entity: 'bucket' | 'message' | 'segment' | 'memory' | 'fork'
  entityId: string
  field: RegisterField
  after: string | null
}
export type RegisterField =
  | 'own_status'
  | 'own_merged_into'
  | 'title'
  | 'description'
  | 'priority'
  | 'pinned_at'
  | 'shaped_by'
  | 'life_change_detected'
  | 'parent_bucket_id'
  | 'home_bucket_id'
  | 'filed_by'
  | 'segment_title'
  | 'segment_merged_into'
  | 'segment_cut_at'
  | 'segment_closed_at'
  | 'segment_retold'
  // of a memory; whoever writes `content` writes `token_count` and `pii_kinds` (JSON) with it
  | 'content'
  | 'token_count'
  | 'pii_kinds'
  | 'category'
  | 'done'
  | 'own_state'
  | 'superseded_by'
  | 'ended_at'
  | 'forgotten_at'
  | 'sensitive'
  // of a fork: the branch that is shown
  | 'shown_branch'

export interface NewOperation {
  id: OperationId
  ts: number
  kind: OperationKind
  actor: Actor
  sentence: string
  /** Buckets it is about, for the log's filter. */
  buckets: BucketId[]
  similarity?: number
  passId?: string
  /** Buckets that come into being with it; undoing it makes them `void` again. */
  creates: NewBucket[]
  /** Memories that come into being with it, likewise. */
  createsMemories?: NewMemory[]
  writes: RegisterWrite[]
}

/** A memory to be stored. Whoever writes it has counted its tokens and looked for personal data. */
export interface NewMemory {
  id: MemoryId
  category: MemoryCategory
  content: string
  /** Of `content`, o200k_base. */
  tokenCount: number
  piiKinds: PiiKind[]
  sourceMessageIds: MessageId[]
  segmentId: SegmentId | null
  source: MemorySource
  explicit?: boolean
  done?: boolean
  reflection?: Reflection | null
  relevanceScore?: number | null
  /** 0 to 1. */
  confidence: number
  tags?: string[]
  /** When it was said, milliseconds. */
  at: number
  /** A summary begins with what its entries came to: their access counts summed, their newest access. */
  accessCount?: number
  lastAccessed?: number | null
  vector?: { modelId: string; vector: Float32Array } | null
}

/** A memory with what the window does not need to know. */
export interface StoredMemory extends MemoryView {
  seq: number
  tokenCount: number
  /** sha256 of the normalised content. */
  contentHash: string
  ownState: 'live' | 'void'
  archivedAt: IsoTime | null
  /** The person's own mark; null: follows what was found in it. */
  sensitive: boolean | null
  /** The model of its vector; null while it has none. */
  embeddingModel: string | null
}

export interface MemoryWithVector {
  memory: StoredMemory
  /** Float32Array of 384 of the asked model, if there is one. */
  vector: Float32Array | null
}

/** What consolidation has to know of what was (docs/consolidation.md). */
export interface ConsolidationPast {
  /** The largest `seq` of a summary of each category, whatever became of it. */
  newestSummary: Partial<Record<MemoryCategory, number>>
  /** Entries whose consolidation a person undid: they are not put together again. */
  refused: MemoryId[]
  /** Entries whose words a person changed. */
  worded: MemoryId[]
}

/** Memories that an operation, its undo or its redo changed. */
export interface MemoryChange {
  memories: StoredMemory[]
  /** Those among them that stand no longer: void, forgotten or superseded. */
  removed: MemoryId[]
}

export interface NewBucket {
  id: BucketId
  title: string
  description: string
  status: 'ephemeral' | 'active' | 'archived'
  shapedBy: 'person' | 'automation'
  at: number
}

export interface OperationResult {
  operationId: OperationId
  /** Its entry in the log, as it is now. */
  receipt: ReceiptView
  buckets: StoredBucket[]
  /** Buckets no longer shown. */
  removed: BucketId[]
  messageIds: MessageId[]
  messagesMoved: number
  /** Buckets whose own messages changed, merges not followed: their filing profiles are to be made anew. */
  homes: BucketId[]
  /** Set if segments changed by it. */
  segments?: SegmentChange
  /** Set if memories changed by it. */
  memories?: MemoryChange
  /** Set if another branch is shown by it: messages that left the conversation, and those that came back. */
  branches?: { gone: MessageId[]; shown: MessageId[] }
}

/** Segments that an operation, its undo or its redo changed. */
export interface SegmentChange {
  /** Those that are shown now. */
  shown: StoredSegment[]
  /** Those in which nothing is found any more. */
  removed: SegmentId[]
  /** Messages that are found in another segment than before. */
  messageIds: MessageId[]
  /** Where taking a closing back changed nothing: why. */
  note?: string
}

/** One judgement of filing, to be stored: used by turns, collapses and imports alike. */
export interface FilingCommit {
  at: number
  filedBy: FiledBy
  /** Who is named if messages that were filed already go elsewhere. */
  actor: Actor
  newBuckets: NewBucket[]
  assignments: Assignment[]
  topicChanged: MessageId[]
  /** Judged turns that go on where the turn before lies: a mark of an earlier judgement is taken away. */
  topicKept?: MessageId[]
  /** What filing now knows of the buckets that messages were added to, by home bucket. */
  profiles: StoredProfile[]
  /** The sentence of the operation that is logged if messages already filed go elsewhere. */
  refileSentence: string
}

export interface Assignment {
  messageId: MessageId
  bucketId: BucketId
  confidence: number | null
  candidates: Candidate[]
  stretchId: MessageId | null
  related: BucketId[]
}

/** What an export says of a conversation beside its messages. */
export interface StoredConversation {
  title: string | null
  /** The project or custom assistant it was part of. */
  collection: string | null
  /** The part of it before the segment in question. */
  before: SegmentId | null
}

export interface StoredProfile {
  bucketId: BucketId
  modelId: string
  sum: Float32Array
  weight: number
  messages: number
  firstAt: number
  lastAt: number
  terms: Record<string, number>
}

/** A profile as it is read: its words as JSON text, taken apart by whoever reads thousands, a few at a time. */
export type ReadProfile = Omit<StoredProfile, 'terms'> & { terms: string }

/** Where a message lies, and why. */
export type PlacedMessage = Pick<
  StoredMessage,
  | 'id'
  | 'bucketId'
  | 'homeBucketId'
  | 'segmentId'
  | 'filedBy'
  | 'stretchId'
  | 'confidence'
  | 'candidates'
  | 'relatedBuckets'
  | 'topicChanged'
  | 'bucketReturn'
>

export interface FilingResult {
  buckets: StoredBucket[]
  removed: BucketId[]
  /** Those that were filed for the first time or went elsewhere, in order. */
  messages: PlacedMessage[]
  /** Set if messages that were filed already went elsewhere. */
  refiled: OperationId | null
}

export interface PendingReply {
  turnId: TurnId
  userMessageId: MessageId
  modelId: string | null
  text: string
  raw: string
  /** When it was saved last, milliseconds. */
  updatedAt: number
  /** The reply it was to stand in the place of. */
  replaces: MessageId | null
  /** When it is said to have been said, if not when it came. */
  replyAt: number | null
}

export interface StoredSession {
  id: string
  startedAt: IsoTime
  endedAt: IsoTime | null
  afterSeq: number
  opening: Record<string, unknown>
}

/** “Your new bucket is like one that is there”, to be stored. */
export interface NewHint {
  bucket: BucketId
  existing: BucketId
  /** Calibrated, 0 to 1. */
  similarity: number
  /** The card the person is shown for it. */
  suggestion: SuggestionId | null
}

export interface StoredHint extends NewHint {
  id: string
  /** `shown`: to a model, in the turn under way. */
  status: 'open' | 'shown' | 'accepted' | 'ignored'
  decidedBy: HintDecision['by'] | null
  createdAt: IsoTime
}

export interface HintDecision {
  status: 'accepted' | 'ignored'
  by: 'person' | 'model' | 'janitor'
}

/** What both sides of the bridge know about the domain: plain data, times as ISO 8601 strings in UTC. */
import type { AttachedFile } from './attached-file'
import type { BucketId, MessageId, OperationId, SegmentId, ShortId, SuggestionId } from './ids'

export type IsoTime = string

export type Role = 'user' | 'assistant' | 'tool' | 'system'
export type MessageStatus = 'complete' | 'stopped' | 'interrupted'
/** Who decided the bucket of a message (07-settled, Message metadata). */
export type FiledBy = 'person' | 'model' | 'classifier' | 'janitor' | 'import'

/** A bucket the classifier considered, with the score it gave: 0 to 1. */
export interface Candidate {
  bucketId: BucketId
  title: string
  score: number
}

export interface MessageView {
  id: MessageId
  shortId: ShortId
  externalId: string | null
  ts: IsoTime
  role: Role
  /** Whose words: `user`, `assistant`, or the name an import brought along. */
  author: string
  text: string
  status: MessageStatus
  bucketId: BucketId | null
  segmentId: SegmentId | null
  filedBy: FiledBy | null
  confidence: number | null
  relatedBuckets: BucketId[]
  topicChanged: boolean
  modelId: string | null
  /** Notes from before that were attached to this turn for the model. */
  recalled: RecalledNote[]
  /** Tools the model used for this reply, each once. */
  tools: string[]
  /** Images and PDF that came with it. Left out: none. */
  files?: AttachedFile[]
  /** What the model of another program thought before it answered, as the import brought it along; shown folded. */
  thinking?: string
  /** How many other branches begin at its place: what was edited away, answers before this one. Left out: none. */
  branches?: number
  /** How many of them came before it. */
  branchesBefore?: number
}

export interface RecalledNote {
  messageId: MessageId | null
  bucketId: BucketId | null
  text: string
}

/** One use of a tool by a model, with what it was answered. */
export interface ToolUse {
  /** As the model's server named the call. */
  id: string
  name: string
  /** Parsed JSON as the model wrote it. */
  arguments: unknown
  /** The tool's answer, or what went wrong, as the model was told. */
  result: string
}

/** What a model wrote before it asked for tools, and what they answered; kept verbatim, else a session's prefix breaks. */
export interface ToolRound {
  text: string
  uses: ToolUse[]
}

export type BucketStatus = 'ephemeral' | 'active' | 'archived' | 'merged'
export type Priority = 'high' | 'normal' | 'low'

export interface BucketView {
  id: BucketId
  title: string
  description: string
  status: BucketStatus
  priority: Priority
  pinned: boolean
  starred: boolean
  /** The life-change experiment: a topic that suddenly took over. */
  lifeChangeDetected: boolean
  /** Messages a day since it was made, as the last pass of the experiment saw it; over 8 is high growth. */
  velocity: number
  /** The topic it was grouped under by the experiment. */
  parentBucketId: BucketId | null
  messages: number
  createdAt: IsoTime
  lastActive: IsoTime
  /** The bucket that holds its messages now, if it was merged away. */
  mergedInto: BucketId | null
  /** `person` once a person named, made, split or merged it: automation keeps its hands off (07-settled). */
  shapedBy: 'person' | 'automation'
  summary: string
}

export type SegmentStatus = 'active' | 'collapsing' | 'collapsed' | 'archived' | 'failed'

export interface SegmentView {
  id: SegmentId
  status: SegmentStatus
  title: string
  synopsis: string
  /** `extractive`: made without a model, and marked as such. */
  summarisedBy: 'model' | 'extractive' | null
  startedAt: IsoTime
  endedAt: IsoTime
  messages: number
  buckets: BucketId[]
  toolsUsed: string[]
  /** 1 to 5, from messages, buckets and tools; null until it is closed. */
  complexity: number | null
  /** The title is a person's. */
  named: boolean
  /** The title is what the export the conversation came from calls it. */
  titleFromExport: boolean
  /** It came with an import and is not filed and summed up yet: over, and no talk that goes on. */
  waits?: true
}

/** The manifest: segments by local calendar date, newest first (01-domain, Manifest). */
export interface ManifestGroup {
  /** Local calendar date, `2026-01-18`. */
  date: string
  /** `Today`, `Yesterday`, `Jan 18` or `Jan 18, 2025`. */
  label: string
  segments: SegmentView[]
}

export type OperationKind =
  | 'mv'
  | 'merge'
  | 'split'
  | 'pin'
  | 'unpin'
  | 'archive'
  | 'unarchive'
  | 'rename'
  | 'move_message'
  | 'edit_message'
  | 'ask_again'
  | 'show_branch'
  | 'refile'
  | 'reactivate'
  | 'consolidate'
  | 'archive_ephemeral'
  | 'promote'
  | 'archive_stale'
  | 'archive_low_return'
  | 'boost'
  | 'rename_segment'
  | 'merge_segments'
  | 'split_segment'
  | 'close_segment'
  | 'retell_segments'
  // the life-change experiment
  | 'life_change'
  | 'group'
  | 'archive_competing'
  // memories
  | 'edit_memory'
  | 'add_memory'
  | 'forget_memory'
  | 'end_memory'
  | 'pin_memory'
  | 'unpin_memory'
  | 'consolidate_memories'
/** `segment`: the judgement at collapse. */
export type Actor = 'person' | 'model' | 'janitor' | 'classifier' | 'segment'

/** One entry of the operation log as a person reads it: who did what and why, and whether it stands. */
export interface ReceiptView {
  id: OperationId
  ts: IsoTime
  kind: OperationKind
  actor: Actor
  /** One sentence that says what was done and why. */
  sentence: string
  undone: boolean
  undoneAt: IsoTime | null
  /** Of an act that was taken back: why not everything could come back, one sentence. */
  note?: string
  buckets: BucketId[]
  /** Messages that changed their bucket by it. */
  messagesMoved: number
  similarity: number | null
  /** The pass of the janitor it belongs to; of an act of filing, the import. */
  passId?: string
}

export interface SuggestionView {
  id: SuggestionId
  kind: 'merge' | 'archive' | 'divide'
  source: BucketId
  sourceTitle: string
  target: BucketId | null
  targetTitle: string | null
  similarity: number | null
  messagesMoved: number
  sentence: string
  /** Of a division: the titles of both parts. */
  parts: [string, string] | null
}

/** Rows of the schema to the plain data that leaves the worker. The only place where ids get their brand from the database. */
import { attachedFile } from '@shared/attached-file'
import { CatchmentError } from '@shared/contract/errors'
import type { ReceiptView, SegmentStatus, SuggestionView } from '@shared/domain'
import { type BucketId, bucketId, messageId, operationId, segmentId, shortId, suggestionId } from '@shared/ids'
import { getTableColumns, type InferSelectModel } from 'drizzle-orm'
import { z } from 'zod'
import {
  type branchMessages,
  type bucketOperations,
  buckets,
  type continuumSegments,
  type messages,
  type suggestions,
} from '../schema'
import type { BranchMessage, ExportedMessage, StoredBucket, StoredMessage, StoredSegment } from '../types'

const brandedBuckets = (ids: readonly string[]): BucketId[] => ids.map((id) => bucketId.parse(id))
const optional = <T>(parse: (value: string) => T, value: string | null): T | null =>
  value === null ? null : parse(value)
const iso = (time: Date): string => time.toISOString()

export function toMessage(row: InferSelectModel<typeof messages>): StoredMessage {
  return {
    id: messageId.parse(row.id),
    shortId: shortId.parse(row.shortId),
    externalId: row.externalId,
    conv: row.conv,
    seq: row.seq,
    ts: iso(row.ts),
    role: row.role,
    author: row.author,
    text: row.text,
    status: row.status,
    bucketId: optional(bucketId.parse, row.bucketId),
    homeBucketId: optional(bucketId.parse, row.homeBucketId),
    segmentId: optional(segmentId.parse, row.segmentId),
    filedBy: row.filedBy,
    confidence: row.confidence,
    candidates: row.candidates,
    relatedBuckets: brandedBuckets(row.relatedBuckets),
    topicChanged: row.topicChanged,
    bucketReturn: row.bucketReturn,
    stretchId: optional(messageId.parse, row.stretchId),
    modelId: row.modelId,
    replyTo: optional(messageId.parse, row.replyTo),
    recalled: row.recalled,
    verbatim: row.verbatim,
    tools: row.tools,
    ...(typeof row.metadata.thinking === 'string' ? { thinking: row.metadata.thinking } : {}),
    ...filesIn(row.metadata.attachments),
    toolRounds: row.toolRounds,
  }
}

/** What a stored bucket is made of. Its vector is left out: taking 384 numbers apart for each of thousands is most of what a start would wait for. */
const { embedding: _, embeddingModel: __, ...withoutVector } = getTableColumns(buckets)
export const bucketColumns = withoutVector
export type BucketRow = Omit<InferSelectModel<typeof buckets>, 'embedding' | 'embeddingModel'>

export function toBucket(row: BucketRow): StoredBucket | null {
  if (row.status === 'void') return null
  return {
    id: bucketId.parse(row.id),
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    pinned: row.pinnedAt !== null,
    starred: row.starred,
    messages: row.messageCount,
    createdAt: iso(row.createdAt),
    lastActive: iso(row.lastUpdated),
    mergedInto: optional(bucketId.parse, row.mergedInto),
    shapedBy: row.shapedBy,
    summary: row.summary,
    ownStatus: row.ownStatus,
    ownMergedInto: optional(bucketId.parse, row.ownMergedInto),
    newestSeq: row.newestSeq,
    returns: row.returns,
    summaryStale: row.summaryStale,
    lastSummarizedCount: row.lastSummarizedCount,
    returnFrequency: row.returnFrequency,
    lifeChangeDetected: row.lifeChangeDetected,
    velocity: row.velocity,
    parentBucketId: optional(bucketId.parse, row.parentBucketId),
  }
}

const NAMES = new Map(Object.entries(bucketColumns).map(([name, column]) => [column.name, name]))

/** A bucket's row as a function of the database answers it: columns by their names there, times as text. */
export function bucketOfJson(json: Record<string, unknown>): StoredBucket | null {
  const row: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(json)) row[NAMES.get(column) ?? column] = value
  for (const time of ['createdAt', 'lastUpdated', 'pinnedAt', 'touchedAt'])
    if (typeof row[time] === 'string') row[time] = new Date(row[time])
  return toBucket(row as BucketRow)
}

type SegmentRow = Omit<
  InferSelectModel<typeof continuumSegments>,
  'summaryEmbedding' | 'retoldEmbedding' | 'toldBefore'
>

export function toSegment(row: SegmentRow): StoredSegment {
  return {
    id: segmentId.parse(row.id),
    sentinelId: messageId.parse(row.sentinelId),
    conv: row.conv,
    status: shownStatus(row.status),
    title: row.ownTitle ?? row.title,
    synopsis: row.summary,
    summarisedBy: row.summarisedBy,
    startedAt: iso(row.startTime),
    endedAt: iso(row.endTime),
    messages: row.messageCount,
    buckets: brandedBuckets(row.bucketsDiscussed),
    toolsUsed: row.toolsUsed,
    attempts: row.attempts,
    domainBlocksUpdated: row.domainBlocksUpdated,
    memoriesExtracted: row.memoriesExtracted,
    complexity: row.complexity,
    named: row.ownTitle !== null,
    titleFromExport: row.ownTitle === null && row.conversationTitle !== null && row.title === row.conversationTitle,
    conversationTitle: row.conversationTitle,
    collection: row.collection,
    resummarise: row.metadata.resummarise === true,
    closing: row.metadata.close_now === true,
    ...oldSummaryIn(row.metadata.old_summary),
  }
}

const oldSummary = z.object({ title: z.string().nullable(), content: z.string() })

function oldSummaryIn(value: unknown): Pick<StoredSegment, 'oldSummary'> {
  const read = oldSummary.safeParse(value)
  return read.success ? { oldSummary: read.data } : {}
}

/** What of a message's attachments is kept here; an import names some that are not. */
export function filesIn(attachments: unknown): Pick<StoredMessage, 'files'> {
  if (!Array.isArray(attachments)) return {}
  const files = attachments.flatMap((one) => {
    const read = attachedFile.safeParse(one)
    return read.success ? [read.data] : []
  })
  return files.length === 0 ? {} : { files }
}

/** What an import brought along (`Brought`), as it lies in the row's metadata beside what else is there. */
const brought = z.object({
  conversationTitle: z.string().exactOptional(),
  collection: z
    .object({ kind: z.enum(['custom-gpt', 'project', 'folder']), name: z.string(), named: z.boolean() })
    .exactOptional(),
  archived: z.boolean().exactOptional(),
  attachments: z
    .array(z.union([attachedFile, z.object({ kind: z.enum(['image', 'audio', 'video', 'file']), name: z.string() })]))
    .exactOptional(),
  thinking: z.string().exactOptional(),
})

export function toBranchMessage(
  row: Omit<InferSelectModel<typeof branchMessages>, 'embedding' | 'terms'>,
): BranchMessage {
  const read = brought.safeParse(row.metadata)
  const { id, externalId, follows, branch, role, author, text, status, modelId, tools } = row
  return {
    ...{ id, externalId, follows, branch, role, author, text, status, modelId, tools },
    seq: typeof row.kept?.seq === 'number' ? row.kept.seq : null,
    place: messageId.parse(row.place),
    ts: iso(row.ts),
    brought: read.success ? read.data : {},
  }
}

export function toExported(row: InferSelectModel<typeof messages>): ExportedMessage {
  const read = brought.safeParse(row.metadata)
  return { ...toMessage(row), brought: read.success ? read.data : {} }
}

function shownStatus(status: SegmentStatus | 'void'): SegmentStatus {
  if (status === 'void') throw new CatchmentError('internal', 'A segment in which nothing is found was read.')
  return status
}

export function toReceipt(row: InferSelectModel<typeof bucketOperations>): ReceiptView {
  return {
    id: operationId.parse(row.id),
    ts: iso(row.ts),
    kind: row.kind,
    actor: row.actor,
    sentence: row.sentence,
    undone: row.undoneAt !== null,
    undoneAt: row.undoneAt && iso(row.undoneAt),
    ...(row.note === null ? {} : { note: row.note }),
    buckets: brandedBuckets(row.buckets),
    messagesMoved: row.messagesMoved,
    similarity: row.similarity,
    ...(row.passId === null ? {} : { passId: row.passId }),
  }
}

export interface SuggestionContext {
  sourceTitle: string
  targetTitle: string | null
  messagesMoved: number
}

export function toSuggestion(row: InferSelectModel<typeof suggestions>, context: SuggestionContext): SuggestionView {
  return {
    id: suggestionId.parse(row.id),
    kind: row.kind,
    source: bucketId.parse(row.sourceBucketId),
    target: optional(bucketId.parse, row.targetBucketId),
    similarity: row.similarity,
    sentence: row.sentence,
    parts: row.parts,
    ...context,
  }
}

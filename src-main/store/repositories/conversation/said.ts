/** A live message on its way into the store and back: what `say` of `drizzle/0020_turn.sql` takes and answers. */
import { randomBytes } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'
import { bucketId, messageId, segmentId, shortId } from '@shared/ids'
import { vectorText } from '../../schema/columns'
import { messageTerms } from '../../search-terms'
import type { FilingCommit, FilingResult, NewMessage, PlacedMessage, StoredMessage } from '../../types'
import { filesIn } from '../rows'

/** What the database alone knew of a message that was just written. */
export interface Said {
  id: string
  seq: number
  shortId: string
  segmentId: string | null
  bucketId: string | null
  opened: string | null
  closed: string | null
}

/** What `filing_commit` answers. */
export interface FilingDone {
  said: Said | null
  targets: string[]
  moved: { id: string; bucket: string; from: string | null }[]
  recount: string[]
  placed: Record<keyof PlacedMessage, unknown>[]
  buckets: Record<string, unknown>[]
}

/** Eight random hex characters; of some, one is free among the newest messages (01-domain, Identifiers). */
const SHORT_IDS = 4

export const toSay = (m: NewMessage) => ({
  id: m.id,
  shortIds: Array.from({ length: SHORT_IDS }, () => randomBytes(4).toString('hex')),
  externalId: m.externalId ?? null,
  ts: new Date(m.ts),
  role: m.role,
  author: m.author,
  text: m.text,
  status: m.status ?? 'complete',
  modelId: m.modelId ?? null,
  replyTo: m.replyTo ?? null,
  recalled: m.recalled ?? [],
  verbatim: m.verbatim ?? null,
  tools: m.tools ?? [],
  toolRounds: m.toolRounds ?? [],
  metadata: m.brought ?? {},
  // What tools and the system say never appears in searches (07-settled).
  ...(m.role === 'user' || m.role === 'assistant' ? { terms: messageTerms(m) } : {}),
})

/** The message as it is stored now, without reading it again. */
export function asStored(m: NewMessage, said: Said): StoredMessage {
  return {
    id: messageId.parse(said.id),
    shortId: shortId.parse(said.shortId),
    externalId: m.externalId ?? null,
    conv: m.conv ?? null,
    seq: said.seq,
    ts: new Date(m.ts).toISOString(),
    role: m.role,
    author: m.author,
    text: stored(m.text),
    status: m.status ?? 'complete',
    bucketId: null,
    homeBucketId: null,
    segmentId: said.segmentId === null ? null : segmentId.parse(said.segmentId),
    filedBy: null,
    confidence: null,
    candidates: [],
    relatedBuckets: [],
    topicChanged: false,
    bucketReturn: false,
    stretchId: null,
    modelId: m.modelId ?? null,
    replyTo: m.replyTo ?? null,
    recalled: m.recalled ?? [],
    verbatim: m.verbatim === undefined ? null : stored(m.verbatim),
    tools: m.tools ?? [],
    toolRounds: m.toolRounds ?? [],
    ...filesIn(m.brought?.attachments),
  }
}

/** A text as the database keeps it. */
const stored = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

export const filingInput = (commit: FilingCommit) => ({
  actor: commit.actor,
  filedBy: commit.filedBy,
  newBuckets: commit.newBuckets.map((b) => ({ ...b, at: new Date(b.at) })),
  assignments: commit.assignments.map((a) => ({
    id: a.messageId,
    bucket: a.bucketId,
    confidence: a.confidence,
    candidates: a.candidates,
    stretch: a.stretchId,
    related: a.related,
  })),
  topicChanged: commit.topicChanged,
  topicKept: commit.topicKept ?? [],
  profiles: commit.profiles.map((p) => ({
    ...p,
    sum: vectorText(p.sum),
    firstAt: new Date(p.firstAt),
    lastAt: new Date(p.lastAt),
  })),
})

export function toPlaced(row: FilingDone['placed'][number]): FilingResult['messages'][number] {
  const optional = <T>(parse: (value: unknown) => T, value: unknown): T | null => (value === null ? null : parse(value))
  return {
    ...(row as unknown as PlacedMessage),
    id: messageId.parse(row.id),
    bucketId: optional(bucketId.parse, row.bucketId),
    homeBucketId: optional(bucketId.parse, row.homeBucketId),
    segmentId: optional(segmentId.parse, row.segmentId),
    stretchId: optional(messageId.parse, row.stretchId),
  }
}

export function only<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new CatchmentError('internal', 'A call of the store answered nothing.')
  return row
}

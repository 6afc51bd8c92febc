/** Imports: whole segments of messages, each row written once and as it stays, many in one transaction. */
import { randomBytes } from 'node:crypto'
import { type MessageId, messageId, type SegmentId, segmentId } from '@shared/ids'
import { desc, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { jsonbText } from '../../jsonb'
import { continuums, messages } from '../../schema'
import { messageTerms } from '../../search-terms'
import type { NewMessage } from '../../types'
import { filing } from '../filing/filing'
import { me } from '../profile'
import { countTerms, listMessages } from '../search/listing'
import { messagesRepository } from './messages'

export interface ImportedSegments {
  segments: {
    conv: string | null
    messages: NewMessage[]
    /** What the conversation is called where it comes from, and the project or custom GPT it was in. */
    conversationTitle?: string | null | undefined
    collection?: string | null | undefined
    /** It comes from a program that keeps conversations apart. */
    oneTalk?: boolean | undefined
  }[]
  vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
  /** Filing's words, each with the number of these messages that hold it. */
  terms: readonly [string, number][]
  /** Search terms by message, where somebody worked them out already. */
  searchTerms?: ReadonlyMap<MessageId, readonly string[]>
  /** More follow: words are noted, and added up with those of many (`search.countManyWords`). */
  wordsLater?: boolean
}

/** Stores segments with their messages and sentinels; answers their ids in the same order. */
export async function importSegments(db: Database, input: ImportedSegments): Promise<SegmentId[]> {
  const [continuum] = await db.select().from(continuums).limit(1)
  const all = input.segments.flatMap((s) => s.messages)
  const shortIds = await freeShortIds(db, all.length)
  const made = input.segments.map((s) => segmentRow(s))
  const rows = input.segments.flatMap((s, i) => {
    const row = made[i]
    if (!row) return []
    const said = s.messages.map((m) => messageRow(m, row.id, s.conv, shortIds.pop() ?? ''))
    return [...said, sentinelRow(row)]
  })
  const arrived = await insertMessages(db, continuum?.id ?? '', rows)
  await insertSegments(db, continuum?.id ?? '', made)
  const segmentOf = new Map(rows.map((r) => [r.id, r.segmentId]))
  const heard = all.filter((m) => m.role === 'user' || m.role === 'assistant')
  await listMessages(
    db,
    heard.map((m) => ({
      number: arrived.get(m.id) ?? 0,
      segment: segmentOf.get(m.id) ?? '',
      terms: input.searchTerms?.get(m.id) ?? messageTerms(m),
    })),
    input.wordsLater,
  )
  if (input.vectors) await messagesRepository.saveVectors(db, input.vectors.modelId, input.vectors.vectors)
  await (input.wordsLater ? filing.addTerms(db, input.terms) : countTerms(db, input.terms))
  return made.map((s) => segmentId.parse(s.id))
}

function segmentRow({
  conv,
  messages: list,
  conversationTitle,
  collection,
  oneTalk,
}: ImportedSegments['segments'][number]) {
  const times = list.map((m) => m.ts)
  const start = Math.min(...times)
  const end = Math.max(...times)
  return {
    id: uuidv7(),
    sentinelId: uuidv7({ msecs: start }),
    conv,
    title: conversationTitle ?? null,
    collection: collection ?? null,
    oneTalk: oneTalk ?? false,
    start: new Date(start),
    end: new Date(end),
    count: list.filter((m) => m.role === 'user' || m.role === 'assistant').length,
    tools: [...new Set(list.flatMap((m) => m.tools ?? []))].sort(),
  }
}

const messageRow = (m: NewMessage, segment: string, conv: string | null, shortId: string) => ({
  id: m.id as string,
  shortId,
  externalId: m.externalId ?? null,
  conv: m.conv ?? conv,
  ts: new Date(m.ts),
  role: m.role as string,
  author: m.author,
  text: m.text,
  status: m.status ?? 'complete',
  boundary: false,
  segmentId: segment,
  modelId: m.modelId ?? null,
  replyTo: m.replyTo ?? null,
  recalled: m.recalled ?? [],
  verbatim: m.verbatim ?? null,
  tools: m.tools ?? [],
  toolRounds: m.toolRounds ?? [],
  metadata: { ...m.brought } as Record<string, unknown>,
})

/** The sentinel says what its segment's row says (01-domain, Segment). */
const sentinelRow = (s: ReturnType<typeof segmentRow>): ReturnType<typeof messageRow> => ({
  id: s.sentinelId,
  shortId: s.sentinelId.slice(-8),
  externalId: null,
  conv: s.conv,
  ts: s.start,
  role: 'system',
  author: 'system',
  text: '',
  status: 'complete',
  boundary: true,
  segmentId: s.id,
  modelId: null,
  replyTo: null,
  recalled: [],
  verbatim: null,
  tools: [],
  toolRounds: [],
  metadata: {
    is_segment_boundary: true,
    status: 'active',
    segment_id: s.id,
    segment_start_time: s.start,
    segment_end_time: s.end,
    tools_used: s.tools,
    memories_extracted: false,
    domain_blocks_updated: false,
    buckets_discussed: [],
    attempts: 0,
    claimed_at: null,
    display_title: '',
    complexity: null,
  },
})

/** Answers the place of each in the order of arrival. */
async function insertMessages(
  db: Database,
  continuum: string,
  rows: readonly ReturnType<typeof messageRow>[],
): Promise<Map<string, number>> {
  const { rows: arrived } = await db.execute<{ id: string; seq: string }>(sql`
    INSERT INTO messages (user_id, id, continuum_id, short_id, external_id, conv, ts, role, author, text, status,
      is_segment_boundary, segment_id, home_segment_id, model_id, reply_to, recalled, verbatim, tools, tool_rounds, metadata)
    SELECT ${me}, m.id, ${continuum}::uuid, m."shortId", m."externalId", m.conv, m.ts, m.role, m.author, m.text, m.status,
      m.boundary, m."segmentId", CASE WHEN NOT m.boundary THEN m."segmentId" END, m."modelId", m."replyTo", m.recalled,
      m.verbatim, m.tools, m."toolRounds", m.metadata
    FROM json_to_recordset(${jsonbText(rows)}::json) AS m(id uuid, "shortId" text, "externalId" text, conv text,
      ts timestamptz, role text, author text, text text, status text, boundary boolean, "segmentId" uuid, "modelId" text,
      "replyTo" uuid, recalled jsonb, verbatim text, tools jsonb, "toolRounds" jsonb, metadata jsonb)
    RETURNING id, seq`)
  return new Map(arrived.map((r) => [messageId.parse(r.id), Number(r.seq)]))
}

async function insertSegments(
  db: Database,
  continuum: string,
  rows: readonly ReturnType<typeof segmentRow>[],
): Promise<void> {
  await db.execute(sql`
    INSERT INTO continuum_segments (user_id, id, continuum_id, sentinel_id, conv, start_time, end_time, status, message_count, tools_used,
      conversation_title, collection, one_talk)
    SELECT ${me}, s.id, ${continuum}::uuid, s."sentinelId", s.conv, s.start, s."end", 'active', s.count, s.tools, s.title, s.collection, s."oneTalk"
    FROM jsonb_to_recordset(${jsonbText(rows)}::jsonb) AS s(id uuid, "sentinelId" uuid, conv text, start timestamptz,
      "end" timestamptz, count integer, tools jsonb, title text, collection text, "oneTalk" boolean)`)
}

/** Eight random hex characters each, unique among the newest 1,000 messages (01-domain, Identifiers). */
async function freeShortIds(db: Database, count: number): Promise<string[]> {
  const newest = await db.select({ id: messages.shortId }).from(messages).orderBy(desc(messages.seq)).limit(1000)
  const taken = new Set(newest.map((m) => m.id))
  const free = new Set<string>()
  while (free.size < count) {
    const id = randomBytes(4).toString('hex')
    if (!taken.has(id)) free.add(id)
  }
  return [...free]
}

import { randomBytes } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'
import type { MessageStatus } from '@shared/domain'
import { type MessageId, messageId, type SegmentId, type TurnId, turnId } from '@shared/ids'
import { desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { continuums, messages, pendingReplies, sessions } from '../../schema'
import type { FilingCommit, FilingResult, NewMessage, PendingReply, StoredMessage, StoredSession } from '../../types'
import { filing } from '../filing/filing'
import { me } from '../profile'
import { toMessage } from '../rows'
import { indexMessages } from '../search/indexing'
import { createSegment, endSession, ensureLiveSegment } from '../segments/segments'
import { messagesRepository } from './messages'

export interface Committed {
  message: StoredMessage
  segmentId: SegmentId | null
  /** A segment that came into being with this message. */
  opened: SegmentId | null
  /** A segment whose time is over: to be collapsed now. */
  closed: SegmentId | null
}

export interface ReplyCommit {
  turnId: TurnId
  reply: NewMessage | null
  filing: FilingCommit
  vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
  terms: [string, number][]
  timeoutMs: number
}

/** The units of work of a turn, each one transaction. */
export const turns = {
  /** Saves the person's message and its segment, and opens the turn. Once this answers, the message is never lost. */
  async begin(
    db: Database,
    input: { message: NewMessage; turnId: TurnId; modelId: string | null; timeoutMs: number },
  ): Promise<Committed> {
    const message = await insertMessage(db, input.message)
    const { segment, opened, closed } = await ensureLiveSegment(db, message, input.timeoutMs)
    await turns.openReply(db, {
      turnId: input.turnId,
      userMessageId: message.id,
      modelId: input.modelId,
      at: input.message.ts,
    })
    const [saved] = await messagesRepository.byIds(db, [message.id])
    return { message: saved ?? message, segmentId: segment?.id ?? null, opened, closed }
  },

  /** Notes that a reply to this message is under way. */
  async openReply(
    db: Database,
    input: { turnId: TurnId; userMessageId: MessageId; modelId: string | null; at: number },
  ): Promise<void> {
    await db.insert(pendingReplies).values({
      userId: me,
      turnId: input.turnId,
      userMessageId: input.userMessageId,
      modelId: input.modelId,
      updatedAt: new Date(input.at),
    })
  },

  /** Keeps the reply as far as it came. */
  async savePartial(db: Database, input: { turnId: TurnId; text: string; raw: string; at: number }): Promise<void> {
    await db
      .update(pendingReplies)
      .set({ text: input.text, raw: input.raw, updatedAt: new Date(input.at) })
      .where(eq(pendingReplies.turnId, input.turnId))
  },

  /** Reply, filing, counts, vectors and word counts in one transaction (07-settled, Order of a turn). */
  async finish(
    db: Database,
    input: ReplyCommit,
  ): Promise<{ reply: StoredMessage | null; filing: FilingResult; segmentId: SegmentId | null }> {
    let replyId: MessageId | null = null
    let segment: SegmentId | null = null
    if (input.reply) {
      const message = await insertMessage(db, input.reply)
      replyId = message.id
      segment = (await ensureLiveSegment(db, message, input.timeoutMs)).segment?.id ?? null
    }
    if (input.vectors) await messagesRepository.saveVectors(db, input.vectors.modelId, input.vectors.vectors)
    await filing.addTerms(db, input.terms)
    const result = await filing.commit(db, input.filing)
    await db.delete(pendingReplies).where(eq(pendingReplies.turnId, input.turnId))
    const [reply] = replyId ? await messagesRepository.byIds(db, [replyId]) : []
    return { reply: reply ?? null, filing: result, segmentId: segment }
  },

  /** Turns that a crash cut off. */
  async pending(db: Database): Promise<PendingReply[]> {
    const rows = await db.select().from(pendingReplies)
    return rows.map((r) => ({
      turnId: turnId.parse(r.turnId),
      userMessageId: messageId.parse(r.userMessageId),
      modelId: r.modelId,
      text: r.text,
      raw: r.raw,
      updatedAt: r.updatedAt.getTime(),
    }))
  },

  async setStatus(db: Database, id: MessageId, status: MessageStatus): Promise<void> {
    await db.update(messages).set({ status }).where(eq(messages.id, id))
  },

  /** One stretch of an imported conversation (null: of the live talk): messages, their segment, vectors in one transaction. */
  async importSegment(
    db: Database,
    input: {
      conv: string | null
      /** What the export calls the conversation, and the project or custom assistant it was part of. */
      conversationTitle?: string | null
      collection?: string | null
      /** It comes from a program that keeps conversations apart. */
      oneTalk?: boolean
      messages: NewMessage[]
      vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
      terms: [string, number][]
    },
  ): Promise<{ segmentId: SegmentId; messages: StoredMessage[] }> {
    const added: StoredMessage[] = []
    for (let at = 0; at < input.messages.length; at += 200)
      added.push(...(await insertMessages(db, input.messages.slice(at, at + 200))))
    const ids = added.map((m) => m.id)
    const segment = await createSegment(db, {
      conv: input.conv,
      messageIds: ids,
      conversationTitle: input.conversationTitle ?? null,
      collection: input.collection ?? null,
      oneTalk: input.oneTalk ?? false,
    })
    await indexMessages(db, added, segment)
    if (input.vectors) await messagesRepository.saveVectors(db, input.vectors.modelId, input.vectors.vectors)
    await filing.addTerms(db, input.terms)
    return { segmentId: segment, messages: await messagesRepository.byIds(db, ids) }
  },
}

export const sessionsRepository = {
  async current(db: Database): Promise<StoredSession | null> {
    const [row] = await db
      .select()
      .from(sessions)
      .where(isNull(sessions.endedAt))
      .orderBy(desc(sessions.startedAt))
      .limit(1)
    return row ? toSession(row) : null
  },
  /** The newest session, running or over. */
  async newest(db: Database): Promise<StoredSession | null> {
    const [row] = await db.select().from(sessions).orderBy(desc(sessions.startedAt)).limit(1)
    return row ? toSession(row) : null
  },
  async previous(db: Database): Promise<StoredSession | null> {
    const [, row] = await db.select().from(sessions).orderBy(desc(sessions.startedAt)).limit(2)
    return row ? toSession(row) : null
  },
  async open(
    db: Database,
    input: { id: string; at: number; afterSeq: number; opening: Record<string, unknown> },
  ): Promise<StoredSession> {
    await endSession(db, input.at)
    const { id, afterSeq, opening } = input
    const startedAt = new Date(input.at)
    await db.insert(sessions).values({ userId: me, id, startedAt, afterSeq, opening })
    return { id, startedAt: startedAt.toISOString(), endedAt: null, afterSeq, opening }
  },
  async updateOpening(db: Database, id: string, opening: Record<string, unknown>): Promise<void> {
    await db.update(sessions).set({ opening }).where(eq(sessions.id, id))
  },
  async end(db: Database, at: number): Promise<void> {
    await endSession(db, at)
  },
}

const toSession = (row: typeof sessions.$inferSelect): StoredSession => ({
  id: row.id,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  afterSeq: row.afterSeq,
  opening: row.opening,
})

async function insertMessage(db: Database, message: NewMessage): Promise<StoredMessage> {
  const [saved] = await insertMessages(db, [message])
  if (!saved) throw new CatchmentError('conflict', 'This message is in the store already.')
  await indexMessages(db, [saved])
  return saved
}

async function insertMessages(db: Database, list: readonly NewMessage[]): Promise<StoredMessage[]> {
  const [continuum] = await db.select().from(continuums).limit(1)
  const shortIds = await freeShortIds(db, list.length)
  const rows = await db
    .insert(messages)
    .values(
      list.map((m, index) => ({
        userId: me,
        id: m.id,
        continuumId: continuum?.id ?? '',
        shortId: shortIds[index] ?? '',
        externalId: m.externalId ?? null,
        conv: m.conv ?? null,
        ts: new Date(m.ts),
        role: m.role,
        author: m.author,
        text: m.text.replaceAll('\u0000', ''),
        status: m.status ?? 'complete',
        modelId: m.modelId ?? null,
        replyTo: m.replyTo ?? null,
        recalled: m.recalled ?? [],
        verbatim: m.verbatim?.replaceAll('\u0000', '') ?? null,
        tools: m.tools ?? [],
        toolRounds: m.toolRounds ?? [],
        metadata: m.brought ? { ...m.brought } : {},
      })),
    )
    .returning()
  return rows.map(toMessage)
}

/** Eight random hex characters, unique among the newest 1,000 messages (01-domain, Identifiers). */
async function freeShortIds(db: Database, count: number): Promise<string[]> {
  const wanted = new Set<string>()
  while (wanted.size < count) {
    while (wanted.size < count) wanted.add(randomBytes(4).toString('hex'))
    const taken = await db
      .select({ id: messages.shortId })
      .from(messages)
      .where(
        sql`${inArray(messages.shortId, [...wanted])} AND seq > (SELECT coalesce(max(seq), 0) - 1000 FROM messages n WHERE n.user_id = ${me})`,
      )
    for (const { id } of taken) wanted.delete(id)
  }
  return [...wanted]
}

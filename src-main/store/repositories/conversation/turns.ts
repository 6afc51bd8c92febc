import { CatchmentError } from '@shared/contract/errors'
import { type MessageId, messageId, type SegmentId, segmentId, type TurnId, turnId } from '@shared/ids'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { jsonbText } from '../../jsonb'
import { pendingReplies, sessions } from '../../schema'
import { vectorText } from '../../schema/columns'
import { centreOf, signatureOf } from '../../signature'
import { single } from '../../single'
import type { FilingCommit, FilingResult, NewMessage, PendingReply, StoredMessage, StoredSession } from '../../types'
import { finishCommit } from '../filing/filing'
import { me } from '../profile'
import { endSession } from '../segments/segments'
import { importSegments } from './importing'
import { messagesRepository } from './messages'
import { asStored, type FilingDone, filingInput, only, type Said, toSay } from './said'

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

/** The units of work of a turn, each one transaction; the functions are those of `drizzle/0020_turn.sql`. */
export const turns = {
  /** Saves the person's message and its segment, and opens the turn. Once this answers, the message is never lost. */
  begin: single(
    async (
      db: Database,
      input: { message: NewMessage; turnId: TurnId; modelId: string | null; timeoutMs: number },
    ): Promise<Committed> => {
      const { message, turnId: turn, modelId, timeoutMs } = input
      const text = jsonbText({ message: toSay(message), turnId: turn, modelId, silenceMs: timeoutMs })
      const { rows } = await db.execute<{ said: Said }>(sql`SELECT turn_begin(${text}::jsonb) AS said`)
      const said = only(rows).said
      return {
        message: asStored(message, said),
        segmentId: optionalSegment(said.segmentId),
        opened: optionalSegment(said.opened),
        closed: optionalSegment(said.closed),
      }
    },
  ),

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
  savePartial: single(
    async (db: Database, input: { turnId: TurnId; text: string; raw: string; at: number }): Promise<void> => {
      await db
        .update(pendingReplies)
        .set({ text: input.text, raw: input.raw, updatedAt: new Date(input.at) })
        .where(eq(pendingReplies.turnId, input.turnId))
    },
  ),

  /** Reply, filing, counts, vectors and word counts in one transaction (07-settled, Order of a turn). */
  async finish(
    db: Database,
    input: ReplyCommit,
  ): Promise<{ reply: StoredMessage | null; filing: FilingResult; segmentId: SegmentId | null }> {
    const { reply, filing: commit, vectors } = input
    const centre = vectors ? centreOf(vectors.modelId) : null
    const text = jsonbText({
      turnId: input.turnId,
      reply: reply && toSay(reply),
      filing: filingInput(commit),
      modelId: vectors?.modelId ?? null,
      vectors: (vectors?.vectors ?? []).map(({ id, vector }) => ({
        id,
        vector: vectorText(vector),
        bits: centre && Buffer.from(signatureOf(vector, centre)).toString('hex'),
      })),
      terms: Object.fromEntries(input.terms),
      silenceMs: input.timeoutMs,
    })
    const { rows } = await db.execute<{ done: FilingDone }>(sql`SELECT turn_finish(${text}::jsonb) AS done`)
    const { done } = only(rows)
    const result = await finishCommit(db, commit, done)
    const saved = reply && done.said ? asStored(reply, done.said) : null
    const placed = saved && result.messages.find((m) => m.id === saved.id)
    return {
      reply: saved && { ...saved, ...placed },
      filing: result,
      segmentId: saved?.segmentId ?? null,
    }
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
    const { vectors, terms, ...segmentInput } = input
    const list = input.messages
    const [segment] = await importSegments(db, { segments: [segmentInput], vectors, terms })
    if (!segment) throw new CatchmentError('internal', 'An imported segment was not stored.')
    return {
      segmentId: segment,
      messages: await messagesRepository.byIds(
        db,
        list.map((m) => m.id),
      ),
    }
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
  async end(db: Database, at: number): Promise<void> {
    await endSession(db, at)
  },
}

const optionalSegment = (id: string | null): SegmentId | null => (id === null ? null : segmentId.parse(id))

const toSession = (row: typeof sessions.$inferSelect): StoredSession => ({
  id: row.id,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  afterSeq: row.afterSeq,
  opening: row.opening,
})

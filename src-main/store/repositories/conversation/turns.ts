import { CatchmentError } from '@shared/contract/errors'
import { type MessageId, messageId, type SegmentId, segmentId, type TurnId, turnId } from '@shared/ids'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { jsonbText } from '../../jsonb'
import { pendingReplies, sessions } from '../../schema'
import { vectorText } from '../../schema/columns'
import { centreOf, signatureOf } from '../../signature'
import { single } from '../../single'
import type {
  FilingCommit,
  FilingResult,
  NewMessage,
  NewOperation,
  OperationResult,
  PendingReply,
  StoredMessage,
  StoredSession,
} from '../../types'
import { finishCommit } from '../filing/filing'
import { operations } from '../operations/operations'
import { me } from '../profile'
import { endSession } from '../segments/segments'
import { ForkMoves, forkAt, putAside } from './forks'
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

/** Another version of something that was said: what it stands in the place of, and the act as it is logged, without its register. */
export interface NewVersion {
  head: MessageId
  /** What followed from it goes with it. */
  whole: boolean
  act: Omit<NewOperation, 'creates'>
}

export interface ReplyCommit {
  turnId: TurnId
  reply: NewMessage | null
  filing: FilingCommit
  vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
  terms: [string, number][]
  timeoutMs: number
  /** The reply takes the place of another. */
  version?: NewVersion | undefined
  /** It is not said now: it stands where this message stands. */
  beside?: MessageId | null | undefined
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

  /** The same for a message that takes the place of an earlier one: that leaves for a branch, with what followed from it. */
  async edit(
    db: Database,
    input: {
      message: NewMessage
      /** It is not said now: it stands where the earlier one stood. */
      inPlace: boolean
      version: NewVersion
      turnId: TurnId
      modelId: string | null
      replyAt: number | null
      timeoutMs: number
    },
  ): Promise<Committed & { operation: OperationResult }> {
    const { message, version } = input
    const place = input.inPlace ? await placeOf(db, version.head) : null
    const { fork, branch, moves } = await giveWay(db, version, message.id)
    const text = jsonbText({
      message: { ...toSay(message), ...(place ? { place } : {}) },
      turnId: input.turnId,
      modelId: input.modelId,
      silenceMs: input.timeoutMs,
      replyAt: input.replyAt === null ? null : new Date(input.replyAt),
    })
    const { rows } = await db.execute<{ said: Said }>(sql`SELECT turn_begin(${text}::jsonb) AS said`)
    const said = only(rows).said
    return {
      message: { ...asStored(message, said), conv: place?.conv ?? null },
      segmentId: optionalSegment(said.segmentId),
      opened: optionalSegment(said.opened),
      closed: optionalSegment(said.closed),
      operation: await logged(db, version, fork, branch, moves),
    }
  },

  /** Notes that a reply to this message is under way. */
  async openReply(
    db: Database,
    input: {
      turnId: TurnId
      userMessageId: MessageId
      modelId: string | null
      at: number
      /** The reply it is to stand in the place of. */
      replaces?: MessageId | null
      /** When it is said to have been said, if not when it comes. */
      replyAt?: number | null
    },
  ): Promise<void> {
    await db.insert(pendingReplies).values({
      userId: me,
      turnId: input.turnId,
      userMessageId: input.userMessageId,
      modelId: input.modelId,
      updatedAt: new Date(input.at),
      replaces: input.replaces ?? null,
      replyAt: input.replyAt == null ? null : new Date(input.replyAt),
    })
  },

  /** Keeps the reply as far as it came. */
  savePartial: single(
    async (db: Database, input: { turnId: TurnId; text: string; raw: string; at: number }): Promise<void> => {
      await db
        .update(pendingReplies)
        .set({
          text: input.text,
          raw: input.raw,
          updatedAt: new Date(input.at),
          heldBy: sql`pg_backend_pid()`,
          heldSince: sql`session_began(pg_backend_pid())`,
        })
        .where(eq(pendingReplies.turnId, input.turnId))
    },
  ),

  /** Reply, filing, counts, vectors and word counts in one transaction (07-settled, Order of a turn). */
  async finish(
    db: Database,
    input: ReplyCommit,
  ): Promise<{
    reply: StoredMessage | null
    filing: FilingResult
    segmentId: SegmentId | null
    /** Of a reply that took the place of another. */
    operation: OperationResult | null
  }> {
    const { reply, filing: commit, vectors } = input
    const place = input.beside ? await placeOf(db, input.beside) : null
    const version = reply ? input.version : undefined
    const way = reply && version ? await giveWay(db, version, reply.id) : null
    const centre = vectors ? centreOf(vectors.modelId) : null
    const text = jsonbText({
      turnId: input.turnId,
      reply: reply && { ...toSay(reply), ...(place ? { place } : {}) },
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
      operation: way && version ? await logged(db, version, way.fork, way.branch, way.moves) : null,
      reply: saved && { ...saved, ...placed },
      filing: result,
      segmentId: saved?.segmentId ?? null,
    }
  },

  /** Turns that a crash cut off; none that another program is at. */
  async pending(db: Database): Promise<PendingReply[]> {
    const isAnothers = sql`held_by <> pg_backend_pid() AND held_since = session_began(held_by)`
    const rows = await db.select().from(pendingReplies).where(sql`(${isAnothers}) IS NOT TRUE`)
    return rows.map((r) => ({
      turnId: turnId.parse(r.turnId),
      userMessageId: messageId.parse(r.userMessageId),
      modelId: r.modelId,
      text: r.text,
      raw: r.raw,
      updatedAt: r.updatedAt.getTime(),
      replaces: r.replaces === null ? null : messageId.parse(r.replaces),
      replyAt: r.replyAt?.getTime() ?? null,
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

/** Segment and conversation of a message, for what is said there later. */
async function placeOf(
  db: Database,
  id: MessageId,
): Promise<{ segment: string | null; home: string | null; conv: string | null } | null> {
  const { rows } = await db.execute<{ segment: string | null; home: string | null; conv: string | null }>(
    sql`SELECT segment_id AS segment, home_segment_id AS home, conv FROM messages WHERE user_id = ${me} AND id = ${id}::uuid`,
  )
  return rows[0] ?? null
}

/** What stands at a fork leaves; what is about to be said is its next version. */
async function giveWay(db: Database, { head, whole }: NewVersion, next: MessageId) {
  const fork = await forkAt(db, head, whole, true)
  const moves = new ForkMoves()
  const branch = uuidv7()
  await putAside(db, fork, { head: next, branch }, moves)
  return { fork, branch, moves }
}

const logged = (
  db: Database,
  { act }: NewVersion,
  fork: { id: string },
  branch: string,
  moves: ForkMoves,
): Promise<OperationResult> =>
  operations.apply(
    db,
    {
      ...act,
      creates: [],
      writes: [...act.writes, { entity: 'fork', entityId: fork.id, field: 'shown_branch', after: branch }],
    },
    moves,
  )

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

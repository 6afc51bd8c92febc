import { type BucketId, type MessageId, type SegmentId, segmentId } from '@shared/ids'
import { and, asc, eq, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { continuumSegments, messages } from '../../schema'
import type { ExportedMessage } from '../../types'
import { me } from '../profile'
import { toExported } from '../rows'
import { importSegments } from './importing'
import { shown } from './messages'

/**
 * A bucket (null: what is in none), a segment (null: what is in none), one conversation of an export, or a stretch of time in
 * milliseconds (`to` not included).
 */
export type ExportedPart =
  | { bucketId: BucketId | null }
  | { segmentId: SegmentId | null }
  | { conv: string }
  | { from: number; to: number }

/** Reading everything there is, page by page: exports; and writing much at once: imports. */
export const transfer = {
  importSegments,

  /** The next messages after this one (null: from the first), oldest first; of one part, if it is named. */
  async page(
    db: Database,
    input: { after: MessageId | null; limit: number; part?: ExportedPart | undefined },
  ): Promise<ExportedMessage[]> {
    const after =
      input.after === null
        ? undefined
        : sql`(${messages.ts}, ${messages.id}) > (select ts, id from messages a where a.user_id = ${me} and a.id = ${input.after})`
    const rows = await db
      .select()
      .from(messages)
      .where(and(shown, input.part && within(input.part), after))
      .orderBy(asc(messages.ts), asc(messages.id))
      .limit(input.limit)
    return rows.map(toExported)
  },

  /** Segments and the title of each, in the order of their first messages. */
  async segments(db: Database): Promise<{ id: SegmentId; title: string }[]> {
    const rows = await db
      .select({ id: continuumSegments.id, title: continuumSegments.title, own: continuumSegments.ownTitle })
      .from(continuumSegments)
      .where(ne(continuumSegments.status, 'void'))
      .orderBy(asc(continuumSegments.startTime), asc(continuumSegments.id))
    return rows.map((row) => ({ id: segmentId.parse(row.id), title: row.own ?? row.title }))
  },
}

function within(part: ExportedPart): SQL | undefined {
  if ('bucketId' in part)
    return part.bucketId === null ? isNull(messages.bucketId) : eq(messages.bucketId, part.bucketId)
  if ('segmentId' in part)
    return part.segmentId === null ? isNull(messages.segmentId) : eq(messages.segmentId, part.segmentId)
  if ('conv' in part) return eq(messages.conv, part.conv)
  return and(gte(messages.ts, new Date(part.from)), lt(messages.ts, new Date(part.to)))
}

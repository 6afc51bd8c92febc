/** Finding one's way in the conversation: where something is said, and on which days anything was. */
import { type BucketId, type MessageId, messageId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { me } from '../profile'

const said = sql`user_id = ${me} AND NOT is_segment_boundary AND role IN ('user', 'assistant')`
/** More are not counted: nobody steps through them. */
const MOST_MESSAGES = 2_000

export const finding = {
  /** The newest messages that hold these letters, small or capital, oldest first; of a bucket, if it is named. */
  async containing(db: Database, query: string, bucket: BucketId | null): Promise<{ id: MessageId; text: string }[]> {
    // The collation C knows small and capital of a to z alone.
    const forms = [
      query,
      query.toLowerCase(),
      query.toUpperCase(),
      query.charAt(0).toUpperCase() + query.slice(1).toLowerCase(),
    ]
    const patterns = [...new Set(forms)].map((form) => `%${form.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`)
    const { rows } = await db.execute<{ id: string; text: string }>(sql`
      SELECT id, text FROM messages WHERE ${said} AND text ILIKE ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(patterns)}::jsonb)))
        ${bucket === null ? sql`` : sql`AND bucket_id = ${bucket}`} ORDER BY ts DESC, id DESC LIMIT ${MOST_MESSAGES}`)
    return rows.reverse().map((row) => ({ id: messageId.parse(row.id), text: row.text }))
  },

  /** Local days with what was said on them, oldest first. `from` and `to` (not included) in milliseconds. */
  async days(
    db: Database,
    { from, to, timeZone, bucketId }: { from: number; to: number; timeZone: string; bucketId: BucketId | null },
  ): Promise<{ date: string; messages: number; messageId: MessageId }[]> {
    const { rows } = await db.execute<{ date: string; n: number; first: string }>(sql`
      SELECT to_char(ts AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS date, count(*)::int AS n, (array_agg(id ORDER BY ts, id))[1] AS first
      FROM messages WHERE ${said} AND ts >= ${new Date(from)} AND ts < ${new Date(to)}
        ${bucketId === null ? sql`` : sql`AND bucket_id = ${bucketId}`}
      GROUP BY 1 ORDER BY 1`)
    return rows.map((row) => ({ date: row.date, messages: row.n, messageId: messageId.parse(row.first) }))
  },
}

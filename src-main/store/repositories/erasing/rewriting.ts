/** Messages whose words were edited in the program they came from: they say what they say there now. */
import { type BucketId, bucketId, type MessageId, segmentId } from '@shared/ids'
import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database'
import { messages } from '../../schema'
import type { StoredSegment } from '../../types'
import { filing } from '../filing/filing'
import { me } from '../profile'
import { toMessage } from '../rows'
import { indexMessages } from '../search/indexing'
import { syncSentinels } from '../segments/rows'
import { segmentsRepository } from '../segments/segments'
import { dropDerived, dropUnheldTerms, type Row, uuidArray } from './derived'

export const rewriting = {
  /**
   * Puts other words into messages; where they are filed stays. Their vectors are made by whoever asked, and their segments
   * are to be summed up and read for memories anew.
   * @param terms of the word statistics: of the old words, and of the new ones
   */
  async rewrite(
    db: Database,
    edits: readonly { id: MessageId; text: string }[],
    terms: { gone: readonly (readonly [string, number])[]; added: readonly [string, number][] },
  ): Promise<{ segments: StoredSegment[]; homes: BucketId[] }> {
    const ids = uuidArray(edits.map((e) => e.id))
    const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
      SELECT id, seq::text AS seq, short_id AS "shortId", text, external_id AS "externalId", segment_id AS segment,
        home_segment_id AS "homeSegment", bucket_id AS bucket, home_bucket_id AS home
      FROM messages WHERE user_id = ${me} AND id = ANY(${ids}) ORDER BY seq`)
    if (rows.length === 0) return { segments: [], homes: [] }
    const held = await dropDerived(db, rows, terms.gone)
    for (const { id, text } of edits)
      await db.execute(
        sql`UPDATE messages SET text = ${text}, verbatim = NULL WHERE user_id = ${me} AND id = ${id}::uuid`,
      )
    const now = (
      await db
        .select()
        .from(messages)
        .where(
          inArray(
            messages.id,
            rows.map((r) => r.id),
          ),
        )
    ).map(toMessage)
    for (const message of now) await indexMessages(db, [message], message.segmentId)
    await dropUnheldTerms(db, held)
    await filing.addTerms(db, terms.added)
    const segments = [...new Set(rows.flatMap((r) => r.segment ?? []))]
    await db.execute(sql`
      UPDATE continuum_segments SET memories_extracted = false,
        metadata = (CASE WHEN summarised_by IS NULL THEN metadata ELSE metadata || '{"resummarise": true}' END) - 'old_summary'
      WHERE user_id = ${me} AND id = ANY(${uuidArray(segments)})`)
    await syncSentinels(db, segments)
    const homes = [...new Set(rows.flatMap((r) => r.home ?? []))]
    await db.execute(sql`
      DELETE FROM bucket_profiles WHERE user_id = ${me} AND bucket_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(homes)}::jsonb))`)
    return {
      segments: await segmentsRepository.byIds(
        db,
        segments.map((id) => segmentId.parse(id)),
      ),
      homes: homes.map((id) => bucketId.parse(id)),
    }
  },

  /** Memories that come from this message and from nothing else. */
  async memoriesFrom(db: Database, id: MessageId): Promise<{ id: string; content: string }[]> {
    const only = JSON.stringify([id])
    const { rows } = await db.execute<{ id: string; content: string }>(sql`
      SELECT id, content FROM memory_entries WHERE user_id = ${me} AND source_message_ids = ${only}::jsonb
        AND own_state = 'live' AND forgotten_at IS NULL AND ended_at IS NULL AND superseded_by IS NULL`)
    return rows
  },
}

/** A store as Catchment left one before the present write path: every migration up to 0012, a thousand messages, memories, receipts. */
import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { databaseDir, POSTGRES_MAJOR, STORE_FORMAT, writeVersion } from '../folder'
import { migrate } from '../migrate'
import { migrations } from '../migrations'

const NEWEST = '0012_close.sql'
export const OLD = { messages: 1000, segments: 20, buckets: 5, memories: 40, receipts: 5 }

/** A profile as that version made one: bound to the name of its role. */
const PROFILE = `
DO $$ DECLARE me uuid := gen_random_uuid(); bound text := 'catchment_p_' || replace(me::text, '-', ''); BEGIN
  EXECUTE format('CREATE ROLE %I NOLOGIN IN ROLE catchment_app', bound);
  INSERT INTO profiles (user_id, name, role_name, created_at) VALUES (me, 'default', bound, now());
  INSERT INTO continuums (user_id, id, created_at) VALUES (me, gen_random_uuid(), now());
END $$`

/** One talk of fifty messages a segment, four segments a bucket. Rows as that version wrote them. */
const LIFE = `
DO $$ DECLARE
  me uuid; talk uuid; made uuid; sentinel uuid; said uuid; act uuid; act_seq bigint; n integer; i integer;
  began timestamptz; bucket text; words text;
BEGIN
  SELECT user_id, id INTO me, talk FROM continuums;
  INSERT INTO buckets (user_id, id, title, own_status, status, created_at, last_updated)
  SELECT me, 'topic_00' || b, 'Topic ' || b, 'active', 'active', '2025-01-01', '2025-01-01' FROM generate_series(1, 5) b;
  FOR n IN 0..19 LOOP
    made := gen_random_uuid(); sentinel := gen_random_uuid();
    began := '2025-01-01 08:00Z'::timestamptz + n * interval '1 day';
    bucket := 'topic_00' || (1 + n / 4);
    FOR i IN 1..50 LOOP
      said := gen_random_uuid();
      words := 'about topic ' || (1 + n / 4) || ' number ' || i || ' of day ' || n;
      INSERT INTO messages (user_id, id, continuum_id, short_id, ts, role, author, text, segment_id, home_segment_id, home_bucket_id,
        bucket_id, filed_by, confidence, metadata)
      VALUES (me, said, talk, right(said::text, 8), began + i * interval '1 minute', CASE i % 2 WHEN 1 THEN 'user' ELSE 'assistant' END,
        CASE i % 2 WHEN 1 THEN 'user' ELSE 'assistant' END, words, made, made, bucket, bucket, 'classifier', 0.9, '{}');
      INSERT INTO message_embeddings (user_id, message_id, model_id, embedding)
      SELECT me, said, 'old@1', array_agg(CASE d % 5 WHEN n / 4 THEN 0.11 ELSE 0.02 END ORDER BY d)::real[]::vector(384) FROM generate_series(1, 384) d;
      INSERT INTO search_documents (user_id, kind, number, segment, length, terms)
      SELECT me, 'message', seq, made, 7, string_to_array(words, ' ') FROM messages WHERE user_id = me AND id = said;
    END LOOP;
    INSERT INTO continuum_segments (user_id, id, continuum_id, sentinel_id, start_time, end_time, title, summary, summarised_by,
      message_count, status, memories_extracted, domain_blocks_updated, collapsed_at)
    VALUES (me, made, talk, sentinel, began + interval '1 minute', began + interval '50 minutes', 'Day ' || n, 'What was said that day.',
      'extractive', 50, 'collapsed', true, true, began + interval '2 hours');
    INSERT INTO messages (user_id, id, continuum_id, short_id, ts, role, author, text, is_segment_boundary, segment_id, metadata)
    VALUES (me, sentinel, talk, right(sentinel::text, 8), began + interval '1 minute', 'system', 'system', 'What was said that day.', true, made,
      jsonb_build_object('is_segment_boundary', true, 'status', 'collapsed', 'segment_id', made));
  END LOOP;
  UPDATE buckets b SET message_count = 200, newest_seq = (SELECT max(m.seq) FROM messages m WHERE m.bucket_id = b.id);
  INSERT INTO search_terms SELECT me, t, count(*)::int FROM search_documents, unnest(terms) t GROUP BY 2;
  INSERT INTO search_totals SELECT me, count(*)::int, sum(length)::bigint FROM search_documents;
  INSERT INTO memory_entries (user_id, id, category, content, token_count, content_hash, source, confidence, created_at, updated_at)
  SELECT me, gen_random_uuid(), 'fact', 'A fact, number ' || m, 5, md5(m::text), 'pattern', 0.9, '2025-01-02', '2025-01-02' FROM generate_series(1, 40) m;
  FOR i IN 1..5 LOOP
    act := gen_random_uuid();
    INSERT INTO bucket_operations (user_id, id, ts, kind, actor, sentence, buckets)
    VALUES (me, act, '2025-01-22', 'pin', 'person', 'Pinned “Topic ' || i || '”.', jsonb_build_array('topic_00' || i)) RETURNING seq INTO act_seq;
    INSERT INTO operation_changes (user_id, operation_id, operation_seq, entity, entity_id, field, before, after)
    VALUES (me, act, act_seq, 'bucket', 'topic_00' || i, 'pinned_at', NULL, '2025-01-22T00:00:00.000Z');
    UPDATE buckets SET pinned_at = '2025-01-22' WHERE id = 'topic_00' || i;
  END LOOP;
END $$`

/** Makes it in a folder of its own; the profile is called “default”. */
export async function makeOldStore(storeDir: string): Promise<void> {
  mkdirSync(storeDir, { recursive: true })
  const client = await PGlite.create({ dataDir: databaseDir(storeDir), extensions: { vector } })
  await client.exec('CREATE EXTENSION IF NOT EXISTS vector')
  const then = migrations.filter((m) => m.name <= NEWEST)
  await migrate(client, then, () => Promise.resolve())
  await client.exec(PROFILE)
  await client.exec(LIFE)
  await client.close()
  writeVersion(storeDir, {
    catchment: 'store',
    format: STORE_FORMAT,
    pglite: '0.5.14',
    postgres: POSTGRES_MAJOR,
    schema: NEWEST,
  })
}

-- Few statements for a turn: what is written of it is one call with one plan (docs/adr/0008-few-statements.md).
-- The functions run with their caller's rights, so that the policies hold for everything in them.

-- Words are counted after the commit that brought them: a turn adds one row here, and whoever has time adds them up.
-- A row stays until it was counted, so a crash loses none and counts none twice.
CREATE TABLE "search_backlog" (
	"user_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "search_backlog_user_id_number_pk" PRIMARY KEY("user_id","number")
);
--> statement-breakpoint
CREATE TABLE "term_backlog" (
	"user_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"terms" jsonb NOT NULL,
	CONSTRAINT "term_backlog_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['search_backlog', 'term_backlog'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_rows ON %I TO catchment_app USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO catchment_app', t);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE term_backlog_id_seq TO catchment_app;
--> statement-breakpoint
-- A message is written, and then marked as filed: room on the page spares its indexes the second time where it can.
ALTER TABLE "messages" SET (fillfactor = 90);
--> statement-breakpoint
-- A UUIDv7 of a moment.
CREATE FUNCTION uuid_at(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE SET search_path = public, pg_temp AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7' ||
    substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
--> statement-breakpoint
-- The sentinel's metadata says the same as the segment's row (01-domain, Segment).
CREATE FUNCTION write_sentinel(of_segment uuid) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE messages m SET ts = s.start_time, text = s.summary, segment_embedding = s.summary_embedding,
    metadata = jsonb_build_object('is_segment_boundary', true, 'status', s.status, 'segment_id', s.id,
      'segment_start_time', s.start_time, 'segment_end_time', s.end_time, 'tools_used', s.tools_used,
      'memories_extracted', s.memories_extracted, 'domain_blocks_updated', s.domain_blocks_updated,
      'buckets_discussed', s.buckets_discussed, 'attempts', s.attempts, 'claimed_at', s.claimed_at,
      'display_title', coalesce(s.own_title, s.title), 'complexity', s.complexity)
  FROM continuum_segments s
  WHERE s.user_id = (SELECT current_profile()) AND s.id = of_segment AND m.user_id = s.user_id AND m.id = s.sentinel_id
$$;
--> statement-breakpoint
-- Makes the live segment that begins with a message nobody counted yet, with its sentinel.
CREATE FUNCTION open_live_segment(lone uuid, lone_ts timestamptz, close_now boolean, after_closed uuid)
RETURNS uuid LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
  continuum uuid := (SELECT id FROM continuums WHERE user_id = me LIMIT 1);
  made uuid := uuid_at(clock_timestamp());
  sentinel uuid := uuid_at(lone_ts);
BEGIN
  INSERT INTO continuum_segments (user_id, id, continuum_id, sentinel_id, start_time, end_time, status, message_count,
    follows_closed, tools_used, metadata)
  SELECT me, made, continuum, sentinel, lone_ts, lone_ts, 'active', 1, after_closed,
    coalesce((SELECT jsonb_agg(DISTINCT t) FROM jsonb_array_elements(m.tools) t), '[]'),
    CASE WHEN close_now THEN '{"close_now": true}'::jsonb ELSE '{}'::jsonb END
  FROM messages m WHERE m.user_id = me AND m.id = lone;
  INSERT INTO messages (user_id, id, continuum_id, short_id, ts, role, author, text, is_segment_boundary, segment_id)
  VALUES (me, sentinel, continuum, right(sentinel::text, 8), lone_ts, 'system', 'system', '', true, made);
  PERFORM write_sentinel(made);
  UPDATE messages SET segment_id = made, home_segment_id = made WHERE user_id = me AND id = lone;
  RETURN made;
END $$;
--> statement-breakpoint
-- Where a live message goes: into the segment that is alive, else with the lone message before it into a new one
-- (01-domain, Segment: the second message of a stretch makes it; 07-settled: a lone one before a long silence gets its own).
CREATE FUNCTION place_live(said_at timestamptz, silence interval, OUT segment uuid, OUT home uuid, OUT opened uuid, OUT closed uuid)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
  active record;
  lone record;
  before record;
BEGIN
  SELECT s.id, s.end_time, coalesce((s.metadata->>'close_now')::boolean, false) AS closing INTO active
  FROM continuum_segments s
  WHERE s.user_id = me AND s.status IN ('active', 'collapsing') AND s.conv IS NULL AND NOT s.metadata ? 'resummarise'
  ORDER BY s.end_time DESC LIMIT 1;
  IF active.id IS NOT NULL AND NOT active.closing AND said_at - active.end_time <= silence THEN
    segment := active.id;
    -- In a segment that was merged out of several, what is said now belongs to the part that was going on.
    home := coalesce((SELECT n.home_segment_id FROM messages n WHERE n.user_id = me AND n.segment_id = active.id
      AND NOT n.is_segment_boundary ORDER BY n.ts DESC, n.id DESC LIMIT 1), active.id);
    RETURN;
  END IF;
  closed := active.id;
  SELECT m.id, m.ts, m.seq INTO lone FROM messages m
  WHERE m.user_id = me AND m.segment_id IS NULL AND m.conv IS NULL AND NOT m.is_segment_boundary
    AND m.role IN ('user', 'assistant') ORDER BY m.seq DESC LIMIT 1;
  IF lone.id IS NULL THEN RETURN; END IF;
  SELECT h.id, h.closed_at IS NOT NULL AS by_hand INTO before FROM (
    SELECT m.home_segment_id, m.ts FROM messages m WHERE m.user_id = me AND m.conv IS NULL AND NOT m.is_segment_boundary
      AND m.role IN ('user', 'assistant') AND m.seq < lone.seq ORDER BY m.seq DESC LIMIT 1) b
  JOIN continuum_segments h ON h.user_id = me AND h.id = b.home_segment_id
  WHERE b.ts >= lone.ts - silence;
  opened := open_live_segment(lone.id, lone.ts, said_at - lone.ts > silence, CASE WHEN before.by_hand THEN before.id END);
  IF said_at - lone.ts <= silence THEN
    segment := opened;
    home := opened;
  ELSE
    closed := opened;
  END IF;
END $$;
--> statement-breakpoint
-- Lone messages are looked for at every message that finds no segment alive; without this all of them are read for it.
CREATE INDEX "messages_lone" ON "messages" USING btree ("user_id","seq") WHERE segment_id IS NULL AND conv IS NULL AND NOT is_segment_boundary;
--> statement-breakpoint
-- Writes one live message in its final state: place in the talk, filing if it is known, terms for the search.
CREATE FUNCTION say(m jsonb, silence interval) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
  said_at timestamptz := (m->>'ts')::timestamptz;
  filed jsonb := m->'filed';
  newest bigint := coalesce((SELECT max(n.seq) FROM messages n WHERE n.user_id = me), 0);
  short text;
  found_in text;
  place record;
  own_tools jsonb := coalesce(m->'tools', '[]');
  arrival bigint;
BEGIN
  -- unique among the newest 1,000 (01-domain, Identifiers)
  SELECT c.id INTO short FROM jsonb_array_elements_text(m->'shortIds') WITH ORDINALITY AS c(id, n)
  WHERE NOT EXISTS (SELECT FROM messages t WHERE t.user_id = me AND t.short_id = c.id AND t.seq > newest - 1000)
  ORDER BY c.n LIMIT 1;
  IF short IS NULL THEN RAISE EXCEPTION 'none of the short ids is free'; END IF;
  SELECT * INTO place FROM place_live(said_at, silence);
  found_in := coalesce((SELECT b.merged_into FROM buckets b WHERE b.user_id = me AND b.id = filed->>'bucket'), filed->>'bucket');
  INSERT INTO messages (user_id, id, continuum_id, short_id, external_id, ts, role, author, text, status, segment_id, home_segment_id,
    home_bucket_id, bucket_id, filed_by, confidence, candidates, stretch_id, topic_changed, related_buckets, tools, tool_rounds,
    model_id, reply_to, recalled, verbatim, metadata)
  VALUES (me, (m->>'id')::uuid, (SELECT id FROM continuums WHERE user_id = me LIMIT 1), short, m->>'externalId', said_at, m->>'role',
    m->>'author', m->>'text', m->>'status', place.segment, place.home, filed->>'bucket', found_in, filed->>'filedBy',
    (filed->>'confidence')::double precision, coalesce(filed->'candidates', '[]'), (filed->>'stretch')::uuid,
    coalesce((filed->>'topicChanged')::boolean, false), coalesce(filed->'related', '[]'), own_tools, coalesce(m->'toolRounds', '[]'),
    m->>'modelId', (m->>'replyTo')::uuid, coalesce(m->'recalled', '[]'), m->>'verbatim', coalesce(m->'metadata', '{}'))
  RETURNING seq INTO arrival;
  IF place.segment IS NOT NULL AND m->>'role' IN ('user', 'assistant') THEN
    UPDATE continuum_segments s SET message_count = s.message_count + 1,
      end_time = CASE WHEN s.message_count = 0 THEN said_at ELSE greatest(s.end_time, said_at) END,
      start_time = CASE WHEN s.message_count = 0 THEN said_at ELSE least(s.start_time, said_at) END,
      tools_used = CASE WHEN own_tools = '[]' THEN s.tools_used
        ELSE (SELECT jsonb_agg(DISTINCT t) FROM jsonb_array_elements(s.tools_used || own_tools) t) END,
      metadata = s.metadata - 'quiet_since'
    WHERE s.user_id = me AND s.id = place.segment;
  END IF;
  IF m ? 'terms' THEN
    INSERT INTO search_documents (user_id, kind, number, segment, length, terms)
    SELECT me, 'message', arrival, place.segment, jsonb_array_length(m->'terms'),
      ARRAY(SELECT t FROM jsonb_array_elements_text(m->'terms') t);
    INSERT INTO search_backlog (user_id, number) VALUES (me, arrival);
  END IF;
  RETURN jsonb_build_object('id', m->>'id', 'seq', arrival, 'shortId', short, 'segmentId', place.segment, 'bucketId', found_in,
    'opened', place.opened, 'closed', place.closed);
END $$;
--> statement-breakpoint
-- Saves the person's message and opens the turn (07-settled, Order of a turn).
CREATE FUNCTION turn_begin(input jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := say(input->'message', make_interval(secs => (input->>'silenceMs')::double precision / 1000));
BEGIN
  INSERT INTO pending_replies (user_id, turn_id, user_message_id, model_id, updated_at)
  VALUES (current_profile(), (input->>'turnId')::uuid, (input->'message'->>'id')::uuid, input->>'modelId',
    (input->'message'->>'ts')::timestamptz);
  RETURN said;
END $$;
--> statement-breakpoint
-- Stores one judgement of filing, and with it the reply that it files. First filings are written here and counted by
-- increment. What lay elsewhere (`moved`), what has to be woken and what has to be counted anew is answered: that is logged
-- by whoever called.
CREATE FUNCTION filing_commit(c jsonb, reply jsonb, silence interval) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
  reply_id uuid := (reply->>'id')::uuid;
  -- A judgement of the talk under way is repeated with every turn; of what stays where it is only news is written.
  is_live boolean := c->>'actor' = 'classifier';
  topics uuid[] := ARRAY(SELECT t::uuid FROM jsonb_array_elements_text(c->'topicChanged') t);
  first uuid[];
  open uuid[];
  targets text[];
  moved jsonb;
  own jsonb;
  said jsonb;
  counted text[];
BEGIN
  SELECT array_agg(a.id) FILTER (WHERE m.id IS NOT NULL AND m.home_bucket_id IS NULL),
    array_agg(a.id) FILTER (WHERE m.id IS NOT NULL),
    array_agg(DISTINCT a.bucket) FILTER (WHERE m.home_bucket_id IS NULL AND (m.id IS NOT NULL OR a.id = reply_id)),
    jsonb_agg(jsonb_build_object('id', a.id, 'bucket', a.bucket, 'from', m.bucket_id))
      FILTER (WHERE m.home_bucket_id IS NOT NULL AND m.bucket_id IS DISTINCT FROM a.bucket)
  INTO first, open, targets, moved
  FROM jsonb_to_recordset(c->'assignments') AS a(id uuid, bucket text)
  LEFT JOIN messages m ON m.user_id = me AND m.id = a.id
  WHERE m.filed_by IS DISTINCT FROM 'person';
  first := coalesce(first, '{}');
  targets := coalesce(targets, '{}');

  INSERT INTO buckets (user_id, id, title, description, own_status, status, shaped_by, created_at, last_updated)
  SELECT me, n.id, n.title, n.description, n.status, n.status, n."shapedBy", n.at, n.at
  FROM jsonb_to_recordset(c->'newBuckets') AS n(id text, title text, description text, status text, "shapedBy" text, at timestamptz)
  WHERE n.id = ANY(targets) ON CONFLICT DO NOTHING;

  IF reply_id IS NOT NULL THEN
    SELECT a || jsonb_build_object('filedBy', c->>'filedBy', 'topicChanged', reply_id = ANY(topics)) INTO own
    FROM jsonb_array_elements(c->'assignments') a WHERE (a->>'id')::uuid = reply_id LIMIT 1;
    said := say(CASE WHEN own IS NULL THEN reply ELSE reply || jsonb_build_object('filed', own) END, silence);
  END IF;

  IF first <> '{}' THEN
    UPDATE messages m SET home_bucket_id = a.bucket, filed_by = c->>'filedBy',
      bucket_id = coalesce((SELECT b.merged_into FROM buckets b WHERE b.user_id = me AND b.id = a.bucket), a.bucket),
      confidence = a.confidence, candidates = a.candidates, stretch_id = a.stretch, related_buckets = a.related,
      topic_changed = m.topic_changed OR m.id = ANY(topics)
    FROM jsonb_to_recordset(c->'assignments')
      AS a(id uuid, bucket text, confidence double precision, candidates jsonb, stretch uuid, related jsonb)
    WHERE m.user_id = me AND m.id = a.id AND m.id = ANY(first);
    -- Messages get their first filing outside the log. If operations wrote their registers while they were unfiled and were
    -- taken back, that filing is what lies under them from now on.
    UPDATE operation_changes l SET before = CASE l.field WHEN 'filed_by' THEN c->>'filedBy' ELSE a.bucket END
    FROM jsonb_to_recordset(c->'assignments') AS a(id text, bucket text)
    WHERE l.user_id = me AND l.entity = 'message' AND l.entity_id = a.id AND l.field IN ('home_bucket_id', 'filed_by')
      AND a.id::uuid = ANY(first)
      AND l.operation_seq = (SELECT min(f.operation_seq) FROM operation_changes f
        WHERE f.user_id = me AND f.entity = 'message' AND f.entity_id = l.entity_id AND f.field = l.field);
    -- A return is a message filed into a bucket after at least one filed elsewhere and a session boundary (01-domain, Bucket).
    UPDATE messages m SET bucket_return = true
    WHERE m.user_id = me AND m.id = ANY(first) AND m.role = 'user'
      AND (SELECT p.segment_id IS DISTINCT FROM m.segment_id AND EXISTS (
             SELECT FROM messages o WHERE o.user_id = me AND o.bucket_id <> m.bucket_id
               AND (o.ts, o.id) > (p.ts, p.id) AND (o.ts, o.id) < (m.ts, m.id) AND NOT o.is_segment_boundary)
           FROM messages p WHERE p.user_id = me AND p.bucket_id = m.bucket_id AND (p.ts, p.id) < (m.ts, m.id)
             AND NOT p.is_segment_boundary ORDER BY p.ts DESC, p.id DESC LIMIT 1);
  END IF;

  UPDATE messages m SET confidence = a.confidence, candidates = a.candidates, stretch_id = a.stretch, related_buckets = a.related
  FROM jsonb_to_recordset(c->'assignments')
    AS a(id uuid, bucket text, confidence double precision, candidates jsonb, stretch uuid, related jsonb)
  WHERE m.user_id = me AND m.id = a.id AND m.id = ANY(open) AND m.id <> ALL(first)
    AND CASE WHEN is_live
      THEN m.bucket_id IS DISTINCT FROM a.bucket OR m.stretch_id IS DISTINCT FROM a.stretch OR m.related_buckets <> a.related
        OR abs(coalesce(m.confidence, -1) - coalesce(a.confidence, -1)) > 0.1
      ELSE (m.confidence, m.candidates, m.stretch_id, m.related_buckets)
        IS DISTINCT FROM (a.confidence, a.candidates, a.stretch, a.related) END;
  IF topics <> '{}' THEN
    UPDATE messages m SET topic_changed = true WHERE m.user_id = me AND m.id = ANY(topics) AND NOT m.topic_changed;
  END IF;
  -- The raw window starts where the talk came to another bucket. What a model marked in hindsight stays marked.
  UPDATE messages m SET topic_changed = false
  WHERE m.user_id = me AND m.id IN (SELECT t::uuid FROM jsonb_array_elements_text(c->'topicKept') t)
    AND m.topic_changed AND NOT m.metadata ? 'marked_by_model';

  -- Counts and times by increment: the same as counting anew, but for what only counting can tell.
  WITH new AS (
    SELECT m.bucket_id AS id, count(*)::int AS n, max(m.seq) AS newest_seq,
      (count(*) FILTER (WHERE m.bucket_return))::int AS returns, min(m.ts) AS first_ts, max(m.ts) AS last_ts
    FROM messages m
    WHERE m.user_id = me AND m.id = ANY(first || reply_id) AND m.bucket_id IS NOT NULL AND m.role IN ('user', 'assistant')
    GROUP BY m.bucket_id
  ), changed AS (
    UPDATE buckets b SET message_count = b.message_count + new.n, newest_seq = greatest(b.newest_seq, new.newest_seq),
      returns = b.returns + new.returns,
      created_at = CASE WHEN b.message_count = 0 THEN new.first_ts ELSE least(b.created_at, new.first_ts) END,
      last_updated = CASE WHEN b.message_count = 0 THEN greatest(new.last_ts, t.touched_at) ELSE greatest(b.last_updated, new.last_ts) END,
      return_frequency = (b.returns + new.returns) / greatest(1, extract(epoch FROM
        CASE WHEN b.message_count = 0 THEN new.last_ts ELSE greatest(b.last_updated, new.last_ts) END
        - CASE WHEN b.message_count = 0 THEN new.first_ts ELSE least(b.created_at, new.first_ts) END) / 604800),
      summary_stale = true,
      status = CASE WHEN b.own_status = 'void' AND b.merged_into IS NULL THEN 'active' ELSE b.status END
    FROM new, LATERAL (SELECT max(o.touched_at) AS touched_at FROM buckets o
      WHERE o.user_id = me AND (o.id = new.id OR o.merged_into = new.id)) t
    WHERE b.user_id = me AND b.id = new.id
    -- When its newest message was said is only known if nobody opened it after that.
    RETURNING b.id, t.touched_at IS NOT NULL AND b.message_count > new.n AND t.touched_at >= new.last_ts AS recount
  )
  SELECT array_agg(changed.id) FILTER (WHERE changed.recount) INTO counted FROM changed;

  INSERT INTO bucket_profiles (user_id, bucket_id, model_id, sum, weight, messages, first_at, last_at, terms)
  SELECT me, p."bucketId", p."modelId", p.sum::vector, p.weight, p.messages, p."firstAt", p."lastAt", p.terms
  FROM jsonb_to_recordset(c->'profiles') AS p("bucketId" text, "modelId" text, sum text, weight double precision,
    messages integer, "firstAt" timestamptz, "lastAt" timestamptz, terms jsonb)
  ON CONFLICT (user_id, model_id, bucket_id) DO UPDATE SET sum = excluded.sum, weight = excluded.weight,
    messages = excluded.messages, first_at = excluded.first_at, last_at = excluded.last_at, terms = excluded.terms;

  RETURN jsonb_build_object('said', said, 'targets', to_jsonb(targets), 'moved', coalesce(moved, '[]'),
    'recount', coalesce(to_jsonb(counted), '[]'),
    'placed', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'bucketId', m.bucket_id, 'homeBucketId', m.home_bucket_id,
        'segmentId', m.segment_id, 'filedBy', m.filed_by, 'stretchId', m.stretch_id, 'confidence', m.confidence,
        'candidates', m.candidates, 'relatedBuckets', m.related_buckets, 'topicChanged', m.topic_changed,
        'bucketReturn', m.bucket_return) ORDER BY m.ts, m.id), '[]')
      FROM messages m WHERE m.user_id = me AND m.id = ANY(first || reply_id)),
    'buckets', (SELECT coalesce(jsonb_agg(to_jsonb(b) - 'embedding' - 'related_buckets' - 'metadata'), '[]') FROM buckets b
      WHERE b.user_id = me AND (b.id = ANY(targets) OR b.id IN (
        SELECT m.bucket_id FROM messages m WHERE m.user_id = me AND m.id = ANY(first || reply_id)))));
END $$;
--> statement-breakpoint
-- Reply, filing, counts, vectors and words of a turn.
CREATE FUNCTION turn_finish(input jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
  done jsonb := filing_commit(input->'filing', nullif(input->'reply', 'null'),
    make_interval(secs => (input->>'silenceMs')::double precision / 1000));
BEGIN
  INSERT INTO message_embeddings (user_id, message_id, model_id, embedding)
  SELECT me, v.id, input->>'modelId', v.vector::vector FROM jsonb_to_recordset(input->'vectors') AS v(id uuid, vector text)
  ON CONFLICT DO NOTHING;
  INSERT INTO search_vectors (user_id, model_id, kind, number, bits)
  SELECT me, input->>'modelId', 'message', m.seq, decode(v.bits, 'hex')
  FROM jsonb_to_recordset(input->'vectors') AS v(id uuid, bits text)
  JOIN messages m ON m.user_id = me AND m.id = v.id ORDER BY m.seq
  ON CONFLICT DO NOTHING;
  IF input->'terms' <> '{}' THEN INSERT INTO term_backlog (user_id, terms) VALUES (me, input->'terms'); END IF;
  DELETE FROM pending_replies WHERE user_id = me AND turn_id = (input->>'turnId')::uuid;
  RETURN done;
END $$;
--> statement-breakpoint
-- Adds up the words of at most so many messages that were not counted yet; answers whether any are left.
CREATE FUNCTION count_words(most integer) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
BEGIN
  WITH due AS (
    DELETE FROM search_backlog b WHERE b.user_id = me AND b.number IN (
      SELECT number FROM search_backlog WHERE user_id = me ORDER BY number LIMIT most FOR UPDATE SKIP LOCKED)
    RETURNING b.number
  ), documents AS (
    SELECT d.length, d.terms FROM due JOIN search_documents d ON d.user_id = me AND d.kind = 'message' AND d.number = due.number
  ), words AS (
    INSERT INTO search_terms (user_id, term, documents)
    -- in one order everywhere, so that two writers never wait for one another
    SELECT me, t COLLATE "C", count(*)::int FROM documents, unnest(terms) t GROUP BY 2 ORDER BY 2
    ON CONFLICT (user_id, term) DO UPDATE SET documents = search_terms.documents + excluded.documents
  )
  INSERT INTO search_totals (user_id, documents, length)
  SELECT me, count(*)::int, sum(length)::bigint FROM documents HAVING count(*) > 0
  ON CONFLICT (user_id) DO UPDATE SET documents = search_totals.documents + excluded.documents,
    length = search_totals.length + excluded.length;
  WITH due AS (
    DELETE FROM term_backlog b WHERE b.user_id = me AND b.id IN (
      SELECT id FROM term_backlog WHERE user_id = me ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED)
    RETURNING b.terms
  )
  INSERT INTO term_statistics (user_id, term, documents)
  SELECT me, t.key, sum(t.value::int)::int FROM due, jsonb_each_text(due.terms) t GROUP BY t.key ORDER BY t.key COLLATE "C"
  ON CONFLICT (user_id, term) DO UPDATE SET documents = term_statistics.documents + excluded.documents;
  RETURN EXISTS (SELECT FROM search_backlog WHERE user_id = me) OR EXISTS (SELECT FROM term_backlog WHERE user_id = me);
END $$;
--> statement-breakpoint
-- New entries of the terms' index wait in a list that every search reads through. It is emptied between turns, by whoever
-- counts the words, so that no turn has to do it; only the index's owner may.
ALTER INDEX "search_documents_terms" SET (gin_pending_list_limit = 1024);
--> statement-breakpoint
CREATE FUNCTION settle_search_index() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT gin_clean_pending_list('search_documents_terms'::regclass)
$$;
--> statement-breakpoint
DO $$ DECLARE f text; BEGIN
  FOREACH f IN ARRAY ARRAY['settle_search_index()', 'uuid_at(timestamptz)', 'write_sentinel(uuid)',
    'open_live_segment(uuid, timestamptz, boolean, uuid)', 'place_live(timestamptz, interval)', 'say(jsonb, interval)',
    'turn_begin(jsonb)', 'filing_commit(jsonb, jsonb, interval)', 'turn_finish(jsonb)', 'count_words(integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO catchment_app', f);
  END LOOP;
END $$;

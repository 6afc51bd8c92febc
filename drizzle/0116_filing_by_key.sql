-- Messages that keep their topic are looked up by their ids: as the result of a query inside of the statement, the ids were joined
-- with all messages of the profile, which took most of a turn's end in a large store. Nothing else differs from 0020_turn.sql.
-- Stores one judgement of filing, and with it the reply that it files. First filings are written here and counted by
-- increment. What lay elsewhere (`moved`), what has to be woken and what has to be counted anew is answered: that is logged
-- by whoever called.
CREATE OR REPLACE FUNCTION filing_commit(c jsonb, reply jsonb, silence interval) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
  reply_id uuid := (reply->>'id')::uuid;
  -- A judgement of the talk under way is repeated with every turn; of what stays where it is only news is written.
  is_live boolean := c->>'actor' = 'classifier';
  topics uuid[] := ARRAY(SELECT t::uuid FROM jsonb_array_elements_text(c->'topicChanged') t);
  kept uuid[] := ARRAY(SELECT t::uuid FROM jsonb_array_elements_text(c->'topicKept') t);
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
  WHERE m.user_id = me AND m.id = ANY (kept) AND m.topic_changed AND NOT m.metadata ? 'marked_by_model';

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

-- One model for other versions of what was said, imported or made here (07-settled, Branches; docs/adr/0018-versions.md): a
-- message that a person edits, and a reply that is asked for again, leave `messages` with what followed from them and stand in
-- `branch_messages`. So nothing that files, counts, searches or restores has to know that they exist.
ALTER TABLE "branch_messages" ALTER COLUMN "external_id" DROP NOT NULL;
--> statement-breakpoint
-- Where a branch begins that hangs from a message which is itself on another branch; `place` is then the shown message there.
ALTER TABLE "branch_messages" ADD COLUMN "parent" uuid;
--> statement-breakpoint
-- The row as it was among the messages, its vectors with it: what it comes back as. Null: it was never shown here.
ALTER TABLE "branch_messages" ADD COLUMN "kept" jsonb;
--> statement-breakpoint
CREATE INDEX "branch_messages_branch" ON "branch_messages" USING btree ("user_id","branch");
--> statement-breakpoint
-- A place at which a person chose between branches. `own_shown` is the register of the operation log, `standing` the branch that
-- is really shown: they differ while the fork itself is on a branch that is not. `head` is the first message of `standing`.
CREATE TABLE "branch_forks" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"head" uuid NOT NULL,
	"own_shown" text NOT NULL,
	"standing" text NOT NULL,
	"whole" boolean NOT NULL,
	CONSTRAINT "branch_forks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "branch_forks_head" ON "branch_forks" USING btree ("user_id","head");
--> statement-breakpoint
ALTER TABLE "branch_forks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "branch_forks" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "branch_forks" TO catchment_app;
--> statement-breakpoint
-- Of a reply under way: the reply it is to stand in the place of, and the time it is to stand at if that is not its own.
ALTER TABLE "pending_replies" ADD COLUMN "replaces" uuid;
--> statement-breakpoint
ALTER TABLE "pending_replies" ADD COLUMN "reply_at" timestamp with time zone;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION say(m jsonb, silence interval) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  IF m ? 'place' THEN
    -- another version of what was said there: it stands where that stood
    SELECT (m->'place'->>'segment')::uuid AS segment, (m->'place'->>'home')::uuid AS home, NULL::uuid AS opened, NULL::uuid AS closed INTO place;
  ELSE
    SELECT * INTO place FROM place_live(said_at, silence);
  END IF;
  found_in := coalesce((SELECT b.merged_into FROM buckets b WHERE b.user_id = me AND b.id = filed->>'bucket'), filed->>'bucket');
  INSERT INTO messages (user_id, id, continuum_id, short_id, external_id, conv, ts, role, author, text, status, segment_id, home_segment_id,
    home_bucket_id, bucket_id, filed_by, confidence, candidates, stretch_id, topic_changed, related_buckets, tools, tool_rounds,
    model_id, reply_to, recalled, verbatim, metadata)
  VALUES (me, (m->>'id')::uuid, (SELECT id FROM continuums WHERE user_id = me LIMIT 1), short, m->>'externalId', m->'place'->>'conv', said_at, m->>'role',
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
CREATE OR REPLACE FUNCTION turn_begin(input jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := say(input->'message', make_interval(secs => (input->>'silenceMs')::double precision / 1000));
BEGIN
  INSERT INTO pending_replies (user_id, turn_id, user_message_id, model_id, updated_at, reply_at)
  VALUES (current_profile(), (input->>'turnId')::uuid, (input->'message'->>'id')::uuid, input->>'modelId',
    (input->'message'->>'ts')::timestamptz, (input->>'replyAt')::timestamptz);
  RETURN said;
END $$;

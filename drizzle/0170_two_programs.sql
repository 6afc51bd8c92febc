-- Two programs of one person on a shared server: no bucket id is given twice, what writes comes one after another, a reply that
-- another program writes is not taken for one that a crash cut off, and what one writes the other hears of (docs/adr/0006-shared-server.md).

-- The last number that was given for a slug: an id is given here before anything is stored under it, by one statement.
CREATE TABLE "bucket_numbers" (
	"user_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "bucket_numbers_user_id_slug_pk" PRIMARY KEY("user_id","slug")
);
--> statement-breakpoint
ALTER TABLE "bucket_numbers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "bucket_numbers" TO catchment_app USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "bucket_numbers" TO catchment_app;
--> statement-breakpoint
-- Whoever writes holds their profile's own row until the commit: counts, segments and the log are read and then written, and a
-- second program must not come between. Nobody else can hold it, the policies show them no such row.
CREATE FUNCTION lock_profile() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM continuums WHERE user_id = current_profile() FOR NO KEY UPDATE;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION turn_begin(input jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb;
BEGIN
  PERFORM lock_profile();
  said := say(input->'message', make_interval(secs => (input->>'silenceMs')::double precision / 1000));
  INSERT INTO pending_replies (user_id, turn_id, user_message_id, model_id, updated_at, reply_at)
  VALUES (current_profile(), (input->>'turnId')::uuid, (input->'message'->>'id')::uuid, input->>'modelId',
    (input->'message'->>'ts')::timestamptz, (input->>'replyAt')::timestamptz);
  RETURN said;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_words(most integer) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
BEGIN
  PERFORM lock_profile();
  WITH due AS (
    DELETE FROM search_backlog b WHERE b.user_id = me AND b.number IN (
      SELECT number FROM search_backlog WHERE user_id = me ORDER BY number LIMIT most FOR UPDATE SKIP LOCKED)
    RETURNING b.number
  ), documents AS (
    SELECT d.number, d.length, d.terms FROM due JOIN search_documents d ON d.user_id = me AND d.kind = 'message' AND d.number = due.number
  ), lists AS (
    SELECT t COLLATE "C" AS term, (d.number >> 11)::int AS chunk,
      string_agg(int2send((d.number & 2047)::int2), ''::bytea ORDER BY d.number) AS numbers
    FROM documents d, unnest(d.terms) t GROUP BY 1, 2
  ), listed AS (
    INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
    -- in one order everywhere, so that two writers never wait for one another
    SELECT me, 'message', term, chunk, numbers FROM lists ORDER BY 3, 4
    ON CONFLICT (user_id, kind, term, chunk) DO UPDATE SET numbers = search_postings.numbers || excluded.numbers
  ), words AS (
    INSERT INTO search_terms (user_id, term, documents)
    SELECT me, term, sum(length(numbers) / 2)::int FROM lists GROUP BY 2 ORDER BY 2
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
-- Who writes a reply: its session, as leases know it. In a folder there is one program, and what it finds a crash has left.
CREATE FUNCTION session_began(session integer) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT backend_start FROM pg_stat_activity WHERE pid = session
$$;
--> statement-breakpoint
ALTER TABLE "pending_replies" ADD COLUMN "held_by" integer;
--> statement-breakpoint
ALTER TABLE "pending_replies" ADD COLUMN "held_since" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "pending_replies" ALTER COLUMN "held_by" SET DEFAULT pg_backend_pid();
--> statement-breakpoint
ALTER TABLE "pending_replies" ALTER COLUMN "held_since" SET DEFAULT session_began(pg_backend_pid());
--> statement-breakpoint
-- Where a profile's programs hear of one another: a name that nobody else is shown, so that nobody else listens there.
ALTER TABLE "profiles" ADD COLUMN "channel" text DEFAULT 'catchment_' || replace(gen_random_uuid()::text, '-', '') NOT NULL;
--> statement-breakpoint
-- Says that rows of a table changed: which, where ids tell nothing and are few. A title or a bucket's id is never said.
CREATE FUNCTION announce() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  owner uuid;
  ids text[];
  most CONSTANT integer := 100;
BEGIN
  SELECT c.user_id INTO owner FROM changed c LIMIT 1;
  IF owner IS NULL THEN RETURN NULL; END IF;
  IF TG_ARGV[0] = 'ids' THEN
    SELECT array_agg(f.id) INTO ids FROM (SELECT c.id::text AS id FROM changed c LIMIT most + 1) f;
    IF cardinality(ids) > most THEN ids := NULL; END IF;
  END IF;
  PERFORM pg_notify(p.channel, jsonb_build_object('table', TG_TABLE_NAME, 'act', lower(TG_OP), 'ids', ids)::text)
  FROM profiles p WHERE p.user_id = owner;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- For a server only, by its keeper: in a folder there is nobody to tell.
CREATE FUNCTION announce_changes() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  t record;
  act text;
BEGIN
  FOR t IN SELECT * FROM (VALUES ('messages', 'ids'), ('bucket_operations', 'ids'), ('memory_entries', 'ids'), ('buckets', ''),
    ('preferences', ''), ('continuum_segments', ''), ('bucket_summaries', ''), ('suggestions', ''), ('heartbeat_tasks', ''),
    ('heartbeat_registry', ''), ('janitor_state', ''), ('sessions', ''), ('branch_messages', '')) AS v(name, what) LOOP
    FOREACH act IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
      EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce(%L)',
        'announce_' || lower(act), act, t.name, CASE act WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END, t.what);
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION lock_profile(), session_began(integer), announce(), announce_changes() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION lock_profile(), session_began(integer) TO catchment_app;

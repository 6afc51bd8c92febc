-- Whether posting lists that a program holds in memory are still what the lists say (docs/adr/0015-posting-lists.md). `listed`: the
-- highest number of a message in them. What is added behind it changes no piece before its own; whatever else is changed gives
-- `lists` another value, and any change of the segments' lists `synopses`.
ALTER TABLE "search_totals" ADD COLUMN "listed" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "search_totals" ADD COLUMN "lists" uuid DEFAULT gen_random_uuid() NOT NULL;
--> statement-breakpoint
ALTER TABLE "search_totals" ADD COLUMN "synopses" uuid DEFAULT gen_random_uuid() NOT NULL;
--> statement-breakpoint
UPDATE "search_totals" t SET "listed" = coalesce((
  SELECT max(number) FROM search_documents d WHERE d.user_id = t.user_id AND d.kind = 'message'), 0);
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
  INSERT INTO search_totals (user_id, documents, length, listed)
  SELECT me, count(*)::int, sum(length)::bigint, max(number) FROM documents HAVING count(*) > 0
  ON CONFLICT (user_id) DO UPDATE SET documents = search_totals.documents + excluded.documents,
    length = search_totals.length + excluded.length,
    lists = CASE WHEN (SELECT min(number) FROM documents) >> 11 < search_totals.listed >> 11 THEN gen_random_uuid() ELSE search_totals.lists END,
    listed = greatest(search_totals.listed, excluded.listed);
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
CREATE OR REPLACE FUNCTION search_relist() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
  part bigint;
BEGIN
  DELETE FROM search_postings WHERE user_id = me AND kind = 'message';
  FOR part IN SELECT DISTINCT number >> 11 FROM search_documents WHERE user_id = me AND kind = 'message' LOOP
    INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
    SELECT me, 'message', t, part::int, string_agg(int2send((d.number & 2047)::int2), ''::bytea ORDER BY d.number)
    FROM search_documents d, unnest(d.terms) t
    WHERE d.user_id = me AND d.kind = 'message' AND d.number >= part << 11 AND d.number < (part + 1) << 11
      AND NOT EXISTS (SELECT FROM search_backlog b WHERE b.user_id = me AND b.number = d.number)
    GROUP BY t;
  END LOOP;
  UPDATE search_totals SET lists = gen_random_uuid(), synopses = gen_random_uuid(), listed = coalesce((
    SELECT max(number) FROM search_documents WHERE user_id = me AND kind = 'message'), 0)
  WHERE user_id = me;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_unlist_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  emptied record;
BEGIN
  FOR emptied IN SELECT DISTINCT g.user_id, g.kind FROM gone g
    WHERE NOT EXISTS (SELECT FROM search_documents d WHERE d.user_id = g.user_id AND d.kind = g.kind) LOOP
    DELETE FROM search_postings p WHERE p.user_id = emptied.user_id AND p.kind = emptied.kind;
  END LOOP;
  UPDATE search_postings p SET numbers = search_list_without(p.numbers, u.places)
  FROM (
    SELECT g.user_id, g.kind, t.term COLLATE "C" AS term, (g.number >> 11)::int AS chunk,
      array_agg(int2send((g.number & 2047)::int2)) AS places
    FROM gone g, unnest(g.terms) AS t(term) GROUP BY 1, 2, 3, 4) u
  WHERE p.user_id = u.user_id AND p.kind = u.kind AND p.term = u.term AND p.chunk = u.chunk;
  DELETE FROM search_postings p
  USING (SELECT DISTINCT g.user_id, g.kind, t.term COLLATE "C" AS term, (g.number >> 11)::int AS chunk FROM gone g, unnest(g.terms) AS t(term)) u
  WHERE p.user_id = u.user_id AND p.kind = u.kind AND p.term = u.term AND p.chunk = u.chunk AND p.numbers = ''::bytea;
  UPDATE search_totals SET lists = gen_random_uuid() WHERE user_id IN (SELECT g.user_id FROM gone g WHERE g.kind = 'message');
  UPDATE search_totals SET synopses = gen_random_uuid() WHERE user_id IN (SELECT g.user_id FROM gone g WHERE g.kind = 'segment');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_list_inserted() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
  INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
  SELECT a.user_id, a.kind, t.term COLLATE "C", (a.number >> 11)::int, string_agg(int2send((a.number & 2047)::int2), ''::bytea ORDER BY a.number)
  FROM added a, unnest(a.terms) AS t(term) WHERE a.kind <> 'message' GROUP BY 1, 2, 3, 4 ORDER BY 3
  ON CONFLICT (user_id, kind, term, chunk) DO UPDATE SET numbers = search_postings.numbers || excluded.numbers;
  UPDATE search_totals SET synopses = gen_random_uuid() WHERE user_id IN (SELECT a.user_id FROM added a WHERE a.kind = 'segment');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_list_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  piece int := (NEW.number >> 11)::int;
  place bytea := int2send((NEW.number & 2047)::int2);
BEGIN
  UPDATE search_postings p SET numbers = search_list_without(p.numbers, ARRAY[place])
  WHERE p.user_id = OLD.user_id AND p.kind = OLD.kind AND p.term = ANY (OLD.terms) AND p.chunk = piece;
  DELETE FROM search_postings p
  WHERE p.user_id = OLD.user_id AND p.kind = OLD.kind AND p.term = ANY (OLD.terms) AND p.chunk = piece AND p.numbers = ''::bytea;
  IF NEW.kind <> 'message' THEN
    INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
    SELECT NEW.user_id, NEW.kind, t.term COLLATE "C", piece, place FROM unnest(NEW.terms) AS t(term) ORDER BY 3
    ON CONFLICT (user_id, kind, term, chunk) DO UPDATE SET numbers = search_postings.numbers || excluded.numbers;
  END IF;
  IF NEW.kind = 'message' THEN
    UPDATE search_totals SET lists = gen_random_uuid() WHERE user_id = NEW.user_id;
  ELSIF NEW.kind = 'segment' THEN
    UPDATE search_totals SET synopses = gen_random_uuid() WHERE user_id = NEW.user_id;
  END IF;
  RETURN NULL;
END $$;

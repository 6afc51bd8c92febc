-- Posting lists in place of a GIN index (docs/adr/0015-posting-lists.md): for each term, and each 2,048 numbers of documents,
-- which of them hold it, two bytes each. Row-level security does not keep this from being read, a document's terms need not be
-- read to tell what it holds, and many documents are added with few rows.
DROP FUNCTION search_postings(text, text[], integer);
--> statement-breakpoint
DROP FUNCTION settle_search_index();
--> statement-breakpoint
DROP FUNCTION count_words(integer);
--> statement-breakpoint
DROP INDEX "search_documents_terms";
--> statement-breakpoint
-- Terms are read when a document is counted and when it goes: they lie beside what every search reads of it.
ALTER TABLE "search_documents" SET (toast_tuple_target = 128);
--> statement-breakpoint
CREATE TABLE "search_postings" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"chunk" integer NOT NULL,
	"numbers" bytea NOT NULL,
	CONSTRAINT "search_postings_user_id_kind_term_chunk_pk" PRIMARY KEY("user_id","kind","term","chunk")
) WITH (fillfactor = 85);
--> statement-breakpoint
ALTER TABLE "search_postings" ALTER COLUMN "numbers" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "search_postings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "search_postings" TO catchment_app USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "search_postings" TO catchment_app;
--> statement-breakpoint
-- Messages that wait to be counted get theirs when they are (`count_words`).
DO $$ DECLARE part record; BEGIN
  FOR part IN SELECT user_id, kind, number >> 11 AS chunk FROM search_documents GROUP BY 1, 2, 3 LOOP
    INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
    SELECT d.user_id, d.kind, t, part.chunk::int, string_agg(int2send((d.number & 2047)::int2), ''::bytea ORDER BY d.number)
    FROM search_documents d, unnest(d.terms) t
    WHERE d.user_id = part.user_id AND d.kind = part.kind AND d.number >= part.chunk << 11 AND d.number < (part.chunk + 1) << 11
      AND NOT (d.kind = 'message' AND EXISTS (SELECT FROM search_backlog b WHERE b.user_id = d.user_id AND b.number = d.number))
    GROUP BY d.user_id, d.kind, t;
  END LOOP;
END $$;
--> statement-breakpoint
-- Adds up the words of at most so many messages that were not counted yet, and puts the messages into the lists of their terms;
-- answers whether any are left.
CREATE FUNCTION count_words(most integer) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  me uuid := current_profile();
BEGIN
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
-- Makes the lists of a profile's messages anew, where its documents came without them (an archive).
CREATE FUNCTION search_relist() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
END $$;
--> statement-breakpoint
-- A list without some of its entries.
CREATE FUNCTION search_list_without(numbers bytea, places bytea[]) RETURNS bytea LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(string_agg(e.entry, ''::bytea ORDER BY e.i), ''::bytea)
  FROM (SELECT i, substring(numbers FROM 2 * i + 1 FOR 2) AS entry FROM generate_series(0, length(numbers) / 2 - 1) i) e
  WHERE e.entry <> ALL (places)
$$;
--> statement-breakpoint
-- Whoever deletes a document or gives it other terms need not think of the lists; nor whoever adds a segment or a memory.
-- Where no document of a kind is left (a profile that is erased), its lists go without being read.
CREATE FUNCTION search_unlist_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_list_inserted() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
  INSERT INTO search_postings (user_id, kind, term, chunk, numbers)
  SELECT a.user_id, a.kind, t.term COLLATE "C", (a.number >> 11)::int, string_agg(int2send((a.number & 2047)::int2), ''::bytea ORDER BY a.number)
  FROM added a, unnest(a.terms) AS t(term) WHERE a.kind <> 'message' GROUP BY 1, 2, 3, 4 ORDER BY 3
  ON CONFLICT (user_id, kind, term, chunk) DO UPDATE SET numbers = search_postings.numbers || excluded.numbers;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_list_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_unlist_deleted AFTER DELETE ON search_documents REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION search_unlist_deleted();
--> statement-breakpoint
CREATE TRIGGER search_list_inserted AFTER INSERT ON search_documents REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION search_list_inserted();
--> statement-breakpoint
CREATE TRIGGER search_list_changed AFTER UPDATE OF terms ON search_documents
FOR EACH ROW WHEN (OLD.terms IS DISTINCT FROM NEW.terms) EXECUTE FUNCTION search_list_changed();
--> statement-breakpoint
DO $$ DECLARE f text; BEGIN
  FOREACH f IN ARRAY ARRAY['search_relist()', 'count_words(integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO catchment_app', f);
  END LOOP;
END $$;

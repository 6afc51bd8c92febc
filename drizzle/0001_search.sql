-- The search index (docs/search.md). It replaces full text search by `to_tsvector`, which knows no document frequency and
-- no script without spaces; and an index on "messages" itself was written again whenever a message was filed.
DROP FUNCTION search_message_text(text, integer);
--> statement-breakpoint
DROP INDEX "messages_full_text";
--> statement-breakpoint
-- What can be found, by its terms. `number` is the message's `seq`; a segment goes by its sentinel's. `segment` is kept by a
-- trigger: neighbours of one talk count for one another, and nobody who moves messages between segments has to think of it.
CREATE TABLE "search_documents" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" bigint NOT NULL,
	"segment" uuid,
	"length" integer NOT NULL,
	"terms" text[] NOT NULL,
	CONSTRAINT "search_documents_user_id_kind_number_pk" PRIMARY KEY("user_id","kind","number")
) WITH (fillfactor = 85);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"user_id" uuid NOT NULL,
	"term" text COLLATE "C" NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "search_terms_user_id_term_pk" PRIMARY KEY("user_id","term")
);
--> statement-breakpoint
CREATE TABLE "search_totals" (
	"user_id" uuid NOT NULL,
	"documents" integer NOT NULL,
	"length" bigint NOT NULL,
	CONSTRAINT "search_totals_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
-- Vectors abbreviated to one bit a dimension, in the order they were written: what is held in memory to find the nearest.
CREATE TABLE "search_vectors" (
	"user_id" uuid NOT NULL,
	"model_id" text NOT NULL,
	"kind" text NOT NULL,
	"number" bigint NOT NULL,
	"written" bigserial NOT NULL,
	"bits" bytea NOT NULL,
	CONSTRAINT "search_vectors_user_id_model_id_kind_number_pk" PRIMARY KEY("user_id","model_id","kind","number")
);
--> statement-breakpoint
CREATE INDEX "search_documents_terms" ON "search_documents" USING gin ("terms") WITH (gin_pending_list_limit = 128);
--> statement-breakpoint
CREATE FUNCTION search_follow_segment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
  UPDATE search_documents SET segment = NEW.segment_id
  WHERE user_id = NEW.user_id AND kind = 'message' AND number = NEW.seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_follow_segment AFTER UPDATE OF segment_id ON messages FOR EACH ROW
WHEN (OLD.segment_id IS DISTINCT FROM NEW.segment_id) EXECUTE FUNCTION search_follow_segment();
--> statement-breakpoint
CREATE INDEX "search_vectors_written" ON "search_vectors" USING btree ("user_id","model_id","written");
--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['search_documents', 'search_terms', 'search_totals', 'search_vectors'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_rows ON %I TO catchment_app USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO catchment_app', t);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE search_vectors_written_seq TO catchment_app;
--> statement-breakpoint
-- Row-level security keeps GIN indexes from being used (their operators are not leakproof), so the look-up of terms runs
-- with the owner's rights and filters by profile itself. Each of `wanted` is one term, or several with blanks between them
-- that a document must all hold; answers the numbers of the documents that do, at most `most` each.
CREATE FUNCTION search_postings(of_kind text, wanted text[], most integer)
RETURNS TABLE (term text, numbers text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT w.term, (
    SELECT string_agg(d.number::text, ',') FROM (
      SELECT number FROM search_documents
      WHERE terms @> string_to_array(w.term, ' ')
        -- Written so that only the terms' index fits: without statistics the planner would read all of the profile's rows.
        AND (user_id = (SELECT current_profile())) IS TRUE AND (kind = of_kind) IS TRUE
      LIMIT most) d)
  FROM unnest(wanted) AS w(term)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_postings(text, text[], integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION search_postings(text, text[], integer) TO catchment_app;

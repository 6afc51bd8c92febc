-- What stands on other branches of imported conversations: edited questions, answers asked for again (07-settled, Branches).
-- Beside the messages, so that nothing that files, counts or restores can come upon it. `place` is the shown message that
-- stands where the branch begins; if `follows`, the branch goes on behind it.
CREATE TABLE "branch_messages" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"place" uuid NOT NULL,
	"follows" boolean NOT NULL,
	"branch" text NOT NULL,
	"position" integer NOT NULL,
	"ts" timestamp with time zone NOT NULL,
	"role" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"status" text DEFAULT 'complete' NOT NULL,
	"model_id" text,
	"tools" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"terms" text[] NOT NULL,
	CONSTRAINT "branch_messages_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "branch_messages_external" UNIQUE("user_id","external_id")
);
--> statement-breakpoint
CREATE INDEX "branch_messages_place" ON "branch_messages" USING btree ("user_id","place");
--> statement-breakpoint
CREATE INDEX "branch_messages_terms" ON "branch_messages" USING gin ("terms");
--> statement-breakpoint
ALTER TABLE "branch_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "branch_messages" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "branch_messages" TO catchment_app;
--> statement-breakpoint
-- Like search_postings: with the owner's rights, so that the terms' index is used, and by profile. The newest first.
CREATE FUNCTION branch_postings(wanted text[], most integer)
RETURNS TABLE (id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.id FROM branch_messages b
  WHERE b.terms && wanted AND (b.user_id = (SELECT current_profile())) IS TRUE
  ORDER BY cardinality(ARRAY(SELECT unnest(b.terms) INTERSECT SELECT unnest(wanted))) DESC, b.ts DESC LIMIT most
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION branch_postings(text[], integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION branch_postings(text[], integer) TO catchment_app;

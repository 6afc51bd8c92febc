-- Long messages in passages (docs/search.md): one row a message, with the places of its passages and a vector for each in a
-- byte a dimension. A row without vectors waits for them; whoever saves a message's own vector puts it there.
CREATE TABLE "message_passages" (
	"user_id" uuid NOT NULL,
	"model_id" text NOT NULL,
	"number" bigint NOT NULL,
	"places" integer[],
	"vectors" bytea,
	CONSTRAINT "message_passages_user_id_model_id_number_pk" PRIMARY KEY("user_id","model_id","number")
);
--> statement-breakpoint
-- Signs and sizes do not compress.
ALTER TABLE "message_passages" ALTER COLUMN "vectors" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE INDEX "message_passages_waiting" ON "message_passages" USING btree ("user_id","model_id","number") WHERE "vectors" IS NULL;
--> statement-breakpoint
ALTER TABLE "message_passages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "message_passages" TO catchment_app USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "message_passages" TO catchment_app;
--> statement-breakpoint
-- A shorter text is one passage whatever script it is in (src-main/language/passages.ts).
CREATE FUNCTION search_await_passages() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
  INSERT INTO message_passages (user_id, model_id, number)
  SELECT s.user_id, s.model_id, m.seq FROM saved s JOIN messages m ON m.user_id = s.user_id AND m.id = s.message_id
  WHERE octet_length(m.text) > 900
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_await_passages AFTER INSERT ON message_embeddings REFERENCING NEW TABLE AS saved
FOR EACH STATEMENT EXECUTE FUNCTION search_await_passages();
--> statement-breakpoint
INSERT INTO message_passages (user_id, model_id, number)
SELECT e.user_id, e.model_id, m.seq FROM message_embeddings e JOIN messages m ON m.user_id = e.user_id AND m.id = e.message_id
WHERE octet_length(m.text) > 900 ON CONFLICT DO NOTHING;

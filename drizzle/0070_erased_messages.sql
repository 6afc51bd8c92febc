-- What a person erased for good does not come back with the next import of the same file (07-settled, Erase): of a message that
-- was imported only the hash of its name in the other program is kept.
CREATE TABLE "erased_messages" (
	"user_id" uuid NOT NULL,
	"external_hash" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	CONSTRAINT "erased_messages_user_id_external_hash_pk" PRIMARY KEY("user_id","external_hash")
);
--> statement-breakpoint
ALTER TABLE "erased_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "erased_messages" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "erased_messages" TO catchment_app;

-- What an export called a conversation, and the project or custom assistant it was part of: evidence for titles and for filing.
ALTER TABLE "continuum_segments" ADD COLUMN "conversation_title" text;
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "collection" text;
--> statement-breakpoint
-- A later part of an imported conversation is drawn to where the part before it lies.
CREATE INDEX "messages_conversation" ON "messages" USING btree ("user_id","conv","ts") WHERE "conv" IS NOT NULL;

-- What a model asked of its tools while it wrote a reply, and what they answered: replayed word for word within the session.
ALTER TABLE "messages" ADD COLUMN "tool_rounds" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
-- A model's pin counts as a return that no message stands for.
ALTER TABLE "buckets" ADD COLUMN "pin_returns" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Merges and their undo change what a bucket holds: its summary is made anew from its messages at the next chance.
ALTER TABLE "buckets" ADD COLUMN "summary_rebuild" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Hints were never made before: the table is empty everywhere. One row is one pair.
ALTER TABLE "hints" DROP COLUMN "similar";
--> statement-breakpoint
ALTER TABLE "hints" ADD COLUMN "existing_bucket_id" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "hints" ADD COLUMN "similarity" double precision NOT NULL;
--> statement-breakpoint
ALTER TABLE "hints" ADD COLUMN "suggestion_id" uuid;
--> statement-breakpoint
ALTER TABLE "hints" ADD COLUMN "shown_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "hints" ADD COLUMN "decided_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "hints" ADD COLUMN "decided_by" text;

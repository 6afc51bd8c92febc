-- Closing a segment by hand is a register of the operation log (docs/adr/0004-operation-log.md), kept where the talk that
-- was going on was said. `follows_closed`: the segment it began after, because that had been closed by hand and not by silence.
ALTER TABLE "continuum_segments" ADD COLUMN "closed_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "follows_closed" uuid;
--> statement-breakpoint
CREATE INDEX "segments_following" ON "continuum_segments" USING btree ("user_id","follows_closed") WHERE "follows_closed" IS NOT NULL;
--> statement-breakpoint
-- What a person is told where taking an act back could not bring back everything.
ALTER TABLE "bucket_operations" ADD COLUMN "note" text;

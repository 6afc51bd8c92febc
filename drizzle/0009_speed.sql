-- The manifest reads the newest segments by when they began; without this every reading sorts all of them.
CREATE INDEX "segments_began" ON "continuum_segments" USING btree ("user_id","start_time");
--> statement-breakpoint
-- What was merged into a bucket counts with it, at every message that is filed there.
CREATE INDEX "buckets_led" ON "buckets" USING btree ("user_id","merged_into");

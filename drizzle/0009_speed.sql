-- The manifest reads the newest segments by when they began; without this every reading sorts all of them.
CREATE INDEX "segments_began" ON "continuum_segments" USING btree ("user_id","start_time");

-- How many messages lie in no bucket is asked at every start; sentinels lie in none either, and each of them was read for it.
CREATE INDEX "messages_unfiled" ON "messages" USING btree ("user_id","seq") WHERE bucket_id IS NULL AND NOT is_segment_boundary;

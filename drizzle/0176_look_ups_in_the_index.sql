-- What a search asks of each candidate stands in the index itself: 160 wide rows of messages that lie apart, and their segments with
-- their sentinels, were read for two ids, a role and a time each. A row on a page that was not tidied since is read as before.
ALTER TABLE "messages" DROP CONSTRAINT "messages_seq",
  ADD CONSTRAINT "messages_seq" UNIQUE ("user_id", "seq") INCLUDE ("id", "role", "ts", "segment_id");
--> statement-breakpoint
-- Authors are as long as an export makes them, too long for an index; those that have to be read are few or none.
CREATE INDEX "messages_speakers" ON "messages" USING btree ("user_id", "seq")
  WHERE author NOT IN ('user', 'assistant') AND NOT is_segment_boundary;
--> statement-breakpoint
-- Of fourteen hundred neighbours a search wants the segment and the length: their terms lie between them in the table.
ALTER TABLE "search_documents" DROP CONSTRAINT "search_documents_user_id_kind_number_pk",
  ADD CONSTRAINT "search_documents_user_id_kind_number_pk" PRIMARY KEY ("user_id", "kind", "number") INCLUDE ("segment", "length");
--> statement-breakpoint
CREATE INDEX "search_documents_segments" ON "search_documents" USING btree ("user_id", "segment") INCLUDE ("number")
  WHERE kind = 'segment';

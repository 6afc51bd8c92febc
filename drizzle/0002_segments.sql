-- A person's acts on segments are registers of the operation log (docs/adr/0004-operation-log.md). `home_segment_id` is the
-- segment a message was said in; `segment_id` is where it is found once cuts and merges are followed.
ALTER TABLE "messages" ADD COLUMN "home_segment_id" uuid;
--> statement-breakpoint
UPDATE "messages" SET "home_segment_id" = "segment_id" WHERE NOT "is_segment_boundary" AND "segment_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "messages_home_segment" ON "messages" USING btree ("user_id","home_segment_id","ts","id");
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "own_title" text;
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "own_merged_into" uuid;
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "merged_into" uuid;
--> statement-breakpoint
-- For a segment that a cut makes: the segment it is cut from, and the message it begins with while the cut stands.
ALTER TABLE "continuum_segments" ADD COLUMN "cut_from" uuid;
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "cut_at" uuid;
--> statement-breakpoint
ALTER TABLE "continuum_segments" ADD COLUMN "collapsed_at" timestamp with time zone;
--> statement-breakpoint
UPDATE "continuum_segments" SET "collapsed_at" = "end_time" + make_interval(mins => coalesce("inactive_duration_minutes", 0))
WHERE "status" = 'collapsed';
--> statement-breakpoint
CREATE INDEX "segments_cut" ON "continuum_segments" USING btree ("user_id","cut_from") WHERE "cut_from" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "segments_started" ON "continuum_segments" USING btree ("user_id","start_time","id");
--> statement-breakpoint
CREATE INDEX "segments_memories" ON "continuum_segments" USING btree ("user_id","status") WHERE NOT "memories_extracted";
--> statement-breakpoint
-- Every version of a bucket's summary, so that nothing a person wrote and nothing a model condensed is lost.
CREATE TABLE "bucket_summaries" (
	"user_id" uuid NOT NULL,
	"bucket_id" text NOT NULL,
	"version" integer NOT NULL,
	"summary" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"messages" integer NOT NULL,
	CONSTRAINT "bucket_summaries_user_id_bucket_id_version_pk" PRIMARY KEY("user_id","bucket_id","version")
);
--> statement-breakpoint
ALTER TABLE "bucket_summaries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "bucket_summaries" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "bucket_summaries" TO catchment_app;

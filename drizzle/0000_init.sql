CREATE TABLE "bucket_operations" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"ts" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"sentence" text NOT NULL,
	"buckets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"messages_moved" integer DEFAULT 0 NOT NULL,
	"similarity" double precision,
	"pass_id" uuid,
	"undone_at" timestamp with time zone,
	CONSTRAINT "bucket_operations_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "bucket_profiles" (
	"user_id" uuid NOT NULL,
	"bucket_id" text NOT NULL,
	"model_id" text NOT NULL,
	"sum" vector(384) NOT NULL,
	"weight" double precision NOT NULL,
	"messages" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"terms" jsonb NOT NULL,
	CONSTRAINT "bucket_profiles_user_id_model_id_bucket_id_pk" PRIMARY KEY("user_id","model_id","bucket_id")
);
--> statement-breakpoint
CREATE TABLE "buckets" (
	"user_id" uuid NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"own_status" text NOT NULL,
	"own_merged_into" text,
	"status" text NOT NULL,
	"merged_into" text,
	"priority" text DEFAULT 'normal' NOT NULL,
	"pinned_at" timestamp with time zone,
	"shaped_by" text DEFAULT 'automation' NOT NULL,
	"starred" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_updated" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone,
	"message_count" integer DEFAULT 0 NOT NULL,
	"newest_seq" bigint DEFAULT 0 NOT NULL,
	"returns" integer DEFAULT 0 NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"summary_stale" boolean DEFAULT false NOT NULL,
	"last_summarized_message_id" uuid,
	"last_summarized_count" integer DEFAULT 0 NOT NULL,
	"return_frequency" double precision DEFAULT 0 NOT NULL,
	"velocity" double precision DEFAULT 0 NOT NULL,
	"life_change_detected" boolean DEFAULT false NOT NULL,
	"parent_bucket_id" text,
	"related_buckets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"embedding" vector(384),
	"embedding_model" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "buckets_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "hints" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bucket_id" text NOT NULL,
	"similar" jsonb NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hints_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "janitor_actions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"pass_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"justification" text NOT NULL,
	"ts" timestamp with time zone NOT NULL,
	CONSTRAINT "janitor_actions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "janitor_state" (
	"user_id" uuid NOT NULL,
	"last_run" timestamp with time zone,
	"next_run" timestamp with time zone,
	"buckets_consolidated" integer DEFAULT 0 NOT NULL,
	"buckets_archived" integer DEFAULT 0 NOT NULL,
	"life_changes_detected" integer DEFAULT 0 NOT NULL,
	"last_changes" integer DEFAULT 0 NOT NULL,
	"judged_seq" bigint DEFAULT 0 NOT NULL,
	"judged_with" text DEFAULT '' NOT NULL,
	CONSTRAINT "janitor_state_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "operation_changes" (
	"user_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"operation_seq" bigint NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"field" text NOT NULL,
	"before" text,
	"after" text,
	CONSTRAINT "operation_changes_user_id_operation_id_entity_entity_id_field_pk" PRIMARY KEY("user_id","operation_id","entity","entity_id","field")
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preferences_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "suggestions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_bucket_id" text NOT NULL,
	"target_bucket_id" text,
	"similarity" double precision,
	"sentence" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "suggestions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "continuum_segments" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"continuum_id" uuid NOT NULL,
	"sentinel_id" uuid NOT NULL,
	"conv" text,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"inactive_duration_minutes" integer,
	"title" text DEFAULT '' NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"summarised_by" text,
	"summary_embedding" vector(384),
	"embedding_model" text,
	"message_count" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"claimed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"memories_extracted" boolean DEFAULT false NOT NULL,
	"domain_blocks_updated" boolean DEFAULT false NOT NULL,
	"tools_used" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"buckets_discussed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"complexity" integer,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "continuum_segments_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "continuums" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "continuums_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_embeddings" (
	"user_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"model_id" text NOT NULL,
	"embedding" vector(384) NOT NULL,
	CONSTRAINT "message_embeddings_user_id_model_id_message_id_pk" PRIMARY KEY("user_id","model_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"continuum_id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"short_id" text NOT NULL,
	"external_id" text,
	"conv" text,
	"ts" timestamp with time zone NOT NULL,
	"role" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"status" text DEFAULT 'complete' NOT NULL,
	"is_segment_boundary" boolean DEFAULT false NOT NULL,
	"segment_id" uuid,
	"home_bucket_id" text,
	"bucket_id" text,
	"filed_by" text,
	"confidence" double precision,
	"candidates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stretch_id" uuid,
	"topic_changed" boolean DEFAULT false NOT NULL,
	"bucket_return" boolean DEFAULT false NOT NULL,
	"related_buckets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tools" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model_id" text,
	"reply_to" uuid,
	"recalled" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"verbatim" text,
	"segment_embedding" vector(384),
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "messages_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "messages_seq" UNIQUE("user_id","seq"),
	CONSTRAINT "messages_external" UNIQUE("user_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "pending_replies" (
	"user_id" uuid NOT NULL,
	"turn_id" uuid NOT NULL,
	"user_message_id" uuid NOT NULL,
	"model_id" text,
	"text" text DEFAULT '' NOT NULL,
	"raw" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pending_replies_user_id_turn_id_pk" PRIMARY KEY("user_id","turn_id")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "profiles_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"after_seq" bigint NOT NULL,
	"opening" jsonb NOT NULL,
	CONSTRAINT "sessions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "term_statistics" (
	"user_id" uuid NOT NULL,
	"term" text NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "term_statistics_user_id_term_pk" PRIMARY KEY("user_id","term")
);
--> statement-breakpoint
CREATE INDEX "operations_seq" ON "bucket_operations" USING btree ("user_id","seq");--> statement-breakpoint
CREATE INDEX "buckets_status" ON "buckets" USING btree ("user_id","status","last_updated");--> statement-breakpoint
CREATE INDEX "buckets_merged" ON "buckets" USING btree ("user_id","own_merged_into");--> statement-breakpoint
CREATE INDEX "actions_pass" ON "janitor_actions" USING btree ("user_id","pass_id");--> statement-breakpoint
CREATE INDEX "changes_register" ON "operation_changes" USING btree ("user_id","entity","entity_id","field","operation_seq");--> statement-breakpoint
CREATE INDEX "suggestions_status" ON "suggestions" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "segments_time" ON "continuum_segments" USING btree ("user_id","end_time");--> statement-breakpoint
CREATE INDEX "segments_open" ON "continuum_segments" USING btree ("user_id","status") WHERE status in ('active', 'collapsing', 'failed');--> statement-breakpoint
CREATE INDEX "segments_downstream" ON "continuum_segments" USING btree ("user_id","status") WHERE not domain_blocks_updated;--> statement-breakpoint
CREATE INDEX "messages_time" ON "messages" USING btree ("user_id","ts","id");--> statement-breakpoint
CREATE INDEX "messages_bucket" ON "messages" USING btree ("user_id","bucket_id","ts");--> statement-breakpoint
CREATE INDEX "messages_home" ON "messages" USING btree ("user_id","home_bucket_id");--> statement-breakpoint
CREATE INDEX "messages_segment" ON "messages" USING btree ("user_id","segment_id","ts");--> statement-breakpoint
CREATE INDEX "messages_short" ON "messages" USING btree ("user_id","short_id");--> statement-breakpoint
CREATE INDEX "messages_active_segments" ON "messages" USING btree ("user_id","continuum_id","ts") WHERE is_segment_boundary and metadata->>'status' = 'active';--> statement-breakpoint
CREATE INDEX "messages_full_text" ON "messages" USING gin (to_tsvector('simple', text));--> statement-breakpoint
CREATE INDEX "sessions_started" ON "sessions" USING btree ("user_id","started_at");--> statement-breakpoint
-- Row-level security: a profile is known by its database role, not by a setting a client could forge (07-settled, Shared server).
-- The function runs with its owner's rights because the policies on "profiles" would otherwise ask themselves.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'catchment_app') THEN CREATE ROLE catchment_app NOLOGIN; END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION current_profile() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$ SELECT user_id FROM profiles WHERE role_name = session_user::text $$;
--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations' LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    -- (select …) makes it one look-up a statement instead of one a row
    EXECUTE format('CREATE POLICY own_rows ON %I TO catchment_app USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO catchment_app', t);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON profiles FROM catchment_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO catchment_app;
--> statement-breakpoint
-- Row-level security keeps GIN indexes from being used (their operators are not leakproof), so text search runs with the
-- owner's rights and filters by profile itself.
CREATE FUNCTION search_message_text(query text, n integer) RETURNS TABLE (id uuid, rank real)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, ts_rank(to_tsvector('simple', m.text), q.q)
  FROM messages m, (SELECT to_tsquery('simple', query) AS q) q
  WHERE m.user_id = current_profile() AND NOT m.is_segment_boundary AND m.role IN ('user', 'assistant')
    AND to_tsvector('simple', m.text) @@ q.q
  ORDER BY 2 DESC, m.ts DESC LIMIT n
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_message_text(text, integer) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION search_message_text(text, integer), current_profile() TO catchment_app;

-- Memories, what they are worth, their shorter forms, and what stands in the memory file (02-janitor-memory; the graph of the
-- bounded-memory document as tables).
CREATE TABLE "memory_entries" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigserial NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"token_count" integer NOT NULL,
	"content_hash" text NOT NULL,
	"source_message_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"segment_id" uuid,
	"source" text NOT NULL,
	"explicit" boolean DEFAULT false NOT NULL,
	"done" boolean DEFAULT false NOT NULL,
	"reflection" jsonb,
	"relevance_score" double precision,
	"confidence" double precision NOT NULL,
	"contains_pii" boolean DEFAULT false NOT NULL,
	"pii_kinds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sensitive" boolean,
	"access_tier" text DEFAULT 'PUBLIC' NOT NULL,
	"heat" text DEFAULT 'HOT' NOT NULL,
	"own_state" text DEFAULT 'live' NOT NULL,
	"superseded_by" uuid,
	"archived_at" timestamp with time zone,
	"pinned_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"last_accessed" timestamp with time zone,
	"access_count" integer DEFAULT 0 NOT NULL,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"embedding" vector(384),
	"embedding_model" text,
	CONSTRAINT "memory_entries_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "memories_standing" ON "memory_entries" USING btree ("user_id","category","created_at") WHERE own_state = 'live' and superseded_by is null and forgotten_at is null;
--> statement-breakpoint
CREATE INDEX "memories_hash" ON "memory_entries" USING btree ("user_id","content_hash");
--> statement-breakpoint
CREATE INDEX "memories_segment" ON "memory_entries" USING btree ("user_id","segment_id");
--> statement-breakpoint
ALTER TABLE "memory_entries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "memory_entries" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "memory_entries" TO catchment_app;
--> statement-breakpoint
CREATE TABLE "memory_tombstones" (
	"user_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"memory_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"operation_id" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "memory_tombstones_user_id_content_hash_memory_id_reason_pk" PRIMARY KEY("user_id","content_hash","memory_id","reason")
);
--> statement-breakpoint
ALTER TABLE "memory_tombstones" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "memory_tombstones" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "memory_tombstones" TO catchment_app;
--> statement-breakpoint
CREATE TABLE "value_classifications" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"retention_score" double precision NOT NULL,
	"uniqueness_score" double precision NOT NULL,
	"confidence_score" double precision NOT NULL,
	"access_frequency" double precision,
	"recency_score" double precision,
	"last_accessed" timestamp with time zone,
	"value_score" double precision NOT NULL,
	"retention_tier" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "value_classifications_user_id_entity_type_id_pk" PRIMARY KEY("user_id","entity_type","id")
);
--> statement-breakpoint
CREATE INDEX "values_score" ON "value_classifications" USING btree ("user_id","retention_tier","value_score");
--> statement-breakpoint
ALTER TABLE "value_classifications" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "value_classifications" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "value_classifications" TO catchment_app;
--> statement-breakpoint
CREATE TABLE "compressed_contexts" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"compression_level" text NOT NULL,
	"content" text NOT NULL,
	"token_count" integer NOT NULL,
	"content_type" text NOT NULL,
	"contains_pii" boolean DEFAULT false NOT NULL,
	"access_tier" text NOT NULL,
	"parent_context_id" uuid,
	"child_context_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"made_from" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_accessed" timestamp with time zone,
	"access_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "compressed_contexts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "contexts_entity" ON "compressed_contexts" USING btree ("user_id","entity_type","entity_id","compression_level");
--> statement-breakpoint
CREATE INDEX "contexts_expiry" ON "compressed_contexts" USING btree ("user_id","expires_at") WHERE expires_at is not null;
--> statement-breakpoint
ALTER TABLE "compressed_contexts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "compressed_contexts" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "compressed_contexts" TO catchment_app;
--> statement-breakpoint
CREATE TABLE "context_edges" (
	"user_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"compression_ratio" double precision,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "context_edges_user_id_from_id_to_id_kind_pk" PRIMARY KEY("user_id","from_id","to_id","kind")
);
--> statement-breakpoint
CREATE INDEX "edges_to" ON "context_edges" USING btree ("user_id","to_id");
--> statement-breakpoint
ALTER TABLE "context_edges" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "context_edges" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "context_edges" TO catchment_app;
--> statement-breakpoint
CREATE TABLE "bounded_memory_manifests" (
	"user_id" uuid NOT NULL,
	"max_tokens" integer NOT NULL,
	"current_tokens" integer NOT NULL,
	"last_compacted" timestamp with time zone,
	"personal_preference_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"active_task_summary_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"high_value_insight_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"recent_context_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer NOT NULL,
	"generated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bounded_memory_manifests_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "bounded_memory_manifests" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "bounded_memory_manifests" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "bounded_memory_manifests" TO catchment_app;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE "memory_entries_seq_seq" TO catchment_app;
--> statement-breakpoint
-- The metric queries of the bounded-memory document; they see what their caller may see.
CREATE VIEW "memory_file_utilisation" WITH (security_invoker = true) AS
	SELECT user_id, current_tokens AS file_tokens, max_tokens AS max_allowed,
		current_tokens * 100.0 / max_tokens AS utilization_pct, last_compacted AS last_compaction
	FROM bounded_memory_manifests;
--> statement-breakpoint
GRANT SELECT ON "memory_file_utilisation" TO catchment_app;
--> statement-breakpoint
CREATE VIEW "value_distribution" WITH (security_invoker = true) AS
	SELECT v.user_id, v.retention_tier AS tier, count(*) AS count, avg(v.value_score) AS avg_score
	FROM value_classifications v JOIN memory_entries e ON e.user_id = v.user_id AND e.id = v.id
	WHERE e.own_state = 'live' AND e.superseded_by IS NULL AND e.forgotten_at IS NULL
	GROUP BY v.user_id, v.retention_tier;
--> statement-breakpoint
GRANT SELECT ON "value_distribution" TO catchment_app;
--> statement-breakpoint
CREATE VIEW "store_file_ratio" WITH (security_invoker = true) AS
	SELECT m.user_id, count(e.id) AS total_knowledge_items,
		jsonb_array_length(m.personal_preference_ids) + jsonb_array_length(m.active_task_summary_ids)
			+ jsonb_array_length(m.high_value_insight_ids) + jsonb_array_length(m.recent_context_ids) AS file_items
	FROM bounded_memory_manifests m
	LEFT JOIN memory_entries e ON e.user_id = m.user_id
		AND e.own_state = 'live' AND e.superseded_by IS NULL AND e.forgotten_at IS NULL
	GROUP BY m.user_id, m.personal_preference_ids, m.active_task_summary_ids, m.high_value_insight_ids, m.recent_context_ids;
--> statement-breakpoint
GRANT SELECT ON "store_file_ratio" TO catchment_app;

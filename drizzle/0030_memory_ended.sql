-- A memory that a later statement took back, or whose day is past, has an end (07-settled, Superseding): it stands no more,
-- and is kept for the history. The metric queries count what stands, and the ratio the same entries on both sides.
ALTER TABLE "memory_entries" ADD COLUMN "ended_at" timestamp with time zone;
--> statement-breakpoint
DROP INDEX "memories_standing";
--> statement-breakpoint
CREATE INDEX "memories_standing" ON "memory_entries" USING btree ("user_id","category","created_at") WHERE own_state = 'live' and superseded_by is null and forgotten_at is null and ended_at is null;
--> statement-breakpoint
CREATE OR REPLACE VIEW "value_distribution" WITH (security_invoker = true) AS
	SELECT v.user_id, v.retention_tier AS tier, count(*) AS count, avg(v.value_score) AS avg_score
	FROM value_classifications v JOIN memory_entries e ON e.user_id = v.user_id AND e.id = v.id
	WHERE e.own_state = 'live' AND e.superseded_by IS NULL AND e.forgotten_at IS NULL AND e.ended_at IS NULL
	GROUP BY v.user_id, v.retention_tier;
--> statement-breakpoint
-- What stands in the store over what of it stands in the file: quoted talks are no entries and count on neither side.
CREATE OR REPLACE VIEW "store_file_ratio" WITH (security_invoker = true) AS
	SELECT m.user_id, count(e.id) AS total_knowledge_items,
		(count(e.id) FILTER (WHERE m.personal_preference_ids ? e.id::text OR m.active_task_summary_ids ? e.id::text
			OR m.high_value_insight_ids ? e.id::text))::integer AS file_items
	FROM bounded_memory_manifests m
	LEFT JOIN memory_entries e ON e.user_id = m.user_id
		AND e.own_state = 'live' AND e.superseded_by IS NULL AND e.forgotten_at IS NULL AND e.ended_at IS NULL
	GROUP BY m.user_id;

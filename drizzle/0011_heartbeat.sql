-- The heartbeat: tasks with their schedule, and the little that a start has to read of them (02-janitor-memory, Heartbeat;
-- seed 004, HeartbeatTaskRegistry).
CREATE TABLE "heartbeat_tasks" (
	"user_id" uuid NOT NULL,
	"id" text NOT NULL,
	"task_name" text NOT NULL,
	"schedule" text NOT NULL,
	"kind" text NOT NULL,
	"bucket_id" text,
	"definition" jsonb,
	"definition_hash" text DEFAULT '' NOT NULL,
	"definition_tokens" integer DEFAULT 0 NOT NULL,
	"last_definition_load" timestamp with time zone,
	"last_executed" timestamp with time zone,
	"next_due" timestamp with time zone,
	"execution_count" integer DEFAULT 0 NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"paused_by" text,
	"pause_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "heartbeat_tasks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "heartbeat_due" ON "heartbeat_tasks" USING btree ("user_id","next_due") WHERE is_active and kind = 'personal';
--> statement-breakpoint
CREATE INDEX "heartbeat_quick" ON "heartbeat_tasks" USING btree ("user_id","next_due") WHERE is_active and kind = 'personal' and definition_tokens < 100;
--> statement-breakpoint
CREATE INDEX "heartbeat_builtin" ON "heartbeat_tasks" USING btree ("user_id","id") WHERE kind = 'builtin';
--> statement-breakpoint
ALTER TABLE "heartbeat_tasks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "heartbeat_tasks" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "heartbeat_tasks" TO catchment_app;
--> statement-breakpoint
CREATE TABLE "heartbeat_registry" (
	"user_id" uuid NOT NULL,
	"task_definitions_hash" text NOT NULL,
	"active_tasks" integer DEFAULT 0 NOT NULL,
	"personal_tasks" integer DEFAULT 0 NOT NULL,
	"last_sync" timestamp with time zone,
	"pending_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_full_refresh" timestamp with time zone,
	"time_zone" text,
	"seen_at" timestamp with time zone,
	"calls_on" text,
	"calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "heartbeat_registry_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "heartbeat_registry" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "heartbeat_registry" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "heartbeat_registry" TO catchment_app;
--> statement-breakpoint
-- The metric query of the bounded-memory document; it sees what its caller may see.
CREATE VIEW "heartbeat_lazy_loading" WITH (security_invoker = true) AS
	SELECT user_id, count(*) AS tasks,
		count(*) FILTER (WHERE last_definition_load IS NULL) AS never_loaded,
		count(*) FILTER (WHERE last_definition_load IS NOT NULL) AS loaded_at_least_once,
		avg(execution_count) AS avg_executions
	FROM heartbeat_tasks WHERE kind = 'personal' GROUP BY user_id;
--> statement-breakpoint
GRANT SELECT ON "heartbeat_lazy_loading" TO catchment_app;

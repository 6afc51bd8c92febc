-- What the health page shows and no other table holds: how long things took and how often they were asked for, summed up by day.
-- No text of a person is in it. Rows are kept for a year.
CREATE TABLE "measures" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"total" double precision NOT NULL,
	"last" double precision NOT NULL,
	"bins" integer[] NOT NULL,
	CONSTRAINT "measures_user_id_kind_day_pk" PRIMARY KEY("user_id","kind","day")
);
--> statement-breakpoint
ALTER TABLE "measures" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "measures" TO catchment_app
	USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "measures" TO catchment_app;

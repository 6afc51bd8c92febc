-- A store of our own has nobody who keeps the planner's statistics: without them it takes every table for nearly empty, and
-- joins thousands of entries with their values row by row (3,000 entries: a minute and a half for one rebuild of the file).
-- They are taken anew whenever one of the tables has doubled: seldom, and within the change that made it grow.
CREATE FUNCTION keep_memory_statistics() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE grown regclass;
BEGIN
	FOR grown IN
		SELECT c.oid::regclass FROM pg_class c
		WHERE c.oid IN ('memory_entries'::regclass, 'value_classifications'::regclass)
			AND pg_relation_size(c.oid) / current_setting('block_size')::bigint > 2 * greatest(c.relpages, 2)
	LOOP
		EXECUTE format('ANALYZE %s', grown);
	END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_memory_statistics() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_memory_statistics() TO catchment_app;

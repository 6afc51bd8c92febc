-- A store of our own has nobody who keeps the planner's statistics: without them it takes every table for nearly empty, and
-- joins thousands of entries with their values row by row (3,000 entries: a minute and a half for one rebuild of the file).
-- They are taken anew with every change of many rows and whenever one of the tables has doubled, within the change itself.
CREATE FUNCTION keep_memory_statistics(many boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE grown regclass;
BEGIN
	FOR grown IN
		SELECT c.oid::regclass FROM pg_class c
		WHERE c.oid IN ('memory_entries'::regclass, 'value_classifications'::regclass)
			AND (many OR pg_relation_size(c.oid) / current_setting('block_size')::bigint > 2 * greatest(c.relpages, 2))
	LOOP
		EXECUTE format('ANALYZE %s', grown);
	END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_memory_statistics(boolean) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_memory_statistics(boolean) TO catchment_app;

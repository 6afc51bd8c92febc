-- An archive brings rows with their numbers: those that are given out next come behind them. Numbers are shared by all
-- profiles, so the highest of all counts, which no profile can see by itself.
CREATE FUNCTION advance_numbers() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  numbered record;
  highest bigint;
BEGIN
  FOR numbered IN
    SELECT c.table_name, c.column_name, pg_get_serial_sequence(format('%I', c.table_name), c.column_name) AS sequence
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' LOOP
    CONTINUE WHEN numbered.sequence IS NULL;
    EXECUTE format('SELECT max(%I) FROM %I', numbered.column_name, numbered.table_name) INTO highest;
    CONTINUE WHEN highest IS NULL;
    PERFORM setval(numbered.sequence, greatest(highest, nextval(numbered.sequence)));
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION advance_numbers() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION advance_numbers() TO catchment_app;

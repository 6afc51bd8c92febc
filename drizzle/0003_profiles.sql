-- Profiles on a shared server (07-settled, Shared server). A person connects as their own role; the profile is made on
-- the first visit, by a function that knows them by that role and by nothing they say.
GRANT SELECT ON schema_migrations TO catchment_app;
--> statement-breakpoint
CREATE FUNCTION open_own_profile() RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE own uuid;
BEGIN
  -- one at a time, so that two first visits of one person make one profile
  PERFORM pg_advisory_xact_lock(hashtextextended('catchment profiles', 0));
  SELECT user_id INTO own FROM profiles WHERE role_name = session_user::text;
  IF own IS NULL THEN
    own := gen_random_uuid();
    INSERT INTO profiles (user_id, name, role_name, created_at) VALUES (own, session_user::text, session_user::text, now());
    INSERT INTO continuums (user_id, id, created_at) VALUES (own, gen_random_uuid(), now());
  END IF;
  RETURN own;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION open_own_profile() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_own_profile() TO catchment_app;
--> statement-breakpoint
-- Erases everything of a profile, in every table there is or will be: the one irreversible act (07-settled, Erase).
-- It runs with its caller's rights and is granted to nobody, so the store's owner alone can do it.
CREATE FUNCTION erase_profile(who uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE t text;
BEGIN
  FOR t IN SELECT table_name FROM information_schema.columns c JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND c.column_name = 'user_id' LOOP
    EXECUTE format('DELETE FROM %I WHERE user_id = $1', t) USING who;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION erase_profile(uuid) FROM PUBLIC;

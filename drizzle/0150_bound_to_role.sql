-- A profile belongs to a role itself, not to whoever bears its name: after DROP ROLE alice and CREATE ROLE alice the new alice is
-- somebody else and begins with nothing (07-settled, Shared server).
ALTER TABLE "profiles" ADD COLUMN "role_oid" oid;
--> statement-breakpoint
UPDATE profiles SET role_oid = to_regrole(quote_ident(role_name))::oid;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION current_profile() RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT user_id FROM profiles
    WHERE role_name = session_user::text AND role_oid = to_regrole(quote_ident(session_user::text))::oid LIMIT 1);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_own_profile() RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE own uuid := current_profile(); left_over record; kept text;
BEGIN
  IF own IS NOT NULL THEN RETURN own; END IF;
  -- One first visit at a time. Unlike an advisory lock this one cannot be held by a person: it takes rights that none has.
  LOCK TABLE profiles IN SHARE ROW EXCLUSIVE MODE;
  own := current_profile();
  IF own IS NOT NULL THEN RETURN own; END IF;
  -- What a role of this name left behind stays, for the keeper alone, under a role that nobody logs in with.
  FOR left_over IN SELECT user_id, name FROM profiles WHERE role_name = session_user::text LOOP
    kept := 'catchment_p_' || replace(left_over.user_id::text, '-', '');
    EXECUTE format('CREATE ROLE %I NOLOGIN IN ROLE catchment_app', kept);
    UPDATE profiles SET role_name = kept, role_oid = to_regrole(quote_ident(kept))::oid,
      name = left_over.name || ' (removed ' || left(left_over.user_id::text, 8) || ')' WHERE user_id = left_over.user_id;
  END LOOP;
  own := gen_random_uuid();
  INSERT INTO profiles (user_id, name, role_name, role_oid, created_at)
  VALUES (own, session_user::text, session_user::text, to_regrole(quote_ident(session_user::text))::oid, now());
  INSERT INTO continuums (user_id, id, created_at) VALUES (own, gen_random_uuid(), now());
  RETURN own;
END $$;
--> statement-breakpoint
-- Who works alone on something of a profile just now (the janitor). An advisory lock could be taken by any login of the server, in
-- anybody's name; a row of the profile's own cannot. It ends with its session: a holder that is gone is passed over.
CREATE TABLE "leases" (
	"user_id" uuid NOT NULL,
	"what" text NOT NULL,
	"pid" integer NOT NULL,
	"session_start" timestamp with time zone,
	CONSTRAINT "leases_user_id_what_pk" PRIMARY KEY("user_id","what")
);
--> statement-breakpoint
ALTER TABLE "leases" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON "leases" TO catchment_app USING (user_id = (SELECT current_profile())) WITH CHECK (user_id = (SELECT current_profile()));
--> statement-breakpoint
CREATE FUNCTION take_lease(wanted text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE mine timestamptz := (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()); taken boolean;
BEGIN
  INSERT INTO leases AS l (user_id, what, pid, session_start) VALUES (current_profile(), wanted, pg_backend_pid(), mine)
  ON CONFLICT (user_id, what) DO UPDATE SET pid = EXCLUDED.pid, session_start = EXCLUDED.session_start
    WHERE l.pid = EXCLUDED.pid
      OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = l.pid AND a.backend_start = l.session_start)
  RETURNING true INTO taken;
  RETURN coalesce(taken, false);
END $$;
--> statement-breakpoint
CREATE FUNCTION end_lease(held text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM leases WHERE user_id = current_profile() AND what = held AND pid = pg_backend_pid()
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION take_lease(text), end_lease(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION take_lease(text), end_lease(text) TO catchment_app;

-- The wall between restaurants. A later migration that adds a table with restaurant_id calls these two procedures for it;
-- server/db/tenant-isolation.test.ts refuses a table that was forgotten.

-- Rows are visible only inside a transaction that set app.restaurant_id, also to the owner of the table (FORCE).
-- nullif: once a session has used the setting, it reads '' and not NULL.
CREATE PROCEDURE wall_off(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s USING (restaurant_id = (select nullif(current_setting(''app.restaurant_id'', true), '''')::uuid))', target);
END $$;
--> statement-breakpoint
-- A row whose version is not its space's present version would never reach a device that has pulled past it. SECURITY DEFINER:
-- the sign-up role inserts a restaurant without being allowed to read spaces.
CREATE FUNCTION refuse_stale_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE present bigint;
BEGIN
  SELECT version INTO present FROM spaces WHERE restaurant_id = NEW.restaurant_id;
  IF present IS DISTINCT FROM NEW.version THEN
    RAISE EXCEPTION 'row % of % carries version %, its space stands at %', NEW.id, TG_TABLE_NAME, NEW.version, present
      USING ERRCODE = 'integrity_constraint_violation', HINT = 'take the version from bump() in the same transaction';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE PROCEDURE hold_version(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER version_held BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_stale_version()', target);
END $$;
--> statement-breakpoint
CALL wall_off('spaces');
--> statement-breakpoint
CALL wall_off('sync_clients');
--> statement-breakpoint
CALL wall_off('mutation_results');
--> statement-breakpoint
CALL wall_off('restaurants');
--> statement-breakpoint
CALL wall_off('menu_books');
--> statement-breakpoint
CALL wall_off('menu_categories');
--> statement-breakpoint
CALL wall_off('menu_items');
--> statement-breakpoint
CALL wall_off('orders');
--> statement-breakpoint
CALL hold_version('restaurants');
--> statement-breakpoint
CALL hold_version('menu_books');
--> statement-breakpoint
CALL hold_version('menu_categories');
--> statement-breakpoint
CALL hold_version('menu_items');
--> statement-breakpoint
CALL hold_version('orders');

DROP INDEX "orders_status";
--> statement-breakpoint
CREATE INDEX "orders_kind" ON "orders" USING btree ("restaurant_id","order_status","order_type","placed_at","id");
--> statement-breakpoint
CREATE TABLE "month_figures" (
	"restaurant_id" uuid NOT NULL,
	"month" date NOT NULL,
	"order_status" text NOT NULL,
	"order_type" text NOT NULL,
	"orders_count" integer NOT NULL,
	CONSTRAINT "month_figures_restaurant_id_month_order_status_order_type_pk" PRIMARY KEY("restaurant_id","month","order_status","order_type")
);
--> statement-breakpoint
CREATE TABLE "order_texts" (
	"restaurant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"placed_at" timestamp(3) with time zone NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "order_texts_restaurant_id_order_id_pk" PRIMARY KEY("restaurant_id","order_id")
);
--> statement-breakpoint
-- As `fold` in src/lib/fold.ts: small letters without accents. Where the database's locale is C, only letters of ASCII become small.
CREATE FUNCTION fold_text(written text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(normalize(written, NFD), '[\u0300-\u036f]+', '', 'g'));
--> statement-breakpoint
-- Capital letters for the digits of a telephone number: a search for "14" finds orders of that number, and no telephone numbers.
CREATE FUNCTION phone_letters(digits text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(digits, '0123456789', 'ABCDEFGHIJ');
--> statement-breakpoint
CREATE FUNCTION order_text(order_no text, customer jsonb, lines jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN concat_ws(E'\n', fold_text(concat_ws(E'\n', order_no, left(customer->>'name', 200))), phone_letters(phone_digits(left(customer->>'phone', 60))),
                   fold_text(left((SELECT string_agg(DISTINCT line->>'name', E'\n') FROM jsonb_array_elements(lines) line), 2000)));
--> statement-breakpoint
-- Three letters each, mixed with the restaurant, so that the index keeps restaurants apart: a search costs nothing for what others store.
-- COST: more than reading the index.
CREATE FUNCTION search_grams(restaurant uuid, searched text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 5000
  RETURN (SELECT array_agg(hashtextextended(substr(searched, n, 3) COLLATE "C", seed))
            FROM (SELECT hashtextextended(restaurant::text COLLATE "C", 0) AS seed) s, generate_series(1, length(searched) - 2) n
           WHERE strpos(substr(searched, n, 3), E'\n') = 0);
--> statement-breakpoint
CREATE FUNCTION apply_month_figures(removed orders[], added orders[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO month_figures AS f
    SELECT restaurant_id, date_trunc('month', placed_at AT TIME ZONE 'UTC')::date, order_status, order_type, sum(sign)
      FROM (SELECT -1 AS sign, r.* FROM unnest(removed) r UNION ALL SELECT 1, a.* FROM unnest(added) a) o
     WHERE deleted_at IS NULL
     GROUP BY 1, 2, 3, 4
    HAVING sum(sign) <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (restaurant_id, month, order_status, order_type) DO UPDATE SET orders_count = f.orders_count + excluded.orders_count
$$;
--> statement-breakpoint
CREATE FUNCTION write_order_texts(written orders[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_texts AS t SELECT restaurant_id, id, placed_at, order_text(order_no, customer, lines) FROM unnest(written) WHERE deleted_at IS NULL
    ON CONFLICT (restaurant_id, order_id) DO UPDATE SET placed_at = excluded.placed_at, text = excluded.text
      WHERE (t.placed_at, t.text) IS DISTINCT FROM (excluded.placed_at, excluded.text)
$$;
--> statement-breakpoint
CREATE FUNCTION list_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added orders[] := ARRAY(SELECT n::orders FROM new_orders n);
BEGIN
  PERFORM apply_month_figures('{}', added);
  PERFORM write_order_texts(added);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION list_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed orders[];
  added orders[];
BEGIN
  SELECT array_agg(o::orders), array_agg(n::orders) INTO removed, added
    FROM old_orders o JOIN new_orders n ON n.restaurant_id = o.restaurant_id AND n.id = o.id
   WHERE (o.deleted_at IS NULL, o.placed_at, o.order_status, o.order_type) IS DISTINCT FROM (n.deleted_at IS NULL, n.placed_at, n.order_status, n.order_type);
  IF removed IS NOT NULL THEN PERFORM apply_month_figures(removed, added); END IF;
  SELECT array_agg(n::orders) INTO added
    FROM old_orders o JOIN new_orders n ON n.restaurant_id = o.restaurant_id AND n.id = o.id
   WHERE (o.deleted_at IS NULL, o.placed_at, o.order_no, o.customer, o.lines) IS DISTINCT FROM (n.deleted_at IS NULL, n.placed_at, n.order_no, n.customer, n.lines);
  IF added IS NOT NULL THEN
    DELETE FROM order_texts t USING unnest(added) n WHERE t.restaurant_id = n.restaurant_id AND t.order_id = n.id AND n.deleted_at IS NOT NULL;
    PERFORM write_order_texts(added);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION list_deleted_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_month_figures(ARRAY(SELECT o::orders FROM old_orders o), '{}');
  DELETE FROM order_texts t USING old_orders o WHERE t.restaurant_id = o.restaurant_id AND t.order_id = o.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER lists_of_new AFTER INSERT ON orders REFERENCING NEW TABLE AS new_orders
  FOR EACH STATEMENT EXECUTE FUNCTION list_new_orders();
--> statement-breakpoint
CREATE TRIGGER lists_of_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders
  FOR EACH STATEMENT EXECUTE FUNCTION list_changed_orders();
--> statement-breakpoint
CREATE TRIGGER lists_of_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS old_orders
  FOR EACH STATEMENT EXECUTE FUNCTION list_deleted_orders();
--> statement-breakpoint
-- Computes both anew.
CREATE FUNCTION rebuild_order_lists(restaurant uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM month_figures WHERE restaurant_id = restaurant;
  DELETE FROM order_texts WHERE restaurant_id = restaurant;
  INSERT INTO month_figures
    SELECT restaurant_id, date_trunc('month', placed_at AT TIME ZONE 'UTC')::date, order_status, order_type, count(*)
      FROM orders WHERE restaurant_id = restaurant AND deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  INSERT INTO order_texts
    SELECT restaurant_id, id, placed_at, order_text(order_no, customer, lines) FROM orders WHERE restaurant_id = restaurant AND deleted_at IS NULL;
END $$;
--> statement-breakpoint
SELECT rebuild_order_lists(restaurant_id) FROM restaurants;
--> statement-breakpoint
CREATE INDEX "order_texts_placed" ON "order_texts" USING btree ("restaurant_id","placed_at","order_id");
--> statement-breakpoint
-- fastupdate: what waits to be merged into the index would be read by every search.
CREATE INDEX "order_texts_grams" ON "order_texts" USING gin (search_grams(restaurant_id, text)) WITH (fastupdate = off);
--> statement-breakpoint
CALL wall_off('month_figures');
--> statement-breakpoint
CALL wall_off('order_texts');
--> statement-breakpoint
-- What a row has to contain: `checks` for its text, `grams` for the index. Each of `terms` is what may stand for one word; null: the index
-- cannot help.
CREATE FUNCTION search_conditions(restaurant uuid, terms jsonb, OUT checks text, OUT grams text) LANGUAGE plpgsql STABLE AS $$
DECLARE
  term jsonb;
  parts text[];
BEGIN
  FOR term IN SELECT jsonb_array_elements(terms) LOOP
    parts := ARRAY(SELECT fold_text(term->>'text') WHERE term ? 'text' UNION ALL
                   SELECT phone_letters(digits) FROM jsonb_array_elements_text(term->'phones') digits);
    checks := concat_ws(' AND ', checks, format('t.text LIKE ANY (%L::text[])',
      ARRAY(SELECT '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(parts) part)));
    IF (SELECT min(length(part)) FROM unnest(parts) part) >= 3 THEN
      grams := concat_ws(' AND ', grams, (SELECT '(' || string_agg(
        format('search_grams(t.restaurant_id, t.text) @> %L::bigint[]', search_grams(restaurant, part)), ' OR ') || ')' FROM unnest(parts) part));
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- The newest orders of the session's restaurant that contain all `terms`, or the telephone number of `whole`. First among the newest, where
-- a common word is found at once, then by the index in ever longer spans of time, so that no search sorts all that it could find.
-- Row-level security lets no condition use an index whose operator might tell of other restaurants' rows. So this runs as the owner, takes
-- the restaurant from the session and no argument, and answers ids, whose rows the caller reads under row-level security.
CREATE FUNCTION find_orders(terms jsonb, whole jsonb, placed_from timestamptz, placed_to timestamptz, before_id uuid, wanted_type text, statuses text[], wanted integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  restaurant uuid := nullif(current_setting('app.restaurant_id', true), '')::uuid;
  conditions record := search_conditions(restaurant, terms);
  number record := search_conditions(restaurant, whole);
  checks text := concat_ws(' OR ', nullif('(' || conditions.checks || ')', '()'), number.checks);
  grams text := CASE WHEN whole <> '[]' AND number.grams IS NULL THEN NULL WHEN conditions.grams IS NULL THEN NULL
                     ELSE concat_ws(' OR ', '(' || conditions.grams || ')', number.grams) END;
  -- A word of two letters is looked for among these only.
  newest integer := CASE WHEN grams IS NULL THEN 10000 ELSE 1000 END;
  earliest timestamptz := coalesce(placed_from, '-infinity');
  -- Below this row, which is the first one that is not wanted.
  edge_at timestamptz := coalesce(placed_to, 'infinity');
  edge_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000');
  span interval := '60 days';
  begins timestamptz;
  found integer := 0;
  more integer;
  filter text := CASE WHEN wanted_type IS NULL AND statuses IS NULL THEN '' ELSE
    ' AND EXISTS (SELECT 1 FROM orders o WHERE o.restaurant_id = t.restaurant_id AND o.id = t.order_id
        AND ($5 IS NULL OR o.order_type = $5) AND ($6 IS NULL OR o.order_status = ANY ($6)))' END;
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT t.order_id FROM (SELECT * FROM order_texts WHERE restaurant_id = $1 AND placed_at >= $2 AND (placed_at, order_id) < ($3, $7)
        ORDER BY placed_at DESC, order_id DESC LIMIT %s) t WHERE (%s)%s LIMIT $4', newest, checks, filter)
    USING restaurant, earliest, edge_at, wanted, wanted_type, statuses, edge_id;
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found >= wanted OR grams IS NULL THEN RETURN; END IF;
  SELECT placed_at, order_id INTO edge_at, edge_id FROM order_texts
   WHERE restaurant_id = restaurant AND placed_at >= earliest AND (placed_at, order_id) < (edge_at, edge_id)
   ORDER BY placed_at DESC, order_id DESC OFFSET newest - 1 LIMIT 1;
  IF edge_at IS NULL THEN RETURN; END IF;
  SELECT greatest(earliest, min(placed_at)) INTO earliest FROM order_texts WHERE restaurant_id = restaurant;
  begins := edge_at;
  WHILE found < wanted AND (begins > earliest OR span = '60 days') LOOP
    begins := greatest(earliest, begins - span);
    RETURN QUERY EXECUTE format(
      'SELECT t.order_id FROM order_texts t WHERE t.restaurant_id = $1 AND t.placed_at >= $2 AND (t.placed_at, t.order_id) < ($3, $7)
          AND (%s) AND (%s)%s ORDER BY t.placed_at DESC, t.order_id DESC LIMIT $4', grams, checks, filter)
      USING restaurant, begins, edge_at, wanted - found, wanted_type, statuses, edge_id;
    GET DIAGNOSTICS more = ROW_COUNT;
    found := found + more;
    edge_at := begins;
    edge_id := '00000000-0000-0000-0000-000000000000';
    span := span * 4;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION find_orders(jsonb, jsonb, timestamptz, timestamptz, uuid, text, text[], integer) FROM PUBLIC;

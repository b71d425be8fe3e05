CREATE TABLE "customer_figures" (
	"restaurant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"customer_id" uuid NOT NULL,
	"orders_count" integer NOT NULL,
	CONSTRAINT "customer_figures_restaurant_id_day_customer_id_pk" PRIMARY KEY("restaurant_id","day","customer_id")
);
--> statement-breakpoint
CREATE TABLE "item_figures" (
	"restaurant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"item_key" text NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"revenue_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "item_figures_restaurant_id_day_item_key_name_pk" PRIMARY KEY("restaurant_id","day","item_key","name")
);
--> statement-breakpoint
CREATE TABLE "order_figures" (
	"restaurant_id" uuid NOT NULL,
	"bucket" timestamp(3) with time zone NOT NULL,
	"channel" text NOT NULL,
	"order_type" text NOT NULL,
	"orders_count" integer DEFAULT 0 NOT NULL,
	"revenue_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"tip_amount" bigint DEFAULT 0 NOT NULL,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"prep_ms" bigint DEFAULT 0 NOT NULL,
	"prepared_count" integer DEFAULT 0 NOT NULL,
	"rejected_count" integer DEFAULT 0 NOT NULL,
	"rejected_amount" bigint DEFAULT 0 NOT NULL,
	"cancelled_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_figures_restaurant_id_bucket_channel_order_type_pk" PRIMARY KEY("restaurant_id","bucket","channel","order_type")
);

--> statement-breakpoint
-- What these orders add to the sums. `removed` and `added` are the same orders before and after a statement.
CREATE FUNCTION apply_figures(removed orders[], added orders[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_figures AS f
    SELECT restaurant_id, date_bin('15 minutes', placed_at, '2000-01-01Z'), channel, order_type,
           sum(sign * sold), sum(sign * sold * (total_amount - refunded_amount)), sum(sign * sold * refunded_amount),
           sum(sign * sold * tip_amount), sum(sign * sold * discount_amount),
           sum(sign * sold * prepared * coalesce(round(extract(epoch FROM ready_at - accepted_at) * 1000), 0)), sum(sign * sold * prepared),
           sum(sign * rejected), sum(sign * rejected * total_amount), sum(sign * cancelled)
      FROM (
        SELECT o.*,
               (order_status NOT IN ('pending', 'rejected', 'cancelled'))::int AS sold,
               coalesce(ready_at >= accepted_at, false)::int AS prepared,
               (order_status = 'rejected')::int AS rejected,
               (order_status = 'cancelled')::int AS cancelled
          FROM (SELECT -1 AS sign, r.* FROM unnest(removed) r UNION ALL SELECT 1, a.* FROM unnest(added) a) o
         WHERE deleted_at IS NULL AND order_status <> 'pending'
      ) t
     GROUP BY 1, 2, 3, 4
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (restaurant_id, bucket, channel, order_type) DO UPDATE SET
      orders_count = f.orders_count + excluded.orders_count,
      revenue_amount = f.revenue_amount + excluded.revenue_amount,
      refunded_amount = f.refunded_amount + excluded.refunded_amount,
      tip_amount = f.tip_amount + excluded.tip_amount,
      discount_amount = f.discount_amount + excluded.discount_amount,
      prep_ms = f.prep_ms + excluded.prep_ms,
      prepared_count = f.prepared_count + excluded.prepared_count,
      rejected_count = f.rejected_count + excluded.rejected_count,
      rejected_amount = f.rejected_amount + excluded.rejected_amount,
      cancelled_count = f.cancelled_count + excluded.cancelled_count;

  INSERT INTO customer_figures AS f
    SELECT restaurant_id, (placed_at AT TIME ZONE 'UTC')::date, customer_id, sum(sign)
      FROM (SELECT -1 AS sign, r.* FROM unnest(removed) r UNION ALL SELECT 1, a.* FROM unnest(added) a) o
     WHERE deleted_at IS NULL AND order_status NOT IN ('pending', 'rejected', 'cancelled') AND customer_id IS NOT NULL
     GROUP BY 1, 2, 3
    HAVING sum(sign) <> 0
     ORDER BY 1, 2, 3
    ON CONFLICT (restaurant_id, day, customer_id) DO UPDATE SET orders_count = f.orders_count + excluded.orders_count;

  INSERT INTO item_figures AS f
    SELECT restaurant_id, (placed_at AT TIME ZONE 'UTC')::date, coalesce(line->>'menu_item_id', line->>'name'), line->>'name',
           sum(sign * (line->>'quantity')::int), sum(sign * (line->>'total_amount')::bigint)
      FROM (SELECT -1 AS sign, r.* FROM unnest(removed) r UNION ALL SELECT 1, a.* FROM unnest(added) a) o,
           jsonb_array_elements(lines) AS line
     WHERE deleted_at IS NULL AND order_status NOT IN ('pending', 'rejected', 'cancelled')
     GROUP BY 1, 2, 3, 4
    HAVING sum(sign * (line->>'quantity')::int) <> 0 OR sum(sign * (line->>'total_amount')::bigint) <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (restaurant_id, day, item_key, name) DO UPDATE SET
      quantity = f.quantity + excluded.quantity,
      revenue_amount = f.revenue_amount + excluded.revenue_amount;
END $$;
--> statement-breakpoint
CREATE FUNCTION follow_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_figures('{}', ARRAY(SELECT n::orders FROM new_orders n));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Most updates of an order, such as a bump in the kitchen, change none of the sums.
CREATE FUNCTION follow_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed orders[];
  added orders[];
BEGIN
  SELECT array_agg(o::orders), array_agg(n::orders) INTO removed, added
    FROM old_orders o JOIN new_orders n ON n.restaurant_id = o.restaurant_id AND n.id = o.id
   WHERE (o.order_status, o.deleted_at, o.placed_at, o.channel, o.order_type, o.customer_id, o.total_amount, o.refunded_amount,
          o.tip_amount, o.discount_amount, o.accepted_at, o.ready_at, o.lines)
         IS DISTINCT FROM
         (n.order_status, n.deleted_at, n.placed_at, n.channel, n.order_type, n.customer_id, n.total_amount, n.refunded_amount,
          n.tip_amount, n.discount_amount, n.accepted_at, n.ready_at, n.lines);
  IF removed IS NOT NULL THEN PERFORM apply_figures(removed, added); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION follow_deleted_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_figures(ARRAY(SELECT o::orders FROM old_orders o), '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER figures_of_new AFTER INSERT ON orders REFERENCING NEW TABLE AS new_orders
  FOR EACH STATEMENT EXECUTE FUNCTION follow_new_orders();
--> statement-breakpoint
CREATE TRIGGER figures_of_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_orders NEW TABLE AS new_orders
  FOR EACH STATEMENT EXECUTE FUNCTION follow_changed_orders();
--> statement-breakpoint
CREATE TRIGGER figures_of_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS old_orders
  FOR EACH STATEMENT EXECUTE FUNCTION follow_deleted_orders();
--> statement-breakpoint
-- Computes the sums of a restaurant anew, day by day, so that a year of orders fits into memory.
CREATE FUNCTION rebuild_figures(restaurant uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first timestamptz;
  last timestamptz;
BEGIN
  DELETE FROM order_figures WHERE restaurant_id = restaurant;
  DELETE FROM customer_figures WHERE restaurant_id = restaurant;
  DELETE FROM item_figures WHERE restaurant_id = restaurant;
  SELECT date_trunc('day', min(placed_at), 'UTC'), max(placed_at) INTO first, last FROM orders WHERE restaurant_id = restaurant;
  WHILE first <= last LOOP
    PERFORM apply_figures('{}', ARRAY(
      SELECT o FROM orders o WHERE restaurant_id = restaurant AND placed_at >= first AND placed_at < first + interval '24 hours'));
    first := first + interval '24 hours';
  END LOOP;
END $$;
--> statement-breakpoint
SELECT rebuild_figures(restaurant_id) FROM restaurants;
--> statement-breakpoint
CALL wall_off('order_figures');
--> statement-breakpoint
CALL wall_off('customer_figures');
--> statement-breakpoint
CALL wall_off('item_figures');

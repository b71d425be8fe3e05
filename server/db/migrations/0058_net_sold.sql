-- As soldOf in contract/orders/revenue.ts: a refund takes back a sale only as far as the total still claims that money.
CREATE FUNCTION sold_amount(total bigint, paid bigint, refunded bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN least(total, greatest(0, greatest(paid, total) - refunded));
--> statement-breakpoint
-- As shareOf: of `value`, as much as `part` is of `whole`.
CREATE FUNCTION share_of(value bigint, part bigint, whole bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN whole <= 0 OR part = 0 THEN 0 ELSE round(value::numeric * part / whole)::bigint END;
--> statement-breakpoint
-- As soldTipOf: the tip is given back with the sale, by its share of the total.
CREATE FUNCTION sold_tip(tip bigint, total bigint, sold bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN tip - share_of(tip, total - sold, total);
--> statement-breakpoint
-- What an order's lines sold, net: without their part of the discount (taxesOf in contract/orders/totals.ts spreads it alike) and of what
-- was taken back. Each share is what the rounded share of all lines so far grows by, so that the shares add up.
CREATE FUNCTION sold_lines(o orders) RETURNS TABLE (menu_item_id text, name text, quantity integer, revenue bigint)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH lines AS (
    SELECT n, line->>'menu_item_id' AS menu_item_id, line->>'name' AS name, (line->>'quantity')::int AS quantity,
           (line->>'total_amount')::bigint AS total, coalesce((line->>'discount_amount')::bigint, 0) AS own
      FROM jsonb_array_elements(o.lines) WITH ORDINALITY l(line, n)
  ), food AS (
    SELECT sum(total)::bigint AS subtotal, sum(own)::bigint AS own, bool_and(own <= total) AS fits,
           o.discount_amount - least(o.delivery_fee_amount, (
             SELECT coalesce(sum((one->>'discount_amount')::bigint), 0)::bigint
               FROM jsonb_array_elements(CASE jsonb_typeof(o.discounts) WHEN 'array' THEN o.discounts ELSE '[]' END) one
              WHERE one->>'applies_to' = 'delivery_fee')) AS discount
      FROM lines
  ), spread AS (
    SELECT subtotal, fits AND own <= discount AS is_by_line, CASE WHEN fits AND own <= discount THEN discount - own ELSE discount END AS rest
      FROM food
  ), priced AS (
    SELECT l.*, (sum(total - CASE WHEN is_by_line THEN l.own ELSE 0 END) OVER so_far)::bigint
                - share_of(rest, (sum(total) OVER so_far)::bigint, subtotal) AS net
      FROM lines l, spread WINDOW so_far AS (ORDER BY n)
  ), sold AS (
    SELECT n, menu_item_id, name, quantity,
           net - share_of(net, o.total_amount - sold_amount(o.total_amount, o.paid_amount, o.refunded_amount), o.total_amount) AS net
      FROM priced
  )
  SELECT menu_item_id, name, quantity, net - lag(net, 1, 0::bigint) OVER (ORDER BY n) FROM sold
$$;
--> statement-breakpoint
-- As before, with what was sold, net.
CREATE OR REPLACE FUNCTION apply_figures(removed orders[], added orders[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH quarters AS (
    SELECT restaurant_id, date_bin('15 minutes', placed_at, '2000-01-01Z') AS bucket, channel, order_type,
           sum(sign * sold) AS orders_count, sum(sign * sold * net) AS revenue_amount,
           sum(sign * sold * (total_amount - net)) AS refunded_amount,
           sum(sign * sold * sold_tip(tip_amount, total_amount, net)) AS tip_amount,
           sum(sign * sold * discount_amount) AS discount_amount,
           sum(sign * sold * prepared * coalesce(round(extract(epoch FROM ready_at - accepted_at) * 1000), 0)) AS prep_ms,
           sum(sign * sold * prepared) AS prepared_count, sum(sign * rejected) AS rejected_count,
           sum(sign * rejected * total_amount) AS rejected_amount, sum(sign * cancelled) AS cancelled_count
      FROM (
        SELECT o.*,
               (order_status NOT IN ('pending', 'rejected', 'cancelled'))::int AS sold,
               sold_amount(total_amount, paid_amount, refunded_amount) AS net,
               coalesce(ready_at >= accepted_at, false)::int AS prepared,
               (order_status = 'rejected')::int AS rejected,
               (order_status = 'cancelled')::int AS cancelled
          FROM (SELECT -1 AS sign, r.* FROM unnest(removed) r UNION ALL SELECT 1, a.* FROM unnest(added) a) o
         WHERE deleted_at IS NULL AND order_status <> 'pending'
      ) t
     GROUP BY 1, 2, 3, 4
  ), by_quarter AS (
    INSERT INTO order_figures AS f SELECT * FROM quarters ORDER BY 1, 2, 3, 4
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
        cancelled_count = f.cancelled_count + excluded.cancelled_count
  )
  INSERT INTO hour_figures AS f
    SELECT restaurant_id, date_bin('1 hour', bucket, '2000-01-01Z'), channel, order_type, sum(orders_count), sum(revenue_amount), sum(refunded_amount),
           sum(tip_amount), sum(discount_amount), sum(prep_ms), sum(prepared_count), sum(rejected_count), sum(rejected_amount),
           sum(cancelled_count)
      FROM quarters GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
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
    SELECT (o).restaurant_id, ((o).placed_at AT TIME ZONE 'UTC')::date, coalesce(menu_item_id, name), name,
           sum(sign * quantity), sum(sign * revenue)
      FROM (SELECT -1 AS sign, r AS o FROM unnest(removed) r UNION ALL SELECT 1, a FROM unnest(added) a) t, sold_lines(o)
     WHERE (o).deleted_at IS NULL AND (o).order_status NOT IN ('pending', 'rejected', 'cancelled')
     GROUP BY 1, 2, 3, 4
    HAVING sum(sign * quantity) <> 0 OR sum(sign * revenue) <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (restaurant_id, day, item_key, name) DO UPDATE SET
      quantity = f.quantity + excluded.quantity,
      revenue_amount = f.revenue_amount + excluded.revenue_amount;
END $$;
--> statement-breakpoint
-- Most updates of an order, such as a bump in the kitchen, change none of the sums.
CREATE OR REPLACE FUNCTION follow_changed_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed orders[];
  added orders[];
BEGIN
  SELECT array_agg(o::orders), array_agg(n::orders) INTO removed, added
    FROM old_orders o JOIN new_orders n ON n.restaurant_id = o.restaurant_id AND n.id = o.id
   WHERE (o.order_status, o.deleted_at, o.placed_at, o.channel, o.order_type, o.customer_id, o.total_amount, o.paid_amount, o.refunded_amount,
          o.tip_amount, o.discount_amount, o.discounts, o.delivery_fee_amount, o.accepted_at, o.ready_at, o.lines)
         IS DISTINCT FROM
         (n.order_status, n.deleted_at, n.placed_at, n.channel, n.order_type, n.customer_id, n.total_amount, n.paid_amount, n.refunded_amount,
          n.tip_amount, n.discount_amount, n.discounts, n.delivery_fee_amount, n.accepted_at, n.ready_at, n.lines);
  IF removed IS NOT NULL THEN PERFORM apply_figures(removed, added); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What was stored by the rule of before: dues and payment statuses (as `settled` in contract/orders/revenue.ts), spending, promotions, sums.
UPDATE spaces s SET version = version + 1 WHERE EXISTS (SELECT 1 FROM orders o WHERE o.restaurant_id = s.restaurant_id);
--> statement-breakpoint
WITH money AS (
  SELECT restaurant_id, id, total_amount, paid_amount - refunded_amount AS kept, sold_amount(total_amount, paid_amount, refunded_amount) AS sold
    FROM orders
   WHERE (paid_amount > 0 OR total_amount = 0) AND order_status NOT IN ('rejected', 'cancelled')
         AND NOT events @> '[{"changes": [{"field": "written_off"}]}]'
), settled AS (
  SELECT restaurant_id, id, sold - kept AS due,
         CASE WHEN sold > kept THEN 'unpaid' WHEN sold = total_amount THEN 'paid' WHEN kept > 0 THEN 'partially_refunded' ELSE 'refunded' END AS status
    FROM money
)
UPDATE orders o SET version = s.version, due_amount = n.due, payment_status = n.status
  FROM settled n JOIN spaces s USING (restaurant_id)
 WHERE o.restaurant_id = n.restaurant_id AND o.id = n.id AND (o.due_amount, o.payment_status) IS DISTINCT FROM (n.due, n.status);
--> statement-breakpoint
UPDATE customers c SET version = s.version, total_spent_amount = n.spent
  FROM (SELECT restaurant_id, customer_id,
               coalesce(sum(sold_amount(total_amount, paid_amount, refunded_amount))
                          FILTER (WHERE order_status NOT IN ('pending', 'rejected', 'cancelled')), 0) AS spent
          FROM orders WHERE deleted_at IS NULL AND customer_id IS NOT NULL GROUP BY 1, 2) n JOIN spaces s USING (restaurant_id)
 WHERE c.restaurant_id = n.restaurant_id AND c.id = n.customer_id AND c.total_spent_amount <> n.spent;
--> statement-breakpoint
UPDATE promotion_uses u SET revenue_amount = n.revenue
  FROM (SELECT restaurant_id, id, sold - sold_tip(tip_amount, total_amount, sold) AS revenue
          FROM (SELECT *, sold_amount(total_amount, paid_amount, refunded_amount) AS sold FROM orders) o) n
 WHERE u.restaurant_id = n.restaurant_id AND u.order_id = n.id AND u.revenue_amount <> n.revenue;
--> statement-breakpoint
UPDATE promotions p SET version = s.version, revenue_amount = n.revenue
  FROM (SELECT restaurant_id, promotion_id, coalesce(sum(revenue_amount) FILTER (WHERE released_at IS NULL), 0) AS revenue
          FROM promotion_uses GROUP BY 1, 2) n JOIN spaces s USING (restaurant_id)
 WHERE p.restaurant_id = n.restaurant_id AND p.id = n.promotion_id AND p.revenue_amount <> n.revenue;
--> statement-breakpoint
SELECT rebuild_figures(restaurant_id) FROM restaurants;

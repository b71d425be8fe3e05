import { and, eq, sql } from 'drizzle-orm';
import type { Order } from '../../contract/orders/calls.ts';
import { soldOf, soldTipOf } from '../../contract/orders/revenue.ts';
import { holdsPromotions } from '../../contract/promotions/holds.ts';
import { promotion_uses, promotions } from '../db/schema/promotions.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';

type UseContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor'>;

interface Use {
  discount_amount: number;
  revenue_amount: number;
  customer_id: string | null;
}

/** Records which promotions an order uses, in the order's own transaction, and what it uses no more. */
export async function recordUses(c: UseContext, before: Order | null, after: Order): Promise<void> {
  if (!before?.discounts?.length && !after.discounts?.length) return;
  const own = and(eq(promotion_uses.restaurant_id, c.restaurantId), eq(promotion_uses.order_id, after.id));
  const rows = await c.db.select().from(promotion_uses).where(own);
  const wanted = usesOf(after);
  const at = c.now.toISOString();
  for (const row of rows) {
    const had: Use | null = row.released_at === null ? row : null;
    const use = wanted.get(row.promotion_id) ?? null;
    wanted.delete(row.promotion_id);
    if (isSame(had, use)) continue;
    const fields = use ? { ...use, released_at: null } : { released_at: at };
    await c.db
      .update(promotion_uses)
      .set(fields)
      .where(and(own, eq(promotion_uses.id, row.id)));
    await count(c, row.promotion_id, had, use);
  }
  for (const [promotion_id, use] of wanted) {
    const row = { restaurant_id: c.restaurantId, id: newId(c.now), promotion_id, order_id: after.id, used_at: at };
    await c.db.insert(promotion_uses).values({ ...row, ...use });
    await count(c, promotion_id, null, use);
  }
}

function usesOf(order: Order): Map<string, Use> {
  const uses = new Map<string, Use>();
  if (!holdsPromotions(order)) return uses;
  const revenue_amount = soldOf(order) - soldTipOf(order);
  for (const { promotion_id: id, discount_amount } of order.discounts ?? [])
    if (id !== null) uses.set(id, { discount_amount, revenue_amount, customer_id: order.customer_id });
  return uses;
}

const isSame = (had: Use | null, use: Use | null): boolean =>
  had === null || use === null
    ? had === use
    : had.discount_amount === use.discount_amount &&
      had.revenue_amount === use.revenue_amount &&
      had.customer_id === use.customer_id;

/** Keeps the promotion's sums. */
async function count(c: UseContext, id: string, had: Use | null, use: Use | null): Promise<void> {
  const times = (use ? 1 : 0) - (had ? 1 : 0);
  const spent = (use?.discount_amount ?? 0) - (had?.discount_amount ?? 0);
  const revenue = (use?.revenue_amount ?? 0) - (had?.revenue_amount ?? 0);
  await c.db
    .update(promotions)
    .set({
      times_used: sql`${promotions.times_used} + ${times}`,
      spent_amount: sql`${promotions.spent_amount} + ${spent}`,
      revenue_amount: sql`${promotions.revenue_amount} + ${revenue}`,
      version: await c.bump(),
      updated_at: c.now.toISOString(),
      updated_by: c.actor,
    })
    .where(and(eq(promotions.restaurant_id, c.restaurantId), eq(promotions.id, id)));
}

import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { segmentOf } from '../../contract/customers/segment.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { isPricedByPromotions } from '../../contract/orders/discounts.ts';
import type { Order, WantedDiscount } from '../../contract/orders/calls.ts';
import { holdsPromotions } from '../../contract/promotions/holds.ts';
import { pricePromotions, type RefusedCode } from '../../contract/promotions/price.ts';
import { customers } from '../db/schema/customers.ts';
import { menu_items } from '../db/schema/menu.ts';
import { promotion_uses } from '../db/schema/promotions.ts';
import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { allPromotions } from './store.ts';

type PriceContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now'>;

type PriceDiscounts = (order: Order) => { discounts: WantedDiscount[] | null; refusal: Refusal | null };

type Buyer = Pick<Customer, 'orders_count' | 'last_order_at' | 'created_at'>;

interface Wanted {
  /** As it stands; null: a new one. */
  before: Order | null;
  customerId: string | null;
  menuItemIds: readonly string[];
  /** What the caller has read of both already. */
  known?: { buyer: Buyer; categories: ReadonlyMap<string, string> };
  /** Undefined: those that it has. */
  codes: readonly string[] | undefined;
  timezone: string;
}

/**
 * Reads what promotions depend on, and answers the function that prices an order by them. It runs under the space's lock, so that two
 * orders cannot both have the last use.
 */
export async function readPromotions(
  c: PriceContext,
  { before, customerId, menuItemIds, known, codes: wanted, timezone }: Wanted,
): Promise<PriceDiscounts> {
  const had = before?.discounts ?? [];
  const codes = wanted ?? had.flatMap(({ code }) => (code === null ? [] : [code]));
  if (before && !isPricedByPromotions(before)) return () => ({ discounts: null, refusal: null });
  const promotions = await allPromotions(c.db, c.restaurantId, c.now);
  if (promotions.length === 0 && codes.length === 0 && had.length === 0)
    return () => ({ discounts: null, refusal: null });
  const categories = known?.categories ?? (await categoriesOf(c, menuItemIds));
  const customer = known?.buyer ?? (customerId === null ? null : await findBuyer(c, customerId, before));
  const usesByCustomer = customerId === null ? new Map() : await usesOf(c, customerId, before?.id ?? null);
  const isHeld = before !== null && holdsPromotions(before);
  const held = new Map(
    had.flatMap((one): [string, number][] =>
      isHeld && one.promotion_id !== null ? [[one.promotion_id, one.discount_amount]] : [],
    ),
  );
  return (order) => {
    const { discounts, refused } = pricePromotions(promotions, {
      order_type: order.order_type,
      channel: order.channel,
      currency: order.currency,
      delivery_fee_amount: order.delivery_fee_amount,
      lines: order.lines.map(({ id, menu_item_id, quantity, total_amount }) => ({
        id,
        menu_item_id,
        category_id: (menu_item_id && categories.get(menu_item_id)) ?? null,
        quantity,
        total_amount,
      })),
      at: order.placed_at,
      timezone,
      customer: customer && {
        orders_count: customer.orders_count,
        segment: segmentOf(customer, Date.parse(order.placed_at)),
      },
      codes,
      usesByCustomer,
      held,
    });
    // A code that the order had before may come to nothing by a correction; one that was just entered may not.
    const isNew = ({ code }: RefusedCode) => wanted !== undefined && !had.some((one) => one.code === code);
    return { discounts, refusal: refuseCode(refused.find(isNew)) };
  };
}

function refuseCode(refused: RefusedCode | undefined): Refusal | null {
  if (!refused) return null;
  const code = refused.reason === 'exhausted' ? 'promotion_exhausted' : 'promotion_not_applicable';
  return refuse(code, { current: refused });
}

async function categoriesOf(c: PriceContext, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await c.db
    .select({ id: menu_items.id, category_id: menu_items.category_id })
    .from(menu_items)
    .where(and(eq(menu_items.restaurant_id, c.restaurantId), inArray(menu_items.id, [...new Set(ids)])));
  return new Map(rows.map(({ id, category_id }) => [id, category_id]));
}

/** As they were before this order. */
async function findBuyer(c: PriceContext, id: string, before: Order | null): Promise<Buyer | null> {
  const [row] = await c.db
    .select({
      orders_count: customers.orders_count,
      last_order_at: customers.last_order_at,
      created_at: customers.created_at,
    })
    .from(customers)
    .where(and(eq(customers.restaurant_id, c.restaurantId), eq(customers.id, id), isNull(customers.deleted_at)))
    .limit(1);
  if (!row) return null;
  const isCounted = before !== null && before.customer_id === id && holdsPromotions(before);
  return { ...row, orders_count: row.orders_count - (isCounted ? 1 : 0) };
}

async function usesOf(c: PriceContext, customerId: string, orderId: string | null): Promise<Map<string, number>> {
  const rows = await c.db
    .select({ id: promotion_uses.promotion_id, count: sql<string>`count(*)` })
    .from(promotion_uses)
    .where(
      and(
        eq(promotion_uses.restaurant_id, c.restaurantId),
        eq(promotion_uses.customer_id, customerId),
        isNull(promotion_uses.released_at),
        orderId === null ? undefined : ne(promotion_uses.order_id, orderId),
      ),
    )
    .groupBy(promotion_uses.promotion_id);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

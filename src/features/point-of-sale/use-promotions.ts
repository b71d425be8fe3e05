import { segmentOf } from '../../../contract/customers/segment.ts';
import { isPricedByPromotions } from '../../../contract/orders/discounts.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import { holdsPromotions } from '../../../contract/promotions/holds.ts';
import { pricePromotions, type PricedPromotions } from '../../../contract/promotions/price.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useLive, useRow, useRows } from '../../data/live.ts';
import { allPromotions, usesByCustomer } from '../promotions/queries.ts';
import { channelOf, linesOf, typeOf, type Draft } from './draft.ts';
import type { MenuDish } from './dishes-of.ts';

interface Options {
  draft: Draft;
  looked: Order | undefined;
  restaurant: Pick<Restaurant, 'timezone' | 'currency'>;
  menu: ReadonlyMap<string, MenuDish>;
  now: number;
  /** Of a new order; one that is corrected has its own. */
  deliveryFee: number;
}

/**
 * What this device's promotions take off the order, by the function that the server uses; null while they are read, and for an order with a
 * discount of its own. The server's sum stands.
 */
export function usePromotions({ draft, looked, restaurant, menu, now, deliveryFee }: Options): PricedPromotions | null {
  const promotions = useRows('promotions', allPromotions, []);
  const { customerId } = draft;
  const customer = useRow('customers', customerId ?? '');
  const uses = useLive((db) => usesByCustomer(db, customerId, looked?.id ?? null), [customerId, looked?.id]);
  if (!promotions || uses === undefined || (looked && !isPricedByPromotions(looked))) return null;
  const at = looked?.placed_at ?? new Date(now).toISOString();
  const isCounted = looked !== undefined && looked.customer_id === customerId && holdsPromotions(looked);
  return pricePromotions(promotions, {
    order_type: typeOf(draft),
    channel: looked?.channel ?? channelOf(draft),
    currency: looked?.currency ?? restaurant.currency,
    delivery_fee_amount: looked?.delivery_fee_amount ?? deliveryFee,
    lines: linesOf(draft, looked).map(({ id, menu_item_id, quantity, total_amount }) => ({
      id,
      menu_item_id,
      category_id: menu.get(menu_item_id ?? '')?.item.category_id ?? null,
      quantity,
      total_amount,
    })),
    at,
    timezone: restaurant.timezone,
    customer: customer
      ? { orders_count: customer.orders_count - (isCounted ? 1 : 0), segment: segmentOf(customer, Date.parse(at)) }
      : null,
    codes: draft.codes,
    usesByCustomer: uses,
    held: new Map(
      (looked?.discounts ?? []).flatMap(({ promotion_id: id, discount_amount }): [string, number][] =>
        id === null ? [] : [[id, discount_amount]],
      ),
    ),
  });
}

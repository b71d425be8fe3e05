import { segmentOf } from '../../../contract/customers/segment.ts';
import { isPricedByPromotions } from '../../../contract/orders/discounts.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Promotion } from '../../../contract/promotions/calls.ts';
import { holdsPromotions } from '../../../contract/promotions/holds.ts';
import { pricePromotions, type PricedPromotions } from '../../../contract/promotions/price.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { useLive, useRow, useRows } from '../../data/live.ts';
import { allPromotions, usesByCustomer } from '../promotions/queries.ts';
import type { Draft } from './draft.ts';
import type { MenuDish } from './dishes-of.ts';

interface Options {
  draft: Pick<Draft, 'customerId' | 'codes'>;
  looked: Order | undefined;
  /** What the draft makes, with what delivery costs. */
  order: Order;
  restaurant: Pick<Restaurant, 'timezone'>;
  menu: ReadonlyMap<string, MenuDish>;
}

/** What this device's promotions take off the order; null while they are read, and for an order with a discount of its own. */
export function usePromotions(options: Options): PricedPromotions | null {
  const { draft, looked } = options;
  const promotions = useRows('promotions', allPromotions, []);
  const { customerId } = draft;
  const customer = useRow('customers', customerId ?? '');
  const uses = useLive((db) => usesByCustomer(db, customerId, looked?.id ?? null), [customerId, looked?.id]);
  if (!promotions || uses === undefined) return null;
  return pricePromotionsOf(options, { promotions, customer: customer ?? null, uses });
}

/** By the function that the server uses, whose sum stands. */
export function pricePromotionsOf(
  { draft, looked, order, restaurant, menu }: Options,
  {
    promotions,
    customer,
    uses,
  }: { promotions: readonly Promotion[]; customer: Customer | null; uses: ReadonlyMap<string, number> },
): PricedPromotions | null {
  if (looked && !isPricedByPromotions(looked)) return null;
  const at = order.placed_at;
  const isCounted = looked !== undefined && looked.customer_id === draft.customerId && holdsPromotions(looked);
  return pricePromotions(promotions, {
    order_type: order.order_type,
    channel: order.channel,
    currency: order.currency,
    delivery_fee_amount: order.delivery_fee_amount,
    lines: order.lines.map(({ id, menu_item_id, quantity, total_amount }) => ({
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

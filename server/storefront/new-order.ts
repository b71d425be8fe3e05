import { randomBytes } from 'node:crypto';
import type { Args } from '../../contract/call.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { blankOrder } from '../../contract/orders/new-order.ts';
import { prepMinutes } from '../../contract/restaurant/ordering.ts';
import type { Order, OrderLine } from '../../contract/orders/calls.ts';
import { readPhone } from '../../contract/auth/phone.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { placeOrder } from '../../contract/storefront/calls.ts';
import { newId } from '../platform/ids.ts';
import type { Offered } from './menu.ts';

export type Wanted = Args<typeof placeOrder>['body'];

export const newToken = () => randomBytes(24).toString('base64url');

export interface Making {
  wanted: Wanted;
  /** What each line of the order is, in its order. */
  offered: Offered[];
  customer: Customer;
  restaurant: Restaurant;
  orderNo: string;
  version: number;
  now: Date;
}

/** The order as it stands when it has just come in, priced from the menu. */
export function newOrder({ wanted, offered, customer, restaurant, orderNo, version, now }: Making): Order {
  const at = now.toISOString();
  const id = newId(now);
  const lines = wanted.lines.map((line, i) => lineOf(line, offered[i]!, now));
  const total = lines.reduce((sum, line) => sum + line.total_amount, 0);
  const minutes = prepMinutes(restaurant, wanted.order_type, now);
  const promised = new Date(now.getTime() + minutes * 60_000).toISOString();
  const isAccepted = restaurant.auto_accept;
  const actor = { kind: 'customer' as const, id: customer.id, name: wanted.customer.name };
  const answerBy = new Date(now.getTime() + restaurant.answer_deadline_minutes * 60_000).toISOString();
  const event = { at, arrived_at: at, device_name: null, note: null, was_offline: false };
  return blankOrder({
    id,
    version,
    created_at: at,
    updated_by: actor,
    order_no: orderNo,
    order_status: isAccepted ? 'accepted' : 'pending',
    order_type: wanted.order_type,
    channel: wanted.order_type === 'dine_in' ? 'qr_table' : 'website',
    customer_id: customer.id,
    customer: {
      name: wanted.customer.name,
      // What was typed in for this order: a customer who was found by an e-mail address may have another number.
      phone: readPhone(wanted.customer.phone, restaurant.country_code) ?? wanted.customer.phone,
      email: wanted.customer.email ?? null,
    },
    table_name: wanted.order_type === 'dine_in' ? (wanted.table_name ?? null) : null,
    delivery_address: wanted.order_type === 'delivery' ? (wanted.delivery_address ?? null) : null,
    is_asap: wanted.scheduled_for === undefined,
    scheduled_for: wanted.scheduled_for ?? null,
    due_at: wanted.scheduled_for ?? promised,
    estimated_ready_at: isAccepted ? (wanted.scheduled_for ?? promised) : null,
    // Of an order for later it says from when on it is cooked.
    prep_minutes: isAccepted || wanted.scheduled_for !== undefined ? minutes : null,
    answer_by_at: isAccepted ? null : answerBy,
    lines,
    customer_note: wanted.customer_note?.trim() || null,
    allergens: [...new Set([...(wanted.allergens ?? []), ...customer.allergens])],
    currency: restaurant.currency,
    subtotal_amount: total,
    total_amount: total,
    due_amount: total,
    placed_at: at,
    accepted_at: isAccepted ? at : null,
    events: [
      { id: newId(now), type: 'placed', from: null, to: 'pending', actor, ...event },
      ...(isAccepted
        ? [
            {
              id: newId(now),
              type: 'status' as const,
              from: 'pending' as const,
              to: 'accepted' as const,
              actor: galley,
              ...event,
            },
          ]
        : []),
    ],
  });
}

const galley = { kind: 'system' as const, id: null, name: 'Galley' };

function lineOf({ quantity, note }: Wanted['lines'][number], { item, category }: Offered, now: Date): OrderLine {
  const said = note?.trim();
  return {
    id: newId(now),
    menu_item_id: item.id,
    name: item.name,
    quantity,
    unit_amount: item.price_amount,
    total_amount: item.price_amount * quantity,
    ...(said ? { note: said } : {}),
    // Left out where nobody has said: unknown is not none.
    ...(item.allergens_confirmed_at || item.allergens.length > 0 ? { allergens: item.allergens } : {}),
    kitchen_station: category.kitchen_station,
  };
}

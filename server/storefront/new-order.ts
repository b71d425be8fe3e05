import { randomBytes } from 'node:crypto';
import type { Args } from '../../contract/call.ts';
import type { Customer } from '../../contract/customers/calls.ts';
import { blankOrder } from '../../contract/orders/new-order.ts';
import { withSums } from '../../contract/orders/totals.ts';
import type { Order, OrderLine } from '../../contract/orders/calls.ts';
import { findTable } from '../../contract/reservations/find-table.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { placeOrder } from '../../contract/storefront/calls.ts';
import { storedPhone } from '../platform/phone-number.ts';
import { newId } from '../platform/ids.ts';

export type Wanted = Args<typeof placeOrder>['body'];

export const newToken = () => randomBytes(24).toString('base64url');

export interface Making {
  wanted: Wanted;
  lines: OrderLine[];
  /** How long it takes from now: the kitchen's minutes, and the way. */
  minutes: number;
  /** When it is due, ISO: as wanted, or later where the kitchen has no room. */
  dueAt: string;
  deliveryFee: number;
  customer: Customer;
  channel: Order['channel'];
  restaurant: Restaurant;
  version: number;
  now: Date;
}

/** The order as it is created, priced from the menu, without its number. */
export function newOrder(making: Making): Order {
  const { wanted, lines, customer, restaurant, version, now, minutes, dueAt } = making;
  const at = now.toISOString();
  const id = newId(now);
  // Somebody has to look at what is asked for, and has until then.
  const isRequest = wanted.order_type === 'catering';
  const isAccepted = restaurant.auto_accept && !isRequest;
  const actor = { kind: 'customer' as const, id: customer.id, name: wanted.customer.name };
  const answerBy = new Date(now.getTime() + restaurant.answer_deadline_minutes * 60_000).toISOString();
  const event = { at, arrived_at: at, device_name: null, note: null, was_offline: false };
  const bare = blankOrder({
    id,
    version,
    created_at: at,
    updated_by: actor,
    // Given by the statement that inserts it.
    order_no: '',
    order_status: isAccepted ? 'accepted' : 'pending',
    order_type: wanted.order_type,
    channel: making.channel,
    customer_id: customer.id,
    customer: {
      name: wanted.customer.name,
      // The number typed in for this order: a customer found by e-mail address may have another one.
      phone: storedPhone(wanted.customer.phone, restaurant.country_code),
      email: wanted.customer.email ?? null,
    },
    guests_count: wanted.guests_count ?? null,
    table_name: wanted.order_type === 'dine_in' ? findTable(restaurant, wanted.table_name ?? '') : null,
    delivery_address: wanted.order_type === 'delivery' ? addressOf(wanted) : null,
    delivery_fee_amount: making.deliveryFee,
    is_asap: wanted.scheduled_for === undefined,
    scheduled_for: wanted.scheduled_for ?? null,
    due_at: dueAt,
    estimated_ready_at: isAccepted ? dueAt : null,
    // For a scheduled order, it determines when preparation starts.
    prep_minutes: isAccepted || wanted.scheduled_for !== undefined ? minutes : null,
    answer_by_at: isAccepted ? null : isRequest ? (wanted.scheduled_for ?? answerBy) : answerBy,
    customer_note: wanted.customer_note?.trim() || null,
    allergens: [...new Set([...(wanted.allergens ?? []), ...customer.allergens])],
    currency: restaurant.currency,
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
  return withSums(bare, lines);
}

/** Without what only priced the delivery. */
function addressOf({ delivery_address }: Wanted): Order['delivery_address'] {
  if (!delivery_address) return null;
  const { area: _, location: __, ...address } = delivery_address;
  return address;
}

const galley = { kind: 'system' as const, id: null, name: 'Galley' };

import type { Args } from '../call.ts';
import { blankOrder } from './new-order.ts';
import { withSums } from './totals.ts';
import type { create, Order, OrderLine, WantedLine } from './calls.ts';
import type { Actor } from '../fields.ts';

export type OrderBody = Args<typeof create>['body'];
/** A line whose dish, price and station are settled. */
export type PricedLine = WantedLine & { id: string; name: string; unit_amount: number };

export interface NewManualOrderValues {
  id: string;
  opId: string;
  /** When it was taken, ISO. */
  occurredAt: string;
  /** When the server hears of it; on the device, `occurredAt`. ISO. */
  now: string;
  actor: Actor | null;
  version: number;
  /** Empty until the server has numbered it. */
  orderNo: string;
  currency: string;
  prepMinutes: number;
  /** With what is known of them; a device knows what was typed. */
  customer: Pick<Order, 'customer_id' | 'customer' | 'allergens'>;
}

/** An order by hand as it stands when it has been taken: accepted, since the restaurant took it itself. Server and device make it alike. */
export function newManualOrder(
  body: Omit<OrderBody, 'lines'>,
  wanted: PricedLine[],
  birth: NewManualOrderValues,
): Order {
  const { occurredAt: at, now, actor, prepMinutes } = birth;
  const scheduled = body.scheduled_for ?? null;
  const due = scheduled ?? new Date(Date.parse(at) + prepMinutes * 60_000).toISOString();
  const bare = blankOrder({
    id: birth.id,
    version: birth.version,
    created_at: now,
    updated_by: actor,
    order_no: birth.orderNo,
    order_status: 'accepted',
    order_type: body.order_type,
    channel: body.channel,
    short_code: body.short_code ?? null,
    ...birth.customer,
    table_name: body.order_type === 'dine_in' ? trimmedOrNull(body.table_name) : null,
    guests_count: body.guests_count ?? null,
    delivery_address: body.order_type === 'delivery' ? (body.delivery_address ?? null) : null,
    is_asap: scheduled === null,
    scheduled_for: scheduled,
    due_at: due,
    estimated_ready_at: due,
    prep_minutes: prepMinutes,
    customer_note: trimmedOrNull(body.customer_note),
    kitchen_note: trimmedOrNull(body.kitchen_note),
    currency: birth.currency,
    placed_at: at,
    accepted_at: at,
    events: [
      {
        id: birth.opId,
        type: 'placed',
        from: null,
        to: 'accepted',
        at,
        arrived_at: now,
        actor,
        device_name: body.device_name ?? null,
        note: null,
        was_offline: body.was_offline ?? false,
      },
    ],
  });
  return withSums(bare, wanted.map(newLine));
}

/** A new line of an order, priced. */
export function newLine(line: PricedLine): OrderLine {
  const note = trimmedOrNull(line.note);
  return {
    id: line.id.toLowerCase(),
    menu_item_id: line.menu_item_id?.toLowerCase() ?? null,
    name: line.name,
    quantity: line.quantity,
    unit_amount: line.unit_amount,
    total_amount: line.unit_amount * line.quantity,
    ...(note === null ? {} : { note }),
    // Left out where nobody has said: unknown is not none.
    ...(line.allergens ? { allergens: line.allergens } : {}),
    kitchen_station: line.kitchen_station ?? null,
  };
}

type Typed = Pick<OrderBody, 'customer' | 'customer_id'> & { allergens?: readonly string[] | undefined };

/** What was typed of the customer, on a device that cannot look for them. */
export const typedCustomer = ({ customer, customer_id, allergens }: Typed): NewManualOrderValues['customer'] => ({
  customer_id: customer_id?.toLowerCase() ?? null,
  customer: {
    name: customer?.name?.trim() ?? '',
    phone: trimmedOrNull(customer?.phone),
    email: trimmedOrNull(customer?.email),
  },
  allergens: [...(allergens ?? [])],
});

/** What is missing whatever the menu says; null when nothing is. Asked of a new order, and of what an edit makes of one. */
export function missingOf(
  order: Pick<Order, 'order_type' | 'channel' | 'table_name' | 'delivery_address' | 'customer' | 'customer_id'>,
): Record<string, string> | null {
  const missing: Record<string, string> = {};
  if (order.order_type === 'delivery' && !order.delivery_address)
    missing.delivery_address = 'Say where it is to be delivered';
  if (order.order_type === 'dine_in' && !order.table_name) missing.table_name = 'Say which table';
  const isNameless = !order.customer.name && !order.customer.phone && order.customer_id === null;
  if (order.channel === 'phone' && isNameless) missing.customer = 'Say who it is for: a name or a number';
  return Object.keys(missing).length > 0 ? missing : null;
}

/** Text that says something, trimmed; else null. */
export const trimmedOrNull = (text: string | null | undefined): string | null => text?.trim() || null;

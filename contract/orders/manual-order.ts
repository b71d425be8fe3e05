import type { Args } from '../call.ts';
import { blankOrder } from './new-order.ts';
import { withDiscounts } from './discounts.ts';
import { withSums } from './totals.ts';
import { pieceAmount } from './price-dish.ts';
import type * as z from 'zod/mini';
import type { create, LineModifier, Order, OrderLine, WantedLine, WantedModifier } from './calls.ts';
import type { Actor } from '../fields.ts';

export type OrderBody = Args<typeof create>['body'];
/** A line whose dish, price and station are resolved. */
export type PricedLine = WantedLine & { id: string; name: string; unit_amount: number };

export interface NewManualOrderValues {
  id: string;
  opId: string;
  /** When it was taken, ISO. */
  occurredAt: string;
  /** When the server receives it; on the device, `occurredAt`. ISO. */
  now: string;
  actor: Actor | null;
  version: number;
  /** Empty until the server has numbered it. */
  orderNo: string;
  currency: string;
  prepMinutes: number;
  /** What is known about the customer; a device knows only what was typed. */
  customer: Pick<Order, 'customer_id' | 'customer' | 'allergens'>;
}

/**
 * A new manual order: accepted, because the restaurant took it. Server and device create it alike, with the discounts of the body; the
 * server then puts its own in their place.
 */
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
    delivery_fee_amount: body.order_type === 'delivery' ? (body.delivery_fee_amount ?? 0) : 0,
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
  return withDiscounts(withSums(bare, wanted.map(newLine)), body.discounts ?? []);
}

/** A new, priced line of an order. */
export function newLine(line: PricedLine): OrderLine {
  const note = trimmedOrNull(line.note);
  return {
    id: line.id.toLowerCase(),
    menu_item_id: line.menu_item_id?.toLowerCase() ?? null,
    ...(line.variant_id ? { variant_id: line.variant_id.toLowerCase() } : {}),
    name: line.name,
    ...(line.kitchen_name ? { kitchen_name: line.kitchen_name } : {}),
    quantity: line.quantity,
    unit_amount: line.unit_amount,
    total_amount: pieceAmount(line) * line.quantity,
    ...(line.modifiers?.length ? { modifiers: line.modifiers.map((one) => newModifier(one, line.quantity)) } : {}),
    ...(line.tax_rate_bp === undefined
      ? {}
      : { tax_rate_bp: line.tax_rate_bp, is_tax_inclusive: line.is_tax_inclusive ?? true }),
    ...(line.tax_name ? { tax_name: line.tax_name } : {}),
    ...(note === null ? {} : { note }),
    // Omitted if nobody confirmed them: unknown does not mean none.
    ...(line.allergens ? { allergens: line.allergens } : {}),
    kitchen_station: line.kitchen_station ?? null,
  };
}

const newModifier = (one: z.infer<typeof WantedModifier>, pieces: number): z.infer<typeof LineModifier> => ({
  modifier_id: one.modifier_id,
  group_id: one.group_id,
  ...(one.depth ? { depth: one.depth } : {}),
  group_name: one.group_name ?? '',
  ...(one.group_kitchen_name ? { group_kitchen_name: one.group_kitchen_name } : {}),
  name: one.name ?? '',
  prefix: one.prefix ?? 'none',
  quantity: one.quantity ?? 1,
  unit_amount: one.unit_amount ?? 0,
  total_amount: (one.each_amount ?? 0) * pieces,
});

type Typed = Pick<OrderBody, 'customer' | 'customer_id'> & { allergens?: readonly string[] | undefined };

/** The customer as typed, on a device that cannot look them up. */
export const typedCustomer = ({ customer, customer_id, allergens }: Typed): NewManualOrderValues['customer'] => ({
  customer_id: customer_id?.toLowerCase() ?? null,
  customer: {
    name: customer?.name?.trim() ?? '',
    phone: trimmedOrNull(customer?.phone),
    email: trimmedOrNull(customer?.email),
  },
  allergens: [...(allergens ?? [])],
});

/** What is missing, whatever the menu; null if nothing is. For new orders and for the result of an edit. */
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

/** Was the time over when it was chosen? By the minute, as people choose it. */
export const isPastTime = (scheduledFor: string, chosenAt: string | number): boolean =>
  minuteOf(scheduledFor) < minuteOf(chosenAt);

const minuteOf = (at: string | number) => Math.floor(new Date(at).getTime() / 60_000);

export const PAST_TIME = 'This time has passed: choose another';

/** Trimmed text; null if empty. */
export const trimmedOrNull = (text: string | null | undefined): string | null => text?.trim() || null;

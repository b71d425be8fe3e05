import type { Customer } from '../contract/customers/calls.ts';
import type { Order } from '../contract/orders/calls.ts';
import { salesOf } from '../contract/orders/revenue.ts';
import { newId } from '../server/platform/ids.ts';

type Row<T> = Omit<T, 'version'>;

const turnedAway = new Set<Order['order_status']>(['rejected', 'cancelled']);

/** The customers of the orders, one per number, with their orders and spend, and the orders with their customers. */
export function makeCustomers(
  orders: Row<Order>[],
  currency: string,
): { customers: Row<Customer>[]; orders: Row<Order>[] } {
  const byPhone = Map.groupBy(
    orders.filter((order) => order.customer.phone !== null),
    (order) => order.customer.phone!,
  );
  const customers = [...byPhone].map(([phone, own]) => customerOf(phone, own, currency));
  const ids = new Map(customers.map((customer) => [customer.phone, customer.id]));
  return {
    customers,
    orders: orders.map((order) => ({ ...order, customer_id: ids.get(order.customer.phone) ?? null })),
  };
}

/** One customer in this many has a note by the staff. */
const NOTED = 40;
const notes = [
  'Likes it extra hot',
  'Prefers the corner table',
  'Second bell from the top',
  'Always asks for mango chutney',
  'Office lunch on Fridays, needs an invoice',
];

function tagsOf(kept: Row<Order>[]): string[] {
  const isMostly = (type: Order['order_type']) =>
    kept.filter((order) => order.order_type === type).length > kept.length * 0.75;
  return [
    ...(kept.length >= 11 ? ['regular'] : []),
    ...(kept.length >= 5 && isMostly('delivery') ? ['delivery'] : []),
    ...(kept.length >= 5 && isMostly('pickup') ? ['collects'] : []),
  ];
}

function customerOf(phone: string, own: Row<Order>[], currency: string): Row<Customer> {
  const placed = own.toSorted((a, b) => a.placed_at.localeCompare(b.placed_at));
  const [first, last] = [placed[0]!.placed_at, placed.at(-1)!.placed_at];
  const { name, email } = own[0]!.customer;
  const kept = placed.filter((order) => !turnedAway.has(order.order_status));
  const allergens = [...new Set(own.flatMap((order) => order.allergens))].toSorted() as Customer['allergens'];
  return {
    id: newId(new Date(first)),
    created_at: first,
    updated_at: last,
    deleted_at: null,
    updated_by: { kind: 'customer', id: null, name },
    name,
    email,
    phone,
    phone_raw: null,
    addresses: [],
    customer_status: 'active',
    blocked_reason: null,
    source: 'order',
    tags: tagsOf(kept),
    note: notes[Number(phone.slice(-3)) % NOTED] ?? '',
    allergens,
    birthday: null,
    marketing_consent: {},
    orders_count: kept.length,
    no_show_count: own.filter((order) => order.cancellation_reason === 'no_show').length,
    total_spent_amount: salesOf(own).revenue,
    currency,
    first_order_at: kept[0]?.placed_at ?? null,
    last_order_at: kept.at(-1)?.placed_at ?? null,
    chat_id: null,
  };
}

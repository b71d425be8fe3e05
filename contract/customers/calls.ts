import * as z from 'zod/mini';
import { Email } from '../auth/calls.ts';
import { call, queue, read } from '../call.ts';
import { Allergen } from '../menu/calls.ts';
import { Order } from '../orders/calls.ts';
import { DateFilter, pagingQuery } from '../query.ts';
import {
  Amount,
  Currency,
  deviceField,
  Id,
  Instant,
  operationFields,
  syncedFields,
  text,
  trimmedText,
} from '../fields.ts';

export const CustomerStatus = z.enum(['active', 'inactive', 'blocked']);

/** Data dictionary, section 9, as far as orders and chats make it. */
export const Customer = z.object({
  ...syncedFields,
  name: z.string(),
  email: z.nullable(z.string()),
  /** E.164; `phone_raw` holds what could not be read as one. */
  phone: z.nullable(z.string()),
  phone_raw: z.nullable(z.string()),
  customer_status: CustomerStatus,
  source: z.enum(['order', 'chat', 'reservation', 'import', 'manual']),
  tags: z.array(z.string()),
  note: z.string(),
  /** What the customer must not eat; empty is "not said", never "none". */
  allergens: z.array(Allergen),
  orders_count: z.int(),
  total_spent_amount: Amount,
  currency: Currency,
  first_order_at: z.nullable(Instant),
  last_order_at: z.nullable(Instant),
  chat_id: z.nullable(Id),
});
export type Customer = z.infer<typeof Customer>;

/** A number with its change against the period before, in per cent; null where there was nothing to compare with. */
const Figure = z.object({ value: z.int(), percent_increment: z.nullable(z.number()) });

/** The period is that of `date`, or the last 30 business days. */
export const CustomersDashboard = z.object({
  total_customers_count: Figure,
  new_customers_count: Figure,
  returning_customers_count: Figure,
  blocked_customers_count: Figure,
});

export const list = call('customers.list', 'GET', '/customers', {
  access: 'owner',
  offline: read,
  query: z.strictObject({
    ...pagingQuery,
    /** A business day, or a range of them, in which the customer came first (`created_at`). */
    date: z.optional(DateFilter),
    customer_status: z.optional(CustomerStatus),
    /** Words looked for in name, phone, e-mail and tags. */
    search: z.optional(text(100)),
  }),
  reply: z.object({ customers: z.array(Customer), dashboard: CustomersDashboard }),
  summary: 'Customers, newest order first, with figures; limit 100 by default',
});

export const get = call('customers.get', 'GET', '/customers/{id}', {
  access: 'owner',
  offline: read,
  reply: z.extend(Customer, {
    average_order_amount: z.nullable(Amount),
    /** The newest 50. */
    orders: z.array(Order),
  }),
  summary: 'A customer with orders and spend',
});

const Tags = z.array(trimmedText(40)).check(z.maxLength(30));

/**
 * Edits what it names. Of two edits of one field the newest `occurred_at` stands, a tie goes to the greater `op_id`; 200 with the notice
 * `superseded` where a field of this one lost. A phone that cannot be read as a number is kept as it was written. 409 `customer_exists`:
 * another customer has the number or the address.
 */
export const edit = call('customers.edit', 'PUT', '/customers/{id}', {
  access: 'owner',
  offline: queue('never'),
  body: z.strictObject({
    name: z.optional(trimmedText(120)),
    phone: z.optional(z.nullable(trimmedText(40))),
    email: z.optional(z.nullable(Email)),
    note: z.optional(text(1000)),
    tags: z.optional(Tags),
    allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
    customer_status: z.optional(CustomerStatus),
    ...operationFields,
    ...deviceField,
  }),
  reply: Customer,
  addition: true,
  summary: 'Edit a customer',
});

import * as z from 'zod/mini';
import { Email } from './auth.ts';
import { call, queue, read } from './call.ts';
import { Allergen } from './menu.ts';
import { DateFilter, pagingQuery } from './query.ts';
import { Amount, Currency, Id, Instant, operationFields, syncedFields, text, words } from './values.ts';

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

const Figure = z.object({ value: z.int(), percent_increment: z.nullable(z.number()) });
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
    date: z.optional(DateFilter),
    customer_status: z.optional(CustomerStatus),
    search: z.optional(text(100)),
  }),
  reply: z.object({ customers: z.array(Customer), dashboard: CustomersDashboard }),
  summary: 'Customers, newest order first, limit 100 by default; `meta` stands beside `data`',
});

export const get = call('customers.get', 'GET', '/customers/{id}', {
  access: 'owner',
  offline: read,
  reply: Customer,
  summary: 'One customer',
});

/** Changes only what it names. 409 `changed_elsewhere` never: the last write of a field stands. 422 when phone or e-mail is another's. */
export const edit = call('customers.edit', 'PUT', '/customers/{id}', {
  access: 'owner',
  offline: queue('merge'),
  body: z.strictObject({
    name: z.optional(words(120)),
    email: z.optional(z.nullable(Email)),
    phone: z.optional(z.nullable(text(40))),
    customer_status: z.optional(CustomerStatus),
    tags: z.optional(z.array(words(40)).check(z.maxLength(20))),
    note: z.optional(text(2000)),
    allergens: z.optional(z.array(Allergen).check(z.maxLength(14))),
    ...operationFields,
  }),
  reply: Customer,
  addition: true,
  summary: 'Edit a customer',
});

import * as z from 'zod/mini';
import { Allergen } from './menu.ts';
import { Amount, Currency, Id, Instant, syncedFields } from './values.ts';

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

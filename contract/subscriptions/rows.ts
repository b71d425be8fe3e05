import * as z from 'zod/mini';
import { Amount, Currency, Id, Instant } from '../fields.ts';

export const Subscription = z.object({
  id: Id,
  plan_id: z.string(),
  status: z.enum(['trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired']),
  started_at: Instant,
  trial_ends_at: z.nullable(Instant),
  current_period_start_at: z.nullable(Instant),
  current_period_end_at: z.nullable(Instant),
  cancel_at_period_end: z.boolean(),
  cancelled_at: z.nullable(Instant),
  payment_method_label: z.nullable(z.string()),
});
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionInvoice = z.object({
  id: Id,
  invoice_no: z.string(),
  plan_name: z.string(),
  period_start_at: Instant,
  period_end_at: Instant,
  amount: Amount,
  tax_amount: Amount,
  currency: Currency,
  invoice_status: z.enum(['open', 'paid', 'failed', 'void', 'refunded']),
  paid_at: z.nullable(Instant),
  pdf_url: z.nullable(z.string()),
});
export type SubscriptionInvoice = z.infer<typeof SubscriptionInvoice>;

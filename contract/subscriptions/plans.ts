import * as z from 'zod/mini';
import { Currency, Price } from '../fields.ts';

const Limit = z.nullable(z.int());

/**
 * A limit that is null does not exist. Beyond one nothing stops: what a month has is counted and shown.
 */
export const Plan = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  interval: z.enum(['month', 'year']),
  /** For one interval, minor units. */
  price_amount: Price,
  currency: Currency,
  trial_days: z.int(),
  limits: z.object({ orders_per_month: Limit, bot_messages_per_month: Limit, staff: Limit, locations: Limit }),
  features: z.array(z.string()),
  is_public: z.boolean(),
  sort_order: z.int(),
});
export type Plan = z.infer<typeof Plan>;

type Limits = Plan['limits'];

/** What is sold: the limits, in words. An account has one person and one restaurant, so no plan counts those. */
function included({ orders_per_month: orders, bot_messages_per_month: messages }: Limits): string[] {
  const upTo = (limit: number | null, what: string) =>
    limit === null ? `Unlimited ${what}` : `Up to ${limit.toLocaleString('en-GB')} ${what} a month`;
  return ['All features of Galley', upTo(orders, 'orders'), upTo(messages, 'messages of the chatbot')];
}

const few: Limits = { orders_per_month: 1000, bot_messages_per_month: 500, staff: null, locations: null };
const many: Limits = { orders_per_month: null, bot_messages_per_month: 5000, staff: null, locations: null };
const starter = {
  code: 'starter',
  name: 'Starter',
  description: 'For one counter or kitchen.',
  currency: 'GBP',
  trial_days: 14,
  limits: few,
  features: included(few),
  is_public: true,
};
const pro = {
  code: 'pro',
  name: 'Pro',
  description: 'For busy restaurants.',
  currency: 'GBP',
  trial_days: 14,
  limits: many,
  features: included(many),
  is_public: true,
};

/** What Galley costs. Ids are stored and are Stripe's lookup keys: a changed price needs a new one. */
export const plans: readonly Plan[] = [
  { ...starter, id: 'starter_month', interval: 'month', price_amount: 2900, sort_order: 1 },
  { ...pro, id: 'pro_month', interval: 'month', price_amount: 6900, sort_order: 2 },
  { ...starter, id: 'starter_year', interval: 'year', price_amount: 29_000, sort_order: 3 },
  { ...pro, id: 'pro_year', interval: 'year', price_amount: 69_000, sort_order: 4 },
];

export const planOf = (id: string): Plan | null => plans.find((plan) => plan.id === id) ?? null;

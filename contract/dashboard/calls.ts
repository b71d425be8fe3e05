import * as z from 'zod/mini';
import { call, read } from '../call.ts';
import { Order } from '../orders/calls.ts';
import { OrderChannel } from '../orders/order-channel.ts';
import { OrderType } from '../restaurant/rows.ts';
import { Amount, Currency, Id, Instant, LocalDate } from '../fields.ts';
import { DateFilter } from '../query.ts';
import { OrderRating } from '../storefront/calls.ts';

/** `percent_increment`: against the comparison period, per cent with one decimal; null if there is nothing to compare with. */
const figure = <T extends z.ZodMiniType>(value: T) => z.object({ value, percent_increment: z.nullable(z.number()) });

/** Accepted orders and their revenue: what they sold, net, with tips. */
const sums = { orders_count: z.int(), revenue: Amount };

/**
 * Figures of a period of business days. Only orders that the restaurant has
 * accepted count. Money in minor units of `currency`.
 */
export const Insights = z.object({
  /** Business days, both ends included. */
  period: z.object({ from: LocalDate, to: LocalDate, compare_from: LocalDate, compare_to: LocalDate }),
  currency: Currency,
  as_of: Instant,
  open_orders_count: z.int(),
  total_revenue: figure(Amount),
  total_orders_count: figure(z.int()),
  average_order_amount: figure(z.nullable(Amount)),
  /** All customers at the end of the period. */
  total_customers_count: figure(z.int()),
  /** Distinct customers with an order in the period. */
  unique_customer_count: figure(z.int()),
  /** What refunds took back of sales, which the revenue does not contain any more. Money paid beyond a total is no sale. */
  refunded_amount: Amount,
  /** Of the revenue. */
  tip_amount: Amount,
  discount_amount: Amount,
  /** Rejected orders per hundred that were answered; null without any. */
  rejected_rate: z.nullable(z.number()),
  rejected_count: z.int(),
  rejected_amount: Amount,
  cancelled_count: z.int(),
  /** From accepted to ready; null: none was. */
  average_prep_minutes: z.nullable(z.number()),
  wallet_balance: Amount,
  total_sales: Amount,
  total_amount_withdrawn: Amount,
  /** Customers by how their messages in English and their ratings sounded in the period, each once (decision 120). */
  customer_sentiments: z.object({ happy: z.int(), neutral: z.int(), not_happy: z.int() }),
  /** What at least two customers wrote about, in `count` chats; the commonest first. */
  topics_and_keywords: z.array(z.object({ topic: z.string(), count: z.int() })),
  /** Each business day; `compare_*`: the day at the same place of the comparison period, null if that is shorter. */
  series: z.array(
    z.object({
      date: LocalDate,
      ...sums,
      compare_orders_count: z.nullable(z.int()),
      compare_revenue: z.nullable(Amount),
    }),
  ),
  /** 24 hours of the restaurant's clock. */
  by_hour: z.array(z.object({ hour: z.int(), ...sums })),
  /** 1 is Monday, 7 is Sunday; by business day. */
  by_weekday: z.array(z.object({ weekday: z.int(), ...sums })),
  by_channel: z.array(z.object({ channel: OrderChannel, ...sums })),
  by_order_type: z.array(z.object({ order_type: OrderType, ...sums })),
  /** The 20 dishes that sold most, and of the others the 20 that sold least. `revenue`: of their lines, without discounts and what refunds took back. */
  top_items: z.array(z.object({ name: z.string(), quantity: z.int(), revenue: Amount })),
  bottom_items: z.array(z.object({ name: z.string(), quantity: z.int(), revenue: Amount })),
});
export type Insights = z.infer<typeof Insights>;

/** The longest period, days. */
export const INSIGHTS_DAYS_MAX = 800;

/**
 * 422: not a range of dates, or longer than 800 days. By default today, compared with the same weekday a week before; a longer period is
 * compared with as many days before it.
 */
export const insights = call('dashboard.insights', 'GET', '/dashboard/insights', {
  access: 'insights',
  offline: read,
  query: z.strictObject({
    /** Business days. */
    date: z.optional(DateFilter),
    compare_date: z.optional(DateFilter),
  }),
  reply: Insights,
  summary: 'Figures of a period and what it is compared with',
});

/** The longest period of sold-out losses, days. */
export const LOSSES_DAYS_MAX = 92;

/** What was probably not sold while dishes were sold out, most money first. */
export const SoldOutLosses = z.object({
  from: LocalDate,
  to: LocalDate,
  currency: Currency,
  as_of: Instant,
  total_amount: Amount,
  items: z.array(
    z.object({
      menu_item_id: Id,
      name: z.string(),
      /** Minutes of the opening hours in which it was sold out. */
      sold_out_minutes: z.int(),
      /** Pieces, with one decimal. */
      lost_quantity: z.number(),
      lost_amount: Amount,
    }),
  ),
});
export type SoldOutLosses = z.infer<typeof SoldOutLosses>;

/** 422: not a range of dates, or longer than 92 days. By default today. */
export const soldOutLosses = call('dashboard.soldOutLosses', 'GET', '/dashboard/sold-out', {
  access: 'insights',
  offline: read,
  addition: true,
  query: z.strictObject({
    /** Business days. */
    date: z.optional(DateFilter),
  }),
  reply: SoldOutLosses,
  summary: 'What was probably not sold while dishes were sold out',
});

/** How many of the newest ratings are listed. */
export const RATINGS_LISTED = 100;

/** What customers said of their orders on the order's page of the website, newest first; deleted orders are left out. */
export const Ratings = z.object({
  as_of: Instant,
  count: z.int(),
  /** With one decimal; null: there are none. */
  average: z.nullable(z.number()),
  /** How many gave each grade, from 1 (bad) to 5 (very good). */
  by_rating: z.array(z.int()),
  ratings: z.array(
    z.object({
      order_id: Id,
      order_no: z.string(),
      customer_id: z.nullable(Id),
      customer_name: z.string(),
      ...OrderRating.shape,
      rated_at: Instant,
    }),
  ),
});
export type Ratings = z.infer<typeof Ratings>;

/** All ratings in figures, and the newest 100 of them. */
export const ratings = call('dashboard.ratings', 'GET', '/dashboard/ratings', {
  access: 'insights',
  offline: read,
  addition: true,
  reply: Ratings,
  summary: 'What customers said of their orders',
});

export const orders = call('dashboard.orders', 'GET', '/dashboard/orders', {
  access: 'orders.read',
  offline: read,
  reply: z.array(Order),
  summary: 'The newest 10 open orders',
});

import * as z from 'zod/mini';
import { call, read } from '../call.ts';
import { Order } from '../orders/calls.ts';
import { Amount, Currency, Instant, LocalDate } from '../fields.ts';

/** Figures of one business day. The rest of the specification's insights come with their own issue. */
export const TodayFigures = z.object({
  date: LocalDate,
  total_revenue: Amount,
  total_orders_count: z.int(),
  open_orders_count: z.int(),
  currency: Currency,
  as_of: Instant,
});

export const insights = call('dashboard.insights', 'GET', '/dashboard/insights', {
  access: 'owner',
  offline: read,
  reply: TodayFigures,
  summary: "Today's figures",
});

export const orders = call('dashboard.orders', 'GET', '/dashboard/orders', {
  access: 'owner',
  offline: read,
  reply: z.array(Order),
  summary: 'The newest 10 open orders',
});

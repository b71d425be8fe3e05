import * as contract from '../../contract/dashboard/calls.ts';
import type { Insights } from '../../contract/dashboard/calls.ts';
import { averageOrder } from '../../contract/orders/revenue.ts';
import { openStatuses } from '../../contract/orders/status.ts';
import { readKept } from '../orders/list.ts';
import { statsOf } from '../payments/stats.ts';
import { defineHandler, Refusal } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { customerCounts, dayRows, daySums, hourSums, itemRows, type DayRow, type OrderSums } from './figures.ts';
import { readPeriods } from './periods.ts';
import { customerSentiments, topicCounts } from './sentiments.ts';

const ITEMS = 20;
const MINUTE_MS = 60_000;

export const insights = defineHandler(contract.insights, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const periods = readPeriods(c.query, restaurant, c.now);
  if (periods instanceof Refusal) return periods;
  const { period, compared } = periods;
  const rows = await dayRows(c.db, c.restaurantId, period);
  const byDayBefore = await daySums(c.db, c.restaurantId, compared);
  const customers = await customerCounts(c.db, c.restaurantId, period);
  const customersBefore = await customerCounts(c.db, c.restaurantId, compared);
  const hours = await hourSums(c.db, c.restaurantId, period, restaurant.timezone);
  const items = await itemRows(c.db, c.restaurantId, period);
  const stats = await statsOf(c.db, c.restaurantId, restaurant.currency);
  const now = total(rows);
  const before = totalOf([...byDayBefore.values()]);
  const byDay = sumBy(rows, ({ day }) => day);
  const answered = now.orders_count + now.rejected_count + now.cancelled_count;
  return {
    period: {
      from: period.dates[0]!,
      to: period.dates.at(-1)!,
      compare_from: compared.dates[0]!,
      compare_to: compared.dates.at(-1)!,
    },
    currency: restaurant.currency,
    as_of: c.now.toISOString(),
    open_orders_count: await readKept(c.db, c.restaurantId, { statuses: openStatuses }),
    total_revenue: figure(now.revenue, before.revenue),
    total_orders_count: figure(now.orders_count, before.orders_count),
    average_order_amount: {
      value: averageOrder(now),
      percent_increment: increment(averageOrder(now), averageOrder(before)),
    },
    total_customers_count: figure(customers.total, customersBefore.total),
    unique_customer_count: figure(customers.unique, customersBefore.unique),
    refunded_amount: now.refunded_amount,
    tip_amount: now.tip_amount,
    discount_amount: now.discount_amount,
    rejected_rate: answered === 0 ? null : round((now.rejected_count / answered) * 100),
    rejected_count: now.rejected_count,
    rejected_amount: now.rejected_amount,
    cancelled_count: now.cancelled_count,
    average_prep_minutes: now.prepared_count === 0 ? null : round(now.prep_ms / now.prepared_count / MINUTE_MS),
    wallet_balance: stats.wallet_balance,
    total_sales: stats.total_sales,
    total_amount_withdrawn: stats.total_amount_withdrawn,
    customer_sentiments: await customerSentiments(c.db, c.restaurantId, period),
    topics_and_keywords: await topicCounts(c.db, c.restaurantId, period),
    series: period.dates.map((date, day) => ({
      date,
      ...(byDay.get(day) ?? nothing),
      compare_orders_count: day < compared.dates.length ? (byDayBefore.get(day) ?? nothing).orders_count : null,
      compare_revenue: day < compared.dates.length ? (byDayBefore.get(day) ?? nothing).revenue : null,
    })),
    by_hour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...(hours.get(hour) ?? nothing) })),
    by_weekday: weekdaysOf(period.dates, byDay),
    by_channel: listOf(sumBy(rows, ({ channel }) => channel)).map(
      ([channel, sums]) => ({ channel, ...sums }) as Insights['by_channel'][number], // the column holds only these
    ),
    by_order_type: listOf(sumBy(rows, ({ order_type }) => order_type)).map(
      ([order_type, sums]) => ({ order_type, ...sums }) as Insights['by_order_type'][number], // the column holds only these
    ),
    top_items: items.slice(0, ITEMS),
    bottom_items: items.slice(ITEMS).slice(-ITEMS).toReversed(),
  };
});

const nothing: OrderSums = { orders_count: 0, revenue: 0 };

export type Totals = Omit<DayRow, 'day' | 'channel' | 'order_type'>;

export function total(rows: readonly DayRow[]): Totals {
  const sum = (name: keyof Totals) => rows.reduce((all, row) => all + row[name], 0);
  return {
    orders_count: sum('orders_count'),
    revenue: sum('revenue'),
    refunded_amount: sum('refunded_amount'),
    tip_amount: sum('tip_amount'),
    discount_amount: sum('discount_amount'),
    prep_ms: sum('prep_ms'),
    prepared_count: sum('prepared_count'),
    rejected_count: sum('rejected_count'),
    rejected_amount: sum('rejected_amount'),
    cancelled_count: sum('cancelled_count'),
  };
}

const totalOf = (sums: readonly OrderSums[]): OrderSums => ({
  orders_count: sums.reduce((all, { orders_count: count }) => all + count, 0),
  revenue: sums.reduce((all, { revenue }) => all + revenue, 0),
});

function sumBy<K>(rows: readonly DayRow[], keyOf: (row: DayRow) => K): Map<K, OrderSums> {
  const sums = new Map<K, OrderSums>();
  for (const row of rows) {
    const { orders_count, revenue } = sums.get(keyOf(row)) ?? nothing;
    sums.set(keyOf(row), { orders_count: orders_count + row.orders_count, revenue: revenue + row.revenue });
  }
  return sums;
}

/** Those with orders, most revenue first. */
const listOf = <K>(sums: Map<K, OrderSums>): [K, OrderSums][] =>
  [...sums].filter(([, { orders_count: count }]) => count > 0).toSorted(([, a], [, b]) => b.revenue - a.revenue);

function weekdaysOf(dates: readonly string[], byDay: ReadonlyMap<number, OrderSums>): Insights['by_weekday'] {
  return Array.from({ length: 7 }, (_, i) => {
    const days = dates.flatMap((date, day) =>
      (new Date(date).getUTCDay() + 6) % 7 === i ? [byDay.get(day) ?? nothing] : [],
    );
    return {
      weekday: i + 1,
      orders_count: days.reduce((sum, { orders_count: count }) => sum + count, 0),
      revenue: days.reduce((sum, { revenue }) => sum + revenue, 0),
    };
  });
}

/** One decimal. */
const round = (value: number) => Math.round(value * 10) / 10;

export const increment = (value: number | null, before: number | null) =>
  value === null || before === null || before === 0 ? null : round(((value - before) / before) * 100);

const figure = (value: number, before: number) => ({ value, percent_increment: increment(value, before) });

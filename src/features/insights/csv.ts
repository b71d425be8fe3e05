import type { Insights, SoldOutLosses } from '../../../contract/dashboard/calls.ts';
import { writeCsv } from '../../../contract/csv.ts';
import { decimal } from '../../lib/money.ts';
import { weekdays } from './weekdays.ts';

/** All figures of a period, one section below the other; amounts as decimals in the currency. */
export function insightsCsv(insights: Insights): string {
  const { currency, period } = insights;
  const amount = (value: number | null) => (value === null ? '' : decimal(value, currency));
  const number = (value: number | null) => (value === null ? '' : String(value));
  return writeCsv([
    ['Period', period.from, period.to],
    ['Compared with', period.compare_from, period.compare_to],
    ['Currency', currency],
    [],
    ['Figure', 'Value', 'Change in per cent'],
    ['Revenue', amount(insights.total_revenue.value), number(insights.total_revenue.percent_increment)],
    ['Orders', String(insights.total_orders_count.value), number(insights.total_orders_count.percent_increment)],
    [
      'Average order',
      amount(insights.average_order_amount.value),
      number(insights.average_order_amount.percent_increment),
    ],
    [
      'Customers',
      String(insights.unique_customer_count.value),
      number(insights.unique_customer_count.percent_increment),
    ],
    [
      'All customers',
      String(insights.total_customers_count.value),
      number(insights.total_customers_count.percent_increment),
    ],
    ['Refunded', amount(insights.refunded_amount)],
    ['Tips', amount(insights.tip_amount)],
    ['Discounts', amount(insights.discount_amount)],
    ['Rejected orders', String(insights.rejected_count)],
    ['Rejected orders in per cent', number(insights.rejected_rate)],
    ['Rejected amount', amount(insights.rejected_amount)],
    ['Cancelled orders', String(insights.cancelled_count)],
    ['Minutes of preparation on average', number(insights.average_prep_minutes)],
    ['Available to withdraw, now', amount(insights.wallet_balance)],
    ['Sales of all time', amount(insights.total_sales)],
    ['Withdrawn', amount(insights.total_amount_withdrawn)],
    ['Excited customers', String(insights.customer_sentiments.happy)],
    ['Neutral customers', String(insights.customer_sentiments.neutral)],
    ['Customers who are not happy', String(insights.customer_sentiments.not_happy)],
    [],
    ['Day', 'Revenue', 'Orders', 'Revenue before', 'Orders before'],
    ...insights.series.map((day) => [
      day.date,
      amount(day.revenue),
      String(day.orders_count),
      amount(day.compare_revenue),
      day.compare_orders_count === null ? '' : String(day.compare_orders_count),
    ]),
    [],
    ['Hour', 'Revenue', 'Orders'],
    ...insights.by_hour.map((hour) => [String(hour.hour), amount(hour.revenue), String(hour.orders_count)]),
    [],
    ['Weekday', 'Revenue', 'Orders'],
    ...insights.by_weekday.map((one) => [weekdays[one.weekday - 1]!, amount(one.revenue), String(one.orders_count)]),
    [],
    ['Channel', 'Revenue', 'Orders'],
    ...insights.by_channel.map((one) => [one.channel, amount(one.revenue), String(one.orders_count)]),
    [],
    ['Order type', 'Revenue', 'Orders'],
    ...insights.by_order_type.map((one) => [one.order_type, amount(one.revenue), String(one.orders_count)]),
    [],
    ['Item', 'Revenue', 'Sold'],
    ...[...insights.top_items, ...insights.bottom_items.toReversed()].map((item) => [
      item.name,
      amount(item.revenue),
      String(item.quantity),
    ]),
    [],
    ['Topic', 'Chats'],
    ...insights.topics_and_keywords.map(({ topic, count }) => [topic, String(count)]),
  ]);
}

/** What dishes would probably have sold while they were sold out, all of them. */
export function soldOutCsv({ from, to, currency, items, total_amount }: SoldOutLosses): string {
  return writeCsv([
    ['Period', from, to],
    ['Currency', currency],
    ['Lost in all', decimal(total_amount, currency)],
    [],
    ['Item', 'Minutes sold out', 'Not sold', 'Lost'],
    ...items.map((item) => [
      item.name,
      String(item.sold_out_minutes),
      String(item.lost_quantity),
      decimal(item.lost_amount, currency),
    ]),
  ]);
}

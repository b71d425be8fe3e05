import type { Insights } from '../../../contract/dashboard/calls.ts';
import { writeCsv } from '../../../contract/csv.ts';
import { decimal } from '../../lib/money.ts';

/** All figures of a period, one section below the other; amounts as decimals in the currency. */
export function insightsCsv(insights: Insights): string {
  const { currency, period } = insights;
  const amount = (value: number | null) => (value === null ? '' : decimal(value, currency));
  const percent = (value: number | null) => (value === null ? '' : String(value));
  return writeCsv([
    ['Period', period.from, period.to],
    ['Compared with', period.compare_from, period.compare_to],
    ['Currency', currency],
    [],
    ['Figure', 'Value', 'Change in per cent'],
    ['Revenue', amount(insights.total_revenue.value), percent(insights.total_revenue.percent_increment)],
    ['Orders', String(insights.total_orders_count.value), percent(insights.total_orders_count.percent_increment)],
    [
      'Average order',
      amount(insights.average_order_amount.value),
      percent(insights.average_order_amount.percent_increment),
    ],
    [
      'Customers',
      String(insights.unique_customer_count.value),
      percent(insights.unique_customer_count.percent_increment),
    ],
    ['Refunded', amount(insights.refunded_amount)],
    ['Tips', amount(insights.tip_amount)],
    ['Discounts', amount(insights.discount_amount)],
    ['Rejected orders', String(insights.rejected_count)],
    ['Cancelled orders', String(insights.cancelled_count)],
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
  ]);
}

import type { Insights } from '../../contract/dashboard/calls.ts';

/** Figures of two days, in which no two numbers are alike. */
export function someInsights(): Insights {
  let last = 1000;
  const next = () => (last += 37);
  const figure = () => ({ value: next(), percent_increment: next() / 10 });
  const sums = () => ({ orders_count: next(), revenue: next() });
  return {
    period: { from: '2026-11-19', to: '2026-11-20', compare_from: '2026-11-12', compare_to: '2026-11-13' },
    currency: 'GBP',
    as_of: '2026-11-20T18:00:00.000Z',
    open_orders_count: next(),
    total_revenue: figure(),
    total_orders_count: figure(),
    average_order_amount: figure(),
    total_customers_count: figure(),
    unique_customer_count: figure(),
    refunded_amount: next(),
    tip_amount: next(),
    discount_amount: next(),
    rejected_rate: next() / 10,
    rejected_count: next(),
    rejected_amount: next(),
    cancelled_count: next(),
    average_prep_minutes: next() / 10,
    wallet_balance: next(),
    total_sales: next(),
    total_amount_withdrawn: next(),
    customer_sentiments: { happy: next(), neutral: next(), not_happy: next() },
    topics_and_keywords: [{ topic: 'cold food', count: next() }],
    series: ['2026-11-19', '2026-11-20'].map((date) => ({
      date,
      ...sums(),
      compare_orders_count: next(),
      compare_revenue: next(),
    })),
    by_hour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...sums() })),
    by_weekday: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...sums() })),
    by_channel: [{ channel: 'phone', ...sums() }],
    by_order_type: [{ order_type: 'pickup', ...sums() }],
    top_items: [{ name: 'Prawn madras', quantity: next(), revenue: next() }],
    bottom_items: [{ name: 'Garlic naan', quantity: next(), revenue: next() }],
  };
}

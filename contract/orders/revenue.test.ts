import { expect, test } from 'vitest';
import { order } from '../../tests/support/rows.ts';
import { averageOrder, salesOf } from './revenue.ts';

test('an average leaves out orders that are pending, rejected or cancelled, and what was refunded', () => {
  const orders = (['pending', 'accepted', 'completed', 'rejected', 'cancelled'] as const).map((order_status, n) =>
    order(500 + n, { order_status, total_amount: 1000 * (n + 1), refunded_amount: n === 2 ? 500 : 0 }),
  );
  expect(salesOf(orders)).toEqual({ revenue: 4500, orders_count: 2 });
  expect(averageOrder(salesOf(orders))).toBe(2250);
  expect(averageOrder(salesOf(orders.slice(0, 1)))).toBeNull();
});

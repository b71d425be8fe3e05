import { expect, test } from 'vitest';
import { order } from '../../../tests/support/rows.ts';
import { averageOf } from './average-order.ts';

const orders = (['pending', 'completed', 'completed', 'cancelled', 'rejected'] as const).map((order_status, n) =>
  order(500 + n, { order_status, total_amount: 1000 * (n + 1) }),
);

test('the average of a customer is of accepted orders', () => {
  expect(averageOf({ orders_count: 3 }, orders)).toBe(2500);
});

test('a device without some of the orders shows no average', () => {
  expect(averageOf({ orders_count: 4 }, orders)).toBeNull();
});

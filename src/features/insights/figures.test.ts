import { expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import { order } from '../../../tests/support/rows.ts';
import { dayFigures } from './figures.ts';

const today = { from: '2026-11-20T04:00:00.000Z', to: '2026-11-21T04:00:00.000Z' };
const sale = (order_status: Order['order_status'], total_amount: number, more: Partial<Order> = {}) =>
  order(500, { order_status, total_amount, placed_at: '2026-11-20T18:00:00.000Z', ...more });

test('counts accepted orders only', () => {
  const orders = [
    sale('pending', 1000),
    sale('accepted', 2000),
    sale('preparing', 300),
    sale('ready', 40),
    sale('out_for_delivery', 5),
    sale('completed', 70_000),
    sale('rejected', 9000),
    sale('cancelled', 9000),
  ];
  expect(dayFigures(orders, today)).toEqual({ orders: 5, revenue: 72_345 });
});

test('leaves out refunds', () => {
  expect(dayFigures([sale('completed', 2000, { refunded_amount: 500 })], today)).toEqual({ orders: 1, revenue: 1500 });
});

test('leaves out an open order from an earlier day', () => {
  const early = sale('accepted', 2000, { placed_at: '2026-11-19T18:00:00.000Z', due_at: '2026-11-20T19:00:00.000Z' });
  expect(dayFigures([early, sale('ready', 40)], today)).toEqual({ orders: 1, revenue: 40 });
});

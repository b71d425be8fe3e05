import { expect, test } from 'vitest';
import type { Payment } from '../../../contract/payments/rows.ts';
import { dayReport, expectedCash } from './day-report.ts';

const day = { from: '2026-11-20T04:00:00.000Z', to: '2026-11-21T04:00:00.000Z' };
const paid = (method: Payment['method'], amount: number, at: string, more: Partial<Payment> = {}) =>
  ({
    method,
    amount,
    tip_amount: 0,
    paid_at: at,
    created_at: at,
    payment_status: 'paid',
    refunds: [],
    ...more,
  }) as Payment; // the fields that the report reads
const refund = (amount: number, at: string, refund_status = 'succeeded') =>
  ({ id: at, amount, refund_status, created_at: at, settled_at: at }) as Payment['refunds'][number]; // as above

test('adds up a business day by method', () => {
  const report = dayReport(
    [
      paid('cash', 1000, '2026-11-20T18:00:00.000Z', { tip_amount: 100 }),
      paid('cash', 500, '2026-11-21T01:00:00.000Z'),
      paid('card', 4000, '2026-11-20T19:00:00.000Z'),
      paid('cash', 9000, '2026-11-21T04:00:00.000Z'),
      paid('card', 700, '2026-11-20T19:00:00.000Z', { paid_at: null, payment_status: 'pending' }),
    ],
    day,
  );
  expect(report).toEqual([
    { method: 'card', count: 1, taken: 4000, tips: 0, refunded: 0 },
    { method: 'cash', count: 2, taken: 1500, tips: 100, refunded: 0 },
  ]);
  expect(expectedCash(report)).toBe(1500);
});

test('deducts what was given back on that day, also of an earlier payment', () => {
  const report = dayReport(
    [
      paid('cash', 1000, '2026-11-20T18:00:00.000Z', {
        refunds: [refund(200, '2026-11-20T20:00:00.000Z'), refund(300, '2026-11-22T20:00:00.000Z')],
      }),
      paid('cash', 800, '2026-11-19T18:00:00.000Z', { refunds: [refund(800, '2026-11-20T12:00:00.000Z')] }),
      paid('cash', 50, '2026-11-19T18:00:00.000Z', { refunds: [refund(50, '2026-11-20T12:00:00.000Z', 'failed')] }),
    ],
    day,
  );
  expect(report).toEqual([{ method: 'cash', count: 1, taken: 1000, tips: 0, refunded: 1000 }]);
  expect(expectedCash(report)).toBe(0);
});

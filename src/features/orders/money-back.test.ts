import { expect, test } from 'vitest';
import type { Payment } from '../../../contract/payments/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { mayOweMoney, moneyBackHere, moneyBackIfEnded } from './money-back.ts';

const order = {
  order_status: 'cancelled',
  deleted_at: null,
  paid_amount: 1800,
  refunded_amount: 0,
} as Mirrored<'orders'>;
const payment = (amount: number, provider: string, refunds: object[] = []) =>
  ({ amount, provider, payment_status: 'paid', refunds }) as unknown as Payment; // the fields that it reads
const payments = [payment(500, 'manual'), payment(1300, 'stripe')];

test('an ended order owes what is left of its payments, less what is on its way', () => {
  expect(moneyBackHere(order, payments)).toEqual({ owed: 1800, returning: 0 });
  const asked = payment(1300, 'stripe', [{ amount: 1300, refund_status: 'pending' }]);
  expect(moneyBackHere(order, [payments[0]!, asked])).toEqual({ owed: 500, returning: 1300 });
  const given = payment(1300, 'stripe', [{ amount: 1300, refund_status: 'succeeded' }]);
  expect(moneyBackHere(order, [given])).toBeNull();
});

test('before the server knows of the end, only what was taken by hand asks for a person', () => {
  const waiting = { ...order, _sync: { op_ids: ['a-change'] } } as unknown as Mirrored<'orders'>;
  expect(moneyBackHere(waiting, payments)).toEqual({ owed: 500, returning: 1300 });
  const going = { ...order, order_status: 'pending' } as Mirrored<'orders'>;
  expect(moneyBackIfEnded(going, payments)).toEqual({ owed: 500, returning: 1300 });
});

test('an order that goes on, or was given back, owes nothing', () => {
  expect([mayOweMoney(order), mayOweMoney({ ...order, refunded_amount: 1800 })]).toEqual([true, false]);
  expect(mayOweMoney({ ...order, order_status: 'completed' })).toBe(false);
  expect(moneyBackHere({ ...order, order_status: 'completed' }, payments)).toBeNull();
});

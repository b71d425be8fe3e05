import { describe, expect, test } from 'vitest';
import { PaymentState } from '../../../contract/payments/rows.ts';
import type { Payment, Sight } from './watch-payment.ts';
import { resultMessages } from './messages.ts';

const settled = (payment_status: Payment['payment_status']): Sight => ({
  kind: 'settled',
  payment: { payment_status, amount: 2350, currency: 'GBP', restaurant_name: 'Spice Route', order_no: '1042' },
});
const ends = PaymentState.options.filter((status) => status !== 'pending');
const here = { isFailurePage: false, hasReference: true, isOnline: true };

describe('the payment page', () => {
  test('shows the same final status whatever page was opened', () => {
    for (const status of ends) {
      const words = resultMessages({ ...here, sight: settled(status) });
      expect(resultMessages({ ...here, isFailurePage: true, sight: settled(status) })).toEqual(words);
      expect(words.text).toContain('£23.50 for order 1042 at Spice Route');
    }
  });

  test('calls only a completed payment received', () => {
    const titles = Object.fromEntries(
      ends.map((status) => [status, resultMessages({ ...here, sight: settled(status) }).title]),
    );
    expect(titles).toEqual({
      authorized: 'Payment approved',
      paid: 'Payment received',
      partially_refunded: 'Partly refunded',
      refunded: 'Payment refunded',
      failed: 'Payment not completed',
      cancelled: 'Payment not completed',
      disputed: 'Payment in question',
    });
  });

  test('claims nothing before the status is known', () => {
    for (const sight of [null, { kind: 'confirming', isOver: false }] as const)
      expect(resultMessages({ ...here, sight })).toMatchObject({ tone: 'busy', title: 'Confirming your payment' });
    for (const kind of ['confirming', 'unreached'] as const)
      for (const isOver of [true, false])
        for (const isOnline of [true, false])
          for (const isFailurePage of [true, false])
            expect(
              JSON.stringify(resultMessages({ ...here, isFailurePage, isOnline, sight: { kind, isOver } })),
            ).not.toMatch(/received|arrived|approved|failed/i);
  });

  test('says so when there is no network', () => {
    for (const sight of [null, { kind: 'unreached', isOver: true }] as const)
      expect(resultMessages({ ...here, isOnline: false, sight }).text).toMatch(/^You are offline/);
  });

  test('says that a payment does not exist', () => {
    expect(resultMessages({ ...here, sight: { kind: 'unknown' } }).text).toMatch(
      /^There is no payment with this reference/,
    );
    expect(resultMessages({ ...here, hasReference: false, sight: null }).text).toMatch(/no payment in it/);
    expect(resultMessages({ ...here, isFailurePage: true, hasReference: false, sight: null }).title).toBe(
      'Payment not completed',
    );
  });

  test('leaves out details that it does not have', () => {
    const sight = settled('paid') as Extract<Sight, { kind: 'settled' }>;
    const bare = { ...sight.payment, restaurant_name: '', order_no: null, currency: 'JPY' };
    expect(resultMessages({ ...here, sight: { kind: 'settled', payment: bare } }).text).toBe('JP¥2,350 has arrived.');
  });
});

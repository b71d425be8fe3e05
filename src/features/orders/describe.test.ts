import { expect, test } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { id, order } from '../../../tests/support/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { describeOrder, describeOrderRefusal } from './describe.ts';

const restaurant = {
  timezone: 'Europe/London',
  business_day_cutoff_time: '04:00',
  delivery_type: 'own_couriers',
} as Restaurant;
const now = Date.parse('2026-11-20T19:10:00.000Z');
const ready = { call: 'orders.setStatus', path: { id: id(500) }, body: { order_status: 'ready' } };

test("describes an order's change by its new status", () => {
  const row = order(500, { order_no: '140' });
  const say = (order_status: string, more = {}) =>
    describeOrder({ ...ready, body: { order_status, ...more } }, row).title;
  expect(say('out_for_delivery')).toBe('Order #140 is on its way');
  expect(say('preparing')).toBe('Order #140 is being prepared');
  expect(say('preparing', { expected_status: 'ready' })).toBe('Order #140 is called back to preparing');
  expect(describeOrder({ call: 'orders.remove', path: {}, body: { orderId: id(500) } }, row).title).toBe(
    'Order #140 is deleted',
  );
});

test('describes an order that is no longer on this device', () => {
  expect(describeOrder(ready, null)).toMatchObject({
    title: 'An order is ready',
    href: `/restaurant/orders/${id(500)}`,
  });
});

const deadLetter = (code: string, theirs: ReturnType<typeof order> | null): DeadLetter => ({
  key: id(1),
  seq: 1,
  at: '2026-11-20T19:05:00.000Z',
  entry: { ...ready, occurredAt: '2026-11-20T19:04:00.000Z', touches: [`orders:${id(500)}`] } as unknown as OutboxEntry,
  reason: 'rejected',
  error: { code, message: '' },
  notice: null,
  theirs,
  yours: null,
});

test('a refused change says who closed the order and when', () => {
  const cancelled = order(500, {
    order_status: 'cancelled',
    payment_status: 'refunded',
    events: [
      {
        id: id(2),
        type: 'status',
        from: 'preparing',
        to: 'cancelled',
        at: '2026-11-20T19:01:00.000Z',
        arrived_at: '2026-11-20T19:01:00.000Z',
        actor: { kind: 'customer', id: null, name: 'Joanna' },
        device_name: null,
        note: null,
        was_offline: false,
      },
    ],
  });
  expect(describeOrderRefusal(deadLetter('order_already_final', cancelled), restaurant, now)).toEqual({
    why: 'The order was already cancelled by the customer at 19:01 and refunded. The kitchen can stop.',
    pair: null,
    restoreLabel: null,
    keepLabel: 'Understood',
  });
});

test('a step that is still possible can be retried', () => {
  const accepted = order(500, { order_status: 'accepted' });
  expect(describeOrderRefusal(deadLetter('status_changed', accepted), restaurant, now).restoreLabel).toBe(
    'Mark as ready anyway',
  );
});

test('describes an order that was deleted meanwhile', () => {
  expect(describeOrderRefusal(deadLetter('not_found', null), restaurant, now).why).toBe(
    'The order was deleted before this arrived.',
  );
});

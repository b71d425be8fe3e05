import { expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import { ringingOf } from './ringing.ts';

const placed = Date.parse('2026-11-20T18:30:00.000Z');
const at = (seconds: number) => placed + seconds * 1000;
const order = (more: Partial<Parameters<typeof ringingOf>[0][number]> = {}) => ({
  id: 'a',
  order_status: 'pending' as const,
  deleted_at: null,
  placed_at: new Date(placed).toISOString(),
  answer_by_at: new Date(at(600)).toISOString(),
  acknowledged_by_device_ids: [],
  events: [],
  ...more,
});

const ring = (
  orders: Parameters<typeof ringingOf>[0],
  deviceId: string,
  now: number,
  urgentAfterMs: number,
  openedAt = placed,
) => ringingOf(orders, { deviceId, now, openedAt, urgentAfterMs });

test('a new order rings until it is answered', () => {
  expect(ring([order()], 'me', at(1), 70_000)).toEqual({ ids: ['a'], isUrgent: false, changesAt: at(70) });
  for (const order_status of ['accepted', 'preparing', 'rejected', 'cancelled'] as const)
    expect(ring([order({ order_status })], 'me', at(1), 70_000).ids).toEqual([]);
  expect(ring([order({ deleted_at: '2026-11-20T18:30:01.000Z' })], 'me', at(1), 70_000).ids).toEqual([]);
});

test('an order unacknowledged for 70 seconds becomes urgent', () => {
  expect(ring([order()], 'me', at(69.999), 70_000).isUrgent).toBe(false);
  expect(ring([order()], 'me', at(70), 70_000)).toEqual({ ids: ['a'], isUrgent: true, changesAt: at(480) });
  expect(ring([order({ acknowledged_by_device_ids: ['other'] })], 'me', at(70), 70_000).isUrgent).toBe(false);
});

test('a page that was just opened rings before it raises the alarm', () => {
  expect(ring([order()], 'me', at(300), 70_000, at(300))).toEqual({ ids: ['a'], isUrgent: false, changesAt: at(370) });
  expect(ring([order()], 'me', at(370), 70_000, at(300)).isUrgent).toBe(true);
});

test('acknowledging silences one device; the last two minutes ring everywhere', () => {
  const noted = order({ acknowledged_by_device_ids: ['me'] });
  expect(ring([noted], 'me', at(100), 70_000)).toEqual({ ids: [], isUrgent: false, changesAt: at(480) });
  expect(ring([noted], 'other', at(100), 70_000).ids).toEqual(['a']);
  expect(ring([noted], 'me', at(480), 70_000)).toEqual({ ids: ['a'], isUrgent: true, changesAt: at(600) });
});

test('stops at the deadline, even without news of the rejection', () => {
  expect(ring([order()], 'me', at(600), 70_000)).toEqual({ ids: [], isUrgent: false, changesAt: null });
});

test('an order without a deadline keeps ringing', () => {
  expect(ring([order({ answer_by_at: null })], 'me', at(10_000), 70_000)).toMatchObject({
    ids: ['a'],
    changesAt: null,
  });
});

test('an order becomes urgent after the time that the owner chose', () => {
  expect(ring([order()], 'me', at(70), 120_000)).toEqual({ ids: ['a'], isUrgent: false, changesAt: at(120) });
  expect(ring([order()], 'me', at(120), 120_000).isUrgent).toBe(true);
  expect(ring([order()], 'me', at(30), 30_000).isUrgent).toBe(true);
});

test('an order that was imported with an account does not ring', () => {
  const event = { type: 'imported' } as Order['events'][number]; // what is read of it
  expect(ring([order({ answer_by_at: null, events: [event] })], 'me', at(100), 70_000)).toEqual({
    ids: [],
    isUrgent: false,
    changesAt: null,
  });
});

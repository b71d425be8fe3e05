import { expect, test } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { describeOrdering, describeOrderingRefusal } from './describe.ts';
import { setOrdering } from './mutations.ts';
import { endOf, orderingSettingsOf } from './ordering-settings.ts';
import { takesOrders } from '../../../contract/restaurant/ordering.ts';

const now = Date.parse('2026-11-20T19:42:20.000Z');
const restaurant = {
  id: '019a0000-0000-7000-8000-000000000001',
  timezone: 'Europe/London',
  ...takesOrders,
  opening_hours: {
    days: [
      { weekday: 5, is_open: true, periods: [{ open_time: '12:00', close_time: '23:00' }] },
      { weekday: 6, is_open: true, periods: [{ open_time: '12:00', close_time: '23:00' }] },
    ],
    exceptions: [],
  },
} as unknown as Restaurant; // what pause and rush do not read is left out

const paused = {
  ordering_status: 'paused',
  ordering_paused_until: '2026-11-20T20:13:00.000Z',
  ordering_pause_reason: 'busy',
  extra_prep_minutes: 0,
  extra_prep_until: null,
} as const;
const tap = (at: string) => ({ key: '019a0000-0000-7000-8000-00000000000a', occurredAt: at, deviceName: 'Tablet' });

test('a pause ends on a minute, at opening, or manually', () => {
  expect(endOf(30, restaurant, now)).toBe('2026-11-20T20:13:00.000Z');
  expect(endOf('next_opening', restaurant, now)).toBe('2026-11-21T12:00:00.000Z');
  expect(endOf('open_end', restaurant, now)).toBeNull();
});

test('a pause shows at once, and a later one stands', () => {
  const args = { body: { restaurant_id: restaurant.id, ...paused } };
  expect(setOrdering.rows(args)).toEqual([restaurant.id]);
  const after = setOrdering.change(restaurant, args, tap('2026-11-20T19:42:20.000Z'))!;
  expect(orderingSettingsOf(after, now)).toEqual(paused);
  const late = { body: { restaurant_id: restaurant.id, ordering_status: 'open' as const, extra_prep_minutes: 20 } };
  expect(setOrdering.change(after, late, tap('2026-11-20T19:42:19.000Z'))).toBe(after);
});

test("changing one setting drops the other's expired half", () => {
  const both = { ...restaurant, ...paused, extra_prep_minutes: 20, extra_prep_until: '2026-11-20T19:40:00.000Z' };
  expect(orderingSettingsOf(both, now)).toEqual(paused);
});

test('describes a pending pause, and which setting superseded another', () => {
  const entry = { call: 'orders.setOrdering', path: {}, body: paused } as unknown as OutboxEntry;
  expect(describeOrdering(entry, restaurant, now).title).toBe('Ordering: Paused until 20:13');
  const deadLetter = {
    reason: 'superseded',
    entry,
    theirs: {
      ...restaurant,
      extra_prep_minutes: 15,
      ordering_changed_at: '2026-11-20T19:41:00.000Z',
      updated_by: { kind: 'user', id: null, name: 'Ravi’s phone' },
    },
  } as unknown as DeadLetter;
  expect(describeOrderingRefusal(deadLetter, restaurant, now)).toEqual({
    why: 'Someone changed it later, on Ravi’s phone at 19:41, and that stands.',
    pair: { theirs: '15 min more', yours: 'Paused until 20:13' },
    restoreLabel: 'Restore paused until 20:13',
    keepLabel: 'Keep theirs',
  });
});

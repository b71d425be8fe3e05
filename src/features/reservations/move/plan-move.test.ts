import { describe, expect, test } from 'vitest';
import type { Reservation } from '../../../../contract/reservations/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import * as filled from '../../../../tests/components/filled-rows.ts';
import { isMovable, planMove } from './plan-move.ts';

const [t1, t2, small, off, far] = ['1', '2', '3', '4', '5'].map((n) => `0192f0a0-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
  string,
];
const settings = filled.restaurant.reservation_settings!;
const table = (id: string, more: object = {}) => ({
  ...settings.tables!.tables[0]!,
  id,
  name: `T${id.at(-1)}`,
  min_capacity: 1,
  max_capacity: 4,
  extra_capacity: 0,
  is_joinable: true,
  joinable_with: [t1, t2].filter((other) => other !== id),
  is_enabled: true,
  ...more,
});
const restaurant: Restaurant = {
  ...filled.restaurant,
  timezone: 'Europe/London',
  reservation_settings: {
    ...settings,
    booking: { ...settings.booking!, buffer_minutes: 15 },
    tables: {
      ...settings.tables!,
      tables: [
        table(t1),
        table(t2),
        table(small, { max_capacity: 2, joinable_with: [] }),
        table(off, { is_enabled: false }),
        table(far, { max_capacity: 8, joinable_with: [] }),
      ],
    },
    times: {
      ...settings.times!,
      slot_interval_minutes: 30,
      days: [5, 6].map((weekday) => ({
        weekday: weekday as 5,
        is_open: true,
        periods: [{ start_time: '18:00', end_time: '23:00', max_guests: null, max_reservations: 1 }],
      })),
      exceptions: [],
    },
  },
};
/** A Friday. */
const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const now = Date.parse(at('12:00'));
const booking = (id: string, more: Partial<Reservation>): Reservation => ({
  ...filled.reservation,
  id,
  name: 'Joanna Price',
  guests_count: 4,
  starts_at: at('19:00'),
  ends_at: at('20:30'),
  duration_minutes: 90,
  table_ids: [t1],
  reservation_status: 'confirmed',
  waitlisted_at: null,
  ...more,
});
const joanna = booking('a', {});
const tom = booking('b', {
  name: 'Tom Ashworth',
  table_ids: [t2],
  starts_at: at('20:00'),
  ends_at: at('21:30'),
});
const plan = (row: Reservation, tableId: string | null, startsAt = row.starts_at, from = row.table_ids[0] ?? null) =>
  planMove(row, { from, tableId, startsAt }, { restaurant, reservations: [joanna, tom, row], now });

describe('a reservation let go at another place', () => {
  test('takes its table, its time, or both', () => {
    expect(plan(joanna, far)).toEqual({ kind: 'moves', to: { table_ids: [far] } });
    expect(plan(joanna, t1, at('18:30'))).toEqual({ kind: 'moves', to: { starts_at: at('18:30') } });
    expect(plan(joanna, far, at('21:00'))).toEqual({
      kind: 'moves',
      to: { starts_at: at('21:00'), table_ids: [far] },
    });
    expect(plan(joanna, t1)).toEqual({ kind: 'stays' });
    expect(plan(joanna, null)).toEqual({ kind: 'moves', to: { table_ids: [] } });
  });

  test('says who has the table then', () => {
    expect(plan(joanna, t2)).toEqual({
      kind: 'refused',
      why: 'Tom Ashworth has table T2, 20:00 to 21:30. Choose another table or time.',
    });
    // With the time between two parties.
    expect(plan(joanna, t2, at('18:30'))).toMatchObject({ kind: 'refused' });
  });

  test('says that a table is too small or not in use, and that a time is full', () => {
    expect(plan(joanna, small)).toEqual({ kind: 'refused', why: 'Table T3 has 2 seats, for 4 guests.' });
    expect(plan(joanna, off)).toEqual({ kind: 'refused', why: 'Table T4 is not in use.' });
    expect(plan(joanna, far, at('20:00'))).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('No more guests are taken at 20:00') as string,
    });
  });

  test('replaces one of joined tables, or all by one that is large enough', () => {
    const large = booking('c', { guests_count: 8, table_ids: [t1, t2], starts_at: at('22:00'), ends_at: at('23:30') });
    expect(plan(large, far)).toEqual({ kind: 'moves', to: { table_ids: [far] } });
    expect(plan(large, small)).toEqual({ kind: 'refused', why: 'Table T3 and T2 cannot be joined.' });
    expect(plan(large, t2, at('21:45'), t1)).toMatchObject({ kind: 'moves', to: { starts_at: at('21:45') } });
  });

  test('keeps the time of who sits already', () => {
    const seated = booking('d', { reservation_status: 'seated', seated_at: at('11:50'), starts_at: at('12:00') });
    expect(plan({ ...seated, ends_at: at('13:30') }, far, at('15:00'))).toEqual({
      kind: 'moves',
      to: { table_ids: [far] },
    });
  });
});

test('who has left, waits or still enters a name is not moved', () => {
  const of = (more: Partial<Reservation>) => isMovable(booking('e', more));
  expect([of({}), of({ reservation_status: 'requested' }), of({ reservation_status: 'seated' })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([
    of({ reservation_status: 'held' }),
    of({ reservation_status: 'completed' }),
    of({ reservation_status: 'requested', waitlisted_at: at('12:00') }),
  ]).toEqual([false, false, false]);
});

import { describe, expect, test } from 'vitest';
import type { OpeningHours, Restaurant } from '../restaurant/rows.ts';
import type { AvailableTimes } from './settings.ts';
import { namedIn, savedSettings, settingsOf, withSettings } from './settings-parts.ts';
import { slotsOf } from './slots.ts';

type Described = Pick<Restaurant, 'reservation_settings' | 'opening_hours'>;

const week = [0, 1, 2, 3, 4, 5, 6];
const hours: OpeningHours = {
  days: week.map((weekday) => ({
    weekday,
    is_open: true,
    periods: [{ open_time: '18:00', close_time: '19:00' }],
  })),
  exceptions: [
    { date: '12-25', is_open: false, periods: [], label: 'Christmas' },
    {
      date: '2026-12-24',
      is_open: true,
      periods: [{ open_time: '12:00', close_time: '13:00' }],
      label: 'Christmas Eve',
    },
  ],
};
const evenings: AvailableTimes = {
  slot_interval_minutes: 30,
  days: week.map((weekday) => ({
    weekday,
    is_open: true,
    periods: [{ start_time: '20:00', end_time: '21:00', max_guests: null, max_reservations: null }],
  })),
  exceptions: [],
};
const stampAt = (minute: number) => ({
  occurredAt: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`,
  opId: `0192f0a0-0000-7000-8000-${String(minute).padStart(12, '0')}`,
});
const never: Described = { reservation_settings: null, opening_hours: hours };
const saved = withSettings(never, 'times', evenings, stampAt(0));
const timesOn = (date: string, restaurant: Described) =>
  slotsOf(settingsOf(restaurant).times, 'UTC', date).map(({ starts_at }) => starts_at.slice(11, 16));

describe.each([
  ['taken during the opening hours', never, ['18:00', '18:30']],
  ['taken at times of their own', saved, ['20:00', '20:30']],
] as const)('bookings %s', (_, restaurant, usual) => {
  test('follow a date with other opening hours', () => {
    expect(timesOn('2026-12-23', restaurant)).toEqual(usual);
    expect(timesOn('2026-12-24', restaurant)).toEqual(['12:00', '12:30']);
  });

  test('are closed on a date that is closed every year', () => {
    expect(timesOn('2026-12-25', restaurant)).toEqual([]);
    expect(timesOn('2027-12-25', restaurant)).toEqual([]);
  });

  test('have times of their own on such a date', () => {
    const own = { ...evenings.days[0]!, date: '2026-12-25', label: 'Dinner' };
    const { weekday: _weekday, ...exception } = own;
    const open = withSettings(restaurant, 'times', { exceptions: [exception] }, stampAt(1));
    expect(timesOn('2026-12-25', open)).toEqual(['20:00', '20:30']);
    expect(timesOn('2027-12-25', open)).toEqual([]);
  });
});

test('a save names only its fields, and keeps the stamp of the newest', () => {
  const later = withSettings(saved, 'booking', { buffer_minutes: 15 }, stampAt(5));
  const both = withSettings(later, 'booking', { auto_confirm: true }, stampAt(3));
  expect(savedSettings(both).booking).toEqual({
    ...savedSettings(never).booking,
    buffer_minutes: 15,
    auto_confirm: true,
  });
  expect(both.reservation_settings?.booking).toMatchObject({
    changed_at: stampAt(5).occurredAt,
    op_id: stampAt(5).opId,
  });
  expect(savedSettings(both).times).toEqual(evenings);
});

test('a save of tables names their areas, too', () => {
  const present = { ...savedSettings(never).tables, areas: [{ id: 'room', name: 'Room', sort_order: 0 }] };
  expect(namedIn<'tables'>({ tables: [], max_guests_online: undefined }, present)).toEqual({
    areas: present.areas,
    tables: [],
  });
  expect(namedIn<'tables'>({ max_guests_online: 6 }, present)).toEqual({ max_guests_online: 6 });
});

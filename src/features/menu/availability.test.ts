import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { serverNow, setServerOffset } from '../../lib/server-now.ts';
import { absences, isAvailable, usualAbsence } from './availability.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setServerOffset(0);
  vi.useRealTimers();
});

const periods = [{ open_time: '11:00', close_time: '23:00' }];
const restaurant = {
  timezone: 'Australia/Lord_Howe',
  business_day_cutoff_time: '04:00',
  opening_hours: {
    days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, is_open: true, periods })),
    exceptions: [],
  },
} as unknown as Restaurant;
const TRUE = Date.parse('2026-10-03T10:00:30.000Z');

test.each([0, -400, -1, 2, 36].map((hours) => [hours]))(
  'a clock that is %i hours wrong sells a dish out until the true opening',
  (hours) => {
    vi.setSystemTime(TRUE + hours * 3_600_000);
    setServerOffset(-hours * 3_600_000);
    // The clocks of Lord Howe go forward by half an hour in that night: from 10:30 to 11:00 ahead of UTC.
    const until = '2026-10-04T00:00:00.000Z';
    expect(usualAbsence(restaurant, serverNow())).toEqual({ status: 'sold_out', until, duration: 'next_opening' });
    expect(absences(restaurant, serverNow())[0]).toEqual([
      'For 1 hour',
      { status: 'sold_out', until: '2026-10-03T11:00:00.000Z' },
    ]);
    const off = { availability_status: 'sold_out' as const, unavailable_until: until };
    expect(isAvailable(off, new Date(serverNow()))).toBe(false);
    vi.setSystemTime(Date.parse(until) + hours * 3_600_000);
    expect(isAvailable(off, new Date(serverNow()))).toBe(true);
  },
);

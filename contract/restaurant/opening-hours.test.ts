import { describe, expect, test } from 'vitest';
import { closesAt, isOpen, nextOpening, openLabel, openState } from './opening-hours.ts';
import type { OpeningHours } from './rows.ts';

const everyDay = (...periods: [string, string][]): OpeningHours => ({
  days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    is_open: true,
    periods: periods.map(([open_time, close_time]) => ({ open_time, close_time })),
  })),
  exceptions: [],
});
const evenings = everyDay(['17:00', '23:00']);
const nights = everyDay(['18:00', '02:00']);
const always = everyDay(['00:00', '00:00']);
const never: OpeningHours = {
  days: [{ weekday: 1, is_open: false, periods: [{ open_time: '12:00', close_time: '15:00' }] }],
  exceptions: [],
};
const LONDON = 'Europe/London';

const iso = (at: string) => new Date(at).toISOString();

describe('the next opening', () => {
  test('is today before opening, tomorrow after, in local time', () => {
    expect(nextOpening(evenings, LONDON, '2026-11-20T10:00:00Z')).toBe(iso('2026-11-20T17:00:00Z'));
    expect(nextOpening(evenings, LONDON, '2026-11-20T17:00:00Z')).toBe(iso('2026-11-21T17:00:00Z'));
    expect(nextOpening(evenings, 'Asia/Kolkata', '2026-11-20T10:00:00Z')).toBe(iso('2026-11-20T11:30:00Z'));
    expect(nextOpening(evenings, 'America/New_York', '2026-11-20T10:00:00Z')).toBe(iso('2026-11-20T22:00:00Z'));
    expect(nextOpening(evenings, 'Pacific/Apia', '2026-11-20T10:00:00Z')).toBe(iso('2026-11-21T04:00:00Z'));
  });

  test('keeps its wall time when the clocks change', () => {
    expect(nextOpening(evenings, LONDON, '2026-03-28T20:00:00Z')).toBe(iso('2026-03-29T16:00:00Z'));
    expect(nextOpening(evenings, LONDON, '2026-10-24T20:00:00Z')).toBe(iso('2026-10-25T17:00:00Z'));
    expect(nextOpening(evenings, 'America/New_York', '2026-03-07T23:30:00Z')).toBe(iso('2026-03-08T21:00:00Z'));
    expect(nextOpening(evenings, 'America/New_York', '2026-10-31T23:30:00Z')).toBe(iso('2026-11-01T22:00:00Z'));
  });

  test('within a skipped hour comes an hour later', () => {
    expect(nextOpening(everyDay(['01:30', '06:00']), LONDON, '2026-03-28T20:00:00Z')).toBe(iso('2026-03-29T01:30:00Z'));
  });

  test('does not exist on a skipped date', () => {
    // Samoa had no 30 December 2011.
    expect(nextOpening(evenings, 'Pacific/Apia', '2011-12-30T09:00:00Z')).toBe(iso('2011-12-31T03:00:00Z'));
  });

  test('prefers dated exceptions, then yearly ones, then weekdays', () => {
    const hours: OpeningHours = {
      ...evenings,
      exceptions: [
        { date: '12-25', is_open: false, periods: [], label: 'Christmas Day' },
        {
          date: '2027-12-25',
          is_open: true,
          periods: [{ open_time: '12:00', close_time: '15:00' }],
          label: 'Christmas lunch',
        },
        { date: '2026-12-26', is_open: false, periods: [], label: 'Repairs' },
      ],
    };
    expect(nextOpening(hours, LONDON, '2026-12-24T20:00:00Z')).toBe(iso('2026-12-27T17:00:00Z'));
    expect(nextOpening(hours, LONDON, '2027-12-24T23:30:00Z')).toBe(iso('2027-12-25T12:00:00Z'));
  });

  test('merges adjacent periods', () => {
    const hours: OpeningHours = {
      days: [
        { weekday: 5, is_open: true, periods: [{ open_time: '18:00', close_time: '00:00' }] },
        { weekday: 6, is_open: true, periods: [{ open_time: '00:00', close_time: '03:00' }] },
      ],
      exceptions: [],
    };
    expect(nextOpening(hours, LONDON, '2026-11-20T19:00:00Z')).toBe(iso('2026-11-27T18:00:00Z'));
    expect(closesAt(hours, LONDON, '2026-11-20T19:00:00Z')).toBe(iso('2026-11-21T03:00:00Z'));
  });

  test('follows without closing, but not without opening', () => {
    expect(nextOpening(always, LONDON, '2026-11-20T19:00:00Z')).toBe(iso('2026-11-21T00:00:00Z'));
    expect(nextOpening(never, LONDON, '2026-11-20T19:00:00Z')).toBe(null);
    expect(nextOpening({ days: [], exceptions: [] }, LONDON, '2026-11-20T19:00:00Z')).toBe(null);
  });

  test('skips a seasonal closure', () => {
    const hours: OpeningHours = {
      days: [],
      exceptions: [
        { date: '2027-06-01', is_open: true, periods: [{ open_time: '10:00', close_time: '18:00' }], label: 'Season' },
      ],
    };
    expect(nextOpening(hours, LONDON, '2026-11-20T19:00:00Z')).toBe(iso('2027-06-01T09:00:00Z'));
  });
});

describe('open now', () => {
  test('from the opening until just before the closing', () => {
    expect(isOpen(evenings, LONDON, '2026-11-20T16:59:59.999Z')).toBe(false);
    expect(isOpen(evenings, LONDON, '2026-11-20T17:00:00Z')).toBe(true);
    expect(isOpen(evenings, LONDON, '2026-11-20T22:59:59.999Z')).toBe(true);
    expect(isOpen(evenings, LONDON, '2026-11-20T23:00:00Z')).toBe(false);
  });

  test('belongs to the evening on which a night began', () => {
    expect(isOpen(nights, LONDON, '2026-11-21T01:30:00Z')).toBe(true);
    expect(closesAt(nights, LONDON, '2026-11-20T23:30:00Z')).toBe(iso('2026-11-21T02:00:00Z'));
    const closedSaturday: OpeningHours = {
      ...nights,
      exceptions: [{ date: '2026-11-21', is_open: false, periods: [], label: 'Closed' }],
    };
    expect(isOpen(closedSaturday, LONDON, '2026-11-21T01:30:00Z')).toBe(true);
    expect(isOpen(closedSaturday, LONDON, '2026-11-21T19:30:00Z')).toBe(false);
  });

  test('closes at its wall time on a clock change', () => {
    // 02:00 on 29 March does not exist in London: the clocks go from 01:00 to 02:00.
    expect(closesAt(nights, LONDON, '2026-03-28T23:30:00Z')).toBe(iso('2026-03-29T01:00:00Z'));
    expect(closesAt(everyDay(['18:00', '03:00']), LONDON, '2026-10-24T23:30:00Z')).toBe(iso('2026-10-25T03:00:00Z'));
  });

  test.each([
    [evenings, '2026-11-20T18:00:00Z', 'Open until 23:00'],
    [nights, '2026-11-20T19:00:00Z', 'Open until 02:00'],
    [everyDay(['12:00', '00:00']), '2026-11-20T19:00:00Z', 'Open until midnight'],
    [always, '2026-11-20T19:00:00Z', 'Open all day, every day'],
    [{ ...always, days: [always.days[5]!] }, '2026-11-20T19:00:00Z', 'Open until midnight'],
    [
      { ...always, days: [always.days[5]!, always.days[6]!] },
      '2026-11-20T19:00:00Z',
      'Open until Saturday at midnight',
    ],
  ])('says until when', (hours, at, label) => {
    const state = openState(hours, LONDON, at);
    expect(state.isOpen && openLabel(state, LONDON)).toBe(label);
  });

  test('stays true for a restaurant that never closes', () => {
    expect(isOpen(always, LONDON, '2026-11-20T19:00:00Z')).toBe(true);
    expect(Date.parse(closesAt(always, LONDON, '2026-11-20T19:00:00Z')!)).toBeGreaterThan(
      Date.parse('2026-11-27T19:00:00Z'),
    );
    expect(closesAt(never, LONDON, '2026-11-20T19:00:00Z')).toBe(null);
  });
});

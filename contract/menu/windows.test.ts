import { describe, expect, test } from 'vitest';
import { seeded } from '../../tests/support/seeded.ts';
import { dayAfter, minuteOf, nightsOf, wallsOf, zones } from '../../tests/support/walls.ts';
import { isAvailable, unavailableUntil } from './availability.ts';
import { isWithinWindows, windowsOpenAt, type Window } from './windows.ts';

const window = (fields: Partial<Window>): Window => ({
  id: '0192f0a0-0000-7000-8000-000000000001',
  validity: 'always',
  weekdays: [],
  start_time: '00:00',
  end_time: '00:00',
  start_date: null,
  end_date: null,
  ...fields,
});

describe('a window', () => {
  const lunch = window({ validity: 'weekly', weekdays: [1, 2, 3, 4, 5], start_time: '12:00', end_time: '15:00' });
  const late = window({ validity: 'weekly', weekdays: [5], start_time: '22:00', end_time: '02:00' });

  test('contains its start but not its end', () => {
    const at = (time: string) => isWithinWindows([lunch], 'Europe/London', `2026-11-20T${time}Z`);
    expect(['11:59:59.999', '12:00:00.000', '14:59:59.999', '15:00:00.000'].map(at)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isWithinWindows([], 'Europe/London', '2026-11-20T03:00:00.000Z')).toBe(true);
  });

  test('of Friday night includes early Saturday, not early Friday', () => {
    const at = (iso: string) => isWithinWindows([late], 'Europe/London', iso);
    expect(at('2026-11-21T01:59:00.000Z')).toBe(true);
    expect(at('2026-11-20T01:00:00.000Z')).toBe(false);
  });

  test('of dates includes the last, on its weekdays', () => {
    const christmas = window({ validity: 'date_range', start_date: '2026-12-20', end_date: '2026-12-24' });
    const at = (iso: string, one = christmas) => isWithinWindows([one], 'Pacific/Kiritimati', iso);
    expect(at('2026-12-19T10:00:00.000Z')).toBe(true);
    expect(at('2026-12-24T09:59:59.999Z')).toBe(true);
    expect(at('2026-12-24T10:00:00.000Z')).toBe(false);
    expect(at('2026-12-21T00:00:00.000Z', { ...christmas, weekdays: [2] })).toBe(false);
  });

  test('and another required one open when both do', () => {
    const evening = window({ start_time: '17:00', end_time: '23:00' });
    const saturday = window({ validity: 'weekly', weekdays: [6] });
    const at = '2026-11-19T13:00:00.000Z';
    expect(windowsOpenAt([[lunch], []], 'Europe/London', at)).toBe(at);
    expect(windowsOpenAt([[evening], [saturday]], 'Europe/London', at)).toBe('2026-11-21T17:00:00.000Z');
    expect(windowsOpenAt([[lunch], [evening]], 'Europe/London', at)).toBe(null);
  });
});

describe.each(zones)('in %s', (zone) => {
  const random = seeded(zone.length * 7919);
  const clock = (from = 0, to = 1439) => {
    const minutes = random.between(from, to);
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  };

  test('a window holds in its wall-time minutes, across clock changes', () => {
    for (const night of nightsOf(zone)) {
      const walls = wallsOf(zone, night - 86_400_000);
      const dates = [...new Set(walls.map(({ date }) => date))];
      for (let round = 0; round < 4; round += 1) {
        // Half of them during the hours in which clocks change.
        const start_time = round % 2 === 0 ? clock(0, 200) : clock();
        const one = window({
          validity: random.pick(['always', 'weekly', 'date_range'] as const),
          weekdays: random.shuffled([0, 1, 2, 3, 4, 5, 6]).slice(0, random.between(1, 6)),
          start_date: dates[random.between(0, 2)]!,
          end_date: dates[random.between(1, dates.length - 1)]!,
          start_time,
          end_time: round % 3 === 0 ? clock(0, 200) : clock(),
        });
        const isMeant = (date: string, weekday: number) =>
          one.validity === 'always' ||
          (one.weekdays.includes(weekday) &&
            (one.validity === 'weekly' || (one.start_date! <= date && date <= one.end_date!)));
        const periods = dates
          .filter((date) => isMeant(date, new Date(`${date}T00:00:00Z`).getUTCDay()))
          .map((date) => ({
            from: minuteOf(walls, date, one.start_time),
            to: minuteOf(walls, one.end_time > one.start_time ? date : dayAfter(date), one.end_time),
          }));
        // The middle two days, so that windows around them are covered.
        for (const { at } of walls.slice(1440, 3 * 1440)) {
          const isOn = periods.some(({ from, to }) => from <= at && at < to);
          if (isWithinWindows([one], zone, new Date(at)) !== isOn)
            expect.fail(
              `${JSON.stringify(one)} at ${new Date(at).toISOString()} is ${isOn ? 'on' : 'off'} by the wall`,
            );
        }
      }
    }
  });

  test('a sold-out dish returns at the opening’s wall time', () => {
    for (const night of nightsOf(zone)) {
      const walls = wallsOf(zone, night - 86_400_000);
      for (let round = 0; round < 4; round += 1) {
        const open_time = round % 2 === 0 ? clock(0, 200) : clock();
        const close_time = clock();
        const days = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
          weekday,
          is_open: true,
          periods: [{ open_time, close_time }],
        }));
        const restaurant = {
          timezone: zone,
          business_day_cutoff_time: '04:00',
          opening_hours: { days, exceptions: [] },
        };
        const tapped = walls[1440 + random.between(0, 1439)]!;
        const until = unavailableUntil({ duration: 'next_opening' }, new Date(tapped.at).toISOString(), restaurant);
        const openings = [...new Set(walls.map(({ date }) => date))]
          .map((date) => minuteOf(walls, date, open_time))
          .filter((at) => at > tapped.at);
        expect(until).toBe(new Date(Math.min(...openings)).toISOString());
        const off = { availability_status: 'sold_out' as const, unavailable_until: until };
        expect(isAvailable(off, new Date(Date.parse(until!) - 1))).toBe(false);
        expect(isAvailable(off, until!)).toBe(true);
      }
    }
  });
});

import { describe, expect, test } from 'vitest';
import { seeded, type Seeded } from '../../tests/support/seeded.ts';
import { dayAfter, minuteOf, nightsOf, wallsOf, zones, type Wall } from '../../tests/support/walls.ts';
import type { OpeningHours } from '../restaurant/rows.ts';
import { unavailableUntil } from './availability.ts';
import { isWithinWindows, windowsOpenAt, type Window } from './windows.ts';

// "Sold out until" and the next start of a window, compared with a scan of every minute that knows wall times by Intl alone.

const DAYS = 9;

const clock = (random: Seeded, from = 0, to = 1439) => {
  const minutes = random.between(from, to);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};
/** Half of the times are in the hours in which clocks change. */
const nightly = (random: Seeded) => (random.chance(0.5) ? clock(random, 0, 200) : clock(random));
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
const datesOf = (walls: Wall[]) => [...new Set(walls.map(({ date }) => date))];

function randomHours(random: Seeded, dates: string[]): OpeningHours {
  const periods = () =>
    Array.from({ length: random.between(0, 2) }, () => ({ open_time: nightly(random), close_time: nightly(random) }));
  const rule = () => {
    const own = periods();
    return { is_open: own.length > 0 && random.chance(0.8), periods: own };
  };
  return {
    days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...rule() })),
    exceptions: [random.pick(dates), random.pick(dates).slice(5)].map((date, i) => ({
      date,
      label: `Exception ${i}`,
      ...rule(),
    })),
  };
}

/** Whether it is open in each minute. */
function openMinutes(walls: Wall[], hours: OpeningHours): boolean[] {
  const open = walls.map(() => false);
  for (const date of datesOf(walls)) {
    const rule =
      hours.exceptions.find((one) => one.date === date) ??
      hours.exceptions.find((one) => one.date === date.slice(5)) ??
      hours.days.find((one) => one.weekday === weekdayOf(date))!;
    if (!rule.is_open) continue;
    for (const { open_time, close_time } of rule.periods)
      fill(walls, open, minuteOf(walls, date, open_time), endOf(walls, date, open_time, close_time));
  }
  return open;
}

const endOf = (walls: Wall[], date: string, start: string, end: string) =>
  minuteOf(walls, end > start ? date : dayAfter(date), end);

function fill(walls: Wall[], minutes: boolean[], from: number, to: number): void {
  // An edge of the scanned days.
  if (Number.isNaN(from) || Number.isNaN(to)) return;
  for (const [i, { at }] of walls.entries()) if (from <= at && at < to) minutes[i] = true;
}

/** The first minute from `from` on in which it opens, if the scan reaches it. */
const firstOpening = (walls: Wall[], open: boolean[], from: number): number | undefined =>
  walls.find(({ at }, i) => at >= from && i > 0 && open[i] && !open[i - 1])?.at;

describe.each(zones)('in %s', (zone) => {
  const random = seeded(zone.length * 104_729);
  const nights = nightsOf(zone).map((night) => wallsOf(zone, night - 2 * 86_400_000, DAYS));

  test('"next opening" and "today" end when the doors open, exceptions included', () => {
    let compared = 0;
    for (const walls of nights)
      for (let round = 0; round < 6; round += 1) {
        const opening_hours = randomHours(random, datesOf(walls).slice(2, 5));
        const cutoff = random.pick(['04:00', '00:00', '01:30', '02:30', '05:00']);
        const restaurant = { timezone: zone, business_day_cutoff_time: cutoff, opening_hours };
        const open = openMinutes(walls, opening_hours);
        // Not at a full minute, as people tap.
        const tapped = walls[2 * 1440 + random.between(0, 1440)]!.at + random.pick([0, 1, 31_337]);
        const said = (duration: 'next_opening' | 'today') =>
          unavailableUntil({ duration }, new Date(tapped).toISOString(), restaurant);

        const next = firstOpening(walls, open, tapped + 1);
        const dayEnds = datesOf(walls).map((date) => minuteOf(walls, date, cutoff));
        const dayEnd = Math.min(...dayEnds.filter((at) => at > tapped));
        const tomorrow = firstOpening(walls, open, dayEnd);
        if (next !== undefined) expect(said('next_opening')).toBe(new Date(next).toISOString());
        if (tomorrow !== undefined) expect(said('today')).toBe(new Date(tomorrow).toISOString());
        compared += [next, tomorrow].filter((one) => one !== undefined).length;
      }
    expect(compared).toBeGreaterThan(nights.length * 6);
  });

  test('windows of book, category and dish open in the first minute that all contain', () => {
    let found = 0;
    for (const walls of nights)
      for (let round = 0; round < 4; round += 1) {
        const dates = datesOf(walls);
        const lists = Array.from({ length: random.between(1, 3) }, () =>
          Array.from({ length: random.between(0, 2) }, () => randomWindow(random, dates)),
        );
        const on = lists.map((list) => windowMinutes(walls, list));
        const from = walls[2 * 1440 + random.between(0, 1440)]!;
        const first = walls.find(({ at }, i) => at >= from.at && on.every((minutes) => minutes[i]))?.at;
        const opens = windowsOpenAt(lists, zone, new Date(from.at).toISOString());
        const end = walls.at(-2 * 1440)!.at;
        if (first !== undefined && first < end) {
          found += 1;
          expect(opens).toBe(new Date(first).toISOString());
          expect(lists.every((list) => isWithinWindows(list, zone, opens!))).toBe(true);
        } else expect(opens === null || Date.parse(opens) >= end).toBe(true);
      }
    expect(found).toBeGreaterThan(0);
  });
});

function randomWindow(random: Seeded, dates: string[]): Window {
  const first = random.between(1, 4);
  return {
    id: '0192f0a0-0000-7000-8000-000000000001',
    validity: random.pick(['always', 'weekly', 'date_range']),
    weekdays: random.shuffled([0, 1, 2, 3, 4, 5, 6]).slice(0, random.between(0, 6)),
    start_time: nightly(random),
    end_time: nightly(random),
    start_date: random.pick([null, dates[first]!]),
    end_date: random.pick([null, dates[first + random.between(0, 3)]!]),
  };
}

function windowMinutes(walls: Wall[], windows: Window[]): boolean[] {
  const on = walls.map(() => windows.length === 0);
  for (const { validity, weekdays, start_time, end_time, start_date, end_date } of windows)
    for (const date of datesOf(walls)) {
      const isNamed = weekdays.includes(weekdayOf(date));
      const isInRange = (start_date ?? '') <= date && date <= (end_date ?? '9');
      const isMeant =
        validity === 'always' || (validity === 'weekly' ? isNamed : isInRange && (weekdays.length === 0 || isNamed));
      if (isMeant) fill(walls, on, minuteOf(walls, date, start_time), endOf(walls, date, start_time, end_time));
    }
  return on;
}

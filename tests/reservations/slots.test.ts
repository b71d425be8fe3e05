import { describe, expect, test } from 'vitest';
import { slotAt, slotsOf } from '../../contract/reservations/slots.ts';
import type { AvailableTimes } from '../../contract/reservations/settings.ts';
import { seeded, type Seeded } from '../support/seeded.ts';

/** From −11 to +14, with clock changes at one, two, midnight and by half an hour. */
const zones = [
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/New_York',
  'America/Santiago',
  'Europe/London',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];
const STEP = 5 * 60_000;

/** The calendar of a zone by asking for every fifth minute around a date, with nothing of the product's own arithmetic. */
function wallsAround(zone: string, date: string): Map<string, number> {
  const known = calendars.get(`${zone} ${date}`);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const first = new Map<string, number>();
  const middle = Date.parse(`${date}T12:00:00Z`);
  for (let at = middle - 30 * 3_600_000; at <= middle + 54 * 3_600_000; at += STEP) {
    const localTime = format.format(at);
    if (!first.has(localTime)) first.set(localTime, at);
  }
  calendars.set(`${zone} ${date}`, first);
  return first;
}
const calendars = new Map<string, Map<string, number>>();

/** Dates on which the clocks of a zone change in 2026. */
function changesOf(zone: string): string[] {
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number) => hours.format(at).split(', ')[1]!;
  const dates: string[] = [];
  for (let at = Date.parse('2026-01-01T12:00:00Z'); at < Date.parse('2027-01-01T12:00:00Z'); at += 86_400_000)
    if (offset(at) !== offset(at + 86_400_000)) dates.push(new Date(at + 86_400_000).toISOString().slice(0, 10));
  return dates;
}

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function anyTimes(random: Seeded, date: string): { times: AvailableTimes; periods: [number, number][] } {
  const start = random.between(0, 47) * 30;
  const length = random.between(1, 20) * 30;
  const isTwice = random.chance(0.5) && start + length < 1200;
  const periods: [number, number][] = [[start, start + length]];
  if (isTwice) periods.push([start + length + 30, Math.min(start + length + 150, 1439)]);
  const written = periods.map(([from, to]) => ({
    start_time: clock(from),
    end_time: clock(to),
    max_guests: null,
    max_reservations: null,
  }));
  const day = { is_open: true, periods: written };
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const closed = { is_open: false, periods: [] };
  return {
    periods,
    times: {
      slot_interval_minutes: random.pick([5, 15, 20, 30, 60, 90]),
      days: [{ weekday, ...(random.chance(0.3) ? closed : day) }],
      exceptions: random.chance(0.5)
        ? [{ date, ...day, label: '' }]
        : [{ date: dayAfter(date, 7), ...closed, label: '' }],
    },
  };
}

function expected(zone: string, date: string, times: AvailableTimes, periods: [number, number][]): string[] {
  const isException = times.exceptions.some((one) => one.date === date);
  if (!isException && !times.days[0]!.is_open) return [];
  const walls = wallsAround(zone, date);
  const found = new Set<number>();
  for (const [from, to] of periods)
    for (let minute = from; minute < to; minute += times.slot_interval_minutes) {
      const at = walls.get(`${dayAfter(date, Math.floor(minute / 1440))} ${clock(minute)}`);
      if (at !== undefined) found.add(at);
    }
  return [...found].toSorted((a, b) => a - b).map((at) => new Date(at).toISOString());
}

describe.each(zones)('booking slots in %s', (zone) => {
  test('agree with a search through all minutes', () => {
    const random = seeded(zone.length * 7919);
    const changes = changesOf(zone).flatMap((date) => [dayAfter(date, -1), date, dayAfter(date, 1)]);
    const others = Array.from({ length: 3 }, () => dayAfter('2026-01-01', random.between(0, 364)));
    let slots = 0;
    for (const date of [...changes, ...others])
      for (let round = 0; round < 4; round += 1) {
        const { times, periods } = anyTimes(random, date);
        const got = slotsOf(times, zone, date);
        expect(got.map(({ starts_at }) => starts_at)).toEqual(expected(zone, date, times, periods));
        // Each slot is found again by its own start, wherever midnight lies.
        for (const slot of got) expect(slotAt(times, zone, slot.starts_at)?.starts_at).toBe(slot.starts_at);
        slots += got.length;
      }
    expect(slots).toBeGreaterThan(100);
  });
});

test('a skipped hour has no slot, and a repeated hour has one', () => {
  const night = (date: string) => {
    const period = { start_time: '00:30', end_time: '03:30', max_guests: null, max_reservations: null };
    const times: AvailableTimes = {
      slot_interval_minutes: 30,
      days: [],
      exceptions: [{ date, is_open: true, periods: [period], label: '' }],
    };
    return slotsOf(times, 'Europe/London', date).map(({ starts_at }) => starts_at.slice(11, 16));
  };
  expect(night('2026-03-29')).toEqual(['00:30', '01:00', '01:30', '02:00']);
  expect(night('2026-10-25')).toEqual(['23:30', '00:00', '00:30', '02:00', '02:30', '03:00']);
});

import { describe, expect, test } from 'vitest';
import { seeded } from '../../tests/support/seeded.ts';
import { priceDelivery } from '../delivery/choose-location.ts';
import { newLocation } from '../delivery/new-rows.ts';
import type { DeliveryLocation } from '../delivery/rows.ts';
import { slotOf } from '../orders/throttle.ts';
import { closesAt, hoursFor, isOpen, nextOpening } from './opening-hours.ts';
import type { Hours, OpeningHours } from './rows.ts';

// The rules of hours, delivery windows and slots against a computation of its own: it knows a clock only by asking Intl what it shows.

/** From −11 to +14, with clock changes of an hour and of half an hour, in both hemispheres, and offsets of quarters. */
const zones = [
  'Pacific/Pago_Pago',
  'America/New_York',
  'America/St_Johns',
  'Europe/London',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];
/** Nights of clock changes, ordinary nights, and the turn of a year. */
const nights = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-12-31'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);
/** "2026-11-20 18:30:00" */
const shownAt = (at: number, zone: string) => formats.get(zone)!.format(at);
const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
const weekday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay();

/** The first instant at which a clock shows this; a time that no clock shows is as long after the last one as it would be. */
function instantOf(date: string, time: string, zone: string): number {
  const key = `${date} ${time} ${zone}`;
  const known = instants.get(key) ?? search(date, time, zone);
  instants.set(key, known);
  return known;
}

const instants = new Map<string, number>();

function search(date: string, time: string, zone: string): number {
  const wanted = `${date} ${time}:00`;
  const utc = Date.parse(`${date}T${time}:00Z`);
  for (let offset = 15 * HOUR; offset >= -13 * HOUR; offset -= 15 * MINUTE)
    if (shownAt(utc - offset, zone) === wanted) return utc - offset;
  const earlier = new Date(utc - 3 * HOUR).toISOString();
  return instantOf(earlier.slice(0, 10), earlier.slice(11, 16), zone) + 3 * HOUR;
}

interface Span {
  from: number;
  to: number;
}

function spanOn(date: string, from: string, to: string, zone: string): Span {
  return { from: instantOf(date, from, zone), to: instantOf(to > from ? date : addDays(date, 1), to, zone) };
}

/** True if the clock moved as much as time did. */
const isSteady = (from: number, to: number, zone: string) =>
  Date.parse(`${shownAt(to, zone)}Z`) - Date.parse(`${shownAt(from, zone)}Z`) === to - from;

/** Each opening of these days, as instants. */
function openings(hours: Hours, zone: string, first: string, days: number): Span[] {
  return Array.from({ length: days }, (_, i) => addDays(first, i)).flatMap((date) => {
    const dated = hours.exceptions.find((one) => one.date === date);
    const yearly = hours.exceptions.find((one) => one.date === date.slice(5));
    const rule = dated ?? yearly ?? hours.days.find((one) => one.weekday === weekday(date));
    return rule?.is_open
      ? rule.periods.map(({ open_time, close_time }) => spanOn(date, open_time, close_time, zone))
      : [];
  });
}

const isIn = (spans: readonly Span[], at: number) => spans.some(({ from, to }) => from <= at && at < to);

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
/** Small hours more often than others: there clocks change and days end. */
const someTime = (random: Random) => {
  const hour = random() < 0.5 ? Math.floor(random() * 5) : Math.floor(random() * 24);
  return `${String(hour).padStart(2, '0')}:${pick(random, ['00', '15', '30', '45', '59'])}`;
};
const somePeriods = (random: Random) =>
  Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({
    open_time: someTime(random),
    close_time: someTime(random),
  }));

function someHours(random: Random, night: string): Hours {
  return {
    days: [0, 1, 2, 3, 4, 5, 6]
      .filter(() => random() < 0.8)
      .map((day) => ({ weekday: day, is_open: random() < 0.8, periods: somePeriods(random) })),
    exceptions: [addDays(night, -1), night, night.slice(5), addDays(night, 1).slice(5)]
      .filter(() => random() < 0.3)
      .map((date) => ({ date, is_open: random() < 0.6, periods: somePeriods(random), label: '' })),
  };
}

describe.each(zones)('in %s', (zone) => {
  test('hours are those of an independent computation', () => {
    const random = seeded(zones.indexOf(zone) * 7919).next;
    let open = 0;
    for (const night of nights)
      for (let round = 0; round < 4; round += 1) {
        const own = random() < 0.3 ? someHours(random, night) : undefined;
        const hours: OpeningHours = { ...someHours(random, night), ...(own ? { order_types: { delivery: own } } : {}) };
        const used = hoursFor(hours, 'delivery');
        const expected: Hours = own
          ? {
              days: own.days,
              exceptions: [
                ...own.exceptions,
                ...hours.exceptions.filter(({ date }) => own.exceptions.every((one) => one.date !== date)),
              ],
            }
          : hours;
        const spans = openings(expected, zone, addDays(night, -2), 6);
        const start = instantOf(addDays(night, -1), '12:00', zone);
        for (let at = start; at < start + 36 * HOUR; at += 23 * MINUTE) {
          const label = `${zone} ${new Date(at).toISOString()} ${JSON.stringify(used)}`;
          const isExpected = isIn(spans, at);
          open += Number(isExpected);
          if (isOpen(used, zone, new Date(at)) !== isExpected) expect.fail(label);
          const closes = closesAt(used, zone, new Date(at));
          // Just before it closes it is open, and then it is not.
          if (isExpected && Date.parse(closes!) < start + 48 * HOUR) {
            const end = Date.parse(closes!);
            if (!isIn(spans, end - 1) || isIn(spans, end)) expect.fail(`${label} closes ${closes}`);
          }
          const next = isExpected ? null : nextOpening(used, zone, new Date(at));
          if (next && Date.parse(next) < start + 48 * HOUR) {
            const begin = Date.parse(next);
            const isEarlier = spans.some(({ from, to }) => from > at && from < begin && to > from);
            if (!isIn(spans, begin) || isIn(spans, begin - 1) || isEarlier) expect.fail(`${label} opens ${next}`);
          }
        }
      }
    // It was not idle.
    expect(open).toBeGreaterThan(300);
  });

  test('a delivery is priced as an independent computation does', () => {
    const random = seeded(zones.indexOf(zone) * 104_729).next;
    const seen = { priced: 0, below_minimum: 0, unavailable: 0, unlimited: 0 };
    for (const night of nights)
      for (let round = 0; round < 12; round += 1) {
        const locations = Array.from({ length: Math.floor(random() * 5) }, (_, i) => someLocation(random, i, night));
        const to = {
          postal_code: pick(random, ['se1 9gf', 'SW11 4AB', 'e1 6an']),
          city: pick(random, ['London', 'Leeds']),
        };
        const at = instantOf(night, '00:00', zone) + Math.floor(random() * 8 * HOUR) - 3 * HOUR;
        const subtotal = Math.floor(random() * 6000);
        const price = priceDelivery(locations, to, {
          country: null,
          subtotal,
          timezone: zone,
          at: new Date(at).toISOString(),
        });
        seen[price.kind] += 1;
        expect([
          price.kind,
          'location' in price ? price.location.id : null,
          'fee_amount' in price ? price.fee_amount : null,
        ]).toEqual(expectedPrice(locations, to, subtotal, at, zone, night));
      }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  test('slots follow each other without a gap, on full minutes of the clock', () => {
    for (const night of nights)
      for (const minutes of [15, 20, 60]) {
        const start = instantOf(night, '00:00', zone) - 2 * HOUR;
        let slot = slotOf(start, minutes, zone);
        while (slot.from < start + 8 * HOUR) {
          const isOnTime = Number(shownAt(slot.from, zone).slice(14, 16)) % minutes === 0;
          const isChange = !isSteady(slot.from - MINUTE, slot.from, zone);
          expect([isOnTime || isChange, isSteady(slot.from, slot.to - MINUTE, zone)]).toEqual([true, true]);
          expect(slot.to - slot.from).toBeLessThanOrEqual(minutes * MINUTE);
          for (const at of [slot.from, (slot.from + slot.to) / 2, slot.to - 1])
            expect(slotOf(at, minutes, zone)).toEqual(slot);
          slot = slotOf(slot.to, minutes, zone);
        }
      }
  });
});

function someLocation(random: Random, place: number, night: string): DeliveryLocation {
  const id = `00000000-0000-4000-8000-00000000000${place}`;
  const area =
    random() < 0.7
      ? { location_type: 'postcodes' as const, postcodes: [pick(random, ['SE1', 'SE', 'SW11', 'E', 'E16'])] }
      : { location_type: 'named_area' as const };
  const location = newLocation(
    {
      name: pick(random, ['London', 'Leeds']),
      area,
      fee_amount: pick(random, [0, 100, 250]),
      fee_tiers:
        random() < 0.5 ? [{ min_order_amount: pick(random, [1000, 2500]), fee_amount: pick(random, [50, 400]) }] : [],
      min_order_amount: pick(random, [0, 0, 1500, 4000]),
      free_over_amount: pick(random, [null, 3000]),
      priority: pick(random, [0, 0, 5]),
      is_active: random() < 0.9,
      windows:
        random() < 0.5
          ? [
              {
                id,
                validity: pick(random, ['weekly', 'date_range'] as const),
                weekdays: [0, 1, 2, 3, 4, 5, 6].filter(() => random() < 0.7),
                start_time: someTime(random),
                end_time: someTime(random),
                start_date: pick(random, [null, night]),
                end_date: pick(random, [null, night]),
              },
            ]
          : [],
    },
    { id, at: `2026-01-0${place + 1}T00:00:00.000Z`, actor: null, version: 1 },
    'GBP',
  );
  return random() < 0.1 ? { ...location, deleted_at: '2026-02-01T00:00:00.000Z' } : location;
}

/** Each location is judged by itself; then one after the other is compared with the best so far. */
function expectedPrice(
  locations: readonly DeliveryLocation[],
  to: { postal_code: string; city: string },
  subtotal: number,
  at: number,
  zone: string,
  night: string,
) {
  const live = locations.filter((one) => one.deleted_at === null);
  if (live.length === 0) return ['unlimited', null, null];
  const covering = { 'se1 9gf': ['SE1', 'SE'], 'SW11 4AB': ['SW11'], 'e1 6an': ['E'] }[to.postal_code] ?? [];
  const feeFor = (one: DeliveryLocation) => {
    if (one.free_over_amount !== null && one.free_over_amount <= subtotal) return 0;
    let fee = one.fee_amount;
    let best = -1;
    for (const tier of one.fee_tiers)
      if (subtotal >= tier.min_order_amount && tier.min_order_amount > best) {
        best = tier.min_order_amount;
        fee = tier.fee_amount;
      }
    return fee;
  };
  let found: DeliveryLocation | null = null;
  for (const one of live) {
    const isThere =
      one.location_type === 'postcodes'
        ? one.postcodes.some((entry) => covering.includes(entry))
        : one.name === to.city;
    const isThen =
      one.windows.length === 0 ||
      one.windows.some((window) =>
        [-2, -1, 0, 1, 2].some((days) => {
          const date = addDays(night, days);
          const isDay = window.weekdays.includes(weekday(date));
          const isDated =
            (window.start_date === null || date >= window.start_date) &&
            (window.end_date === null || date <= window.end_date);
          const applies = window.validity === 'weekly' ? isDay : isDated && (window.weekdays.length === 0 || isDay);
          if (!applies) return false;
          const span = spanOn(date, window.start_time, window.end_time, zone);
          return span.from <= at && at < span.to;
        }),
      );
    if (!one.is_active || !isThere || !isThen) continue;
    const isBetter =
      found === null ||
      one.priority > found.priority ||
      (one.priority === found.priority && feeFor(one) < feeFor(found));
    if (isBetter) found = one;
  }
  if (!found) return ['unavailable', null, null];
  return subtotal < found.min_order_amount ? ['below_minimum', found.id, null] : ['priced', found.id, feeFor(found)];
}

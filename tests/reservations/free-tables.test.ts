import { describe, expect, test } from 'vitest';
import { openSlots } from '../../contract/reservations/availability.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { settingsOf } from '../../contract/reservations/settings-parts.ts';
import type { AvailableTimes, BookingRules, DiningTable, TableConfig } from '../../contract/reservations/settings.ts';
import type { OpeningHours } from '../../contract/restaurant/rows.ts';
import { seeded, type Seeded } from '../support/seeded.ts';

// The free tables of a date against a computation of its own: it marks every fifth minute in which somebody sits, tries every set of
// tables, and knows a clock only by asking Intl what it shows.

/** From −11 to +14, with clock changes at one, two, midnight and by half an hour, in both hemispheres. */
const zones = [
  'Pacific/Pago_Pago',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Europe/London',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];
const CELL = 5 * 60_000;
const HOUR = 3_600_000;
const areas = ['a', 'b'].map((id, sort_order) => ({ id, name: id, sort_order }));

/** "2026-11-20 18:30" of the restaurant's clock to the first instant at which it shows that. */
function clockAround(zone: string, date: string): Map<string, number> {
  const key = `${zone} ${date}`;
  const known = clocks.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const first = new Map<string, number>();
  const noon = Date.parse(`${date}T12:00:00Z`);
  for (let at = noon - 30 * HOUR; at <= noon + 54 * HOUR; at += CELL) {
    const shown = format.format(at);
    if (!first.has(shown)) first.set(shown, at);
  }
  clocks.set(key, first);
  return first;
}
const clocks = new Map<string, Map<string, number>>();

/** The dates of 2026 on which a zone's clocks change. */
function changesOf(zone: string): string[] {
  const names = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number) => names.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  const noons = Array.from({ length: 365 }, (_, day) => Date.parse('2026-01-01T12:00:00Z') + day * 24 * HOUR);
  return noons
    .filter((noon) => offset(noon) !== offset(noon - 24 * HOUR))
    .map((noon) => new Date(noon).toISOString().slice(0, 10));
}

const later = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

interface Scene {
  zone: string;
  date: string;
  guests: number;
  now: number;
  hours: OpeningHours;
  times: AvailableTimes | null;
  booking: BookingRules;
  tables: TableConfig;
  reservations: Reservation[];
}

/** Small hours and the turn of the day more often than others: there clocks change and nights end. */
const someTime = (random: Seeded) => {
  const hour = random.chance(0.4) ? random.pick([0, 1, 2, 3, 22, 23]) : random.between(0, 23);
  return `${String(hour).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}`;
};
/** Ends later in the evening, at midnight or in the night after. */
const someSpans = (random: Seeded) =>
  Array.from({ length: random.between(1, 2) }, () => [someTime(random), someTime(random)] as const);

function someHours(random: Seeded, date: string): OpeningHours {
  if (random.chance(0.05)) return { days: [], exceptions: [] };
  const day = () => ({
    is_open: random.chance(0.85),
    periods: someSpans(random).map(([open_time, close_time]) => ({ open_time, close_time })),
  });
  return {
    days: [0, 1, 2, 3, 4, 5, 6].filter(() => random.chance(0.9)).map((weekday) => ({ weekday, ...day() })),
    exceptions: [date, date.slice(5)]
      .filter(() => random.chance(0.15))
      .map((on) => ({ date: on, label: '', ...day() })),
  };
}

function someTimes(random: Seeded, date: string): AvailableTimes | null {
  if (random.chance(0.4)) return null;
  const day = () => ({
    is_open: random.chance(0.85),
    periods: someSpans(random).map(([start_time, end_time]) => ({
      start_time,
      end_time,
      max_guests: random.chance(0.3) ? random.between(2, 12) : null,
      max_reservations: random.chance(0.3) ? random.between(1, 4) : null,
    })),
  });
  return {
    slot_interval_minutes: random.pick([15, 20, 30, 45, 60]),
    days: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...day() })),
    exceptions: random.chance(0.15) ? [{ date, label: '', ...day() }] : [],
  };
}

function someTables(random: Seeded): TableConfig {
  const ids = Array.from({ length: random.between(0, 6) }, (_, at) => `t${at}`);
  const tables = ids.map((id): DiningTable => ({
    id,
    name: id,
    area_id: random.pick(['a', 'a', 'b']),
    min_capacity: random.between(1, 3),
    max_capacity: random.between(2, 6),
    extra_capacity: random.between(0, 2),
    shape: 'square',
    is_joinable: random.chance(0.7),
    joinable_with: ids.filter((other) => other !== id && random.chance(0.4)),
    is_enabled: random.chance(0.85),
    priority: random.between(0, 2),
    position: { x: 0, y: 0, width: 80, height: 80, rotation: 0 },
  }));
  return { areas, tables, min_guests_online: random.between(1, 2), max_guests_online: random.between(6, 14) };
}

const statuses = [
  'held',
  'requested',
  'confirmed',
  'confirmed',
  'seated',
  'completed',
  'declined',
  'cancelled',
  'no_show',
  'expired',
] as const;

function someScene(random: Seeded, zone: string, date: string): Scene {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const now = noon - random.between(-12, 40) * HOUR;
  const tables = someTables(random);
  const reservations = Array.from({ length: random.between(0, 14) }, (_, n) => {
    const starts = noon + random.between(-24 * 12, 36 * 12) * CELL;
    return {
      id: `r${n}`,
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + random.between(3, 48) * CELL).toISOString(),
      guests_count: random.between(1, 8),
      table_ids: tables.tables.filter(() => random.chance(0.3)).map(({ id }) => id),
      reservation_status: random.pick(statuses),
      seated_at: random.chance(0.5) ? new Date(starts - random.between(0, 12) * CELL).toISOString() : null,
      held_until: random.chance(0.8) ? new Date(now + random.pick([-1, 0, 1]) * CELL).toISOString() : null,
      waitlisted_at: random.chance(0.2) ? new Date(now).toISOString() : null,
      deleted_at: random.chance(0.05) ? new Date(now).toISOString() : null,
    } as unknown as Reservation; // no other field counts
  });
  return {
    zone,
    date,
    guests: random.between(1, 12),
    now,
    hours: someHours(random, date),
    times: someTimes(random, date),
    booking: {
      min_booking_duration_minutes: random.between(3, 24) * 5,
      default_duration_by_party: random.chance(0.5)
        ? [
            { max_guests: 8, minutes: 150 },
            { max_guests: 2, minutes: 60 },
          ]
        : [],
      buffer_minutes: random.pick([0, 0, 5, 15, 60]),
      min_advance_minutes: random.pick([0, 60, 600]),
      max_advance_days: random.pick([1, 2, 60]),
      cancellation_cutoff_minutes: 0,
      auto_confirm: false,
      hold_minutes: 10,
    },
    tables,
    reservations,
  };
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

interface Start {
  at: number;
  until: number;
  max_guests: number | null;
  max_reservations: number | null;
}

/** When parties may arrive, by the rule that counts on the date. */
function startsOn({ zone, date, hours, times }: Scene): Start[] {
  const clock = clockAround(zone, date);
  const same = ({ date: on }: { date: string }) => on === date;
  const yearly = ({ date: on }: { date: string }) => on === date.slice(5);
  const onDay = ({ weekday }: { weekday: number }) => weekday === weekdayOf(date);
  const rule =
    times?.exceptions.find(same) ??
    hours.exceptions.find(same) ??
    hours.exceptions.find(yearly) ??
    (times ? times.days.find(onDay) : hours.days.find(onDay));
  if (!rule?.is_open) return [];
  const step = times?.slot_interval_minutes ?? 30;
  const starts = new Map<number, Omit<Start, 'at' | 'until'>>();
  for (const period of rule.periods) {
    const [from, to] =
      'start_time' in period ? [period.start_time, period.end_time] : [period.open_time, period.close_time];
    const { max_guests, max_reservations } =
      'start_time' in period ? period : { max_guests: null, max_reservations: null };
    const length = (minuteOf(to) - minuteOf(from) + 1440) % 1440 || 1440;
    for (let passed = 0; passed < length; passed += step) {
      const minute = minuteOf(from) + passed;
      const day = later(date, Math.floor(minute / 1440));
      const shown = `${day} ${new Date((minute % 1440) * 60_000).toISOString().slice(11, 16)}`;
      const at = clock.get(shown);
      if (at !== undefined && !starts.has(at)) starts.set(at, { max_guests, max_reservations });
    }
  }
  const order = [...starts.keys()].toSorted((a, b) => a - b);
  return order.map((at, place) => ({
    at,
    until: Math.min(at + step * 60_000, order[place + 1] ?? Infinity),
    ...starts.get(at)!,
  }));
}

function keepsTables(one: Reservation, now: number): boolean {
  if (one.deleted_at) return false;
  if (one.reservation_status === 'held') return one.held_until !== null && Date.parse(one.held_until) > now;
  if (one.reservation_status === 'requested') return !one.waitlisted_at;
  return one.reservation_status === 'confirmed' || one.reservation_status === 'seated';
}

const isSitting = (one: Reservation) => one.reservation_status === 'seated';

/** Who came early sits from then on. */
const arrivalOf = (one: Reservation): number =>
  isSitting(one) && one.seated_at !== null && one.seated_at < one.starts_at
    ? Date.parse(one.seated_at)
    : Date.parse(one.starts_at);

/** Who still sits after the end is taken to stay as long again, from now. */
const departureOf = (one: Reservation, now: number): number => {
  const [begin, end] = [Date.parse(one.starts_at), Date.parse(one.ends_at)];
  return isSitting(one) && end <= now ? now + end - begin : end;
};

/** By table: every fifth minute in which somebody has it. */
function occupiedCells({ reservations, now }: Scene): Map<string, Set<number>> {
  const occupied = new Map<string, Set<number>>();
  for (const one of reservations.filter((each) => keepsTables(each, now)))
    for (const id of one.table_ids) {
      const cells = occupied.get(id) ?? new Set();
      for (let at = arrivalOf(one); at < departureOf(one, now); at += CELL) cells.add(at);
      occupied.set(id, cells);
    }
  return occupied;
}

/** Every set of tables that seats the party, whoever sits there. */
function seatings({ tables: { tables }, guests }: Scene): string[][] {
  const usable = tables.filter(({ is_enabled }) => is_enabled);
  const found: string[][] = [];
  for (let mask = 1; mask < 2 ** usable.length; mask += 1) {
    const set = usable.filter((_, at) => (mask & (2 ** at)) !== 0);
    if (set.length > 4) continue;
    const seats = set.reduce((sum, one) => sum + one.max_capacity + one.extra_capacity, 0);
    if (seats < guests) continue;
    if (set.length === 1 ? set[0]!.min_capacity > guests : !standTogether(set)) continue;
    found.push(set.map(({ id }) => id).toSorted());
  }
  return found;
}

/** Merges groups of neighbours until nothing changes. */
function standTogether(set: DiningTable[]): boolean {
  const group = new Map(set.map(({ id }, at) => [id, at]));
  for (let round = 0; round < set.length; round += 1)
    for (const one of set)
      for (const other of set) {
        const isNamed = one.joinable_with.includes(other.id);
        if (!isNamed || !one.is_joinable || !other.is_joinable || one.area_id !== other.area_id) continue;
        const least = Math.min(group.get(one.id)!, group.get(other.id)!);
        group.set(one.id, least).set(other.id, least);
      }
  return new Set(group.values()).size === 1;
}

interface Expected {
  at: number;
  /** The sets that may be given away: the smallest ones that are free. Null: the restaurant lists no tables. */
  sets: string[][] | null;
}

function expectedOf(scene: Scene): Expected[] {
  const { booking, tables, guests, now, reservations } = scene;
  if (guests < tables.min_guests_online || guests > tables.max_guests_online) return [];
  const byParty = booking.default_duration_by_party.toSorted((a, b) => a.max_guests - b.max_guests);
  const named = byParty.find(({ max_guests }) => max_guests >= guests) ?? byParty[byParty.length - 1];
  const stay = Math.max(booking.min_booking_duration_minutes, named?.minutes ?? 0) * 60_000;
  const margin = booking.buffer_minutes * 60_000;
  const occupied = occupiedCells(scene);
  const all = seatings(scene);
  const hasTables = tables.tables.some(({ is_enabled }) => is_enabled);
  return startsOn(scene).flatMap(({ at, until, max_guests, max_reservations }): Expected[] => {
    if (at < now + booking.min_advance_minutes * 60_000 || at > now + booking.max_advance_days * 24 * HOUR) return [];
    const arriving = reservations.filter(
      (one) =>
        Date.parse(one.starts_at) >= at &&
        Date.parse(one.starts_at) < until &&
        (keepsTables(one, now) || one.reservation_status === 'completed'),
    );
    if (max_reservations !== null && arriving.length + 1 > max_reservations) return [];
    const heads = arriving.reduce((sum, one) => sum + one.guests_count, guests);
    if (max_guests !== null && heads > max_guests) return [];
    if (!hasTables) return [{ at, sets: null }];
    const isFree = (id: string) => {
      for (let cell = at - margin; cell < at + stay + margin; cell += CELL)
        if (occupied.get(id)?.has(cell)) return false;
      return true;
    };
    const free = all.filter((set) => set.every(isFree));
    const least = Math.min(...free.map((set) => set.length));
    return free.length > 0 ? [{ at, sets: free.filter((set) => set.length === least) }] : [];
  });
}

function given(scene: Scene) {
  const stamp = { changed_at: '2026-01-01T00:00:00.000Z', op_id: '0192f0a0-0000-7000-8000-000000000001' };
  const settings = settingsOf({
    opening_hours: scene.hours,
    reservation_settings: {
      booking: { ...scene.booking, ...stamp },
      tables: { ...scene.tables, ...stamp },
      ...(scene.times && { times: { ...scene.times, ...stamp } }),
    },
  });
  const { zone: timezone, reservations, now, date, guests } = scene;
  return openSlots({ settings, timezone, reservations, now }, date, guests);
}

describe.each(zones)('in %s', (zone) => {
  test('free tables are those of an independent computation', () => {
    const random = seeded(7 + zones.indexOf(zone) * 104_729);
    const met = { times: 0, joined: 0, refused: 0, nights: 0 };
    const nights = changesOf(zone).flatMap((date) => [date, later(date, -1)]);
    for (let round = 0; round < 240; round += 1) {
      const date = nights.length > 0 && random.chance(0.7) ? random.pick(nights) : later('2026-01-05', round);
      const scene = someScene(random, zone, date);
      const expected = expectedOf(scene);
      const found = given(scene);
      const place = `round ${round}, ${date}, ${scene.guests} guests`;
      expect({ place, times: found.map(({ starts_at }) => starts_at) }).toEqual({
        place,
        times: expected.map(({ at }) => new Date(at).toISOString()),
      });
      for (const [n, { sets }] of expected.entries()) {
        const tables = found[n]!.table_ids.toSorted();
        const isRight = sets?.some((set) => set.join() === tables.join()) ?? tables.length === 0;
        expect({ place, tables, sets, isRight }).toMatchObject({ isRight: true });
        if (tables.length > 1) met.joined += 1;
        if (nights.includes(date)) met.nights += 1;
      }
      met.times += expected.length;
      met.refused += startsOn(scene).length - expected.length;
    }
    // Otherwise the comparison was idle.
    expect(met.times).toBeGreaterThan(300);
    expect(met.joined).toBeGreaterThan(20);
    expect(met.refused).toBeGreaterThan(300);
    if (nights.length > 0) expect(met.nights).toBeGreaterThan(100);
  });
});

import { foldName } from '../names.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import type { AvailableTimes, BookingPeriod, BookingRules, TableConfig } from './settings.ts';

export interface SettingsParts {
  booking: BookingRules;
  tables: TableConfig;
  times: AvailableTimes;
}

type Described = Pick<Restaurant, 'reservation_settings' | 'opening_hours'>;

const usualBooking: BookingRules = {
  min_booking_duration_minutes: 90,
  default_duration_by_party: [],
  buffer_minutes: 0,
  min_advance_minutes: 60,
  max_advance_days: 60,
  cancellation_cutoff_minutes: 120,
  auto_confirm: false,
  hold_minutes: 10,
};

const usualTables: TableConfig = { areas: [], tables: [], min_guests_online: 1, max_guests_online: 8 };
const USUAL_INTERVAL = 30;

/** The settings as they were saved, with the usual ones for what never was: bookings are then taken during the opening hours. */
export function savedSettings({ reservation_settings: saved, opening_hours: hours }: Described): SettingsParts {
  return {
    booking: saved?.booking ? without(saved.booking) : usualBooking,
    tables: saved?.tables ? without(saved.tables) : usualTables,
    times: saved?.times
      ? without(saved.times)
      : {
          slot_interval_minutes: USUAL_INTERVAL,
          days: hours.days.map(({ weekday, is_open, periods }) => ({ weekday, is_open, periods: asBookings(periods) })),
          exceptions: [],
        },
  };
}

/**
 * The settings by which tables are given away. A date with other opening hours counts for bookings too, unless they have their own for that
 * date: whoever closes at Christmas takes no bookings then.
 */
export function settingsOf(restaurant: Described): SettingsParts {
  const saved = savedSettings(restaurant);
  const own = new Set(saved.times.exceptions.map(({ date }) => date));
  const others = restaurant.opening_hours.exceptions.filter(({ date }) => !own.has(date));
  const exceptions = others.map((one) => ({ ...one, periods: asBookings(one.periods) }));
  return { ...saved, times: { ...saved.times, exceptions: [...saved.times.exceptions, ...exceptions] } };
}

const asBookings = (periods: readonly { open_time: string; close_time: string }[]): BookingPeriod[] =>
  periods.map(({ open_time, close_time }) => ({
    start_time: open_time,
    end_time: close_time,
    max_guests: null,
    max_reservations: null,
  }));

function without<T extends { changed_at: string; op_id: string }>(part: T): Omit<T, 'changed_at' | 'op_id'> {
  const { changed_at: _, op_id: __, ...value } = part;
  return value;
}

/** Some fields of a part, as a save names them. */
export type PartChange<P extends keyof SettingsParts> = {
  [F in keyof SettingsParts[P]]?: SettingsParts[P][F] | undefined;
};

/** What a change names. Areas and tables are one field: a table whose area somebody else removed would stand nowhere. */
export function namedIn<P extends keyof SettingsParts>(
  change: PartChange<P>,
  present: SettingsParts[P],
): Partial<SettingsParts[P]> {
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (!('areas' in named) && !('tables' in named)) return named as Partial<SettingsParts[P]>;
  const { areas, tables } = present as TableConfig;
  return { areas, tables, ...named } as unknown as Partial<SettingsParts[P]>; // only tables have these fields
}

/** The restaurant with fields of one part saved. On the device as on the server. */
export function withSettings<R extends Described, P extends keyof SettingsParts>(
  restaurant: R,
  part: P,
  change: PartChange<P>,
  { occurredAt, opId }: { occurredAt: string; opId: string },
): R {
  const last = restaurant.reservation_settings?.[part];
  const isLast = !last || occurredAt > last.changed_at || (occurredAt === last.changed_at && opId > last.op_id);
  const stamp = isLast ? { changed_at: occurredAt, op_id: opId } : { changed_at: last.changed_at, op_id: last.op_id };
  const present = savedSettings(restaurant)[part];
  const saved = { ...present, ...namedIn(change, present), ...stamp };
  return { ...restaurant, reservation_settings: { ...restaurant.reservation_settings, [part]: saved } };
}

/** What is wrong with tables and areas, by field; null: nothing. */
export function faultsOfTables({ areas, tables, ...online }: TableConfig): Record<string, string> | null {
  const faults: Record<string, string> = {};
  const areaIds = new Set(areas.map(({ id }) => id));
  const tableIds = new Set(tables.map(({ id }) => id));
  if (areaIds.size < areas.length) faults['areas'] = 'An area is given twice';
  if (tableIds.size < tables.length) faults['tables'] = 'A table is given twice';
  const names = new Set<string>();
  for (const [at, table] of tables.entries()) {
    const name = foldName(table.name);
    if (names.has(name)) faults[`tables.${at}.name`] = 'Another table has this name';
    names.add(name);
    if (!areaIds.has(table.area_id)) faults[`tables.${at}.area_id`] = 'Choose an area';
    if (table.min_capacity > table.max_capacity) faults[`tables.${at}.max_capacity`] = 'Less than the smallest party';
    if (table.joinable_with.some((id) => !tableIds.has(id) || id === table.id))
      faults[`tables.${at}.joinable_with`] = 'Names a table that does not exist';
  }
  if (online.min_guests_online > online.max_guests_online) faults['max_guests_online'] = 'Less than the smallest party';
  return Object.keys(faults).length > 0 ? faults : null;
}

/** What is wrong with the times, by the day's field; null: nothing. */
export function faultsOfTimes({ days, exceptions }: AvailableTimes): Record<string, string> | null {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  const check = (field: string, key: string, day: Pick<AvailableTimes['days'][number], 'is_open' | 'periods'>) => {
    if (seen.has(key)) faults[field] = 'This day is given twice';
    seen.add(key);
    if (day.is_open && day.periods.length === 0) faults[field] = 'Enter the times, or mark the day as closed';
    if (overlap(day.periods)) faults[field] = 'These times overlap';
  };
  for (const [at, day] of days.entries()) check(`days.${at}`, String(day.weekday), day);
  for (const [at, one] of exceptions.entries()) check(`exceptions.${at}`, one.date, one);
  return Object.keys(faults).length > 0 ? faults : null;
}

function overlap(periods: readonly BookingPeriod[]): boolean {
  const sorted = periods.toSorted((a, b) => (a.start_time < b.start_time ? -1 : 1));
  return sorted.some((period, at) => {
    const before = sorted[at - 1];
    return before !== undefined && (before.end_time <= before.start_time || before.end_time > period.start_time);
  });
}

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

/** The settings of a restaurant, with the usual ones for what it never saved: bookings are then taken during the opening hours. */
export function settingsOf({ reservation_settings: saved, opening_hours: hours }: Described): SettingsParts {
  return {
    booking: saved?.booking ? without(saved.booking) : usualBooking,
    tables: saved?.tables ? without(saved.tables) : usualTables,
    times: saved?.times
      ? without(saved.times)
      : {
          slot_interval_minutes: USUAL_INTERVAL,
          days: hours.days.map(({ weekday, is_open, periods }) => ({ weekday, is_open, periods: asBookings(periods) })),
          // Yearly exceptions have no date.
          exceptions: hours.exceptions
            .filter(({ date }) => date.length === 10)
            .map((one) => ({ ...one, periods: asBookings(one.periods) })),
        },
  };
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

/** The restaurant with one part saved; the same object if a later save stands. Device and server apply it alike. */
export function withSettings<R extends Pick<Restaurant, 'reservation_settings'>, P extends keyof SettingsParts>(
  restaurant: R,
  part: P,
  value: SettingsParts[P],
  { occurredAt, opId }: { occurredAt: string; opId: string },
): R {
  const present = restaurant.reservation_settings?.[part];
  if (present && (present.changed_at > occurredAt || (present.changed_at === occurredAt && present.op_id > opId)))
    return restaurant;
  const next = { ...restaurant.reservation_settings, [part]: { ...value, changed_at: occurredAt, op_id: opId } };
  return { ...restaurant, reservation_settings: next };
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

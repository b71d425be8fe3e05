import {
  DAY,
  dateOfDay,
  dayOfDate,
  dayOfLocalParts,
  fromLocalParts,
  msOfTime,
  toLocalParts,
  weekdayOfDay,
} from '../restaurant/zone.ts';
import type { AvailableTimes, BookingRules } from './settings.ts';

const MINUTE = 60_000;

/** A time at which a booking may start. Its maxima count everybody who arrives before the next one. */
export interface Slot {
  starts_at: string;
  ends_at: string;
  max_guests: number | null;
  max_reservations: number | null;
}

/**
 * The slots of a date of the restaurant's calendar, by time; those of a period over midnight belong to the date on which it begins. A wall
 * time that the clocks skip has no slot, and one that they repeat has one, at its first pass.
 */
export function slotsOf(times: AvailableTimes, timezone: string, date: string): Slot[] {
  const day = dayOfDate(date);
  const step = times.slot_interval_minutes * MINUTE;
  const found = new Map<number, Slot>();
  for (const { start_time, end_time, max_guests, max_reservations } of periodsOf(times, date, day)) {
    const from = msOfTime(start_time);
    const to = msOfTime(end_time) + (end_time > start_time ? 0 : DAY);
    for (let localTime = from; localTime < to; localTime += step) {
      const at = fromLocalParts(day * DAY + localTime, timezone);
      if (toLocalParts(at, timezone) !== day * DAY + localTime || found.has(at)) continue;
      found.set(at, { starts_at: iso(at), ends_at: iso(at + step), max_guests, max_reservations });
    }
  }
  const slots = [...found.values()].toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  // Where the next period begins sooner, the slot before it is the shorter one, so that nobody counts twice.
  return slots.map((slot, at) => {
    const next = slots[at + 1]?.starts_at;
    return next !== undefined && next < slot.ends_at ? { ...slot, ends_at: next } : slot;
  });
}

/** The slot in which an instant lies, also of a night that began the day before; null: outside of all times. */
export function slotAt(times: AvailableTimes, timezone: string, at: string): Slot | null {
  const today = dayOfLocalParts(toLocalParts(Date.parse(at), timezone));
  const around = [today, today - 1]
    .flatMap((day) => slotsOf(times, timezone, dateOfDay(day)))
    .filter((slot) => slot.starts_at <= at && at < slot.ends_at);
  return around.toSorted((a, b) => (a.starts_at > b.starts_at ? -1 : 1))[0] ?? null;
}

/** A dated exception overrides a yearly one, and both override the weekday, as with opening hours. */
function periodsOf({ days, exceptions }: AvailableTimes, date: string, day: number) {
  const rule =
    exceptions.find((one) => one.date === date) ??
    exceptions.find((one) => one.date === date.slice(5)) ??
    days.find((one) => one.weekday === weekdayOfDay(day));
  return rule?.is_open ? rule.periods : [];
}

/** How long a party of this size keeps its table. */
export function durationFor(rules: BookingRules, guests: number): number {
  const sorted = rules.default_duration_by_party.toSorted((a, b) => a.max_guests - b.max_guests);
  // The largest parties stay as long as the largest size that is named.
  const chosen = sorted.find(({ max_guests }) => guests <= max_guests) ?? sorted.at(-1);
  return Math.max(rules.min_booking_duration_minutes, chosen?.minutes ?? 0);
}

/** Whether guests may book this time by themselves now: not too soon, not too far ahead. */
export function isInAdvance(rules: BookingRules, startsAt: string, now: number): boolean {
  const ahead = Date.parse(startsAt) - now;
  return ahead >= rules.min_advance_minutes * MINUTE && ahead <= rules.max_advance_days * DAY;
}

export const plusMinutes = (at: string, minutes: number): string => iso(Date.parse(at) + minutes * MINUTE);

const iso = (at: number) => new Date(at).toISOString();

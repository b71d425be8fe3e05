import type { Reservation } from './calls.ts';
import type { SettingsParts } from './settings-parts.ts';
import { durationFor, isInAdvance, plusMinutes, slotAt, slotsOf, type Slot } from './slots.ts';
import { chooseTables, findClash, isKeeping } from './tables.ts';

export interface Book {
  settings: SettingsParts;
  timezone: string;
  /** Those around the time; others do not matter. */
  reservations: readonly Reservation[];
  /** When the connected calendar has other entries: guests book no table then, staff do. Missing: not known here. */
  busy?: readonly Span[];
  /** Epoch ms. */
  now: number;
}

interface Span {
  starts_at: string;
  ends_at: string;
}

/** Whether a slot has room for one more party. `id`: the reservation that is moved; it does not count against itself. */
export function hasRoom(slot: Slot, guests: number, { reservations, now }: Book, id: string | null = null): boolean {
  const arriving = reservations.filter(
    (one) =>
      one.id !== id &&
      slot.starts_at <= one.starts_at &&
      one.starts_at < slot.ends_at &&
      (isKeeping(one, now) || one.reservation_status === 'completed'),
  );
  const count = arriving.reduce((sum, { guests_count }) => sum + guests_count, 0);
  return (
    (slot.max_reservations === null || arriving.length < slot.max_reservations) &&
    (slot.max_guests === null || count + guests <= slot.max_guests)
  );
}

/** Whether a staff booking keeps to the maxima of its slot. Outside of all slots nothing limits it. */
export function isWithinMaxima(wanted: Pick<Reservation, 'id' | 'starts_at' | 'guests_count'>, book: Book): boolean {
  const slot = slotAt(book.settings.times, book.timezone, wanted.starts_at);
  return slot === null || hasRoom(slot, wanted.guests_count, book, wanted.id);
}

/** Free tables for a party at a time; null: none. Without any table in the settings an empty list: only the maxima count then. */
export function freeTablesFor(book: Book, guests: number, startsAt: string, minutes: number, id = ''): string[] | null {
  const { booking, tables } = book.settings;
  if (!tables.tables.some(({ is_enabled }) => is_enabled)) return [];
  const ends_at = plusMinutes(startsAt, minutes);
  return chooseTables(
    tables,
    guests,
    (tableId) =>
      findClash({ id, starts_at: startsAt, ends_at, table_ids: [tableId] }, book.reservations, {
        bufferMinutes: booking.buffer_minutes,
        now: book.now,
      }) === null,
  );
}

interface OpenSlot {
  starts_at: string;
  table_ids: string[];
  duration_minutes: number;
}

/** The times of a date at which guests may book a table by themselves. */
export function openSlots(book: Book, date: string, guests: number): OpenSlot[] {
  const { booking, tables, times } = book.settings;
  if (guests < tables.min_guests_online || guests > tables.max_guests_online) return [];
  const duration = durationFor(booking, guests);
  return slotsOf(times, book.timezone, date).flatMap((slot) => {
    if (!isInAdvance(booking, slot.starts_at, book.now) || !hasRoom(slot, guests, book)) return [];
    if (isBusy(book, { starts_at: slot.starts_at, ends_at: plusMinutes(slot.starts_at, duration) })) return [];
    const free = freeTablesFor(book, guests, slot.starts_at, duration);
    return free ? [{ starts_at: slot.starts_at, table_ids: free, duration_minutes: duration }] : [];
  });
}

const isBusy = ({ busy = [] }: Book, stay: Span): boolean =>
  busy.some((one) => one.starts_at < stay.ends_at && stay.starts_at < one.ends_at);

/** The free slots that are nearest to a time, for somebody whose table was taken. */
export function nearestSlots(book: Book, date: string, guests: number, startsAt: string, count = 3): OpenSlot[] {
  const duration = durationFor(book.settings.booking, guests);
  const away = (slot: { starts_at: string }) => Math.abs(Date.parse(slot.starts_at) - Date.parse(startsAt));
  const nearest: OpenSlot[] = [];
  for (const slot of slotsOf(book.settings.times, book.timezone, date).toSorted((a, b) => away(a) - away(b))) {
    if (nearest.length === count) break;
    if (Date.parse(slot.starts_at) < book.now || !hasRoom(slot, guests, book)) continue;
    const free = freeTablesFor(book, guests, slot.starts_at, duration);
    if (free) nearest.push({ starts_at: slot.starts_at, table_ids: free, duration_minutes: duration });
  }
  return nearest;
}

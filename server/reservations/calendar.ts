import { formatPhone } from '../../contract/auth/phone.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { settingsOf } from '../../contract/reservations/settings-parts.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { putCalendarEvent, removeCalendarEvent, type OwnEvent } from '../channels/calendar/events.ts';
import { findCalendar } from '../channels/store.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';

/** Brings the restaurant's calendar up to date with a reservation. Returns the id of its event there; null: it has none. */
export async function updateCalendar(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'enqueue'>,
  reservation: Reservation,
): Promise<string | null> {
  if (!belongsInCalendar(reservation, c.now)) {
    await removeCalendarEvent(c, reservation.id);
    return null;
  }
  if (!(await findCalendar(c.db, c.restaurantId))) return null;
  return putCalendarEvent(c, toEvent(reservation, await loadRestaurant(c.db, c.restaurantId)));
}

/** A guest who came keeps the event. Who was never expected, such as a walk-in, and what is over without an event gets none. */
function belongsInCalendar(reservation: Reservation, now: Date): boolean {
  const { reservation_status: status, calendar_event_id, source, waitlisted_at } = reservation;
  if (reservation.deleted_at !== null) return false;
  const isExpected = status === 'confirmed';
  const isHere = status === 'seated' || status === 'completed';
  if (calendar_event_id !== null) return isExpected || isHere;
  if (Date.parse(reservation.ends_at) <= now.getTime()) return false;
  return isExpected || (isHere && source !== 'walk_in' && waitlisted_at === null);
}

/** The number, so that a guest can be called from the calendar. It may be shared: no address, no allergens, and none of the staff's notes. */
function toEvent(reservation: Reservation, restaurant: Restaurant): OwnEvent {
  const { name, phone, guests_count, table_ids, occasion, customer_note, reservation_no } = reservation;
  const tables = settingsOf(restaurant)
    .tables.tables.filter(({ id }) => table_ids.includes(id))
    .map((table) => table.name);
  const lines = [
    tables.length > 0 && `${tables.length === 1 ? 'Table' : 'Tables'}: ${tables.join(', ')}`,
    phone && `Phone: ${formatPhone(phone)}`,
    occasion && `Occasion: ${occasion}`,
    customer_note && `Note: ${customer_note}`,
    `Reservation ${reservation_no}`,
  ];
  return {
    id: reservation.id,
    summary: `${name}, ${guests_count === 1 ? '1 guest' : `${guests_count} guests`}`,
    description: lines.filter(Boolean).join('\n'),
    starts_at: reservation.starts_at,
    ends_at: reservation.ends_at,
    time_zone: restaurant.timezone,
  };
}

import { hasRoom } from '../../../../contract/reservations/availability.ts';
import type { Reservation } from '../../../../contract/reservations/calls.ts';
import type { DiningTable } from '../../../../contract/reservations/settings.ts';
import { settingsOf } from '../../../../contract/reservations/settings-parts.ts';
import { plusMinutes, slotAt } from '../../../../contract/reservations/slots.ts';
import { faultOfTables, findClash, seatsOf } from '../../../../contract/reservations/tables.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { clashWords } from '../clash-words.ts';
import { namesOf } from '../describe.ts';
import { guestsLabel } from '../labels.ts';

/** Where a reservation is let go. `tableId` null: among those without a table. */
export interface Aim {
  from: string | null;
  tableId: string | null;
  startsAt: string;
}

export type PlannedMove =
  | { kind: 'stays' }
  | { kind: 'refused'; why: string }
  | { kind: 'moves'; to: { starts_at?: string; table_ids?: string[] } };

interface Day {
  restaurant: Restaurant;
  reservations: readonly Reservation[];
  /** Epoch ms. */
  now: number;
}

const movable: readonly Reservation['reservation_status'][] = ['requested', 'confirmed', 'seated'];

/** A guest who still enters a name, who is on the waiting list or who has left is not moved on the day. */
export const isMovable = ({ reservation_status, waitlisted_at }: Reservation): boolean =>
  movable.includes(reservation_status) && (waitlisted_at === null || reservation_status !== 'requested');

/** What a reservation that is let go at a place becomes, by the rules of its form. The server has the last word. */
export function planMove(reservation: Reservation, aim: Aim, { restaurant, reservations, now }: Day): PlannedMove {
  const { timezone } = restaurant;
  const settings = settingsOf(restaurant);
  const { tables } = settings.tables;
  // Who sits there came when they came.
  const startsAt = reservation.reservation_status === 'seated' ? reservation.starts_at : aim.startsAt;
  const tableIds = tablesAt(reservation, aim, tables);
  const isOtherTime = startsAt !== reservation.starts_at;
  const isOtherTable = tableIds.join() !== reservation.table_ids.join();
  if (!isOtherTime && !isOtherTable) return { kind: 'stays' };
  const guests = reservation.guests_count;
  const fault = isOtherTable && faultOfTables(settings.tables, tableIds, guests);
  const chosen = tables.filter(({ id }) => tableIds.includes(id));
  const named = `Table ${namesOf(tableIds, restaurant)}`;
  if (fault === 'unknown_table') return refused(`${named} is not in use.`);
  if (fault === 'not_joinable') return refused(`${named} cannot be joined.`);
  if (fault) return refused(`${named} has ${seatsOf(chosen)} seats, for ${guestsLabel(guests)}.`);
  const wanted = {
    id: reservation.id,
    starts_at: startsAt,
    ends_at: plusMinutes(startsAt, reservation.duration_minutes),
    table_ids: tableIds,
  };
  const clash = findClash(wanted, reservations, {
    bufferMinutes: settings.booking.buffer_minutes,
    now,
    asPlanned: tableIds.every((id) => reservation.table_ids.includes(id)),
  });
  if (clash) return refused(clashWords(clash, restaurant, now));
  const slot = isOtherTime ? slotAt(settings.times, timezone, startsAt) : null;
  if (slot && !hasRoom(slot, guests, { settings, timezone, reservations, now }, reservation.id))
    return refused(
      `No more guests are taken at ${timeOf(startsAt, timezone)}, by your settings. “Edit or move” takes them all the same.`,
    );
  return {
    kind: 'moves',
    to: { ...(isOtherTime && { starts_at: startsAt }), ...(isOtherTable && { table_ids: tableIds }) },
  };
}

const refused = (why: string): PlannedMove => ({ kind: 'refused', why });

/** Of joined tables, the one from which it was dragged is replaced, unless the new one holds the party alone. */
function tablesAt({ table_ids, guests_count }: Reservation, { from, tableId }: Aim, tables: readonly DiningTable[]) {
  if (tableId === null) return [];
  if (table_ids.includes(tableId)) return table_ids;
  const table = tables.find(({ id }) => id === tableId);
  if (from === null || table_ids.length < 2 || (table && seatsOf([table]) >= guests_count)) return [tableId];
  return table_ids.map((id) => (id === from ? tableId : id));
}

import type { Reservation } from '../contract/reservations/calls.ts';
import { newReservation } from '../contract/reservations/new-reservation.ts';
import type { DiningTable, ReservationSettings } from '../contract/reservations/settings.ts';
import { applyReservationStatus } from '../contract/reservations/status.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';

/** Area, seats, shape, place and size. The first two of the dining room can be joined. */
const plan: [area: 0 | 1, seats: number, shape: DiningTable['shape'], place: [number, number, number, number]][] = [
  [0, 2, 'square', [30, 30, 110, 90]],
  [0, 2, 'square', [160, 30, 110, 90]],
  [0, 4, 'rect', [310, 30, 150, 90]],
  [0, 4, 'rect', [490, 30, 150, 90]],
  [0, 6, 'round', [40, 170, 150, 130]],
  [0, 8, 'rect', [240, 190, 220, 100]],
  [1, 2, 'round', [30, 40, 110, 110]],
  [1, 2, 'round', [190, 40, 110, 110]],
  [1, 4, 'square', [350, 40, 130, 110]],
];

/** Name, guests, minutes from now, minutes of stay, table by its number, and what became of it. */
const booked: [string, number, number, number, number | null, Reservation['reservation_status'], string?][] = [
  ['Amelia Okafor', 4, -75, 120, 3, 'seated'],
  ['Daniel Webb', 2, -30, 90, 1, 'seated', 'Anniversary'],
  ['Priya Nair', 6, -20, 120, 5, 'confirmed', 'Birthday'],
  ['Marcus Bell', 2, 30, 90, 7, 'confirmed'],
  ['Hannah Schmidt', 8, 60, 150, 6, 'confirmed', 'Business'],
  ['Tom Ashworth', 4, 75, 120, 4, 'requested'],
  ['Lena Fischer', 2, 90, 90, 2, 'requested'],
  ['Ravi Menon', 3, 120, 90, null, 'confirmed'],
  ['Grace Kelly', 2, -150, 90, 8, 'completed'],
  ['Owen Price', 2, -100, 90, 2, 'no_show'],
  ['Sofia Rossi', 4, 1440, 120, 3, 'confirmed', 'Birthday'],
];

/** Tables and an evening's reservations of the demonstration; version 0, the caller sets the version. */
export function demoReservations(now: Date, actor: Actor) {
  const at = now.toISOString();
  const [room, terrace] = [newId(now), newId(now)];
  const ids = plan.map(() => newId(now));
  const tables = plan.map(([area, seats, shape, [x, y, width, height]], n): DiningTable => ({
    id: ids[n]!,
    name: String(n + 1),
    area_id: area === 0 ? room : terrace,
    min_capacity: seats > 4 ? 4 : 1,
    max_capacity: seats,
    extra_capacity: seats > 2 ? 1 : 0,
    shape,
    is_joinable: n < 2,
    joinable_with: n === 0 ? [ids[1]!] : n === 1 ? [ids[0]!] : [],
    is_enabled: true,
    priority: 0,
    position: { x, y, width, height, rotation: 0 },
  }));
  const settings: ReservationSettings = {
    tables: {
      areas: [
        { id: room, name: 'Dining room', sort_order: 0 },
        { id: terrace, name: 'Terrace', sort_order: 1 },
      ],
      tables,
      min_guests_online: 1,
      max_guests_online: 8,
      changed_at: at,
      op_id: newId(now),
    },
  };
  const rows = booked.map(([name, guests_count, inMinutes, stay, table, status, occasion], n): Reservation => {
    const madeAt = new Date(now.getTime() - 2 * 86_400_000).toISOString();
    // On the quarter of an hour, as people book.
    const quarter = Math.round((now.getTime() + inMinutes * 60_000) / 900_000) * 900_000;
    const isRequest = status === 'requested';
    const reservation = newReservation(
      {
        name,
        guests_count,
        starts_at: new Date(quarter).toISOString(),
        source: isRequest ? 'website' : 'phone',
        reservation_status: isRequest ? 'requested' : 'confirmed',
        table_ids: table === null ? [] : [ids[table - 1]!],
        occasion: occasion ?? null,
      },
      {
        id: newId(now),
        opId: newId(now),
        occurredAt: madeAt,
        now: madeAt,
        actor: isRequest ? { kind: 'customer', id: null, name } : actor,
        version: 0,
        reservationNo: String(1001 + n),
        durationMinutes: stay,
        customerId: null,
        phone: `+4420794600${String(10 + n)}`,
      },
    );
    if (isRequest || status === 'confirmed') return reservation;
    const move = (from: Reservation, to: Reservation['reservation_status'], when: number): Reservation => {
      const moment = new Date(Math.min(when, now.getTime())).toISOString();
      const outcome = applyReservationStatus(
        from,
        { reservation_status: to },
        { occurredAt: moment, opId: newId(now), actor, now: moment, restaurant: null },
      );
      return outcome.kind === 'moved' ? outcome.reservation : from;
    };
    if (status === 'no_show') return move(reservation, 'no_show', quarter + 1_200_000);
    const seated = move(reservation, 'seated', quarter);
    return status === 'seated' ? seated : move(seated, 'completed', quarter + stay * 60_000);
  });
  return { settings, rows };
}

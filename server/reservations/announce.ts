import type { Reservation } from '../../contract/reservations/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { notify } from '../notifications/notify.ts';
import type { BaseContext } from '../pipeline/handler.ts';

type AnnounceContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'enqueue'>;

export const aboutReservation = (id: string): string => `reservation:${id}`;

/** Tells the restaurant what a guest did. */
export async function announceReservation(
  c: AnnounceContext,
  event: 'reservation_new' | 'reservation_changed' | 'reservation_cancelled',
  reservation: Reservation,
  restaurant: Pick<Restaurant, 'timezone' | 'locale'>,
): Promise<void> {
  const party = reservation.guests_count === 1 ? '1 guest' : `${reservation.guests_count} guests`;
  const needsAnswer = event !== 'reservation_cancelled' && reservation.reservation_status === 'requested';
  await notify(c, {
    // Whoever hears of new reservations hears of their changes.
    type: event === 'reservation_cancelled' ? event : 'reservation_new',
    title: titleOf(event, reservation.name, needsAnswer),
    body: `${whenLabel(reservation.starts_at, restaurant)}, ${party}`,
    severity: needsAnswer ? 'warning' : 'info',
    resource_type: 'reservation',
    resource_id: reservation.id,
    url: `/restaurant/orders?view=reservations&reservation=${reservation.id}`,
    group_key: aboutReservation(reservation.id),
  });
}

function titleOf(event: Parameters<typeof announceReservation>[1], name: string, needsAnswer: boolean): string {
  if (event === 'reservation_cancelled') return `${name} cancelled`;
  if (event === 'reservation_changed') return `${name} changed ${needsAnswer ? 'a request' : 'a reservation'}`;
  return `${needsAnswer ? 'Reservation request' : 'New reservation'}: ${name}`;
}

/** "Fri 20 Nov, 19:30" on the restaurant's clock. */
export function whenLabel(at: string, { timezone, locale }: Pick<Restaurant, 'timezone' | 'locale'>): string {
  return new Intl.DateTimeFormat(isKnown(locale) ? locale : 'en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
}

/** An unknown locale must not stop a notification. */
function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false; // not a language tag at all
  }
}

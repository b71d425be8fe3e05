import { drizzle } from 'drizzle-orm/node-postgres';
import type { Reservation } from '../../contract/reservations/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Env } from '../env.ts';
import { composeMail, type MailContent } from '../integrations/compose-mail.ts';
import type { Mailer } from '../integrations/mail.ts';
import type { JobRun } from '../jobs/jobs.ts';
import { sendOnce } from '../notifications/send-once.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { websiteAddress } from '../storefront/website-address.ts';
import { whenLabel } from './announce.ts';
import { findByToken, findReservation } from './store.ts';
import { reservationToken } from './token.ts';

type Kind = 'requested' | 'confirmed' | 'declined' | 'cancelled' | 'reminder';

/** Mails to guests who gave an address, each once. What has changed since is not sent. */
export function reservationJobs(mailer: Mailer, env: Env): Record<string, JobRun> {
  return {
    'mail.reservation': async ({ restaurant_id = '', reservation_id = '', kind = '' }, { owner, clock }) => {
      const db = drizzle(owner);
      const found = await findReservation(db, restaurant_id, reservation_id);
      if (!found?.reservation.email || !isKind(kind)) return;
      const { reservation } = found;
      if (reservation.reservation_status !== (kind === 'reminder' ? 'confirmed' : kind)) return;
      const restaurant = await loadRestaurant(db, restaurant_id);
      const token = reservationToken(env, restaurant_id, reservation_id);
      const own = await findByToken(db, restaurant_id, token);
      const page =
        own?.reservation.id === reservation.id ? `${websiteAddress(env, restaurant.slug)}/reserve/${token}` : null;
      const mail = { to: found.reservation.email, ...reservationMail(kind, reservation, restaurant, page) };
      const subject = `reservation ${reservation_id} ${kind} ${reservation.starts_at}`;
      await sendOnce(owner, subject, clock.now(), () => mailer.send(mail));
    },
  };
}

const kinds: readonly string[] = ['requested', 'confirmed', 'declined', 'cancelled', 'reminder'];
const isKind = (kind: string): kind is Kind => kinds.includes(kind);

function reservationMail(
  kind: Kind,
  reservation: Reservation,
  restaurant: Pick<Restaurant, 'name' | 'timezone' | 'locale' | 'phone_number_business' | 'address' | 'city'>,
  /** The address of its page; null: it was not made on the website. */
  page: string | null,
): MailContent {
  const when = whenLabel(reservation.starts_at, restaurant);
  const party = reservation.guests_count === 1 ? '1 guest' : `${reservation.guests_count} guests`;
  const [title, text] = {
    requested: ['We have your request', 'The restaurant will answer it soon. You will get another mail then.'],
    confirmed: ['Your table is reserved', 'We look forward to seeing you.'],
    declined: [
      'Your request was declined',
      reservation.decline_reason ?? 'There is no free table at that time. We are sorry.',
    ],
    cancelled: ['Your reservation was cancelled', 'If you did not expect this, please call the restaurant.'],
    reminder: ['Your table is waiting', 'If you cannot come, please let the restaurant know.'],
  }[kind] as [string, string];
  return composeMail(`${title}: ${restaurant.name}, ${when}`, [
    `${title}.`,
    [restaurant.name, when, party, `Reservation ${reservation.reservation_no}, ${reservation.name}`].join('\n'),
    text,
    ...(page && kind !== 'declined' && kind !== 'cancelled' ? [`See or cancel the reservation:\n${page}`] : []),
    [restaurant.address, restaurant.city, restaurant.phone_number_business].filter(Boolean).join('\n') ||
      restaurant.name,
  ]);
}

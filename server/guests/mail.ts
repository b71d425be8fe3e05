import { drizzle } from 'drizzle-orm/node-postgres';
import { guestEvents, type GuestEvent } from '../../contract/notifications/guest-events.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { sellerLines } from '../../contract/orders/receipt.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Env } from '../env.ts';
import { composeMail } from '../integrations/compose-mail.ts';
import type { Mailer } from '../integrations/mail.ts';
import type { JobRun } from '../jobs/jobs.ts';
import { sendOnce } from '../notifications/send-once.ts';
import { findOrder } from '../orders/store.ts';
import type { Tx } from '../db/tx.ts';
import { findByToken, findReservation } from '../reservations/store.ts';
import { reservationToken } from '../reservations/token.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { websiteAddress } from '../restaurants/website-address.ts';
import { receiptOf } from './receipt.ts';
import { textOf, type About } from './text.ts';

/** Mails to guests who gave an address, each once. What is no longer so is not sent. */
export function guestMailJobs(mailer: Mailer, env: Env): Record<string, JobRun> {
  const jobs: Record<string, JobRun> = {
    'mail.guest': async ({ restaurant_id = '', order_id, reservation_id, event = '' }, { owner, clock }) => {
      if (!isEvent(event)) return;
      const db = drizzle(owner);
      const order = order_id === undefined ? null : await findOrder(db, restaurant_id, order_id);
      const found = reservation_id === undefined ? null : await findReservation(db, restaurant_id, reservation_id);
      const about = order ? { order } : found && { reservation: found.reservation };
      const email = order?.customer.email ?? found?.reservation.email;
      if (!about || !email || !isStillSo(event, about)) return;
      const restaurant = await loadRestaurant(db, restaurant_id);
      const { title, text } = textOf(event, about, restaurant);
      const page = found ? await pageOf(db, env, restaurant, found.reservation) : null;
      const mail = composeMail(`${title}: ${restaurant.name}`, [
        text,
        ...(event === 'reservation_reminder' ? ['If you cannot come, please let the restaurant know.'] : []),
        ...(page && event !== 'reservation_declined' && event !== 'reservation_cancelled'
          ? [`See, change or cancel the reservation:\n${page}`]
          : []),
        ...(order && event === 'order_accepted' ? receiptOf(order, restaurant) : []),
        [restaurant.name, ...sellerLines(restaurant)].join('\n'),
      ]);
      const subject = order
        ? `order ${order.id} ${event}`
        : `reservation ${found!.reservation.id} ${event} ${found!.reservation.starts_at}`;
      await sendOnce(owner, subject, clock.now(), () => mailer.send({ to: email, ...mail }));
    },
    // Queued by an older server.
    'mail.reservation': ({ kind, ...about }, context) =>
      jobs['mail.guest']!({ ...about, event: `reservation_${kind ?? ''}` }, context),
  };
  return jobs;
}

/** The address of its page; null: it was not made on the website. */
async function pageOf(
  db: Tx,
  env: Env,
  { id: restaurantId, slug }: Pick<Restaurant, 'id' | 'slug'>,
  { id }: Reservation,
): Promise<string | null> {
  const token = reservationToken(env, restaurantId, id);
  const own = await findByToken(db, restaurantId, token);
  return own?.reservation.id === id ? `${websiteAddress(env, slug)}/reserve/${token}` : null;
}

const isEvent = (event: string): event is GuestEvent => (guestEvents as readonly string[]).includes(event);

const ended: readonly Order['order_status'][] = ['rejected', 'cancelled'];

function isStillSo(event: GuestEvent, about: About): boolean {
  if ('order' in about) {
    const { order_status: status } = about.order;
    return (
      event === `order_${status}` ||
      (!ended.includes(status) && event !== 'order_rejected' && event !== 'order_cancelled')
    );
  }
  const status = event === 'reservation_reminder' ? 'reservation_confirmed' : event;
  return status === `reservation_${about.reservation.reservation_status}`;
}

import type { GuestEvent } from '../../contract/notifications/guest-events.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { whenLabel } from '../reservations/announce.ts';

export type About = { order: Order } | { reservation: Reservation };

type Place = Pick<Restaurant, 'name' | 'timezone' | 'locale'>;

interface GuestText {
  /** "Your order is ready": the subject of a mail. */
  title: string;
  /** The message in a chat. */
  text: string;
  /** Of a template: whom it is for, the news, and more of it. */
  parameters: string[];
}

/** What the guest reads, in a chat, a mail and a template. */
export function textOf(event: GuestEvent, about: About, restaurant: Place): GuestText {
  const title = titles[event];
  if ('order' in about) {
    const { order } = about;
    const more = orderDetails(event, order, restaurant);
    const text = [`${restaurant.name}: ${title} (${order.order_no}).`, more].filter(Boolean).join(' ');
    return {
      title,
      text,
      parameters: [firstName(order.customer.name), `${title} (${order.order_no})`, more || restaurant.name],
    };
  }
  const { reservation } = about;
  const when = whenLabel(reservation.starts_at, restaurant);
  const party = reservation.guests_count === 1 ? '1 guest' : `${reservation.guests_count} guests`;
  const more = event === 'reservation_declined' ? (reservation.decline_reason ?? noTable) : '';
  const text = [`${restaurant.name}: ${title} (${reservation.reservation_no}): ${when}, ${party}.`, more];
  return {
    title,
    text: text.filter(Boolean).join(' '),
    parameters: [firstName(reservation.name), `${title} (${reservation.reservation_no})`, `${when}, ${party}`],
  };
}

/** A parameter is never empty. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] || 'Guest';

const titles: Record<GuestEvent, string> = {
  order_placed: 'We have your order',
  order_accepted: 'Your order is accepted',
  order_ready: 'Your order is ready',
  order_out_for_delivery: 'Your order is on its way',
  order_rejected: 'Your order could not be accepted',
  order_cancelled: 'Your order was cancelled',
  reservation_requested: 'We have your request',
  reservation_confirmed: 'Your table is reserved',
  reservation_declined: 'Your request was declined',
  reservation_cancelled: 'Your reservation was cancelled',
  reservation_reminder: 'Your table is waiting',
};

const noTable = 'There is no free table at that time. We are sorry.';

function orderDetails(event: GuestEvent, order: Order, restaurant: Place): string {
  if (event === 'order_placed') return 'The restaurant will answer it soon.';
  if (event === 'order_accepted')
    return order.order_type === 'dine_in'
      ? ''
      : `${isDelivered(order) ? 'With you' : 'Ready'} about ${whenLabel(order.due_at, restaurant)}.`;
  if (event === 'order_ready') return order.order_type === 'pickup' ? 'You can collect it now.' : '';
  if (event === 'order_rejected') return rejectionLabels[order.rejection_reason ?? 'other'];
  return event === 'order_cancelled' ? 'If you did not expect this, please call the restaurant.' : '';
}

const isDelivered = ({ order_type: type }: Order) => type === 'delivery';

/** Why an order was rejected, as its guest reads it. */
export const rejectionLabels: Record<NonNullable<Order['rejection_reason']>, string> = {
  busy: 'The kitchen is too busy.',
  closing_early: 'It is closing early today.',
  out_of_stock: 'Something that you ordered has run out.',
  cannot_deliver: 'It cannot deliver to your address.',
  note_impossible: 'It could not do what you asked for in your note.',
  not_answered: 'Nobody answered in time. Please call the restaurant.',
  other: 'Please call the restaurant.',
};

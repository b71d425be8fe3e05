import type { GuestEvent } from '../../contract/notifications/guest-events.ts';

/** How a guest came, and so how the restaurant answers: in the chat that they wrote in, else to the address that they gave. */
export type Medium = 'whatsapp' | 'website_chat' | 'email';

const all: readonly Medium[] = ['whatsapp', 'website_chat', 'email'];
/** In a chat the answer to the guest's own words says it already. */
const byMail: readonly Medium[] = ['email'];

/** The one table of what guests are told, by event and way. Whoever left no chat and no address is called by telephone. */
export const mediaByEvent: Record<GuestEvent, readonly Medium[]> = {
  order_placed: byMail,
  order_accepted: all,
  order_ready: all,
  order_out_for_delivery: all,
  order_rejected: all,
  order_cancelled: all,
  reservation_requested: byMail,
  reservation_confirmed: all,
  reservation_declined: all,
  reservation_cancelled: all,
  reservation_reminder: all,
};

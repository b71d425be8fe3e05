import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Chat, ChatMessage, TemplateChoice } from '../../contract/chats/calls.ts';
import type { ChannelTemplate } from '../../contract/channels/calls.ts';
import { isWindowClosed, renderTemplate } from '../../contract/chats/reply.ts';
import type { GuestEvent } from '../../contract/notifications/guest-events.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Reservation } from '../../contract/reservations/calls.ts';
import { contactOfChat } from '../chats/contact-of-chat.ts';
import { after, findMessage, toChat } from '../chats/store.ts';
import { appendMessage } from '../chats/write.ts';
import { channels } from '../db/schema/channels.ts';
import { chat_messages, chats } from '../db/schema/chats.ts';
import type { OrderEventContext } from '../orders/events.ts';
import { listPreferences } from '../notifications/preferences.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { idFor } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { textOf, type About } from './text.ts';
import { mediaByEvent, type Medium } from './media.ts';

type NotifyContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'enqueue'>;

const galley = { kind: 'system' as const, id: null, name: 'Galley' };

/** Tells a guest what became of an order, in the transaction in which it did: once for each event, whatever is repeated. */
export async function notifyGuestOfOrder(
  c: OrderEventContext,
  order: Order,
  from: Order['order_status'] | null,
): Promise<void> {
  // Who cancelled it knows.
  if (from !== null && c.actor.kind === 'customer') return;
  await notifyGuest(c, eventOfOrder(order, from), { order }, { email: order.customer.email, isNew: from === null });
}

export async function notifyGuestOfStored(c: NotifyContext, reservation: Reservation): Promise<void> {
  // Who waits is at the door.
  if (reservation.waitlisted_at) return;
  await notifyGuestOfReservation(c, reservation, eventOfReservation(reservation), { isNew: true });
}

export const notifyGuestOfMoved = (c: NotifyContext, reservation: Reservation): Promise<void> =>
  notifyGuestOfReservation(c, reservation, eventOfReservation(reservation));

export const remindGuest = (c: NotifyContext, reservation: Reservation): Promise<void> =>
  notifyGuestOfReservation(c, reservation, 'reservation_reminder');

/** `isNew`: it is stored in this moment. */
const notifyGuestOfReservation = (
  c: NotifyContext,
  reservation: Reservation,
  event: GuestEvent | null,
  { isNew = false } = {},
): Promise<void> => notifyGuest(c, event, { reservation }, { email: reservation.email, isNew });

/** What a reservation's status is to its guest; null: nothing, as of a party that is seated. */
const eventOfReservation = ({ reservation_status: status }: Reservation): GuestEvent | null =>
  status === 'requested' || status === 'confirmed' || status === 'declined' || status === 'cancelled'
    ? `reservation_${status}`
    : null;

function eventOfOrder({ order_status: status }: Order, from: Order['order_status'] | null): GuestEvent | null {
  if (status === 'pending') return from === null ? 'order_placed' : null;
  if (status === 'accepted' || (status === 'preparing' && (from === null || from === 'pending')))
    return 'order_accepted';
  if (status === 'ready' || status === 'out_for_delivery' || status === 'rejected' || status === 'cancelled')
    return `order_${status}`;
  return null;
}

async function notifyGuest(
  c: NotifyContext,
  event: GuestEvent | null,
  about: About,
  { email, isNew }: { email: string | null; isNew: boolean },
): Promise<void> {
  if (event === null) return;
  // Of what was made in this moment the guest has read in the chat, or on the page.
  const chat = isNew ? null : await chatOf(c, about, email);
  const medium: Medium | null = chat
    ? chat.channel_type === 'whatsapp'
      ? 'whatsapp'
      : 'website_chat'
    : email
      ? 'email'
      : null;
  if (medium === null || !mediaByEvent[event].includes(medium) || (await isOff(c, event))) return;
  if (chat && (await writeInChat(c, chat, event, about))) return;
  // No template fits, and the window has closed: an address is better than silence.
  if (email)
    await c.enqueue('mail.guest', {
      restaurant_id: c.restaurantId,
      event,
      ...('order' in about ? { order_id: about.order.id } : { reservation_id: about.reservation.id }),
    });
}

async function isOff({ db, restaurantId }: NotifyContext, event: GuestEvent): Promise<boolean> {
  const people = await listPreferences(db, restaurantId);
  return people.some(({ guest_messages_off: off }) => off?.includes(event));
}

/** The chat in which it was asked for. Who came another way and left no address is written to over WhatsApp, if they ever wrote so. */
async function chatOf({ db, restaurantId }: NotifyContext, about: About, email: string | null): Promise<Chat | null> {
  const { customer_id: customerId } = 'order' in about ? about.order : about.reservation;
  const type =
    'order' in about ? chatTypes[about.order.channel] : about.reservation.source === 'chat' ? 'any' : undefined;
  if (customerId === null || (type === undefined && email !== null)) return null;
  const [row] = await db
    .select()
    .from(chats)
    .where(
      and(
        eq(chats.restaurant_id, restaurantId),
        eq(chats.customer_id, customerId),
        isNull(chats.deleted_at),
        type === 'any' ? undefined : eq(chats.channel_type, type ?? 'whatsapp'),
      ),
    )
    .orderBy(desc(chats.last_message_at))
    .limit(1);
  return row ? toChat(row) : null;
}

const chatTypes: Partial<Record<Order['channel'], Chat['channel_type']>> = { whatsapp: 'whatsapp', chatbot: 'website' };

/** Of the same thing and event the same: a repeat finds it there. */
const messageId = (about: About, event: GuestEvent): string =>
  idFor(`${'order' in about ? about.order.id : `${about.reservation.id} ${about.reservation.starts_at}`} ${event}`);

/** False: its channel lets nothing through now. */
async function writeInChat(c: NotifyContext, chat: Chat, event: GuestEvent, about: About): Promise<boolean> {
  const id = messageId(about, event);
  if (await findMessage(c.db, c.restaurantId, id)) return true;
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const composed = textOf(event, about, restaurant);
  let text = composed.text;
  let template: TemplateChoice | null = null;
  if (isWindowClosed(chat, c.now.toISOString())) {
    const found = await templateFor(c, chat, event, restaurant.locale);
    if (!found) return false;
    const parameters = composed.parameters.slice(0, found.parameters);
    template = { name: found.name, language: found.language, parameters };
    text = renderTemplate(found.body, parameters);
  }
  const at = c.now.toISOString();
  const message: ChatMessage = {
    id,
    version: 0,
    created_at: after(chat.last_message_at, c.now),
    updated_at: at,
    deleted_at: null,
    updated_by: galley,
    chat_id: chat.id,
    author: 'bot',
    author_name: restaurant.name,
    type: template ? 'template' : 'text',
    message: text,
    attachments: [],
    quote: null,
    delivery_status: 'queued',
    failure_code: null,
    provider_message_id: null,
    is_private: false,
    composed_at: at,
    sent_at: null,
    delivered_at: null,
    read_at: null,
  };
  const { db, restaurantId, now, bump } = c;
  await appendMessage({ db, restaurantId, now, bump, actor: galley }, chat, chat, message);
  if (template)
    await db
      .update(chat_messages)
      .set({ template })
      .where(and(eq(chat_messages.restaurant_id, restaurantId), eq(chat_messages.id, id)));
  await c.enqueue('channel.deliver', { restaurant_id: restaurantId, chat_id: chat.id });
  return true;
}

/** The approved template of the event, else the general one, in the restaurant's language if there is one, that our words fill. */
async function templateFor(
  { db, restaurantId }: NotifyContext,
  chat: Chat,
  event: GuestEvent,
  locale: string,
): Promise<ChannelTemplate | null> {
  const contact = await contactOfChat(db, restaurantId, chat.id);
  if (!contact) return null;
  const [channel] = await db
    .select({ templates: channels.templates })
    .from(channels)
    .where(and(eq(channels.restaurant_id, restaurantId), eq(channels.id, contact.channel_id)));
  const usable = (channel?.templates ?? []).filter((one) => one.is_usable && one.parameters <= PARAMETERS);
  const language = locale.slice(0, 2);
  for (const name of [event, event.startsWith('order') ? 'order_update' : 'reservation_update']) {
    const named = usable.filter((one) => one.name === name);
    const found = named.find((one) => one.language.slice(0, 2) === language) ?? named[0];
    if (found) return found;
  }
  return null;
}

/** {{1}} whom it is for, {{2}} the news, {{3}} more of it. */
const PARAMETERS = 3;

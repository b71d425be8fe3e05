import { and, asc, count, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Chat } from '../../../contract/chats/calls.ts';
import type { Actor } from '../../../contract/fields.ts';
import { cartCame } from '../events.ts';
import { quoteOf } from '../../chats/quote.ts';
import { takeMessage } from '../../chats/take-message.ts';
import { isBlocked } from '../../customers/find-or-create.ts';
import { findCustomer } from '../../customers/store.ts';
import type { Pools } from '../../db/open.ts';
import { channels, chat_files, whatsapp_events } from '../../db/schema/channels.ts';
import { chat_messages } from '../../db/schema/chats.ts';
import { menu_items } from '../../db/schema/menu.ts';
import { inSpace } from '../../jobs/in-space.ts';
import type { JobContext, JobRun } from '../../jobs/jobs.ts';
import type { Enqueue } from '../../pipeline/handler.ts';
import type { Bus } from '../../platform/bus.ts';
import { isId, newId } from '../../platform/ids.ts';
import { changeIdentity, openContact, type ContactContext } from './contacts.ts';
import { takeEcho } from './echo.ts';
import type { CartLine, WhatsappEvent } from './read-events.ts';
import { applyStatus } from './statuses.ts';

interface EventServices {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
}

type Inbound = Extract<WhatsappEvent, { kind: 'message' }>;
type EventRow = typeof whatsapp_events.$inferSelect;

/** An event that fails this often is passed over, so that it does not hold up those behind it for ever. */
const TRIES = 5;
const WINDOW_MS = 24 * 3_600_000;
/** Messages of one customer that are accepted per minute: more than anybody types. */
const FLOOD = { messages: 30, ms: 60_000 };

/** Applies a restaurant's stored events in the order of their arrival. Event and effect are one transaction, so each has one effect. */
export function whatsappEventJobs(services: EventServices): Record<string, JobRun> {
  return {
    'whatsapp.events': async ({ restaurant_id: restaurantId }, job) => {
      while (await applyNext(services, restaurantId!, job));
    },
  };
}

/** False: none is left. */
async function applyNext({ pools, bus }: EventServices, restaurantId: string, job: JobContext): Promise<boolean> {
  const now = job.clock.now();
  let current: EventRow | undefined;
  try {
    const { version } = await inSpace(pools.app, restaurantId, async ({ db, bump }) => {
      [current] = await db
        .select()
        .from(whatsapp_events)
        .where(and(eq(whatsapp_events.restaurant_id, restaurantId), isNull(whatsapp_events.processed_at)))
        .orderBy(asc(whatsapp_events.place))
        .limit(1);
      if (!current) return;
      const enqueue: Enqueue = (name, ids) => job.enqueue(db, name, ids);
      const c: ContactContext = { db, restaurantId, now, bump, actor: whatsapp, enqueue };
      const outcome = await apply(c, current.channel_id, current.event as WhatsappEvent);
      const at = now.toISOString();
      await db
        .update(whatsapp_events)
        .set({ processed_at: at, outcome })
        .where(and(eq(whatsapp_events.restaurant_id, restaurantId), eq(whatsapp_events.id, current.id)));
      await db
        .update(channels)
        .set({ last_event_at: current.received_at })
        .where(and(eq(channels.restaurant_id, restaurantId), eq(channels.id, current.channel_id)));
    });
    if (version !== null) bus.publish(restaurantId, version);
    return current !== undefined;
  } catch (fault) {
    if (current)
      await job.owner.query(
        `UPDATE whatsapp_events SET tries = tries + 1,
                processed_at = CASE WHEN tries + 1 >= $3 THEN $4::timestamptz END,
                outcome = CASE WHEN tries + 1 >= $3 THEN 'failed' END
          WHERE restaurant_id = $1 AND id = $2`,
        [restaurantId, current.id, TRIES, now.toISOString()],
      );
    throw fault;
  }
}

const whatsapp: Actor = { kind: 'channel', id: null, name: 'WhatsApp' };

/** Why it changed nothing; null: it did. */
async function apply(c: ContactContext, channelId: string, event: WhatsappEvent): Promise<string | null> {
  switch (event.kind) {
    case 'message':
      return takeInbound(c, channelId, event);
    case 'status':
      return applyStatus(c, channelId, event);
    case 'echo':
      return takeEcho(c, channelId, event);
    case 'identity':
      return (await changeIdentity(c, event.previous, event.next)) ? null : 'unknown_person';
    case 'account':
      await c.enqueue('whatsapp.check', { restaurant_id: c.restaurantId, channel_id: channelId });
      return null;
  }
}

async function takeInbound(c: ContactContext, channelId: string, event: Inbound): Promise<string | null> {
  const { chat } = await openContact(c, channelId, event.from);
  const customer = await findCustomer(c.db, c.restaurantId, chat.customer_id);
  if (customer && isBlocked(customer.customer)) return 'blocked';
  if (await isFlood(c, chat)) return 'flood';
  const id = newId(c.now);
  const file = event.media && { id: newId(c.now), ...event.media };
  const closes = new Date(Date.parse(event.at) + WINDOW_MS).toISOString();
  const cart = event.cart && (await describeCart(c, event.cart));
  if (event.cart) await cartCame.emit(c, chat, event.cart);
  await takeMessage(
    c,
    chat,
    {
      id,
      type: event.type,
      message: [cart, event.text].filter(Boolean).join('\n'),
      attachments: file
        ? [
            {
              id: file.id,
              kind: file.kind,
              mime_type: file.mime_type,
              file_name: file.file_name,
              bytes: null,
              state: 'loading',
            },
          ]
        : [],
      quote: await quoteOf(c, chat.id, event.quoted_id),
      provider_message_id: event.id,
      composed_at: event.at,
      ...(event.isReaction ? { isReaction: true } : {}),
      ...(event.cart ? { choice_id: 'cart' } : {}),
      ...(event.choice_id === undefined ? {} : { choice_id: event.choice_id }),
    },
    // Events may come in another order than they happened.
    { reply_window_closes_at: later(chat.reply_window_closes_at, closes) },
  );
  if (file) {
    await c.db.insert(chat_files).values({
      restaurant_id: c.restaurantId,
      id: file.id,
      chat_id: chat.id,
      message_id: id,
      media_id: file.media_id,
      mime_type: file.mime_type,
      file_name: file.file_name,
      created_at: c.now.toISOString(),
    });
    await c.enqueue('whatsapp.media', { restaurant_id: c.restaurantId, channel_id: channelId, file_id: file.id });
  }
  return null;
}

const later = (known: string | null, next: string) =>
  known !== null && Date.parse(known) > Date.parse(next) ? known : next;

async function isFlood({ db, restaurantId, now }: ContactContext, chat: Chat): Promise<boolean> {
  const since = new Date(now.getTime() - FLOOD.ms).toISOString();
  const [row] = await db
    .select({ recent: count() })
    .from(chat_messages)
    .where(
      and(
        eq(chat_messages.restaurant_id, restaurantId),
        eq(chat_messages.chat_id, chat.id),
        eq(chat_messages.author, 'customer'),
        gt(chat_messages.updated_at, since),
      ),
    );
  return (row?.recent ?? 0) >= FLOOD.messages;
}

/** "Cart: 2 × Jollof rice, 1 × Chapman". What an item is called and costs is read from our own menu, never from the cart. */
async function describeCart({ db, restaurantId }: ContactContext, cart: CartLine[]): Promise<string> {
  const ids = cart.map((line) => line.item_id.toLowerCase()).filter(isId);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: menu_items.id, name: menu_items.name })
          .from(menu_items)
          .where(and(eq(menu_items.restaurant_id, restaurantId), inArray(menu_items.id, ids)));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const lines = cart.map((line) => `${line.quantity} × ${names.get(line.item_id.toLowerCase()) ?? 'unknown item'}`);
  return `Cart: ${lines.join(', ')}`;
}

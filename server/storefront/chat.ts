import { and, asc, eq, gt, inArray, lte, or } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { blankChat } from '../../contract/chats/new-chat.ts';
import * as contract from '../../contract/storefront/calls.ts';
import { ofChat } from '../chats/store.ts';
import { takeMessage } from '../chats/take-message.ts';
import type { NewMessage } from '../chats/write.ts';
import { isBlocked, findOrCreateCustomer, updateCustomer } from '../customers/find-or-create.ts';
import { findCustomer } from '../customers/store.ts';
import { chat_messages, chats } from '../db/schema/chats.ts';
import { answer, defineHandler, refuse, type BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import { chatOfToken } from './chat-of-token.ts';
import { newToken } from './new-order.ts';

const PAGE = 200;

/** Always starts a new chat: a typed-in number or address identifies the customer, but opens no earlier messages. */
export const startChat = defineHandler(contract.startChat, async (c) => {
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const customer = await findOrCreateCustomer(c, restaurant, c.body.customer, 'chat');
  if (isBlocked(customer)) return refuse('customer_blocked');
  const token = newToken();
  const chat = newChat(c, customer.id, c.body.customer.name, await c.bump());
  await c.db.insert(chats).values({ ...chat, restaurant_id: c.restaurantId, public_token_hash: hashToken(token) });
  // A visitor who types in a known number does not replace that customer's own chat.
  if (customer.chat_id === null) {
    const stamp = { version: await c.bump(), updated_at: c.now.toISOString() };
    await updateCustomer(c.db, c.restaurantId, customer.id, { chat_id: chat.id, ...stamp });
  }
  const message = await takeMessage(c, chat, { message: c.body.message });
  return { token, restaurant_name: restaurant.name, messages: [publicMessage(message)] };
});

export const listMessages = defineHandler(contract.listMessages, async (c) => {
  const chat = await chatOfToken(c.db, c.restaurantId, c.path.token);
  if (!chat) return refuse('not_found');
  const rows = await c.db
    .select()
    .from(chat_messages)
    .where(
      and(
        ofChat(c.restaurantId, chat.id),
        isPublic,
        c.query.after ? gt(chat_messages.sent_at, c.query.after) : undefined,
      ),
    )
    .orderBy(asc(chat_messages.sent_at), asc(chat_messages.id))
    .limit(PAGE);
  return rows.map(publicMessage);
});

export const postMessage = defineHandler(contract.postMessage, async (c) => {
  const chat = await chatOfToken(c.db, c.restaurantId, c.path.token);
  if (!chat) return refuse('not_found');
  if (await isBlockedById(c, chat.customer_id)) return refuse('customer_blocked');
  const message = await takeMessage(c, chat, {
    message: c.body.message,
    ...(c.body.choice_id === undefined ? {} : { choice_id: c.body.choice_id }),
  });
  // Everything sent before this message was above it, so it was read.
  await acknowledge(c, chat, { delivery_status: 'read', upto: message.sent_at! });
  return publicMessage(message);
});

export const acknowledgeMessages = defineHandler(contract.acknowledgeMessages, async (c) => {
  const chat = await chatOfToken(c.db, c.restaurantId, c.path.token);
  if (!chat) return refuse('not_found');
  const changed = await acknowledge(c, chat, c.body);
  return changed ? c.body : answer(c.body, { notice: { code: 'already_done' } });
});

type PublicMessage = z.infer<typeof contract.PublicMessage>;

function publicMessage({ id, author, message, choices, sent_at, created_at }: NewMessage): PublicMessage {
  return { id, author, message, choices: choices ?? null, sent_at: sent_at ?? created_at };
}

/** Excludes staff notes, and replies that have not been sent yet. */
const isPublic = and(
  inArray(chat_messages.delivery_status, ['sent', 'delivered', 'read']),
  inArray(chat_messages.type, ['text', 'order_card']),
  eq(chat_messages.is_private, false),
);

async function isBlockedById(c: BaseContext, customerId: string): Promise<boolean> {
  const found = await findCustomer(c.db, c.restaurantId, customerId);
  return found !== null && isBlocked(found.customer);
}

/** Advances the delivery status of sent replies up to an instant; it never goes back. */
async function acknowledge(
  c: BaseContext,
  chat: Chat,
  { delivery_status, upto }: { delivery_status: 'delivered' | 'read'; upto: string },
): Promise<boolean> {
  const before = delivery_status === 'read' ? (['sent', 'delivered'] as const) : (['sent'] as const);
  const isDue = and(
    ofChat(c.restaurantId, chat.id),
    eq(chat_messages.is_private, false),
    or(eq(chat_messages.author, 'staff'), eq(chat_messages.author, 'bot')),
    inArray(chat_messages.delivery_status, [...before]),
    lte(chat_messages.sent_at, upto),
  );
  const due = await c.db
    .select({ id: chat_messages.id, delivered_at: chat_messages.delivered_at })
    .from(chat_messages)
    .where(isDue);
  if (due.length === 0) return false;
  const at = c.now.toISOString();
  const stamp = {
    delivery_status,
    version: await c.bump(),
    updated_at: at,
    updated_by: { kind: 'customer' as const, id: chat.customer_id, name: chat.customer_name },
  };
  const set = (ids: string[], fields: Partial<ChatMessage>) =>
    c.db
      .update(chat_messages)
      .set({ ...stamp, ...fields })
      .where(and(eq(chat_messages.restaurant_id, c.restaurantId), inArray(chat_messages.id, ids)));
  const isRead = delivery_status === 'read' ? { read_at: at } : {};
  const fresh = due.filter((row) => row.delivered_at === null).map((row) => row.id);
  const known = due.filter((row) => row.delivered_at !== null).map((row) => row.id);
  if (fresh.length > 0) await set(fresh, { ...isRead, delivered_at: at });
  if (known.length > 0) await set(known, isRead);
  return true;
}

function newChat(c: BaseContext, customerId: string, customerName: string, version: number): Chat {
  const at = c.now.toISOString();
  return blankChat({
    id: newId(c.now),
    version,
    created_at: at,
    updated_by: { kind: 'customer', id: customerId, name: customerName },
    customer_id: customerId,
    customer_name: customerName,
    last_message_at: at,
  });
}

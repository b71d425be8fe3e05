import { and, count, desc, eq, gt, inArray, isNull, lt, max, or, sql, type SQL } from 'drizzle-orm';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { listPage } from '../db/list-page.ts';
import { chat_messages, chatbot_conversations, chats } from '../db/schema/chats.ts';
import type { Tx } from '../db/tx.ts';
import { contains } from '../db/search.ts';

export interface ChatFilter {
  customerId?: string | undefined;
  isUnread?: boolean | undefined;
  isPaused?: boolean | undefined;
  label?: string | undefined;
  terms?: string[];
}

/** Unread first, then by the newest message. */
export async function listChats(
  db: Tx,
  restaurantId: string,
  filter: ChatFilter,
  page: { limit: number; offset: number },
) {
  const where = conditions(restaurantId, filter);
  const order = [sql`(${chats.unread_count} > 0) DESC`, desc(chats.last_message_at), desc(chats.id)];
  const { rows, total } = await listPage(db, chats, { where, order, page });
  return { chats: rows.map(toChat), total };
}

export async function findChat(db: Tx, restaurantId: string, id: string): Promise<Chat | null> {
  const [row] = await db
    .select()
    .from(chats)
    .where(and(eq(chats.restaurant_id, restaurantId), eq(chats.id, id), isNull(chats.deleted_at)))
    .limit(1);
  return row ? toChat(row) : null;
}

export async function updateChat(db: Tx, restaurantId: string, id: string, fields: Partial<Chat>): Promise<void> {
  await db
    .update(chats)
    .set(fields)
    .where(and(eq(chats.restaurant_id, restaurantId), eq(chats.id, id)));
  // Whoever pauses the bot takes over: what it was asking for is dropped with every pause, and does not come back after it.
  if (fields.pause_op_id !== undefined) await dropConversations(db, restaurantId, [id]);
}

export async function dropConversations(db: Tx, restaurantId: string, chatIds: string[]): Promise<void> {
  await db
    .delete(chatbot_conversations)
    .where(and(eq(chatbot_conversations.restaurant_id, restaurantId), inArray(chatbot_conversations.chat_id, chatIds)));
}

export function toChat({ restaurant_id: _, public_token_hash: __, ...chat }: typeof chats.$inferSelect): Chat {
  return chat;
}

/** The newest messages before an instant, in chat order. */
export async function readMessages(
  db: Tx,
  restaurantId: string,
  chatId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ messages: ChatMessage[]; hasEarlier: boolean }> {
  const rows = await db
    .select()
    .from(chat_messages)
    .where(and(ofChat(restaurantId, chatId), before ? lt(chat_messages.created_at, before) : undefined))
    .orderBy(desc(chat_messages.created_at), desc(chat_messages.id))
    .limit(limit + 1);
  return { messages: rows.slice(0, limit).toReversed().map(toMessage), hasEarlier: rows.length > limit };
}

export async function findMessage(db: Tx, restaurantId: string, id: string): Promise<ChatMessage | null> {
  const [row] = await db
    .select()
    .from(chat_messages)
    .where(and(eq(chat_messages.restaurant_id, restaurantId), eq(chat_messages.id, id)))
    .limit(1);
  return row ? toMessage(row) : null;
}

export async function updateMessage(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<ChatMessage>,
): Promise<void> {
  await db
    .update(chat_messages)
    .set(fields)
    .where(and(eq(chat_messages.restaurant_id, restaurantId), eq(chat_messages.id, id)));
}

export function toMessage({
  restaurant_id: _,
  template: __,
  unconfirmed_since: ___,
  choices: ____,
  choice_id: _____,
  unanswered_id: ______,
  ...message
}: typeof chat_messages.$inferSelect): ChatMessage {
  return message;
}

/** Number of the customer's messages after the read mark. */
export async function countUnread(db: Tx, restaurantId: string, chat: Pick<Chat, 'id' | 'read_upto'>): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(chat_messages)
    .where(
      and(
        ofChat(restaurantId, chat.id),
        eq(chat_messages.author, 'customer'),
        chat.read_upto ? gt(chat_messages.created_at, chat.read_upto) : undefined,
      ),
    );
  return row?.unread ?? 0;
}

/**
 * When the next message of a chat counts as sent: now, but later than every earlier one, so that a reader who asks for news misses none.
 */
export async function nextSentAt(db: Tx, restaurantId: string, chatId: string, now: Date): Promise<string> {
  const [row] = await db
    .select({ last: max(chat_messages.sent_at) })
    .from(chat_messages)
    .where(ofChat(restaurantId, chatId));
  return after(row?.last ?? null, now);
}

/** Now, or a millisecond after `last` if the clock has not advanced. */
export const after = (last: string | null, now: Date): string =>
  new Date(last === null ? now.getTime() : Math.max(now.getTime(), Date.parse(last) + 1)).toISOString();

export const ofChat = (restaurantId: string, chatId: string) =>
  and(
    eq(chat_messages.restaurant_id, restaurantId),
    eq(chat_messages.chat_id, chatId),
    isNull(chat_messages.deleted_at),
  );

function conditions(
  restaurantId: string,
  { customerId, isUnread, isPaused, label, terms = [] }: ChatFilter,
): SQL | undefined {
  return and(
    eq(chats.restaurant_id, restaurantId),
    isNull(chats.deleted_at),
    customerId ? eq(chats.customer_id, customerId) : undefined,
    isUnread === undefined ? undefined : isUnread ? gt(chats.unread_count, 0) : eq(chats.unread_count, 0),
    isPaused === undefined ? undefined : eq(chats.is_paused, isPaused),
    label?.trim()
      ? sql`EXISTS (SELECT 1 FROM jsonb_array_elements_text(${chats.labels}) AS l(label) WHERE lower(l.label) = lower(${label.trim()}))`
      : undefined,
    ...terms.map((term) =>
      or(contains(sql`${chats.customer_name}`, term), contains(sql`${chats.last_message_preview}`, term)),
    ),
  );
}

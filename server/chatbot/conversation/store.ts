import { and, eq } from 'drizzle-orm';
import type pg from 'pg';
import { chatbot_conversations } from '../../db/schema/chats.ts';
import type { Tx } from '../../pipeline/handler.ts';
import type { Pending } from './pending.ts';

/** A question that nobody has answered for so long is not open any more. */
const EXPIRES_MS = 30 * 60_000;
/** For so long it is known that there was one. */
const KEPT_MS = 24 * 60 * 60_000;

export interface Conversation {
  pending: Pending;
  asked_at: string;
  isExpired: boolean;
}

interface Scope {
  db: Tx;
  restaurantId: string;
}

const ofChat = (restaurantId: string, chatId: string) =>
  and(eq(chatbot_conversations.restaurant_id, restaurantId), eq(chatbot_conversations.chat_id, chatId));

export async function readConversation(
  { db, restaurantId }: Scope,
  chatId: string,
  now: Date,
): Promise<Conversation | null> {
  const [row] = await db.select().from(chatbot_conversations).where(ofChat(restaurantId, chatId)).limit(1);
  if (!row) return null;
  // Only saveConversation writes it.
  return {
    pending: row.state as Pending,
    asked_at: row.asked_at,
    isExpired: Date.parse(row.expires_at) <= now.getTime(),
  };
}

/** Null: nothing is open any more. */
export async function saveConversation(
  { db, restaurantId }: Scope,
  chatId: string,
  pending: Pending | null,
  at: string,
): Promise<void> {
  if (pending === null) {
    await db.delete(chatbot_conversations).where(ofChat(restaurantId, chatId));
    return;
  }
  const row = {
    state: pending,
    asked_at: at,
    expires_at: new Date(Date.parse(at) + EXPIRES_MS).toISOString(),
  };
  await db
    .insert(chatbot_conversations)
    .values({ restaurant_id: restaurantId, chat_id: chatId, ...row })
    .onConflictDoUpdate({ target: [chatbot_conversations.restaurant_id, chatbot_conversations.chat_id], set: row });
}

export async function sweepConversations(owner: pg.Pool, now: Date): Promise<void> {
  await owner.query('DELETE FROM chatbot_conversations WHERE expires_at <= $1', [
    new Date(now.getTime() - KEPT_MS).toISOString(),
  ]);
}

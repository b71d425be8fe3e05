import { and, eq } from 'drizzle-orm';
import type { Quote } from '../../contract/chats/calls.ts';
import { chat_messages } from '../db/schema/chats.ts';
import type { Tx } from '../db/tx.ts';
import { findMessage, ofChat } from './store.ts';
import { previewOfMessage } from './write.ts';

interface Scope {
  db: Tx;
  restaurantId: string;
}

/** The message of a chat that has this id at its provider. What was written before the chat was here is quoted without its words. */
export async function quoteOf({ db, restaurantId }: Scope, chatId: string, providerId?: string): Promise<Quote | null> {
  if (providerId === undefined) return null;
  const [row] = await db
    .select()
    .from(chat_messages)
    .where(and(ofChat(restaurantId, chatId), eq(chat_messages.provider_message_id, providerId)))
    .limit(1);
  return row
    ? { message_id: row.id, author: row.author, text: previewOfMessage(row) }
    : { message_id: null, author: null, text: '' };
}

/** The message of a chat to which staff reply. Null: it is not in the chat, or no customer ever saw it. */
export async function quoteById({ db, restaurantId }: Scope, chatId: string, id: string): Promise<Quote | null> {
  const found = await findMessage(db, restaurantId, id.toLowerCase());
  return found?.chat_id === chatId && found.provider_message_id !== null && !found.is_private
    ? { message_id: found.id, author: found.author, text: previewOfMessage(found) }
    : null;
}

import { and, eq, inArray } from 'drizzle-orm';
import type { Erased } from '../customers/events.ts';
import { chat_messages, chat_sentiments, chats } from '../db/schema/chats.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { forgetFiles } from './files/forget-files.ts';
import { dropConversations } from './store.ts';

/** Chats and messages stay as tombstones, without their words. */
export async function forgetChats(c: BaseContext, { chatIds, stamp }: Erased): Promise<void> {
  if (chatIds.length === 0) return;
  await c.db
    .update(chats)
    .set({
      ...stamp,
      customer_name: '',
      last_message_preview: '',
      labels: [],
      open_draft: null,
      public_token_hash: null,
      deleted_at: stamp.updated_at,
    })
    .where(and(eq(chats.restaurant_id, c.restaurantId), inArray(chats.id, chatIds)));
  await c.db
    .update(chat_messages)
    .set({
      ...stamp,
      message: '',
      author_name: null,
      provider_message_id: null,
      attachments: [],
      quote: null,
      template: null,
      choices: null,
      choice_id: null,
      unanswered_id: null,
      deleted_at: stamp.updated_at,
    })
    .where(and(eq(chat_messages.restaurant_id, c.restaurantId), inArray(chat_messages.chat_id, chatIds)));
  await c.db
    .delete(chat_sentiments)
    .where(and(eq(chat_sentiments.restaurant_id, c.restaurantId), inArray(chat_sentiments.chat_id, chatIds)));
  await forgetFiles(c, chatIds);
  await dropConversations(c.db, c.restaurantId, chatIds);
}

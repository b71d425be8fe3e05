import { isBotPaused } from '../../contract/chats/pause.ts';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { readOwn } from './store.ts';

/**
 * Has the bot answer a customer's message, in the transaction that stores it and whatever the channel. Whether it may is checked again
 * when it answers.
 */
export async function queueAnswer(
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'enqueue'>,
  chat: Chat,
  message: Pick<ChatMessage, 'id' | 'author'>,
): Promise<void> {
  if (message.author !== 'customer' || isBotPaused(chat, c.now)) return;
  const { value } = await readOwn({ db: c.db, restaurantId: c.restaurantId });
  if (!value.is_enabled) return;
  await c.enqueue('chatbot.answer', { restaurant_id: c.restaurantId, chat_id: chat.id, message_id: message.id });
}

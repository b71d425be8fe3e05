import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { changedFields } from '../db/changed-fields.ts';
import { chat_messages } from '../db/schema.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { settle } from '../notifications/settle.ts';
import { openOrderIds, updateChat } from './store.ts';

export type ChatWriteContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor'> &
  Partial<Pick<BaseContext, 'occurredAt'>>;

const PREVIEW = 140;

/** The news of a chat: what is read in it settles them. */
export const aboutChat = (chatId: string): string => `chat:${chatId}`;

/** Adds a message at the end of a chat, and writes what of the chat has changed with it: `next` is the chat but for the message. */
export async function appendMessage(
  c: ChatWriteContext,
  before: Chat,
  next: Chat,
  message: ChatMessage,
): Promise<Chat> {
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: message.updated_by };
  const chat: Chat = {
    ...next,
    ...stamp,
    last_message_preview: previewOf(message.message),
    last_message_author: message.author,
    last_message_at: message.created_at,
    open_order_ids: await openOrderIds(c.db, c.restaurantId, before.customer_id),
  };
  await c.db.insert(chat_messages).values({ ...message, restaurant_id: c.restaurantId, version: stamp.version });
  await updateChat(c.db, c.restaurantId, chat.id, changedFields(before, chat) ?? stamp);
  await settleWhenRead(c, chat);
  return chat;
}

/** Nothing is left to be told about a chat that has been read to its end. */
export async function settleWhenRead(c: ChatWriteContext, chat: Chat): Promise<void> {
  if (chat.unread_count === 0) await settle(c, aboutChat(chat.id), c.actor);
}

/** The beginning of a message on one line. */
export function previewOf(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW - 1).toWellFormed()}…` : line;
}

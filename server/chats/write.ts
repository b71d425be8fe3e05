import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { changedFields } from '../db/changed-fields.ts';
import { chat_messages } from '../db/schema/chats.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { settle } from '../notifications/settle.ts';
import { openOrderIds } from '../customers/open-orders.ts';
import { messageStored } from './events.ts';
import { dropConversations, updateChat } from './store.ts';
import { clip } from '../../contract/clip.ts';

export type ChatWriteContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor'> &
  Partial<Pick<BaseContext, 'occurredAt' | 'enqueue'>>;

const PREVIEW = 140;

/** Group of a chat's notifications, which are settled when it is read. */
export const aboutChat = (chatId: string): string => `chat:${chatId}`;

/** With what devices do not get. */
export type NewMessage = ChatMessage &
  Partial<Pick<typeof chat_messages.$inferInsert, 'choices' | 'choice_id' | 'unanswered_id'>>;

/**
 * Appends a message to a chat and writes the chat's other changes: `next` is the chat without the message. With `enqueue`, the bot answers a
 * customer's message if it may.
 */
export async function appendMessage(c: ChatWriteContext, before: Chat, next: Chat, message: NewMessage): Promise<Chat> {
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: message.updated_by };
  const chat: Chat = {
    ...next,
    ...stamp,
    last_message_preview: previewOfMessage(message),
    last_message_author: message.author,
    last_message_at: message.created_at,
    open_order_ids: await openOrderIds(c.db, c.restaurantId, before.customer_id),
  };
  await c.db.insert(chat_messages).values({ ...message, restaurant_id: c.restaurantId, version: stamp.version });
  await updateChat(c.db, c.restaurantId, chat.id, changedFields(before, chat) ?? stamp);
  await settleWhenRead(c, chat);
  // A person answers now, whether or not the bot was paused by it.
  if (message.author === 'staff') await dropConversations(c.db, c.restaurantId, [chat.id]);
  const { db, restaurantId, now, enqueue } = c;
  if (enqueue) await messageStored.emit({ db, restaurantId, now, enqueue }, chat, message);
  return chat;
}

/** A chat read to its end needs no notifications. */
export async function settleWhenRead(c: ChatWriteContext, chat: Chat): Promise<void> {
  if (chat.unread_count === 0) await settle(c, aboutChat(chat.id), c.actor);
}

/** The start of a message on one line; of a file without a caption, what it is. */
export const previewOfMessage = ({ message, attachments }: Pick<ChatMessage, 'message' | 'attachments'>): string =>
  previewOf(message) || (attachments[0] ? attachmentLabels[attachments[0].kind] : '');

const attachmentLabels = { image: 'Photo', audio: 'Voice message', video: 'Video', document: 'Document' };

/** The start of a text on one line. */
export function previewOf(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return clip(line, PREVIEW);
}

import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { notify } from '../notifications/notify.ts';
import { after, nextSentAt } from './store.ts';
import { aboutChat, appendMessage, previewOfMessage, type NewMessage } from './write.ts';

export type CustomerMessage = Pick<ChatMessage, 'message'> &
  Partial<Pick<ChatMessage, 'id' | 'type' | 'attachments' | 'quote' | 'provider_message_id' | 'composed_at'>> & {
    /** To a message, such as a thumb: shown, but there is nothing to read or to answer. */
    isReaction?: boolean;
    /** The button that was pressed. */
    choice_id?: string;
  };

type TakeContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor' | 'enqueue'>;

/** Adds a customer's message to a chat and notifies the restaurant, whatever channel it came by. `changes`: of the chat besides. */
export async function takeMessage(
  c: TakeContext,
  chat: Chat,
  { isReaction = false, ...given }: CustomerMessage,
  changes: Partial<Chat> = {},
): Promise<ChatMessage> {
  const created_at = after(chat.last_message_author && chat.last_message_at, c.now);
  const actor = { kind: 'customer' as const, id: chat.customer_id, name: chat.customer_name };
  const message: NewMessage = {
    id: newId(c.now),
    version: await c.bump(),
    created_at,
    updated_at: c.now.toISOString(),
    deleted_at: null,
    updated_by: actor,
    chat_id: chat.id,
    author: 'customer',
    author_name: chat.customer_name,
    type: 'text',
    attachments: [],
    quote: null,
    delivery_status: 'delivered',
    failure_code: null,
    provider_message_id: null,
    is_private: false,
    composed_at: c.now.toISOString(),
    sent_at: await nextSentAt(c.db, c.restaurantId, chat.id, c.now),
    delivered_at: created_at,
    read_at: null,
    ...given,
  };
  const next = { ...chat, ...changes, last_inbound_at: created_at };
  if (isReaction) {
    const { enqueue: _, ...silent } = c;
    await appendMessage(silent, chat, next, message);
    return message;
  }
  await appendMessage(c, chat, { ...next, unread_count: chat.unread_count + 1 }, message);
  await notify(c, {
    type: 'chat_message',
    title: chat.customer_name,
    body: previewOfMessage(message),
    severity: 'info',
    resource_type: 'chat',
    resource_id: chat.id,
    url: `/restaurant/chats/${chat.customer_id}`,
    group_key: aboutChat(chat.id),
  });
  return message;
}

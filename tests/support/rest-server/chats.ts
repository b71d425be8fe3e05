import type { PlainStore } from './store.ts';
import { fieldsOf, Refused, type PlainRow } from './values.ts';

export function chatOf(store: PlainStore, id: string): object {
  return {
    chat: store.find('chats', id),
    messages: store.rows.messages.filter((message) => message['chat_id'] === id),
  };
}

export function pause(store: PlainStore, id: string, isPaused: boolean): PlainRow {
  return Object.assign(store.find('chats', id), {
    is_paused: isPaused,
    paused_at: isPaused ? store.at() : null,
    updated_at: store.at(),
  });
}

/** Each call is one message more: nothing here can tell a second try from a second message. */
export function sendMessage(store: PlainStore, id: string, body: unknown): PlainRow {
  const chat = store.find('chats', id);
  const text = fieldsOf(body)['message'];
  if (typeof text !== 'string' || text.trim() === '') throw new Refused(422, 'invalid_fields', 'Message is required');
  const at = store.at();
  const message: PlainRow = {
    id: store.newId(),
    chat_id: id,
    author: 'staff',
    type: 'text',
    message: text.trim(),
    delivery_status: 'sent',
    created_at: at,
    updated_at: at,
  };
  store.rows.messages.push(message);
  Object.assign(chat, { last_message_preview: text.trim(), last_message_author: 'staff', last_message_at: at });
  return message;
}

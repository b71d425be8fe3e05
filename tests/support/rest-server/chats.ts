import type { RestServerStore } from './store.ts';
import { fieldsOf, Refused, type RestServerRow } from './values.ts';

export function chatOf(store: RestServerStore, id: string): object {
  return {
    chat: store.find('chats', id),
    messages: store.rows.messages.filter((message) => message['chat_id'] === id),
  };
}

export function pause(store: RestServerStore, id: string, isPaused: boolean): RestServerRow {
  return Object.assign(store.find('chats', id), {
    is_paused: isPaused,
    paused_at: isPaused ? store.at() : null,
    updated_at: store.at(),
  });
}

/** Each call adds a message: nothing here can tell a retry from a second message. */
export function sendMessage(store: RestServerStore, id: string, body: unknown): RestServerRow {
  const chat = store.find('chats', id);
  const text = fieldsOf(body)['message'];
  if (typeof text !== 'string' || text.trim() === '') throw new Refused(422, 'invalid_fields', 'Message is required');
  const at = store.at();
  const message: RestServerRow = {
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

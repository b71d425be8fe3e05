import type { Chat } from './calls.ts';

/**
 * Moves the mark of what staff have read on, never back; null: it stands there already or further on. How many stay unread is known
 * only where all of them are read: the server counts the others.
 */
export function readUpto(chat: Chat, upto: string): Chat | null {
  if (chat.read_upto !== null && Date.parse(upto) <= Date.parse(chat.read_upto)) return null;
  const isAll = chat.last_inbound_at === null || Date.parse(upto) >= Date.parse(chat.last_inbound_at);
  return { ...chat, read_upto: upto, unread_count: isAll ? 0 : chat.unread_count };
}

import type { Chat } from './calls.ts';

/**
 * Moves the read mark forward, never back; null if it is there already or further on. The number of unread messages is known only if all
 * are read; otherwise the server counts them.
 */
export function readUpto(chat: Chat, upto: string): Chat | null {
  if (chat.read_upto !== null && Date.parse(upto) <= Date.parse(chat.read_upto)) return null;
  const isAll = chat.last_inbound_at === null || Date.parse(upto) >= Date.parse(chat.last_inbound_at);
  return { ...chat, read_upto: upto, unread_count: isAll ? 0 : chat.unread_count };
}

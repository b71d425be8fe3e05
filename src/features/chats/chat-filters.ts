import { isBotPaused } from '../../../contract/chats/pause.ts';
import type { Chat } from '../../../contract/chats/calls.ts';

export type Show = 'all' | 'unread' | 'paused';

/** What the list of chats shows; all of it stands in the query string. */
export interface ChatFilters {
  show: Show;
  /** Words looked for in the customer's name and the newest message. */
  search: string;
}

export function readChatFilters(query: string): ChatFilters {
  const params = new URLSearchParams(query);
  const show = params.get('show');
  return {
    show: show === 'unread' || show === 'paused' ? show : 'all',
    search: (params.get('search') ?? '').slice(0, 100),
  };
}

/** As the query of a link; what is as usual is left out. */
export const writeChatFilters = ({ show, search }: ChatFilters): Record<string, string | undefined> => ({
  show: show === 'all' ? undefined : show,
  search: search.trim() || undefined,
});

export const isUnread = (chat: Pick<Chat, 'unread_count'>): boolean => chat.unread_count > 0;

/** The chat that is open, and whether it was unread when it was opened. */
export interface OpenChat {
  id: string;
  wasUnread: boolean;
}

/**
 * The chats that the filters ask for: unread first, then the newest first. Opening a chat reads it: it stays in the list all the same, and
 * at the place where it was touched.
 */
export function chosenChats<C extends Chat>(
  chats: readonly C[],
  { show, search }: ChatFilters,
  now: number,
  open: OpenChat | null = null,
): C[] {
  const words = fold(search).split(' ').filter(Boolean);
  const at = new Date(now);
  const rank = (chat: C) => Number(isUnread(chat) || (chat.id === open?.id && open.wasUnread));
  return chats
    .filter((chat) => {
      if (show === 'unread' && !isUnread(chat) && chat.id !== open?.id) return false;
      if (show === 'paused' && !isBotPaused(chat, at) && chat.id !== open?.id) return false;
      const text = fold(`${chat.customer_name} ${chat.last_message_preview}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(b) - rank(a) || (a.last_message_at < b.last_message_at ? 1 : -1));
}

const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();

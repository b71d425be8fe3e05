import { hasLabel, LABEL_MAX, withLabels } from '../../../contract/chats/labels.ts';
import { isBotPaused } from '../../../contract/chats/pause.ts';
import type { Chat } from '../../../contract/chats/calls.ts';
import { fold } from '../../../contract/fold.ts';
import { clip } from '../../../contract/clip.ts';

const shown = ['all', 'unread', 'needs_person', 'paused'] as const;
export type Show = (typeof shown)[number];

/** The filters of the chat list, all in the query string. */
export interface ChatFilters {
  show: Show;
  /** Words to find in the customer's name and messages. */
  search: string;
  /** Empty: any or none. */
  label: string;
}

export function readChatFilters(query: string): ChatFilters {
  const params = new URLSearchParams(query);
  const show = params.get('show');
  return {
    show: shown.find((one) => one === show) ?? 'all',
    search: clip(params.get('search') ?? '', 100, ''),
    label: clip((params.get('label') ?? '').trim(), LABEL_MAX, ''),
  };
}

/** The query for a link; defaults are left out. */
export const writeChatFilters = ({ show, search, label }: ChatFilters): Record<string, string | undefined> => ({
  show: show === 'all' ? undefined : show,
  search: search.trim() || undefined,
  label: label || undefined,
});

export const isUnread = (chat: Pick<Chat, 'unread_count'>): boolean => chat.unread_count > 0;

/** The bot has passed it on, or it is paused and nobody has read what the customer wrote since. */
export const needsPerson = (
  chat: Pick<Chat, 'needs_human' | 'is_paused' | 'paused_until' | 'unread_count'>,
  now: Date,
): boolean => chat.needs_human || (isBotPaused(chat, now) && isUnread(chat));

/** The open chat and whether it was unread when it was opened. */
export interface OpenChat {
  id: string;
  wasUnread: boolean;
}

/** What a search is for, as a message has to contain it. */
export const searchedWords = (search: string): string[] => fold(search).split(' ').filter(Boolean);

const none: ReadonlySet<string> = new Set();

/**
 * The filtered chats: unread first, then the newest. Opening a chat marks it as read, but it keeps its place in the list. `mentioning`: ids of
 * the chats in which some message has all words of the search.
 */
export function chosenChats<C extends Chat>(
  chats: readonly C[],
  { show, search, label }: ChatFilters,
  now: number,
  open: OpenChat | null = null,
  mentioning: ReadonlySet<string> = none,
): C[] {
  const words = searchedWords(search);
  const at = new Date(now);
  const rank = (chat: C) => Number(isUnread(chat) || (chat.id === open?.id && open.wasUnread));
  return chats
    .filter((chat) => {
      if (show === 'unread' && !isUnread(chat) && chat.id !== open?.id) return false;
      if (show === 'needs_person' && !needsPerson(chat, at) && chat.id !== open?.id) return false;
      if (show === 'paused' && !isBotPaused(chat, at) && chat.id !== open?.id) return false;
      if (label !== '' && !hasLabel(chat, label) && chat.id !== open?.id) return false;
      const text = fold(`${chat.customer_name} ${chat.last_message_preview}`);
      return words.every((word) => text.includes(word)) || mentioning.has(chat.id);
    })
    .toSorted((a, b) => rank(b) - rank(a) || (a.last_message_at < b.last_message_at ? 1 : -1));
}

/** The labels in use, each in its first spelling, in the order of the alphabet. */
export function labelsOf(chats: readonly Pick<Chat, 'labels'>[]): string[] {
  // Rows from before there were labels have no list of them.
  const all = chats.reduce<string[]>((known, { labels }) => withLabels(known, { add: labels ?? [] }), []);
  return all.toSorted((a, b) => a.localeCompare(b));
}

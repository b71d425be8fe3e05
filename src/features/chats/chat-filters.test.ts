import { expect, test } from 'vitest';
import type { Chat } from '../../../contract/chats/calls.ts';
import { chosenChats, readChatFilters, writeChatFilters } from './chat-filters.ts';

const now = Date.parse('2026-11-20T19:42:00.000Z');
const chat = (name: string, at: string, more: Partial<Chat> = {}) =>
  ({
    id: name,
    customer_name: name,
    last_message_at: `2026-11-20T${at}:00.000Z`,
    last_message_preview: 'Thank you',
    unread_count: 0,
    is_paused: false,
    paused_until: null,
    ...more,
  }) as Chat;

const chats = [
  chat('Joanna Price', '19:40', { is_paused: true, paused_until: '2026-11-20T20:37:00.000Z' }),
  chat('Tom Whitfield', '19:39'),
  chat('Zoë Laurent', '16:12', { unread_count: 2, last_message_preview: 'Can I book a table?' }),
  chat('Meera Joshi', '18:57', { is_paused: true, paused_until: '2026-11-20T19:00:00.000Z' }),
];
const names = (query: string) => chosenChats(chats, readChatFilters(query), now).map((one) => one.customer_name);

test('what nobody has read stands first, then the newest', () => {
  expect(names('')).toEqual(['Zoë Laurent', 'Joanna Price', 'Tom Whitfield', 'Meera Joshi']);
});

test('a pause that is over is none', () => {
  expect(names('show=paused')).toEqual(['Joanna Price']);
});

test('unread chats and words are looked for, accents or not', () => {
  expect(names('show=unread')).toEqual(['Zoë Laurent']);
  expect(names('search=zoe+table')).toEqual(['Zoë Laurent']);
  expect(names('search=biryani')).toEqual([]);
});

test('a chat stays in its list, at its place, when opening it has read it', () => {
  const read = chats.map((one) => (one.id === 'Zoë Laurent' ? { ...one, unread_count: 0 } : one));
  const open = { id: 'Zoë Laurent', wasUnread: true };
  const shown = (query: string) => chosenChats(read, readChatFilters(query), now, open).map((one) => one.id);
  expect(shown('show=unread')).toEqual(['Zoë Laurent']);
  expect(shown('')).toEqual(['Zoë Laurent', 'Joanna Price', 'Tom Whitfield', 'Meera Joshi']);
  expect(shown('search=tom')).toEqual(['Tom Whitfield']);
});

test('a chat stays among the paused ones when its bot is resumed', () => {
  const open = { id: 'Meera Joshi', wasUnread: false };
  expect(chosenChats(chats, readChatFilters('show=paused'), now, open).map((one) => one.id)).toEqual([
    'Joanna Price',
    'Meera Joshi',
  ]);
});

test('the filters go through the address and back', () => {
  expect(writeChatFilters(readChatFilters('show=paused&search=tom+'))).toEqual({ show: 'paused', search: 'tom' });
  expect(writeChatFilters(readChatFilters('show=nonsense'))).toEqual({ show: undefined, search: undefined });
});

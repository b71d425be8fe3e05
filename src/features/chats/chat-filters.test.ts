import { expect, test } from 'vitest';
import type { Chat } from '../../../contract/chats/calls.ts';
import { chosenChats, labelsOf, readChatFilters, writeChatFilters } from './chat-filters.ts';

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
    needs_human: false,
    last_message_author: 'staff',
    ...more,
  }) as Chat;

const chats = [
  chat('Joanna Price', '19:40', { is_paused: true, paused_until: '2026-11-20T20:37:00.000Z' }),
  chat('Tom Whitfield', '19:39'),
  chat('Zoë Laurent', '16:12', { unread_count: 2, last_message_preview: 'Can I book a table?' }),
  chat('Meera Joshi', '18:57', { is_paused: true, paused_until: '2026-11-20T19:00:00.000Z' }),
];
const names = (query: string) => chosenChats(chats, readChatFilters(query), now).map((one) => one.customer_name);

test('unread chats come first, then the newest', () => {
  expect(names('')).toEqual(['Zoë Laurent', 'Joanna Price', 'Tom Whitfield', 'Meera Joshi']);
});

test('an expired pause does not count', () => {
  expect(names('show=paused')).toEqual(['Joanna Price']);
});

test('finds the chats that only a person answers', () => {
  const waiting = [
    chat('Passed on', '19:30', { needs_human: true, unread_count: 1 }),
    chat('Paused', '19:20', { is_paused: true, unread_count: 1 }),
    chat('Read', '19:10', { is_paused: true }),
    chat('Over', '19:00', {
      is_paused: true,
      paused_until: '2026-11-20T19:00:00.000Z',
      unread_count: 1,
    }),
  ];
  const filters = readChatFilters('show=needs_person');
  expect(chosenChats(waiting, filters, now).map((one) => one.id)).toEqual(['Passed on', 'Paused']);
  expect(writeChatFilters(filters).show).toBe('needs_person');
});

test('finds unread chats and words, ignoring accents', () => {
  expect(names('show=unread')).toEqual(['Zoë Laurent']);
  expect(names('search=zoe+table')).toEqual(['Zoë Laurent']);
  expect(names('search=biryani')).toEqual([]);
});

test('a chat keeps its place when opening marks it read', () => {
  const read = chats.map((one) => (one.id === 'Zoë Laurent' ? { ...one, unread_count: 0 } : one));
  const open = { id: 'Zoë Laurent', wasUnread: true };
  const shown = (query: string) => chosenChats(read, readChatFilters(query), now, open).map((one) => one.id);
  expect(shown('show=unread')).toEqual(['Zoë Laurent']);
  expect(shown('')).toEqual(['Zoë Laurent', 'Joanna Price', 'Tom Whitfield', 'Meera Joshi']);
  expect(shown('search=tom')).toEqual(['Tom Whitfield']);
});

test('a chat stays among the paused ones when resumed', () => {
  const open = { id: 'Meera Joshi', wasUnread: false };
  expect(chosenChats(chats, readChatFilters('show=paused'), now, open).map((one) => one.id)).toEqual([
    'Joanna Price',
    'Meera Joshi',
  ]);
});

test('the filters survive a round trip through the address', () => {
  expect(writeChatFilters(readChatFilters('show=paused&search=tom+&label=VIP'))).toEqual({
    show: 'paused',
    search: 'tom',
    label: 'VIP',
  });
  expect(writeChatFilters(readChatFilters('show=nonsense'))).toEqual({
    show: undefined,
    search: undefined,
    label: undefined,
  });
});

test('a label narrows the list, in any case', () => {
  const labelled = chats.map((one, i) => (i < 2 ? { ...one, labels: i === 0 ? ['VIP', 'late'] : ['vip'] } : one));
  const found = (query: string) => chosenChats(labelled, readChatFilters(query), now).map((one) => one.id);
  expect(found('label=Vip')).toEqual(['Joanna Price', 'Tom Whitfield']);
  expect(found('label=late&search=tom')).toEqual([]);
  expect(labelsOf(labelled)).toEqual(['late', 'VIP']);
});

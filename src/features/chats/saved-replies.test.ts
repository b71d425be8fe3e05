import { expect, test } from 'vitest';
import { newCannedReply } from '../../../contract/chats/canned-replies.ts';
import { asShortcut, matchReplies, readSlash } from './saved-replies.ts';

const reply = (shortcut: string, message: string, title = '') =>
  newCannedReply(
    { shortcut, message, title },
    { id: shortcut, at: '2026-11-20T18:30:00.000Z', actor: null, version: 1 },
  );
const replies = [reply('wait', 'Ten minutes'), reply('hours', 'From five'), reply('late', 'Sorry', 'After hours')];

test.each([
  ['/', ''],
  ['/ho', 'ho'],
  ['/ho urs', null],
  ['and/or', null],
  ['', null],
])('%j asks for %j', (text, query) => {
  expect(readSlash(text)).toBe(query);
});

test.each([
  ['', ['wait', 'hours', 'late']],
  ['h', ['hours', 'late']],
  ['MINUTES', ['wait']],
  ['pizza', []],
])('%j finds %j', (query, found) => {
  expect(matchReplies(replies, query).map(({ shortcut }) => shortcut)).toEqual(found);
});

test('a shortcut is made of what is typed', () => {
  expect(['/Opening  hours', 'Café', 'a_b!', 'table-'].map(asShortcut)).toEqual([
    'opening-hours',
    'cafe',
    'ab',
    'table-',
  ]);
});

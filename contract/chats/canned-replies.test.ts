import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Shortcut } from './canned-reply-calls.ts';
import {
  editedCannedReply,
  fillPlaceholders,
  newCannedReply,
  SHORTCUT_MAX,
  sortCannedReplies,
} from './canned-replies.ts';

const AT = '2026-11-20T18:30:00.000Z';
const reply = (shortcut: string, sort_order = 0) =>
  newCannedReply(
    { shortcut, message: ' We open at five ', sort_order },
    { id: shortcut, at: AT, actor: null, version: 0 },
  );

test.each([
  ['hours', true],
  ['table-for-2', true],
  ['a'.repeat(SHORTCUT_MAX), true],
  ['a'.repeat(SHORTCUT_MAX + 1), false],
  ['Hours', false],
  ['two words', false],
  ['-hours', false],
  ['hours-', false],
  ['café', false],
  ['', false],
])('a shortcut %s is valid: %s', (shortcut, isValid) => {
  expect(z.safeParse(Shortcut, shortcut).success).toBe(isValid);
});

test('a new reply is trimmed, and an edit keeps what it does not name', () => {
  const hours = reply('hours');
  expect(hours).toMatchObject({ shortcut: 'hours', title: '', message: 'We open at five', sort_order: 0 });
  expect(editedCannedReply(hours, { title: ' Opening hours ' })).toEqual({ ...hours, title: 'Opening hours' });
});

test('replies are sorted by their order, then by shortcut', () => {
  const sorted = sortCannedReplies([reply('b'), reply('a-b', 1), reply('a')]);
  expect(sorted.map(({ shortcut }) => shortcut)).toEqual(['a', 'b', 'a-b']);
});

test('placeholders are filled in once, and other braces stay', () => {
  const values = { customerName: ' Priya Nair ', restaurantName: 'The {name} & $1' };
  expect(fillPlaceholders('Hello {name}, {restaurant} here. {name}? {Name} {other}', values)).toBe(
    'Hello Priya, The {name} & $1 here. Priya? {Name} {other}',
  );
});

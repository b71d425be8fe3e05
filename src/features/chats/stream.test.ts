import { expect, test } from 'vitest';
import type { MessageRow } from './queries.ts';
import { streamOf } from './stream.ts';

const message = (id: string, at: string, more: Partial<MessageRow> = {}) =>
  ({
    id,
    version: 1,
    created_at: `2026-11-${at}:00.000Z`,
    author: 'customer',
    message: id,
    delivery_status: 'delivered',
    ...more,
  }) as MessageRow;
const keys = (...args: Parameters<typeof streamOf>) => streamOf(...args).map(({ kind, key }) => `${kind} ${key}`);
const open = { paused_at: null };

test("a line marks each day in the restaurant's time zone", () => {
  const messages = [message('a', '19T23:30'), message('b', '20T00:30'), message('c', '20T19:00')];
  expect(keys(messages, [], open, 'Europe/London')).toEqual([
    'day 2026-11-19',
    'message a',
    'day 2026-11-20',
    'message b',
    'message c',
  ]);
  expect(keys(messages, [], open, 'Asia/Tokyo')).toEqual([
    'day 2026-11-20',
    'message a',
    'message b',
    'day 2026-11-21',
    'message c',
  ]);
});

test('the pause is between earlier and later messages', () => {
  const messages = [message('a', '20T19:36'), message('b', '20T19:38')];
  expect(keys(messages, [], { paused_at: '2026-11-20T19:37:00.000Z' }, 'UTC')).toEqual([
    'day 2026-11-20',
    'message a',
    'paused paused',
    'message b',
  ]);
  expect(keys(messages, [], { paused_at: '2026-11-20T19:39:00.000Z' }, 'UTC').at(-1)).toBe('paused paused');
  expect(keys(messages, [], { paused_at: '2026-11-20T10:00:00.000Z' }, 'UTC')).not.toContain('paused paused');
});

test('refused replies come last', () => {
  const reply = {
    key: 'k',
    message: 'On its way',
    quoteId: undefined,
    code: 'overtaken',
    at: '2026-11-20T19:00:00.000Z',
  };
  expect(keys([message('a', '20T19:36')], [reply], open, 'UTC').at(-1)).toBe('refused k');
});

test('a failed reply that was resent is not offered again', () => {
  const failed = { author: 'staff', message: 'Two minutes', delivery_status: 'failed' } as const;
  const again = message('b', '20T19:38', { author: 'staff', message: 'Two minutes' });
  const [, first] = streamOf([message('a', '20T19:36', failed), again], [], open, 'UTC');
  const [, alone] = streamOf([message('a', '20T19:36', failed)], [], open, 'UTC');
  expect([first, alone].map((item) => item?.kind === 'message' && item.isSentAgain)).toEqual([true, false]);
});

test('a note with the text of a failed reply is not that reply sent again', () => {
  const failed = message('a', '20T19:36', { author: 'staff', delivery_status: 'failed', message: 'Until ten' });
  const later = message('b', '20T19:38', { author: 'staff', message: 'Until ten', is_private: true });
  const isSentAgain = (...rows: MessageRow[]) =>
    streamOf(rows, [], open, 'UTC').flatMap((item) => (item.kind === 'message' ? [item.isSentAgain] : []));
  expect(isSentAgain(failed, later)).toEqual([false, false]);
  expect(isSentAgain(failed, { ...later, is_private: false })).toEqual([true, false]);
});

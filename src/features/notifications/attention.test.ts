import { expect, test } from 'vitest';
import { attentionOf, newsOf } from './attention.ts';

const told = (id: string, type: Parameters<typeof attentionOf>[1][number]['type'], group_key: string | null) => ({
  id,
  type,
  group_key,
  read_at: null,
  deleted_at: null,
});
const read = { read_at: '2026-11-20T18:30:00.000Z' };

test('counts each thing once, however many notifications it has', () => {
  const news = [
    told('1', 'order_new', 'order:a'),
    told('2', 'order_unanswered', 'order:a'),
    told('3', 'chat_message', 'chat:x'),
    told('4', 'chat_needs_human', 'chat:x'),
    told('5', 'import_done', null),
  ];
  expect(attentionOf([{ id: 'a' }], news)).toBe(3);
});

test('read notifications and orders answered here do not count', () => {
  const news = [
    told('1', 'order_new', 'order:a'),
    { ...told('2', 'chat_message', 'chat:x'), ...read },
    { ...told('3', 'order_rejected_timeout', 'order:b'), deleted_at: read.read_at },
  ];
  expect(attentionOf([], news)).toBe(0);
  expect(attentionOf([{ id: 'c' }], news)).toBe(1);
});

test('an automatically rejected order counts until it was read', () => {
  expect(attentionOf([], [told('1', 'order_rejected_timeout', 'order:a')])).toBe(1);
});

test('lists no order that waits for an answer, and no warning about one that has it', () => {
  const news = (['order_new', 'order_unanswered', 'order_cancelled'] as const).map((type) => ({
    type,
    resource_id: 'a',
    deleted_at: null,
  }));
  const types = (pending: { id: string }[]) => newsOf(news, pending).map(({ type }) => type);
  expect(types([{ id: 'a' }])).toEqual(['order_cancelled']);
  expect(types([])).toEqual(['order_new', 'order_cancelled']);
});

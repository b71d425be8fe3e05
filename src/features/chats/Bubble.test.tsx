// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { newReply } from '../../../contract/chats/reply.ts';
import { rendered } from '../../../tests/components/rendered.ts';
import { Bubble } from './Bubble.tsx';
import type { MessageRow } from './queries.ts';

const reply = (composedAt: string): MessageRow => ({
  ...newReply('Until ten', {
    id: '0192f0a0-0000-7000-8000-000000000001',
    chatId: '0192f0a0-0000-7000-8000-000000000002',
    composedAt,
    createdAt: '2026-11-20T19:40:00.000Z',
    actor: { kind: 'user', id: null, name: 'Ravi Menon' },
    version: 7,
  }),
  delivery_status: 'sent',
});
const still = () => undefined;
const textOf = (message: MessageRow) =>
  rendered(
    <Bubble
      message={message}
      timezone="Europe/London"
      isSentAgain={false}
      onAgain={still}
      onEdit={still}
      onTemplate={still}
      onQuote={null}
    />,
  ).text();

test('a reply carries the name of who wrote it', () => {
  expect(textOf(reply('2026-11-20T19:39:00.000Z'))).toBe('Until tenRavi Menon19:39');
});

test('a reply to a message shows what it replies to', () => {
  const message = { ...reply('2026-11-20T19:39:00.000Z'), author: 'customer' as const };
  const ours = { message_id: message.id, author: 'staff' as const, text: 'Do you want it hot?' };
  expect(textOf({ ...message, quote: ours })).toContain('Your teamDo you want it hot?');
  expect(textOf({ ...message, quote: { message_id: null, author: null, text: '' } })).toContain('An earlier message');
});

test('a message that was written the day before its arrival shows that date', () => {
  expect(textOf(reply('2026-11-19T17:40:00.000Z'))).toContain('19 Nov, 17:40');
  const theirs = { ...reply('2026-11-19T17:40:00.000Z'), author: 'customer' as const, author_name: 'Priya Nair' };
  expect(textOf(theirs)).toBe('Until ten19 Nov, 17:40');
});

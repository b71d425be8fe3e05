import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { id } from '../../../tests/support/rows.ts';
import { makeDb, type DeadLetter, type GalleyDb, type OutboxEntry } from '../../data/db.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { describerOf } from '../unsent/describe.ts';
import { unsentView } from '../unsent/queries.ts';
import { chatsMentioning, messagesOf, ownReplies, refusedReplies, type ChatRow, type MessageRow } from './queries.ts';

let db: GalleyDb;
const joanna = id(1);
const tom = id(2);

beforeEach(() => {
  db = makeDb('galley:test', { indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => db.close());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 19, minute)).toISOString();
const message = (n: number, more: Partial<MessageRow> = {}) =>
  ({ id: id(100 + n), version: 7, chat_id: joanna, created_at: at(n), message: String(n), ...more }) as MessageRow;
const replyEntry = (n: number, words: string, chat = joanna): OutboxEntry => {
  const entry: Partial<OutboxEntry> = {
    seq: n,
    key: id(200 + n),
    call: 'chats.sendMessage',
    path: { id: chat },
    body: { message: words },
    touches: [`chat_messages:${id(300 + n)}`],
    occurredAt: at(n),
    state: 'queued',
  };
  return entry as OutboxEntry;
};
const deadLetter = (n: number, words: string, code: string) =>
  ({
    key: id(200 + n),
    seq: n,
    at: at(30),
    entry: replyEntry(n, words),
    reason: 'rejected',
    error: { code, message: '' },
    notice: null,
    theirs: null,
    yours: null,
  }) as DeadLetter;

test("orders a chat by the server's numbers, unnumbered messages last", async () => {
  await db.chat_messages.bulkAdd([
    message(3),
    message(1),
    message(0, { version: 0, message: 'waiting' }),
    message(2),
    message(9, { chat_id: tom }),
  ]);
  const words = async (limit: number) => (await messagesOf(db, joanna, limit)).map((row) => row.message);
  expect(await words(10)).toEqual(['1', '2', '3', 'waiting']);
  expect(await words(2)).toEqual(['2', '3']);
});

test("lists a chat's refused replies in the order written", async () => {
  const first = deadLetter(4, 'first', 'overtaken');
  first.entry.body.quote_id = id(1);
  await db.dead_letters.bulkAdd([deadLetter(5, 'second', 'reply_too_old'), first]);
  expect((await refusedReplies(db, joanna)).map(({ message: words, code, quoteId }) => [words, code, quoteId])).toEqual(
    [
      ['first', 'overtaken', id(1)],
      ['second', 'reply_too_old', undefined],
    ],
  );
  expect(await refusedReplies(db, tom)).toEqual([]);
});

test('previews the newest unsent reply, refused ones first', async () => {
  await db.outbox.bulkAdd([replyEntry(1, 'one'), replyEntry(2, 'two'), replyEntry(3, 'for Tom', tom)]);
  await db.dead_letters.add(deadLetter(4, 'overtaken words', 'overtaken'));
  expect([...(await ownReplies(db))]).toEqual([
    [joanna, { message: 'overtaken words', state: 'refused' }],
    [tom, { message: 'for Tom', state: 'waiting' }],
  ]);
});

test('a refused reply names its customer and links its chat', async () => {
  await db.chats.add({
    id: joanna,
    customer_id: id(9),
    customer_name: 'Joanna Price',
    last_message_at: at(0),
  } as ChatRow);
  await db.dead_letters.add(deadLetter(4, 'He rings bell 4.', 'overtaken'));
  const view = await unsentView(db, Date.parse(at(40)));
  const describer = describerOf(view, { timezone: 'Europe/London' } as Restaurant, Date.parse(at(40)));
  const [refused] = view.deadLetters;
  expect(describer.describe(refused!.entry)).toMatchObject({
    title: 'Reply to Joanna Price: He rings bell 4.',
    place: 'Chats',
    href: `/restaurant/chats/${id(9)}?chat=${joanna}`,
  });
  expect(describer.describeRefusal(refused!)).toMatchObject({
    why: 'The customer has written since this reply was written: read it before you send this.',
    restoreLabel: null,
    mend: { words: 'Open the chat' },
  });
});

test('a search finds chats by what was written in them, whenever that was', async () => {
  await db.chat_messages.bulkAdd([
    message(1, { message: 'The Crème brûlée was cold' }),
    message(2, { message: 'Thanks', chat_id: tom }),
    message(3, { message: 'a creme and a brulee?', chat_id: tom }),
  ]);
  const found = async (search: string) => [...(await chatsMentioning(db, search))];
  expect(await found('creme BRULEE')).toEqual([joanna, tom]);
  expect(await found('creme cold')).toEqual([joanna]);
  expect(await found('a')).toEqual([]);
  expect(await found(' ')).toEqual([]);
});

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { id } from '../../../tests/support/rows.ts';
import { makeDb, type DeadLetter, type GalleyDb, type OutboxEntry } from '../../data/db.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { tellerOf } from '../unsent/describe.ts';
import { unsentView } from '../unsent/queries.ts';
import { messagesOf, ownReplies, refusedReplies, type ChatRow, type MessageRow } from './queries.ts';

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
const letter = (n: number, words: string, code: string) =>
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

test('a chat is read in its order, and what the server has not numbered stands last, whatever the device’s clock said', async () => {
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

test('refused replies of a chat stand in the order in which they were written', async () => {
  await db.dead_letters.bulkAdd([letter(5, 'second', 'reply_too_old'), letter(4, 'first', 'overtaken')]);
  expect((await refusedReplies(db, joanna)).map(({ message: words, code }) => [words, code])).toEqual([
    ['first', 'overtaken'],
    ['second', 'reply_too_old'],
  ]);
  expect(await refusedReplies(db, tom)).toEqual([]);
});

test('the list shows the newest reply that is still here, and before it one that needs somebody', async () => {
  await db.outbox.bulkAdd([replyEntry(1, 'one'), replyEntry(2, 'two'), replyEntry(3, 'for Tom', tom)]);
  await db.dead_letters.add(letter(4, 'overtaken words', 'overtaken'));
  expect([...(await ownReplies(db))]).toEqual([
    [joanna, { message: 'overtaken words', state: 'refused' }],
    [tom, { message: 'for Tom', state: 'waiting' }],
  ]);
});

test('a refused reply is told with its customer, and leads to the chat in which it asks', async () => {
  await db.chats.add({
    id: joanna,
    customer_id: id(9),
    customer_name: 'Joanna Price',
    last_message_at: at(0),
  } as ChatRow);
  await db.dead_letters.add(letter(4, 'He rings bell 4.', 'overtaken'));
  const view = await unsentView(db, Date.parse(at(40)));
  const teller = tellerOf(view, { timezone: 'Europe/London' } as Restaurant, Date.parse(at(40)));
  const [refused] = view.letters;
  expect(teller.tell(refused!.entry)).toMatchObject({
    title: 'Reply to Joanna Price: He rings bell 4.',
    place: 'Chats',
    href: `/restaurant/chats/${id(9)}?chat=${joanna}`,
  });
  expect(teller.tellRefusal(refused!)).toMatchObject({
    why: 'The customer has written since this reply was written: read it before you send this.',
    restoreWords: null,
    mend: { words: 'Open the chat' },
  });
});

import type { DeadLetter, GalleyDb, Mirrored, OutboxEntry } from '../../data/db.ts';

export type ChatRow = Mirrored<'chats'>;
export type MessageRow = Mirrored<'chat_messages'>;

export const allChats = (db: GalleyDb): Promise<ChatRow[]> => db.chats.orderBy('last_message_at').reverse().toArray();

/** A customer's chats, the newest first. */
export async function chatsOf(db: GalleyDb, customerId: string): Promise<ChatRow[]> {
  const chats = await db.chats.where('customer_id').equals(customerId).sortBy('last_message_at');
  return chats.reverse();
}

/**
 * The newest `limit` messages of a chat in its order; what the server has not numbered yet stands last, in the order in which it was
 * written.
 */
export async function messagesOf(db: GalleyDb, chatId: string, limit: number): Promise<MessageRow[]> {
  const all = () => db.chat_messages.where('[chat_id+created_at]').between([chatId, ''], [chatId, '\uffff']);
  const ids = await all().primaryKeys();
  // A whole range is read in one request, a part of it by its keys; stepping backwards would read row by row.
  const rows =
    ids.length <= limit
      ? await all().toArray()
      : (await db.chat_messages.bulkGet(ids.slice(-limit))).filter((row) => row !== undefined);
  return [...rows.filter((row) => row.version > 0), ...rows.filter((row) => row.version === 0)];
}

export const countMessages = (db: GalleyDb, chatId: string): Promise<number> =>
  db.chat_messages.where('[chat_id+created_at]').between([chatId, ''], [chatId, '\uffff']).count();

/** A reply that the server did not take, with its words. */
export interface RefusedReply {
  key: string;
  message: string;
  /** Why: `overtaken`, `reply_too_old`, or another code. */
  code: string;
  /** When it was written, ISO. */
  at: string;
}

/** Replies of one chat that the server did not take and nobody has dealt with, in the order in which they were written. */
export async function refusedReplies(db: GalleyDb, chatId: string): Promise<RefusedReply[]> {
  const letters = await db.dead_letters.filter((letter) => isReplyIn(letter, chatId)).toArray();
  return letters
    .toSorted((a, b) => a.seq - b.seq)
    .map((letter) => ({
      key: letter.key,
      message: wordsOf(letter.entry),
      code: letter.error?.code ?? letter.reason,
      at: letter.entry.occurredAt,
    }));
}

/** What the list says of replies that are still here: chat id → the newest of them. */
export interface OwnReply {
  message: string;
  state: 'waiting' | 'refused';
}

export async function ownReplies(db: GalleyDb): Promise<Map<string, OwnReply>> {
  const [waiting, letters] = await Promise.all([
    db.outbox.filter((entry) => entry.call === REPLY).sortBy('seq'),
    db.dead_letters.filter((letter) => letter.entry.call === REPLY).toArray(),
  ]);
  const own = new Map<string, OwnReply>();
  for (const entry of waiting) own.set(entry.path.id ?? '', { message: wordsOf(entry), state: 'waiting' });
  for (const { entry } of letters) own.set(entry.path.id ?? '', { message: wordsOf(entry), state: 'refused' });
  return own;
}

const REPLY = 'chats.sendMessage';
const isReplyIn = ({ entry }: DeadLetter, chatId: string) => entry.call === REPLY && entry.path.id === chatId;
// Written by mutate() from the call's own arguments.
const wordsOf = (entry: OutboxEntry) => entry.body.message as string;

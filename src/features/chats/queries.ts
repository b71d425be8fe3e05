import type { DeadLetter, GalleyDb, Mirrored, OutboxEntry } from '../../data/db.ts';
import { isOf } from '../../data/mutation.ts';
import { sendMessage, type ChatDraft } from '../../../contract/chats/calls.ts';
import { fold } from '../../../contract/fold.ts';
import { needsPerson, searchedWords } from './chat-filters.ts';

export type ChatRow = Mirrored<'chats'>;
export type MessageRow = Mirrored<'chat_messages'>;

export type CannedRow = Mirrored<'canned_replies'>;

export const cannedReplies = (db: GalleyDb): Promise<CannedRow[]> => db.canned_replies.toArray();

export const allChats = (db: GalleyDb): Promise<ChatRow[]> => db.chats.orderBy('last_message_at').reverse().toArray();

export const countChatsForPerson = (db: GalleyDb, now: number): Promise<number> =>
  db.chats.filter((chat) => needsPerson(chat, new Date(now))).count();

/** Shorter words would find nearly every chat. */
const WORD_MIN = 3;

/** Ids of the chats in which some message has all words of the search. */
export async function chatsMentioning(db: GalleyDb, search: string): Promise<ReadonlySet<string>> {
  const words = searchedWords(search);
  if (!words.some(({ length }) => length >= WORD_MIN)) return new Set();
  const found = new Set<string>();
  await db.chat_messages.each(({ chat_id: chatId, message }) => {
    if (found.has(chatId)) return;
    const text = fold(message);
    if (words.every((word) => text.includes(word))) found.add(chatId);
  });
  return found;
}

/** A customer's chats, newest first. */
export async function chatsOf(db: GalleyDb, customerId: string): Promise<ChatRow[]> {
  const chats = await db.chats.where('customer_id').equals(customerId).sortBy('last_message_at');
  return chats.reverse();
}

/** As long as the bot remembers it. */
const BEGUN_MS = 24 * 3_600_000;

/** What was begun with the bot in a chat and can be finished; null: nothing, or it has been ordered or booked since, or is forgotten. */
export async function begunIn(db: GalleyDb, chatId: string, now: number): Promise<Begun | null> {
  const chat = await db.chats.get(chatId);
  const draft = chat?.open_draft;
  if (!draft || now - Date.parse(draft.at) > BEGUN_MS) return null;
  const isSince = (row: { customer_id: string | null; created_at: string }) =>
    row.customer_id === chat.customer_id && row.created_at > draft.at;
  const later = draft.order
    ? db.orders.where('customer_id').equals(chat.customer_id).filter(isSince)
    : db.reservations.filter(isSince);
  if ((await later.count()) > 0) return null;
  const lines = draft.order?.lines ?? [];
  const items = await db.menu_items.bulkGet(lines.map(({ menu_item_id: id }) => id));
  const phone = draft.phone ?? (await db.customers.get(chat.customer_id))?.phone ?? null;
  return {
    chat,
    draft: { ...draft, phone },
    dishes: lines.map(({ quantity }, at) => `${quantity} × ${items[at]?.name ?? 'a dish that is gone'}`),
  };
}

export interface Begun {
  chat: ChatRow;
  draft: ChatDraft;
  /** Of an order, as they are called now. */
  dishes: string[];
}

/**
 * The newest `limit` messages of a chat in order. Messages that the server has not numbered yet come last, in the order in which
 * they were written.
 */
export async function messagesOf(db: GalleyDb, chatId: string, limit: number): Promise<MessageRow[]> {
  const all = () => db.chat_messages.where('[chat_id+created_at]').between([chatId, ''], [chatId, '\uffff']);
  const ids = await all().primaryKeys();
  // Read a whole range in one request, or a part by keys; a cursor would read row by row.
  const rows =
    ids.length <= limit
      ? await all().toArray()
      : (await db.chat_messages.bulkGet(ids.slice(-limit))).filter((row) => row !== undefined);
  return [...rows.filter((row) => row.version > 0), ...rows.filter((row) => row.version === 0)];
}

export const countMessages = (db: GalleyDb, chatId: string): Promise<number> =>
  db.chat_messages.where('[chat_id+created_at]').between([chatId, ''], [chatId, '\uffff']).count();

/** A reply that the server refused, with its text. */
export interface RefusedReply {
  key: string;
  message: string;
  /** The message to which it replies. */
  quoteId: string | undefined;
  /** The reason: `overtaken`, `reply_too_old`, or another code. */
  code: string;
  /** When it was written, ISO. */
  at: string;
}

/** Refused replies of one chat that nobody has dealt with, in the order in which they were written. */
export async function refusedReplies(db: GalleyDb, chatId: string): Promise<RefusedReply[]> {
  const deadLetters = await db.dead_letters.filter((deadLetter) => isReplyIn(deadLetter, chatId)).toArray();
  return deadLetters
    .toSorted((a, b) => a.seq - b.seq)
    .map((deadLetter) => ({
      key: deadLetter.key,
      message: wordsOf(deadLetter.entry),
      quoteId: deadLetter.entry.body.quote_id as string | undefined,
      code: deadLetter.error?.code ?? deadLetter.reason,
      at: deadLetter.entry.occurredAt,
    }));
}

/** Replies that are still on this device, for the list: chat id → the newest of them. */
export interface OwnReply {
  message: string;
  state: 'waiting' | 'refused';
}

export async function ownReplies(db: GalleyDb): Promise<Map<string, OwnReply>> {
  const [waiting, deadLetters] = await Promise.all([
    db.outbox.filter((entry) => isOf(sendMessage, entry)).sortBy('seq'),
    db.dead_letters.filter((deadLetter) => isOf(sendMessage, deadLetter.entry)).toArray(),
  ]);
  const own = new Map<string, OwnReply>();
  for (const entry of waiting) own.set(entry.path.id ?? '', { message: wordsOf(entry), state: 'waiting' });
  for (const { entry } of deadLetters) own.set(entry.path.id ?? '', { message: wordsOf(entry), state: 'refused' });
  return own;
}

const isReplyIn = ({ entry }: DeadLetter, chatId: string) => isOf(sendMessage, entry) && entry.path.id === chatId;
// mutate() wrote the body from the call's own arguments.
const wordsOf = (entry: OutboxEntry) => entry.body.message as string;

import type { OutboxEntry } from '../../data/db.ts';
import type { PlainCall, PlainReply } from './api.ts';
import { messagesIn, talkOf } from './collections.ts';
import { rowsIn, type PlainRow } from './pages.ts';

/** A call that adds something each time it arrives: whether an unanswered one has arrived is found by looking at what it adds to. */
export interface Append {
  look: (entry: OutboxEntry) => PlainCall;
  /** Those of the rows there that say what the entry says. */
  alike: (reply: PlainReply, entry: OutboxEntry) => PlainRow[];
}

const pathOf = (entry: OutboxEntry, name: string) => encodeURIComponent(entry.path[name] ?? '');
const page = { limit: '100', page_no: '1' };

const named =
  (list: string) =>
  ({ json }: PlainReply, { body }: OutboxEntry): PlainRow[] =>
    rowsIn(json?.['data'] ?? json, list).filter((row) => row['name'] === body['name']);

export const appends: Readonly<Record<string, Append>> = {
  'chats.sendMessage': {
    look: (entry) => talkOf(entry.path['id'] ?? ''),
    alike: (reply, { path, body }) =>
      messagesIn(reply, path['id'] ?? '').filter(
        (row) => row['author'] !== 'customer' && textOf(row['message']) === textOf(body['message']),
      ),
  },
  'menu.createBook': {
    look: () => ({ method: 'GET', path: '/menu/books', query: page }),
    alike: named('books'),
  },
  'menu.createCategory': {
    look: (entry) => ({ method: 'GET', path: `/menu/books/${pathOf(entry, 'id')}` }),
    alike: named('categories'),
  },
  'menu.createItem': {
    look: (entry) => ({
      method: 'GET',
      path: `/menu/books/${pathOf(entry, 'id')}/categories/${pathOf(entry, 'categoryId')}/items`,
      query: page,
    }),
    alike: named('items'),
  },
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null);

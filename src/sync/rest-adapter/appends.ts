import type { OutboxEntry } from '../../data/db.ts';
import type { Answer } from '../protocol/transport.ts';
import type { Ask, RestReply } from './api.ts';
import { coerce } from './fit.ts';
import { dataOf, get, pageNo, rowOf, rowsIn, traverse, type RestRow } from './pages.ts';
import { messagesIn, chatMessagesCall } from './chat-messages.ts';

/** A call that adds something each time it arrives: whether an unanswered one has arrived is found by looking at what it adds to. */
export interface Append {
  /** What stands there now. */
  look: (ask: Ask, entry: OutboxEntry) => Promise<Answer<RestRow[]>>;
  /** Does this row say what the entry says? */
  isAlike: (row: RestRow, entry: OutboxEntry) => boolean;
  /** The new row, where the answer to the call itself holds it. */
  answered: (reply: RestReply, entry: OutboxEntry) => RestRow | null;
}

/** What is made has its name: an answer may hold other rows besides. */
const named = (row: string): Pick<Append, 'isAlike' | 'answered'> => ({
  isAlike: isNamed,
  answered(reply, entry) {
    const made = rowOf(reply, row);
    return made && (made['name'] === undefined || isNamed(made, entry)) ? made : null;
  },
});

export const appends: Readonly<Record<string, Append>> = {
  'chats.sendMessage': {
    async look(ask, { path }) {
      const id = path['id'] ?? '';
      const answer = await ask(chatMessagesCall(id));
      return answer.kind === 'ok' ? { kind: 'ok', data: messagesIn(answer.data, id) } : answer;
    },
    isAlike: (row, { path, body }) =>
      !isElsewhere(row['chat_id'], path['id']) &&
      row['author'] !== 'customer' &&
      textOf(row['message']) === textOf(body['message']),
    answered: (reply) => rowOf(reply, 'message'),
  },
  'menu.createBook': { look: (ask) => listed(ask, '/menu/books', 'books'), ...named('book') },
  'menu.createCategory': {
    async look(ask, entry) {
      const answer = await ask(get(`/menu/books/${pathOf(entry, 'id')}`));
      return answer.kind === 'ok' ? { kind: 'ok', data: rowsIn(dataOf(answer.data), 'categories') } : answer;
    },
    ...named('category'),
  },
  'menu.createItem': {
    look: (ask, entry) =>
      listed(ask, `/menu/books/${pathOf(entry, 'id')}/categories/${pathOf(entry, 'categoryId')}/items`, 'items'),
    ...named('item'),
  },
};

async function listed(ask: Ask, path: string, name: string): Promise<Answer<RestRow[]>> {
  const rows = new Map<string, RestRow>();
  const list = await traverse(
    (page) => ask(get(path, pageNo(page))),
    name,
    async (page) => page.forEach((row) => rows.set(row.id, row)),
  );
  return list.kind === 'read' ? { kind: 'ok', data: [...rows.values()] } : list;
}

const pathOf = (entry: OutboxEntry, name: string) => encodeURIComponent(entry.path[name] ?? '');
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null);

function isElsewhere(named: unknown, id: string | undefined): boolean {
  const place = coerce(named, 'text');
  return place !== undefined && id !== undefined && place !== id;
}

/** A dish of the same name may stand in another category. */
function isNamed(row: RestRow, { path, body }: OutboxEntry): boolean {
  if (isElsewhere(row['category_id'], path['categoryId']) || isElsewhere(row['menu_book_id'], path['id'])) return false;
  return textOf(row['name']) === textOf(body['name']);
}

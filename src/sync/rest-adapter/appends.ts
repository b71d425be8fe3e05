import type { Table } from '../../../contract/entity.ts';
import type { OutboxEntry } from '../../data/db.ts';
import type { Engine } from '../runtime/engine.ts';
import type { Answer } from '../protocol/transport.ts';
import type { Ask, RestReply } from './api.ts';
import { coerce } from './fit.ts';
import { dataOf, get, pageNo, rowOf, rowsIn, traverse, type RestRow } from './pages.ts';
import { messagesIn, chatMessagesCall } from './chat-messages.ts';

/** A call that adds something each time it arrives. Whether an unanswered one arrived is found by searching what it adds to. */
export interface Append {
  /** Reads the existing rows. */
  look: (ask: Ask, entry: OutboxEntry) => Promise<Answer<RestRow[]>>;
  /** True if the row has the entry's content. */
  isAlike: (row: RestRow, entry: OutboxEntry) => boolean;
  /** Later mutations name the row by its id, which the server gives. */
  isNamed?: true;
  /** The new row, if the call's response contains it. */
  answered: (reply: RestReply, entry: OutboxEntry) => RestRow | null;
}

/** The created row has the entry's name; the response may contain other rows, too. */
const named = (row: string): Pick<Append, 'isAlike' | 'isNamed' | 'answered'> => ({
  isNamed: true,
  isAlike: isNamed,
  answered(reply, entry) {
    const made = rowOf(reply, row);
    return made && (made['name'] === undefined || isNamed(made, entry)) ? made : null;
  },
});

/** By the table that it adds a row to. The specification has no call that adds one to the others. */
const appends: Partial<Record<Table, Append>> = {
  chat_messages: {
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
  menu_books: { look: (ask) => listed(ask, '/menu/books', 'books'), ...named('book') },
  menu_categories: {
    async look(ask, entry) {
      const answer = await ask(get(`/menu/books/${pathOf(entry, 'id')}`));
      return answer.kind === 'ok' ? { kind: 'ok', data: rowsIn(dataOf(answer.data), 'categories') } : answer;
    },
    ...named('category'),
  },
  menu_items: {
    look: (ask, entry) =>
      listed(ask, `/menu/books/${pathOf(entry, 'id')}/categories/${pathOf(entry, 'categoryId')}/items`, 'items'),
    ...named('item'),
  },
};

/** How to look for what the mutation adds; undefined: it sets a value. */
export function appendOf({ definitions }: Pick<Engine, 'definitions'>, { call }: Pick<OutboxEntry, 'call'>) {
  const definition = definitions(call);
  return definition?.effect === 'create' ? appends[definition.table] : undefined;
}

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

/** Another category may have a dish of the same name. */
function isNamed(row: RestRow, { path, body }: OutboxEntry): boolean {
  if (isElsewhere(row['category_id'], path['categoryId']) || isElsewhere(row['menu_book_id'], path['id'])) return false;
  return textOf(row['name']) === textOf(body['name']);
}

import type { Table } from '../../../contract/entity.ts';
import { isFinal } from '../../../contract/orders/status.ts';
import type { OutboxEntry } from '../../data/db.ts';
import type { Answer } from '../protocol/transport.ts';
import { applyRows, removeRow, sweepRows } from './apply.ts';
import { coerce } from './fit.ts';
import { dataOf, get, PAGE, pageNo, pageOf, rowsIn, traverse, type RestRow, type Traversal } from './pages.ts';
import { messagesIn, chatMessagesCall } from './chat-messages.ts';
import type { Reading, RestAdapter } from './adapter.ts';

/** What a reading came to: null, all is well; else the answer that ended it. */
export type Failed = Exclude<Answer<never>, { kind: 'ok' }>;

/** This server does not have it. */
export const isAbsent = (failed: Failed): boolean =>
  failed.kind === 'status' && [404, 405, 410, 501].includes(failed.status);

/** Rows that are read together. */
export interface Collection {
  tables: Table[];
  /** The first word of the screens that show it, below /restaurant. The bell rings on each of them, so orders are wanted by all. */
  screens: RegExp;
  read: (world: RestAdapter, reading: Reading, wanted: Wanted) => Promise<Failed | null>;
}

/** What this reading is asked for besides. */
export interface Wanted {
  /** Changes that the server took and no reading has confirmed yet. */
  acked: OutboxEntry[];
  /** Paths of the pages that people look at. */
  paths: string[];
  /** Nothing was read for so long, or ever, that the whole list is due. */
  isFull: boolean;
}

/** In the order in which a first load brings them: what a screen needs first comes first. */
export const collections: Collection[] = [
  { tables: ['restaurants'], screens: /^settings/, read: readRestaurant },
  { tables: ['orders'], screens: /^/, read: readOrders },
  { tables: ['menu_books', 'menu_categories', 'menu_items'], screens: /^(menu|orders\/new)/, read: readMenu },
  { tables: ['chats', 'chat_messages'], screens: /^chats/, read: readChats },
  { tables: ['notifications'], screens: /^insights/, read: readNotifications },
  { tables: ['customers'], screens: /^customers/, read: readCustomers },
];

const failedOf = (answer: Answer<unknown> | Traversal): Failed | null =>
  answer.kind === 'ok' || answer.kind === 'read' ? null : answer;

/** Reads a list that one table holds; a whole one takes away what it did not hold. */
async function readList(
  world: RestAdapter,
  reading: Reading,
  table: Table,
  path: string,
  name: string,
): Promise<Traversal> {
  const list = await traverse(
    (page) => world.ask(get(path, pageNo(page))),
    name,
    async (rows) => void (await applyRows(world, table, rows, reading)),
  );
  if (list.kind === 'read' && list.isWhole) await sweepRows(world, table, list.ids, reading);
  return list;
}

async function readRestaurant(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  const answer = await world.ask(get('/auth/user'));
  if (answer.kind !== 'ok') return answer;
  const rows = rowsIn([dataOf(answer.data)['restaurant']], 'restaurant');
  await applyRows(world, 'restaurants', rows, reading);
  return null;
}

async function readCustomers(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  return failedOf(await readList(world, reading, 'customers', '/customers', 'customers'));
}

async function readNotifications(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  const ids = new Set<string>();
  let isWhole = true;
  let absent: Failed | null = null;
  let lists = 0;
  for (const entity of ['restaurant', 'user']) {
    const list = await traverse(
      (page) => world.ask(get(`/dashboard/notifications/${entity}`, pageNo(page))),
      'notifications',
      async (rows) => {
        const named = rows.map((row) => ({ ...row, entity }));
        await applyRows(world, 'notifications', named, reading);
      },
    );
    if (list.kind === 'read') {
      lists += 1;
      for (const id of list.ids) ids.add(id);
      isWhole &&= list.isWhole;
    } else if (isAbsent(list)) absent = list;
    else return list;
  }
  if (lists === 0) return absent;
  if (isWhole) await sweepRows(world, 'notifications', ids, reading);
  return null;
}

/** So many orders are read whole each time; of more only the newest, those that are open, and every few minutes all of them. */
const FEW = 5 * PAGE;
const known = new WeakMap<RestAdapter['engine'], number>();

async function readOrders(world: RestAdapter, reading: Reading, { acked, isFull }: Wanted): Promise<Failed | null> {
  if (isFull || (known.get(world.engine) ?? 0) <= FEW) {
    const list = await readList(world, reading, 'orders', '/orders', 'orders');
    if (list.kind !== 'read') return list;
    known.set(world.engine, list.total ?? list.ids.size);
    return null;
  }
  const first = await world.ask(get('/orders', pageNo(1)));
  if (first.kind !== 'ok') return first;
  const { rows, count } = pageOf(first.data.json, 'orders');
  // A list that begins with the oldest has its news on its last page.
  if (count !== null && count > 1 && isRising(rows)) {
    const last = await world.ask(get('/orders', pageNo(count)));
    if (last.kind !== 'ok') return last;
    rows.push(...pageOf(last.data.json, 'orders').rows);
  }
  await applyRows(world, 'orders', rows, reading);
  const seen = new Set(rows.map((row) => row.id));
  const { db } = world.engine;
  const open = await db.orders.filter((order) => !isFinal(order.order_status)).primaryKeys();
  const touched = acked.flatMap((entry) => entry.touches).filter((touch) => touch.startsWith('orders:'));
  const ids = new Set([...touched.map((touch) => touch.slice('orders:'.length)), ...open.slice(0, PAGE)]);
  for (const id of ids) {
    if (seen.has(id)) continue;
    const failed = await readOrder(world, reading, id);
    if (failed) return failed;
  }
  return null;
}

function isRising(rows: RestRow[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)].map((row) =>
    coerce(row?.['placed_at'] ?? row?.['created_at'], 'instant'),
  );
  return typeof first === 'string' && typeof last === 'string' && first < last;
}

async function readOrder(world: RestAdapter, reading: Reading, id: string): Promise<Failed | null> {
  const answer = await world.ask(get(`/orders/${encodeURIComponent(id)}`));
  if (answer.kind !== 'ok' && isAbsent(answer)) {
    await removeRow(world, 'orders', id, reading);
    return null;
  }
  if (answer.kind !== 'ok') return answer;
  const data = dataOf(answer.data);
  await applyRows(world, 'orders', rowsIn([data['order'] ?? data], 'orders'), reading);
  return null;
}

/** Books, the categories that each of them holds, and the items of each. The three are whole together or not at all. */
async function readMenu(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  const ids = { menu_books: new Set<string>(), menu_categories: new Set<string>(), menu_items: new Set<string>() };
  const books: RestRow[] = [];
  const list = await traverse(
    (page) => world.ask(get('/menu/books', pageNo(page))),
    'books',
    async (rows) => {
      books.push(...rows);
      await applyRows(world, 'menu_books', rows, reading);
    },
  );
  if (list.kind !== 'read') return list;
  ids.menu_books = list.ids;
  let isWhole = list.isWhole;
  for (const id of list.ids) {
    const path = `/menu/books/${encodeURIComponent(id)}`;
    const answer = await world.ask(get(path));
    // Gone since the list was read: the next list says so.
    if (answer.kind !== 'ok' && isAbsent(answer)) {
      isWhole = false;
      continue;
    }
    if (answer.kind !== 'ok') return answer;
    const { book, ...data } = dataOf(answer.data);
    const held = data['categories'] ?? (book as Record<string, unknown> | undefined)?.['categories'];
    const categories = Array.isArray(held) ? rowsIn(held, 'categories') : [];
    const own = categories.map((category) => ({ ...category, menu_book_id: category['menu_book_id'] ?? id }));
    await applyRows(world, 'menu_categories', own, reading);
    for (const category of own) ids.menu_categories.add(category.id);
    const items = await traverse(
      (page) => world.ask(get('/menu', { menu_book_id: id, ...pageNo(page) })),
      'items',
      async (rows) => {
        const placed = rows.map((row) => ({ ...row, menu_book_id: row['menu_book_id'] ?? id }));
        await applyRows(world, 'menu_items', placed, reading);
        const more = unnamed(placed, ids.menu_categories, id);
        await applyRows(world, 'menu_categories', more, reading);
        for (const category of more) ids.menu_categories.add(category.id);
      },
    );
    if (items.kind !== 'read') return items;
    for (const item of items.ids) ids.menu_items.add(item);
    isWhole &&= items.isWhole;
  }
  if (isWhole) {
    await sweepRows(world, 'menu_items', ids.menu_items, reading);
    await sweepRows(world, 'menu_categories', ids.menu_categories, reading);
    await sweepRows(world, 'menu_books', ids.menu_books, reading);
  }
  return null;
}

/** A book need not tell its categories; then the dishes do. */
function unnamed(items: RestRow[], named: Set<string>, bookId: string): RestRow[] {
  const found = new Map<string, RestRow>();
  for (const item of items) {
    const id = coerce(item['category_id'], 'text') as string | undefined;
    if (id === undefined || named.has(id)) continue;
    const { category } = item as { category?: { name?: unknown } };
    found.set(id, { id, menu_book_id: bookId, name: item['category_name'] ?? category?.name ?? 'Menu' });
  }
  return [...found.values()];
}

/** So many chats have their messages read at a first load; older ones when they are opened, or when something is said in them. */
const TALKS = 50;

async function readChats(world: RestAdapter, reading: Reading, { acked, paths }: Wanted): Promise<Failed | null> {
  const { db } = world.engine;
  const moved = new Set<string>();
  const list = await traverse(
    (page) => world.ask(get('/chat', pageNo(page))),
    'chats',
    async (rows) => {
      for (const id of await applyRows(world, 'chats', rows, reading)) moved.add(id);
    },
  );
  if (list.kind !== 'read') return list;
  const chats = await db.chats.orderBy('last_message_at').reverse().toArray();
  const asked = new Set(acked.filter(({ call }) => call === 'chats.sendMessage').map(({ path }) => path['id']));
  let left = TALKS;
  for (const chat of chats) {
    const isOpen = paths.some((path) => path.endsWith(`/${chat.customer_id}`));
    const isOld = !moved.has(chat.id) && (await hasNewest(world, chat.id, chat.last_message_at));
    if (!asked.has(chat.id) && !isOpen && (isOld || left-- <= 0)) continue;
    asked.delete(chat.id);
    const failed = await readTalk(world, reading, chat.id);
    if (failed) return failed;
  }
  // Answered in a chat that is not listed any more.
  for (const id of asked) {
    const failed = id === undefined ? null : await readTalk(world, reading, id);
    if (failed) return failed;
  }
  if (list.isWhole) await sweepRows(world, 'chats', list.ids, reading);
  return null;
}

async function hasNewest({ engine: { db } }: RestAdapter, chatId: string, at: string): Promise<boolean> {
  const last = await db.chat_messages.where('[chat_id+created_at]').between([chatId, ''], [chatId, '\uffff']).last();
  return last !== undefined && last.created_at >= at;
}

/** What was said in a chat. The server may tell the newest part of it only, so nothing is taken away. */
async function readTalk(world: RestAdapter, reading: Reading, chatId: string): Promise<Failed | null> {
  const answer = await world.ask(chatMessagesCall(chatId));
  // Gone between the list and this: the next list says so, and nothing will ever show more of what was said in it.
  const isGone = answer.kind !== 'ok' && isAbsent(answer);
  if (answer.kind !== 'ok' && !isGone) return answer;
  const rows = answer.kind === 'ok' ? messagesIn(answer.data, chatId) : [];
  const isReply = ({ call, path }: OutboxEntry) => call === 'chats.sendMessage' && path['id'] === chatId;
  await applyRows(world, 'chat_messages', rows, reading, isReply);
  return null;
}

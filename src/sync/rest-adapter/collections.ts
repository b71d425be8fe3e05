import type { Table } from '../../../contract/entity.ts';
import { isFinal } from '../../../contract/orders/status.ts';
import type { OutboxEntry } from '../../data/db.ts';
import type { Answer } from '../protocol/transport.ts';
import { applyRows, removeRow, sweepRows } from './apply.ts';
import { coerce } from './fit.ts';
import { dataOf, get, PAGE, pageNo, pageOf, rowsIn, traverse, type RestRow, type Traversal } from './pages.ts';
import { messagesIn, chatMessagesCall } from './chat-messages.ts';
import type { Reading, RestAdapter } from './adapter.ts';

/** The answer that ended a reading. */
export type Failed = Exclude<Answer<never>, { kind: 'ok' }>;

/** True if this server does not have the resource. */
export const isAbsent = (failed: Failed): boolean =>
  failed.kind === 'status' && [404, 405, 410, 501].includes(failed.status);

/** Tables that are read together. */
export interface Collection {
  tables: Table[];
  /** Matches screens that show it, by their path below /restaurant. Every screen rings for orders, so all of them want orders. */
  screens: RegExp;
  read: (world: RestAdapter, reading: Reading, wanted: Wanted) => Promise<Failed | null>;
}

/** What the reading should take into account. */
export interface Wanted {
  /** Acknowledged entries that no reading has confirmed yet. */
  acked: OutboxEntry[];
  /** Paths of the pages that people are viewing. */
  paths: string[];
  /** True if the whole list is due: it was never read, or too long ago. */
  isFull: boolean;
}

/** In the order of a first load: what screens need first comes first. */
export const collections: Collection[] = [
  { tables: ['restaurants'], screens: /^settings/, read: readRestaurant },
  { tables: ['orders'], screens: /^/, read: readOrders },
  {
    // The specification has no call that lists modifier groups.
    tables: ['menu_books', 'menu_categories', 'menu_items', 'modifier_groups'],
    screens: /^(menu|orders\/new)/,
    read: readMenu,
  },
  // The specification has no call that lists canned replies; a reading of its own would say that a server is up that was not asked.
  { tables: ['chats', 'chat_messages', 'canned_replies'], screens: /^chats/, read: readChats },
  { tables: ['notifications'], screens: /^insights/, read: readNotifications },
  // The specification has no call that lists reservations; a reading of its own would say that a server is up that was not asked.
  { tables: ['customers', 'reservations'], screens: /^customers/, read: readCustomers },
  { tables: ['payments'], screens: /^payments/, read: readPayments },
  { tables: ['inventory_items'], screens: /^inventory/, read: readInventory },
  { tables: ['promotions'], screens: /^customers/, read: readPromotions },
  { tables: ['delivery_locations'], screens: /^(settings|orders\/new)/, read: readLocations },
];

const failedOf = (answer: Answer<unknown> | Traversal): Failed | null =>
  answer.kind === 'ok' || answer.kind === 'read' ? null : answer;

/** Reads the list of one table. A complete list removes rows that it does not contain. */
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

async function readPayments(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  return failedOf(await readList(world, reading, 'payments', '/payments', 'payments'));
}

async function readInventory(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  return failedOf(await readList(world, reading, 'inventory_items', '/menu/inventory', 'inventory'));
}

async function readPromotions(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  return failedOf(await readList(world, reading, 'promotions', '/promotions', 'promotions'));
}

async function readLocations(world: RestAdapter, reading: Reading): Promise<Failed | null> {
  const path = '/settings/delivery-locations';
  return failedOf(await readList(world, reading, 'delivery_locations', path, 'delivery_locations'));
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

/** Up to this many orders are read completely each time. Of more, only the newest and the open ones, and every few minutes all. */
const FEW = 5 * PAGE;

async function readOrders(world: RestAdapter, reading: Reading, { acked, isFull }: Wanted): Promise<Failed | null> {
  if (isFull || world.engine.memory.ordersCount <= FEW) {
    const list = await readList(world, reading, 'orders', '/orders', 'orders');
    if (list.kind !== 'read') return list;
    world.engine.memory.ordersCount = list.total ?? list.ids.size;
    return null;
  }
  const first = await world.ask(get('/orders', pageNo(1)));
  if (first.kind !== 'ok') return first;
  const { rows, count } = pageOf(first.data.json, 'orders');
  // A list in ascending order has its newest rows on the last page.
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

/** Reads books, their categories and items. The three are swept together or not at all. */
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
    // Deleted since the list was read; the next list shows it.
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

/** A book may not list its categories; then take them from its dishes. */
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

/** The messages of this many chats are read at a first load; others when they are opened or get a message. */
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
  const asked = new Set(acked.filter(isReply).map(({ path }) => path['id']));
  let left = TALKS;
  for (const chat of chats) {
    const isOpen = paths.some((path) => path.endsWith(`/${chat.customer_id}`));
    const isOld = !moved.has(chat.id) && (await hasNewest(world, chat.id, chat.last_message_at));
    if (!asked.has(chat.id) && !isOpen && (isOld || left-- <= 0)) continue;
    asked.delete(chat.id);
    const failed = await readTalk(world, reading, chat.id);
    if (failed) return failed;
  }
  // Replies in chats that are not listed any more.
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

/** Reads the messages of a chat. The server may return only the newest ones, so nothing is removed. */
async function readTalk(world: RestAdapter, reading: Reading, chatId: string): Promise<Failed | null> {
  const answer = await world.ask(chatMessagesCall(chatId));
  // Deleted since the list was read. The next list shows it, and no list will show more of its messages.
  const isGone = answer.kind !== 'ok' && isAbsent(answer);
  if (answer.kind !== 'ok' && !isGone) return answer;
  const rows = answer.kind === 'ok' ? messagesIn(answer.data, chatId) : [];
  const isOfChat = (entry: OutboxEntry) => isReply(entry) && entry.path['id'] === chatId;
  await applyRows(world, 'chat_messages', rows, reading, isOfChat);
  return null;
}

const isReply = ({ touches }: OutboxEntry): boolean => touches.some((touch) => touch.startsWith('chat_messages:'));

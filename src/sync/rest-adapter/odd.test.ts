import { describe, expect, test } from 'vitest';
import { openRestTablet, type RestTablet } from '../../../tests/support/rest-server/tablet.ts';
import { order } from '../../../tests/support/rest-server/seed.ts';
import { id } from '../../../tests/support/rows.ts';
import { breaches } from '../../../tests/support/tablet.ts';
import { WRITE_EPOCH } from '../../data/db.ts';
import { OutdatedCode } from '../../data/outdated.ts';
import { mutateIn } from '../../data/mutate.ts';
import { pause, sendMessage } from '../../features/chats/mutations.ts';
import { createBook, createCategory, createItem } from '../../features/menu/mutations.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { markAsRead } from '../../features/notifications/mutations.ts';
import { probeServer } from './detect-protocol.ts';

type Json = Record<string, unknown>;

async function loaded(): Promise<RestTablet> {
  const tablet = await openRestTablet();
  await tablet.step();
  return tablet;
}

/** Reads the lists of every screen again. */
async function readAll(tablet: RestTablet): Promise<string> {
  await tablet.pass(301_000);
  tablet.protocol.look('/restaurant/orders');
  return tablet.step();
}

const reply = (tablet: RestTablet, message: string, n = 900) =>
  mutateIn(tablet.store, sendMessage, {
    path: { id: tablet.server.store.rows.chats[0]!.id },
    body: { message, message_id: id(n), seen_inbound_at: null },
  }).durable;

const isPost = (call: string) => call.startsWith('POST');

describe("rows in another server's format", () => {
  test('are converted to ours: numbers, flags, times and ids', async () => {
    const tablet = await openRestTablet();
    const { rows } = tablet.server.store;
    Object.assign(rows, {
      books: [{ id: '1', name: 'Dinner', is_default: 1, currency: 'gbp' }],
      categories: [{ name: 'Mains', id: '5', menu_book_id: '1', sort_order: '2' }],
      items: [{ is_available: 0, price_amount: '895', category_id: '5', menu_book_id: '1', name: 'Soup', id: '9' }],
      orders: [
        {
          id: '7',
          order_no: 107,
          order_status: 'accepted',
          placed_at: '2026-11-20 18:58:00',
          total_amount: '1790',
          is_asap: 'false',
          delivery_address: '12 Baker Street',
          customer: { phone: 447700900123 },
          customer_name: 'Ada King',
          lines: [{ quantity: '2', name: 'Soup', unit_amount: 895 }, null, 'Soup'],
          events: [
            { id: 1, type: 'placed' },
            { id: 2, type: 'status', at: 1795114680, arrived_at: 1795114680 },
          ],
          _sync: { op_ids: ['not ours'] },
        },
      ],
    });
    const { restaurant } = tablet.server.store;
    Object.assign(restaurant, { timezone: 'Moon/Sea', locale: 'x', opening_hours: { monday: '9-5' }, address: {} });
    const isNumber = (value: unknown) => typeof value === 'string' && /^\d$/.test(value);
    tablet.line.rewrite = (json) =>
      JSON.parse(JSON.stringify(json, (key, value) => (key.endsWith('id') && isNumber(value) ? Number(value) : value)));
    expect(await tablet.step()).toBe('rest');
    const { db } = tablet;
    expect(await db.menu_items.toArray()).toMatchObject([
      { id: '9', category_id: '5', price_amount: 895, availability_status: 'sold_out', is_available: false },
    ]);
    expect(await db.menu_categories.toArray()).toMatchObject([{ id: '5', menu_book_id: '1', sort_order: 2 }]);
    expect(await db.menu_books.toArray()).toMatchObject([{ id: '1', is_default: true, currency: 'GBP' }]);
    const [order] = await db.orders.toArray();
    expect(order).toMatchObject({
      id: '7',
      order_no: '107',
      placed_at: '2026-11-20T18:58:00.000Z',
      total_amount: 1790,
      is_asap: false,
      delivery_address: null,
      customer: { name: 'Ada King', phone: '447700900123', email: null },
      lines: [{ id: '7:1', quantity: 2, name: 'Soup', unit_amount: 895, total_amount: 0, menu_item_id: null }],
      events: [{ id: '2', at: '2026-11-19T18:58:00.000Z', was_offline: false }],
    });
    expect(order).not.toHaveProperty('_sync');
    const [own] = await db.restaurants.toArray();
    expect(own).toMatchObject({ locale: 'en-GB', address: null, opening_hours: { days: [], exceptions: [] } });
    expect(() => Intl.DateTimeFormat('en', { timeZone: own!.timezone })).not.toThrow();
    expect(await breaches(db)).toEqual([]);
    // Read again, the rows stay the same.
    const before = await db.orders.toArray();
    await readAll(tablet);
    expect(await db.orders.toArray()).toEqual(before);
  });
});

test('a worker of outdated code writes nothing (R16)', async () => {
  const tablet = await openRestTablet();
  const { db, engine, time, protocol: way, line } = tablet;
  await db.sync.put({ name: 'writeEpoch', value: WRITE_EPOCH + 1 });
  const before = await db.sync.toArray();
  // Even a new clock offset must not be written.
  engine.clock = Object.assign(engine.clock, { now: () => time.now() - 60_000 });
  await expect(way.pull()).rejects.toThrow(OutdatedCode);
  await expect(way.push()).rejects.toThrow(OutdatedCode);
  await expect(probeServer(engine, line.request)).rejects.toThrow(OutdatedCode);
  expect(await db.sync.toArray()).toEqual(before);
});

describe('an answer that is not a list', () => {
  test.each([
    ['words', { message: 'Down for maintenance' }],
    ['nothing', { data: null }],
    ['a list of faults', { success: false, errors: ['no database'] }],
    ['rows without ids', { data: [{ name: 'x' }] }],
  ])('removes no row: %s with a 200 (R18, R15)', async (_what, said) => {
    const tablet = await loaded();
    const counts = () =>
      Promise.all(
        ['orders', 'menu_items', 'customers', 'chats', 'notifications'].map((name) => tablet.db.table(name).count()),
      );
    const before = await counts();
    tablet.line.rewrite = () => said;
    await readAll(tablet);
    expect(await counts()).toEqual(before);
    tablet.line.rewrite = (json) => json;
    tablet.server.store.rows.customers.pop();
    await readAll(tablet);
    expect(await tablet.db.customers.count()).toBe(before[2]! - 1);
  });

  test('removes rows if it says it is empty', async () => {
    const tablet = await loaded();
    tablet.line.rewrite = (json, call) => (call === 'GET /customers' ? { data: null, meta: { total_count: 0 } } : json);
    await readAll(tablet);
    expect(await tablet.db.customers.count()).toBe(0);
  });
});

describe('a list', () => {
  test('without paging info is read to its end', async () => {
    const tablet = await openRestTablet({ seed: { orders: 40 } });
    tablet.line.rewrite = (json, call) => {
      const { meta: _meta, meta_data: _data, ...rest } = json;
      return call === 'GET /orders' ? rest : json;
    };
    const { request: ask } = tablet.line;
    tablet.line.request = (call) =>
      ask(call.path === '/orders' ? { ...call, query: { ...call.query, limit: '15' } } : call);
    await tablet.step();
    expect(await tablet.db.orders.count()).toBe(40);
    tablet.server.store.rows.orders.pop();
    await readAll(tablet);
    expect(await tablet.db.orders.count()).toBe(39);
  });

  test('of a deleted book does not stop other books', async () => {
    const tablet = await openRestTablet();
    const { store } = tablet.server;
    const gone = { id: store.newId(), name: 'Lunch', created_at: store.at(), updated_at: store.at() };
    store.rows.books.unshift(gone);
    tablet.line.fate = (_, call) => (call === `GET /menu/books/${gone.id}` ? { status: 404 } : 'answered');
    await tablet.step();
    expect(await tablet.db.menu_items.count()).toBe(6);
  });

  test('that counts deleted rows can still be complete', async () => {
    const tablet = await loaded();
    tablet.server.store.rows.customers[0]!['deleted_at'] = tablet.server.store.at();
    await readAll(tablet);
    expect(await tablet.db.customers.count()).toBe(2);
  });

  test('in ascending order still brings the newest soon', async () => {
    const tablet = await openRestTablet({ seed: { orders: 620 } });
    const { rows } = tablet.server.store;
    const { request: ask } = tablet.line;
    tablet.line.request = async (call) => {
      const isList = call.path === '/orders';
      if (isList) for (const row of rows.orders) row['order_status'] = 'completed';
      const answer = await ask(
        isList ? { ...call, query: { limit: '100', page_no: String(8 - Number(call.query!['page_no'])) } } : call,
      );
      if (!isList || answer.kind !== 'ok') return answer;
      const { data, meta_data: meta } = answer.data.json as { data: Json[]; meta_data: Json };
      const page_no = Number(call.query!['page_no']);
      const paging = { ...meta, current_page: page_no, has_next_page: page_no < 7 };
      return { ...answer, data: { ...answer.data, json: { data: data.toReversed(), meta_data: paging } } };
    };
    await tablet.step();
    expect(await tablet.db.orders.count()).toBe(620);
    await tablet.pass(15_000);
    tablet.protocol.look('/restaurant/orders');
    rows.orders.push({ id: tablet.server.store.newId(), ...order(tablet.server.store, 5000) });
    await tablet.step();
    expect(await tablet.db.orders.count()).toBe(621);
  });

  test('is read soon after the clock was set back (R44)', async () => {
    const tablet = await loaded();
    tablet.engine.clock = { ...tablet.engine.clock, now: tablet.time.now };
    await tablet.pass(60_000);
    const { now } = tablet.engine.clock;
    const back = openRestTablet({ disk: tablet.disk, time: tablet.time, server: tablet.server });
    const late = await back;
    await late.step();
    late.engine.clock.now = () => now() - 365 * 86_400_000;
    late.server.store.rows.customers.pop();
    late.protocol.look('/restaurant/customers');
    expect(await late.step()).toBe('rest');
    expect(await late.db.customers.count()).toBe(2);
  });
});

describe('a mutation that no list will show', () => {
  test('ends if the server has no such list', async () => {
    const tablet = await loaded();
    const [{ id: notice } = { id: '' }] = await tablet.db.notifications.toArray();
    await mutateIn(tablet.store, markAsRead, { path: { entity: 'restaurant' }, body: { notification_ids: [notice] } })
      .durable;
    tablet.line.fate = (_, call) => (call.startsWith('GET /dashboard') ? { status: 404 } : 'answered');
    await readAll(tablet);
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('ends with its chat', async () => {
    const tablet = await loaded();
    await reply(tablet, 'Ten minutes');
    await mutateIn(tablet.store, pause, { path: { id: tablet.server.store.rows.chats[0]!.id }, body: {} }).durable;
    while ((await tablet.protocol.push()).kind === 'sent');
    Object.assign(tablet.server.store.rows, { chats: [], messages: [] });
    tablet.line.fate = (_, call) => (/^GET \/chat\/./.test(call) ? { status: 404 } : 'answered');
    await readAll(tablet);
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await tablet.counters()).toMatchObject({ issued: 2, done: 2 });
    expect(await breaches(tablet.db)).toEqual([]);
  });
});

describe('terse answers', () => {
  const make = async (tablet: RestTablet) => {
    const [book, category, item] = [id(700), id(701), id(702)];
    await mutateIn(tablet.store, createBook, { body: { id: book, name: 'Lunch' } }).durable;
    await mutateIn(tablet.store, createCategory, { path: { id: book }, body: { id: category, name: 'Soups' } }).durable;
    const at = { path: { id: book, categoryId: category } };
    await mutateIn(tablet.store, createItem, { ...at, body: { id: item, name: 'Laksa', price_amount: 950 } }).durable;
  };

  test.each<[string, (json: Json) => unknown]>([
    ['without the new row', () => ({ data: { message: 'Created' } })],
    ['with nothing at all', () => null],
    [
      'with the row below a name',
      ({ data }) => ({ data: { user: { id: 'u', name: 'x' }, book: data, category: data, item: data } }),
    ],
    ['with an id that is a number', ({ data }) => ({ data: { ...(data as Json), id: 4711 } })],
  ])('%s keep a dish with its new category and book', async (_what, told) => {
    const tablet = await loaded();
    await make(tablet);
    const isNumber = String(told).includes('4711');
    tablet.line.rewrite = (json, call) => (call.startsWith('POST /menu') && !isNumber ? told(json) : json);
    expect(await readAll(tablet)).toBe('rest');
    expect(await tablet.db.dead_letters.toArray()).toEqual([]);
    const { rows } = tablet.server.store;
    expect(rows.items.at(-1)).toMatchObject({ name: 'Laksa', category_id: rows.categories.at(-1)!.id });
    expect(await tablet.db.menu_items.where('category_id').equals(rows.categories.at(-1)!.id).count()).toBe(1);
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('a repeated step is done whatever the status (R18)', async () => {
    const tablet = await loaded();
    const { id: order } = tablet.server.store.rows.orders[0]!;
    await mutateIn(tablet.store, setStatus, { path: { id: order }, body: { order_status: 'accepted' } }).durable;
    let n = 0;
    tablet.line.fate = (_, call) => {
      if (!call.endsWith('/status')) return 'answered';
      return n++ === 0 ? 'answer lost' : { status: 422 };
    };
    await tablet.step();
    await readAll(tablet);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });
});

describe('a reply that the server refuses', () => {
  test('for good fails with its reason and unblocks (R26)', async () => {
    const tablet = await loaded();
    await reply(tablet, 'Ten minutes');
    const { id: order } = tablet.server.store.rows.orders[0]!;
    await mutateIn(tablet.store, setStatus, { path: { id: order }, body: { order_status: 'accepted' } }).durable;
    tablet.line.fate = (_, call) => (call.endsWith('/message') ? { status: 422 } : 'answered');
    expect(await tablet.step()).toBe('rest');
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ reason: 'rejected', error: { code: 'refused' } }]);
    expect(tablet.server.store.rows.orders[0]).toMatchObject({ order_status: 'accepted' });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test.each([401, 429])('for now, with %i, waits and is sent once (R29, R18)', async (status) => {
    const tablet = await loaded();
    await reply(tablet, 'Ten minutes');
    tablet.line.fate = (_, call) => (isPost(call) ? { status } : 'answered');
    expect(await tablet.step()).toBe(status === 401 ? 'auth' : 'backoff');
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
    tablet.line.fate = () => 'answered';
    await readAll(tablet);
    expect(tablet.server.store.rows.messages.filter((row) => row['message'] === 'Ten minutes')).toHaveLength(1);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
  });
});

describe('an uncertain reply', () => {
  async function asked(words = 'Ten minutes') {
    const tablet = await loaded();
    await reply(tablet, words);
    tablet.line.fate = (_, call) => (isPost(call) ? 'late' : 'answered');
    await tablet.step();
    await tablet.step();
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ reason: 'uncertain' }]);
    tablet.line.fate = () => 'answered';
    return tablet;
  }

  test('counts as sent when found in the chat (R18, R1)', async () => {
    const tablet = await asked();
    tablet.line.arriveLate();
    await readAll(tablet);
    expect(await tablet.db.dead_letters.count()).toBe(0);
    expect(await tablet.counters()).toEqual({ issued: 1, done: 1, dead: 0, withdrawn: 0 });
    expect(await tablet.db.done.toArray()).toMatchObject([{ outcome: 'done', body: { message: 'Ten minutes' } }]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('is not resolved by an equal other reply (R18)', async () => {
    const tablet = await asked();
    await reply(tablet, 'Ten minutes', 901);
    await readAll(tablet);
    expect(await tablet.db.dead_letters.count()).toBe(1);
    await tablet.pass(1000);
    tablet.line.arriveLate();
    await readAll(tablet);
    expect(await tablet.db.dead_letters.count()).toBe(0);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 2, dead: 0, withdrawn: 0 });
  });

  test('is not resolved by the same text next day', async () => {
    const tablet = await asked();
    const { store } = tablet.server;
    const at = new Date(store.now() + 86_400_000).toISOString();
    const chat = store.rows.chats[0]!;
    store.rows.messages.push({
      id: store.newId(),
      chat_id: chat.id,
      author: 'staff',
      message: 'Ten minutes',
      created_at: at,
    });
    chat['last_message_at'] = at;
    await readAll(tablet);
    expect(await tablet.db.chat_messages.filter(({ message }) => message === 'Ten minutes').count()).toBe(1);
    expect(await tablet.db.dead_letters.count()).toBe(1);
  });
});

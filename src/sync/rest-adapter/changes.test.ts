import { describe, expect, test } from 'vitest';
import { openRestTablet, type RestTablet } from '../../../tests/support/rest-server/tablet.ts';
import { breaches } from '../../../tests/support/tablet.ts';
import { id } from '../../../tests/support/rows.ts';
import { mutateIn } from '../../data/mutate.ts';
import { pause, sendMessage } from '../../features/chats/mutations.ts';
import { createCategory, createItem, editItem, removeItems, setAvailability } from '../../features/menu/mutations.ts';
import { acknowledge } from '../../features/notifications/mutations.ts';
import { renamedAddress } from '../../features/menu/queries.ts';
import { setStatus } from '../../features/orders/mutations.ts';
import { createOrder } from '../../features/point-of-sale/mutations.ts';
import { retryFailedChange } from '../recovery/retry-failed-change.ts';

async function loaded(): Promise<RestTablet> {
  const tablet = await openRestTablet();
  await tablet.step();
  return tablet;
}

const said = (tablet: RestTablet, call: string) => tablet.server.log.filter((line) => line.call === call);
const MESSAGE = 'POST /chat/{id}/message';
const STATUS = 'POST /orders/{id}/status';

const reply = (tablet: RestTablet, message: string, n = 900) =>
  mutateIn(tablet.store, sendMessage, {
    path: { id: tablet.server.store.rows.chats[0]!.id },
    body: { message, message_id: id(n), seen_inbound_at: null },
  }).durable;

const move = (tablet: RestTablet, n: number, order_status: 'accepted' | 'preparing') =>
  mutateIn(tablet.store, setStatus, { path: { id: tablet.server.store.rows.orders[n]!.id }, body: { order_status } })
    .durable;

const turn = (tablet: RestTablet, n: number, is_available: boolean) => {
  const item = tablet.server.store.rows.items[n]!;
  const path = { id: item['menu_book_id'] as string, categoryId: item['category_id'] as string, itemId: item.id };
  return mutateIn(tablet.store, setAvailability, { path, body: { is_available } }).durable;
};

describe("mutations on a server with only the specification's calls", () => {
  test('are sent one by one and end with a list (R18, R9)', async () => {
    const tablet = await loaded();
    const { rows } = tablet.server.store;
    await turn(tablet, 0, false);
    await move(tablet, 0, 'accepted');
    await move(tablet, 0, 'preparing');
    await mutateIn(tablet.store, pause, { path: { id: rows.chats[0]!.id }, body: {} }).durable;
    const from = tablet.server.log.length;
    expect((await tablet.protocol.push()).kind).toBe('sent');
    // A positive answer is not a confirmation.
    expect(await tablet.db.outbox.orderBy('seq').first()).toMatchObject({ state: 'acked' });
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.step()).toBe('rest');
    const writes = tablet.server.log.slice(from).filter((line) => !line.call.startsWith('GET'));
    expect(writes.map((line) => line.call.split('/').at(-1))).toEqual([
      'update-availability',
      'status',
      'status',
      'pause',
    ]);
    expect(writes[1]!.body).toMatchObject({ order_id: rows.orders[0]!.id, order_status: 'accepted' });
    expect(rows.orders[0]).toMatchObject({ order_status: 'preparing' });
    expect(rows.items[0]).toMatchObject({ is_available: false });
    expect(rows.chats[0]).toMatchObject({ is_paused: true });
    expect(await tablet.counters()).toEqual({ issued: 4, done: 4, dead: 0, withdrawn: 0 });
    expect(await tablet.row('orders', rows.orders[0]!.id)).not.toHaveProperty('_sync');
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('that set values are resent after lost answers (R18)', async () => {
    const tablet = await loaded();
    await turn(tablet, 0, false);
    await move(tablet, 0, 'accepted');
    const lost = new Set(['PUT', 'POST']);
    tablet.line.fate = (_, call) => (lost.delete(call.split(' ')[0]!) ? 'answer lost' : 'answered');
    expect(await tablet.step()).toBe('offline');
    expect(await tablet.step()).toBe('offline');
    expect(await tablet.step()).toBe('rest');
    expect(said(tablet, STATUS).map((line) => line.status)).toEqual([200, 409]);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 2, dead: 0, withdrawn: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('that the server refuses become failed changes (R26)', async () => {
    const tablet = await loaded();
    tablet.server.store.rows.orders[0]!['order_status'] = 'cancelled';
    await move(tablet, 0, 'accepted');
    await turn(tablet, 1, false);
    expect(await tablet.step()).toBe('rest');
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([
      { reason: 'rejected', error: { code: 'order_already_final' }, theirs: { order_status: 'cancelled' } },
    ]);
    expect(await tablet.counters()).toEqual({ issued: 2, done: 1, dead: 1, withdrawn: 0 });
  });

  test('wait behind an invalid token and lose nothing (R29)', async () => {
    const tablet = await loaded();
    tablet.server.endSessions();
    await turn(tablet, 0, false);
    expect(await tablet.step()).toBe('auth');
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('use the id that the server gave a row (R18)', async () => {
    const tablet = await loaded();
    const book = tablet.server.store.rows.books[0]!;
    const category = id(700);
    const item = id(701);
    const at = { id: book.id, categoryId: category };
    await mutateIn(tablet.store, createCategory, { path: { id: book.id }, body: { id: category, name: 'Soups' } })
      .durable;
    await mutateIn(tablet.store, createItem, { path: at, body: { id: item, name: 'Laksa', price_amount: 950 } })
      .durable;
    await mutateIn(tablet.store, editItem, { path: { ...at, itemId: item }, body: { price_amount: 990 } }).durable;
    expect(await tablet.step()).toBe('rest');
    const made = tablet.server.store.rows.items.at(-1)!;
    expect(made).toMatchObject({ name: 'Laksa', price_amount: 990 });
    expect(made.id).not.toBe(item);
    expect(await tablet.row('menu_items', item)).toBeNull();
    // A page at the old id is redirected.
    const ours = `/restaurant/menu/${book.id}/category/${category}`;
    const theirs = `/restaurant/menu/${book.id}/category/${made['category_id'] as string}`;
    expect([await renamedAddress(tablet.db, ours), await renamedAddress(tablet.db, theirs)]).toEqual([theirs, null]);
    expect(await tablet.row('menu_items', made.id)).toMatchObject({
      price_amount: 990,
      category_id: made['category_id'],
    });
    expect(await tablet.db.outbox.count()).toBe(0);
    expect(await breaches(tablet.db)).toEqual([]);
    const path = { id: book.id, categoryId: made['category_id'] as string };
    await mutateIn(tablet.store, removeItems, { path, body: { item_ids: [made.id] } }).durable;
    expect(await tablet.step()).toBe('rest');
    expect(await tablet.row('menu_items', made.id)).toBeNull();
  });

  test('not in the specification stay local or fail', async () => {
    const tablet = await loaded();
    const [first] = tablet.server.store.rows.orders;
    await mutateIn(tablet.store, acknowledge, { path: { id: first!.id }, body: { device_id: id(3) } }).durable;
    await mutateIn(tablet.store, createOrder, {
      body: {
        id: id(800),
        channel: 'phone',
        order_type: 'pickup',
        lines: [{ id: id(801), menu_item_id: null, quantity: 1, name: 'Soup', unit_amount: 500 }],
      },
    }).durable;
    expect(await tablet.step()).toBe('rest');
    await tablet.pass(300_000);
    tablet.protocol.look('/restaurant/orders');
    await tablet.step();
    expect(await tablet.row('orders', first!.id)).toMatchObject({ acknowledged_by_device_ids: [id(3)] });
    expect(await tablet.db.dead_letters.toArray()).toMatchObject([{ error: { code: 'not_offered' } }]);
    expect(await tablet.row('orders', id(800))).toBeNull();
    expect(tablet.server.log.filter((line) => !line.isSpecified)).toEqual([]);
    expect(await breaches(tablet.db)).toEqual([]);
  });
});

describe('a reply on a server without keys', () => {
  test('is sent once and has the server’s id (R18)', async () => {
    const tablet = await loaded();
    await reply(tablet, '  On its way. ');
    expect(await tablet.step()).toBe('rest');
    expect(said(tablet, MESSAGE).map((line) => line.body)).toEqual([{ message: 'On its way.' }]);
    const shown = await tablet.db.chat_messages.filter((row) => row.author === 'staff').toArray();
    expect(shown).toMatchObject([{ id: tablet.server.store.rows.messages.at(-1)!.id, message: 'On its way.' }]);
    expect(await tablet.counters()).toMatchObject({ done: 1, dead: 0 });
    expect(await breaches(tablet.db)).toEqual([]);
  });

  test('with a lost answer is found, not resent (R18)', async () => {
    const tablet = await loaded();
    // The same text was sent before; that is another reply.
    await reply(tablet, 'Ten minutes', 900);
    await tablet.step();
    await reply(tablet, 'Ten minutes', 901);
    tablet.line.fate = (_, call) => (call.startsWith('POST') ? 'answer lost' : 'answered');
    expect(await tablet.step()).toBe('offline');
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'uncertain' }]);
    expect(await breaches(tablet.db)).toEqual([]);
    expect(await tablet.step()).toBe('rest');
    expect(said(tablet, MESSAGE)).toHaveLength(2);
    expect(await tablet.counters()).toMatchObject({ issued: 2, done: 2, dead: 0 });
  });

  test('that never arrived is resent only on request (R18)', async () => {
    const tablet = await loaded();
    await reply(tablet, 'Ten minutes');
    tablet.line.fate = (_, call) => (call.startsWith('POST') ? 'lost' : 'answered');
    await tablet.step();
    expect(await tablet.step()).toBe('rest');
    const [letter] = await tablet.db.dead_letters.toArray();
    expect(letter).toMatchObject({ reason: 'uncertain', error: { code: 'answer_lost' } });
    expect(await tablet.db.chat_messages.filter((row) => row.author === 'staff').count()).toBe(0);
    tablet.line.fate = () => 'answered';
    await tablet.step();
    expect(said(tablet, MESSAGE)).toHaveLength(0);
    await (
      await retryFailedChange(tablet.store, tablet.engine.definitions, letter!.key)
    )?.durable;
    expect(await tablet.step()).toBe('rest');
    expect(said(tablet, MESSAGE)).toHaveLength(1);
    expect(await tablet.counters()).toMatchObject({ issued: 2, done: 1, dead: 1 });
  });

  test('is neither sent nor uncertain while offline', async () => {
    const tablet = await loaded();
    await reply(tablet, 'Ten minutes');
    tablet.line.fate = () => 'lost';
    expect(await tablet.step()).toBe('offline');
    expect(await tablet.db.outbox.toArray()).toMatchObject([{ state: 'queued', firstTryAt: null }]);
    tablet.line.fate = () => 'answered';
    expect(await tablet.step()).toBe('rest');
    expect(said(tablet, MESSAGE)).toHaveLength(1);
  });

  test('sent by a dead worker is searched for (R18)', async () => {
    const tablet = await loaded();
    await reply(tablet, 'Ten minutes');
    tablet.line.fate = (_, call) => (call.startsWith('POST') ? 'silence' : 'answered');
    void tablet.protocol.push();
    await expect.poll(() => tablet.db.outbox.toArray()).toMatchObject([{ state: 'inflight' }]);
    const next = await tablet.restart();
    next.line.fate = () => 'answered';
    expect(await next.step()).toBe('rest');
    expect(await next.db.dead_letters.toArray()).toMatchObject([{ reason: 'uncertain' }]);
    expect(said(tablet, MESSAGE)).toHaveLength(0);
  });
});

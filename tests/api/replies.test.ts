import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import type { Channel } from '../../contract/channels/calls.ts';
import { calls } from '../../contract/index.ts';
import { entities, type Table } from '../../contract/entity.ts';
import { Meta } from '../../contract/errors.ts';
import type { SignedInDevice } from '../../contract/settings/session-calls.ts';
import { SCHEMA } from '../../contract/sync/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { askApi, callApi } from '../support/api.ts';
import { placeOpenOrders } from '../support/open-orders.ts';
import { pushSubscription } from '../support/push-service.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { writeTalk, type Talk } from '../support/chat-messages.ts';
import { PASSWORD, signUp, type SignedUp } from '../support/sign-up.ts';
import { makeMenu, pullAll, tablet, type Menu } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
let spare: Menu;
let orders: string[];
let line: string;
let talk: Talk;
let channelId: string;
let sessionId: string;
const device = pushSubscription(newId());
const whatsapp = { token: 'a-token', phone_no_id: '1001', waba_id: '2002' };

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
  spare = await makeMenu(app, owner);
  const placed = await placeOpenOrders(app.pools.owner, owner.restaurant.id, { count: 3, now: app.clock.now() });
  orders = placed.map((order) => order.id);
  line = placed[2]!.lineId;
  const channel = { token: owner.token, body: { ...whatsapp, phone_no_id: '1000' } };
  channelId = (await askApi<Channel>(app.fetch, 'POST', '/channels/whatsapp', channel)).id;
  const { email } = owner.user;
  await askApi(app.fetch, 'POST', '/auth/login', { body: { email, password: PASSWORD } });
  const devices = await askApi<SignedInDevice[]>(app.fetch, 'GET', '/settings/security/sessions', {
    token: owner.token,
  });
  sessionId = devices[1]!.id;
  talk = await writeTalk(app.pools.owner, owner.restaurant.id, app.clock.now());
});
afterAll(() => app.close());

/** One request that succeeds for each call of an owner, in this order. */
const requests: Record<string, () => { path?: Record<string, string>; body?: unknown; search?: string }> = {
  'dashboard.insights': () => ({}),
  'dashboard.orders': () => ({}),
  'dashboard.notifications': () => ({ path: { entity: 'restaurant' } }),
  'dashboard.markAsRead': () => ({
    path: { entity: 'restaurant' },
    body: { notification_ids: [talk.notificationId] },
  }),
  'orders.list': () => ({ search: '?order_status=open' }),
  'orders.get': () => ({ path: { id: orders[0]! } }),
  'orders.create': () => ({
    body: {
      channel: 'phone',
      order_type: 'delivery',
      lines: [
        { menu_item_id: menu.itemIds[0]!, quantity: 2, note: 'Not too hot' },
        { menu_item_id: null, name: 'Corkage', unit_amount: 500, quantity: 1 },
      ],
      customer: { name: 'Joanna Price', phone: '020 7946 0123' },
      delivery_address: {
        line_1: '4 Mill Lane',
        line_2: null,
        city: 'London',
        postal_code: 'E1 4AA',
        country_code: 'GB',
        instructions: null,
      },
    },
  }),
  'orders.edit': () => ({
    path: { id: orders[0]! },
    body: { lines: [{ menu_item_id: menu.itemIds[1]!, quantity: 1 }], kitchen_note: 'Birthday' },
  }),
  'orders.setStatus': () => ({ path: { id: orders[0]! }, body: { order_status: 'accepted', prep_minutes: 20 } }),
  'orders.setLineStatus': () => ({ path: { id: orders[2]!, lineId: line }, body: { line_status: 'ready' } }),
  'orders.acknowledge': () => ({ path: { id: orders[0]! }, body: { device_id: newId() } }),
  'orders.setOrdering': () => ({ body: { ordering_status: 'paused', extra_prep_minutes: 10 } }),
  'orders.remove': () => ({ body: { orderId: orders[1]! } }),
  'orders.restore': () => ({ path: { id: orders[1]! }, body: {} }),
  'push.subscribe': () => ({ body: device }),
  'push.devices': () => ({}),
  'push.sendTest': () => ({ path: { device_id: device.device_id } }),
  'push.unsubscribe': () => ({ path: { device_id: device.device_id } }),
  'customers.list': () => ({ search: '?customer_status=active' }),
  'customers.get': () => ({ path: { id: talk.customerId } }),
  'customers.edit': () => ({ path: { id: talk.customerId }, body: { note: 'Likes it hot', phone: '020 7946 0999' } }),
  'chats.list': () => ({ search: '?is_unread=true' }),
  'chats.get': () => ({ path: { id: talk.chatId } }),
  'chats.markAsRead': () => ({ path: { id: talk.chatId }, body: { read_upto: '2026-11-20T18:30:00.000Z' } }),
  'chats.pause': () => ({ path: { id: talk.chatId } }),
  'chats.resume': () => ({ path: { id: talk.chatId } }),
  'chats.sendMessage': () => ({ path: { id: talk.chatId }, body: { message: 'Until ten' } }),
  'menu.listBooks': () => ({}),
  'menu.createBook': () => ({ body: { name: 'Lunch' } }),
  'menu.getBook': () => ({ path: { id: menu.bookId } }),
  'menu.editBook': () => ({ path: { id: menu.bookId }, body: { description: 'From noon' } }),
  'menu.list': () => ({ search: `?menu_book_id=${menu.bookId}` }),
  'menu.createCategory': () => ({ path: { id: menu.bookId }, body: { name: 'Sides' } }),
  'menu.editCategory': () => ({ path: { id: menu.bookId, categoryId: menu.categoryId }, body: { name: 'Hot' } }),
  'menu.listItems': () => ({ path: { id: menu.bookId, categoryId: menu.categoryId } }),
  'menu.createItem': () => ({
    path: { id: menu.bookId, categoryId: menu.categoryId },
    body: { name: 'Dal', price_amount: 500 },
  }),
  'menu.editItem': () => ({
    path: { id: menu.bookId, categoryId: menu.categoryId, itemId: menu.itemIds[0]! },
    body: { price_amount: 950 },
  }),
  'menu.setAvailability': () => ({
    path: { id: menu.bookId, categoryId: menu.categoryId, itemId: menu.itemIds[0]! },
    body: { is_available: false, duration: 'next_opening' },
  }),
  'menu.searchItems': () => ({ search: '?search=dish' }),
  'menu.removeItems': () => ({
    path: { id: spare.bookId, categoryId: spare.categoryId },
    body: { item_ids: spare.itemIds },
  }),
  'menu.removeCategory': () => ({ path: { id: spare.bookId, categoryId: spare.categoryId } }),
  'menu.removeBook': () => ({ path: { id: spare.bookId } }),
  'sessions.list': () => ({}),
  'sessions.rename': () => ({ body: { device_name: 'Kitchen tablet' } }),
  'sessions.revoke': () => ({ path: { sessionId } }),
  'sessions.revokeOthers': () => ({}),
  'settings.changePassword': () => ({
    body: { current_password: PASSWORD, password: PASSWORD, confirm_password: PASSWORD },
  }),
  'channels.add': () => ({ path: { type: 'whatsapp' }, body: whatsapp }),
  'channels.list': () => ({}),
  'channels.remove': () => ({ path: { id: channelId } }),
  'sync.hello': () => ({}),
  'sync.push': () => ({
    body: {
      client_id: newId(),
      schema: SCHEMA,
      confirm_upto: 0,
      mutations: [{ mid: 1, key: newId(), call: 'menu.createBook', ver: 1, path: {}, body: { name: '' } }],
    },
  }),
  'sync.pull': () => ({ body: { client_id: newId(), schema: SCHEMA, cursor: null } }),
};

const owned = Object.values(calls).filter(({ options, name }) => options.access === 'owner' && name !== 'sync.stream');

test('every call of an owner has a request here', () => {
  expect(owned.map((call) => call.name).filter((name) => !requests[name])).toEqual([]);
});

describe('what stands under data', () => {
  // In the order of the requests: deleting comes last.
  test.each(Object.keys(requests).map((name) => [name, calls[name] as Call] as const))(
    'of %s is what the contract says, and nothing beyond',
    async (name, call) => {
      const { path = {}, body, search = '' } = requests[name]!();
      const url = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => path[key]!) + search;
      const { status, data, meta, error } = await callApi(app.fetch, call.method, url, {
        token: owner.token,
        body,
      });
      expect([status, error]).toEqual([200, null]);
      if (!call.options.paged) return expectExact(call.options.reply, data);
      expect((data as unknown[]).length).toBeGreaterThan(0);
      for (const row of data as unknown[]) expectExact(call.options.reply, row);
      expectExact(Meta, meta);
    },
  );

  test('of pulled rows is what the contract says of their tables', async () => {
    const { pages } = await pullAll(tablet(app, owner), null, 5);
    const seen = new Set<string>();
    for (const page of pages)
      for (const [table, rows] of Object.entries(page.puts))
        for (const row of rows) {
          seen.add(table);
          expectExact(entities[table as Table], row);
        }
    expect([...seen].toSorted()).toEqual(Object.keys(entities).toSorted());
  });
});

/** Parsing drops what a schema does not know: equal means that there was nothing to drop. */
function expectExact(schema: { parse(value: unknown): unknown }, value: unknown) {
  expect(schema.parse(value)).toEqual(value);
}

test('while the database is away every call answers 503 and may be tried again', async () => {
  const away = await startApp();
  const lost = await signUp(away);
  await away.pools.app.end();
  const { status, error, headers } = await callApi(away.fetch, 'GET', '/orders', { token: lost.token });
  expect([status, error?.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
  const pushed = await tablet(away, lost).push([]);
  expect([pushed.status, pushed.error?.code]).toEqual([503, 'unavailable']);
  await away.close().catch((error: Error) => expect(error.message).toContain('end on pool more than once'));
});

test('a restaurant whose row is locked for too long answers 503, and keeps nothing of the request', async () => {
  const blocker = await app.pools.owner.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM spaces WHERE restaurant_id = $1 FOR UPDATE', [owner.restaurant.id]);
  const device = tablet(app, owner);
  const entry = { mid: 1, key: newId(), call: 'menu.createBook', path: {}, body: { name: 'Waits' } };
  const { data } = await device.push([entry]);
  expect([data.stopped, data.last_mid, data.results]).toEqual(['unavailable', 0, []]);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect((await device.push([entry])).data.results[0]).toMatchObject({ mid: 1, outcome: 'applied' });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification } from '../../contract/notifications/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { makeMenu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { newId } from '../platform/ids.ts';
import { createBus } from '../platform/bus.ts';
import { tick } from './tick.ts';

let app: TestApp;
let owner: SignedUp;
let placed: string;
let dish: string;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  const menu = await makeMenu(app, owner);
  await call('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  dish = menu.itemIds[0]!;
  placed = await placeOrder();
});
afterAll(() => app.close());

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const readNotifications = async () =>
  (await call<Notification[]>('GET', '/dashboard/notifications/restaurant')).data.map((row) => ({
    type: row.type,
    isRead: row.read_at !== null,
    about: row.resource_id,
  }));

async function placeOrder(): Promise<string> {
  await callApi(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: dish, quantity: 1 }],
      customer: { name: 'Priya Nair', phone: '020 7946 0123' },
    },
  });
  return (await call<Order[]>('GET', '/orders')).data[0]!.id;
}

const nothing = { rejected: 0, escalated: 0, ended: 0 };
const run = () => tick({ ...app, bus: createBus() }, app.clock.now());
const orderNow = async () => (await call<Order>('GET', `/orders/${placed}`)).data;

test('acknowledging devices are a set; the first has seen it', async () => {
  const [one, two] = [newId(), newId()];
  const acknowledge = (device_id: string, occurred_at: string) =>
    call<Order>('POST', `/orders/${placed}/acknowledge`, { device_id, occurred_at });
  await acknowledge(two, '2026-11-20T18:29:00.000Z');
  const { data } = await acknowledge(one, '2026-11-20T18:28:00.000Z');
  expect(data.acknowledged_by_device_ids).toEqual([one, two].toSorted());
  expect(data.seen_at).toBe('2026-11-20T18:28:00.000Z');
  const again = await acknowledge(two, '2026-11-20T18:29:30.000Z');
  expect([again.notice?.code, again.data.version]).toEqual(['already_done', data.version]);
});

test('an unanswered order is rejected once, at its deadline', async () => {
  app.clock.set('2026-11-20T18:39:59.999Z');
  expect(await run()).toEqual(nothing);
  app.clock.set('2026-11-20T18:40:00.000Z');
  const both = await Promise.all([run(), run()]);
  expect(both.map((one) => one.rejected).toSorted()).toEqual([0, 1]);
  expect(await orderNow()).toMatchObject({
    order_status: 'rejected',
    rejection_reason: 'not_answered',
    rejected_at: '2026-11-20T18:40:00.000Z',
    updated_by: { kind: 'system' },
  });
  const { rows } = await app.pools.owner.query(
    `SELECT type, (SELECT orders_count FROM customers) AS orders_count FROM notifications ORDER BY created_at`,
  );
  expect(rows).toEqual([
    { type: 'order_new', orders_count: 0 },
    { type: 'order_rejected_timeout', orders_count: 0 },
  ]);
  expect(await run()).toEqual(nothing);
});

test('pause and rush end by themselves; the last change stays', async () => {
  const set = (body: object) => call<Restaurant>('PUT', '/ordering-status', body);
  const { data } = await set({
    ordering_status: 'paused',
    ordering_paused_until: '2026-11-20T19:00:00.000Z',
    ordering_pause_reason: 'busy',
    extra_prep_minutes: 15,
    extra_prep_until: '2026-11-20T19:30:00.000Z',
  });
  expect(data).toMatchObject({ ordering_status: 'paused', ordering_pause_reason: 'busy', extra_prep_minutes: 15 });
  const late = await set({ ordering_status: 'open', extra_prep_minutes: 0, occurred_at: '2026-11-20T18:31:00.000Z' });
  expect([late.status, late.notice?.code, late.data.ordering_status]).toEqual([200, 'superseded', 'paused']);
  app.clock.set('2026-11-20T19:00:00.000Z');
  expect(await run()).toEqual({ ...nothing, ended: 1 });
  const row = async () =>
    (await app.pools.owner.query('SELECT ordering_status, extra_prep_minutes FROM restaurants')).rows[0];
  expect(await row()).toEqual({ ordering_status: 'open', extra_prep_minutes: 15 });
  app.clock.set('2026-11-20T19:30:00.000Z');
  expect(await run()).toEqual({ ...nothing, ended: 1 });
  expect(await row()).toEqual({ ordering_status: 'open', extra_prep_minutes: 0 });
});

test('an unacknowledged order alarms once, until it is answered', async () => {
  app.clock.set('2026-11-20T19:40:00.000Z');
  const unheard = await placeOrder();
  app.clock.pass(500);
  const acknowledged = await placeOrder();
  await call('POST', `/orders/${acknowledged}/acknowledge`, { device_id: newId() });
  app.clock.set('2026-11-20T19:41:09.999Z');
  expect(await run()).toEqual(nothing);
  app.clock.set('2026-11-20T19:41:10.000Z');
  const both = await Promise.all([run(), run()]);
  expect(both.map((one) => one.escalated).toSorted()).toEqual([0, 1]);
  expect((await readNotifications()).slice(0, 3)).toEqual([
    { type: 'order_unanswered', isRead: false, about: unheard },
    { type: 'order_new', isRead: false, about: acknowledged },
    // One event is counted once, however often it was notified.
    { type: 'order_new', isRead: true, about: unheard },
  ]);
  for (const id of [unheard, acknowledged]) await call('POST', `/orders/${id}/status`, { order_status: 'accepted' });
  expect((await readNotifications()).slice(0, 3).map((one) => one.isRead)).toEqual([true, true, true]);
  expect(await run()).toEqual(nothing);
});

test('a failing restaurant delays no other and is retried', async () => {
  const second = await signUp(app);
  for (const { token } of [owner, second])
    await callApi(app.fetch, 'PUT', '/ordering-status', {
      token,
      body: { ordering_status: 'paused', ordering_paused_until: '2026-11-20T20:00:00.000Z', extra_prep_minutes: 0 },
    });
  await app.pools.owner.query(
    `ALTER TABLE restaurants ADD CONSTRAINT broken CHECK (restaurant_id <> '${owner.restaurant.id}' OR ordering_status = 'paused')`,
  );
  app.clock.set('2026-11-20T20:00:00.000Z');
  expect(await run()).toEqual({ ...nothing, ended: 1 });
  expect(app.logged.at(-1)).toMatchObject({ event: 'space_fault', task: 'tick', restaurant_id: owner.restaurant.id });
  await app.pools.owner.query('ALTER TABLE restaurants DROP CONSTRAINT broken');
  expect(await run()).toEqual({ ...nothing, ended: 1 });
});

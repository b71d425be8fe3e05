import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders/calls.ts';
import type { PushDevice } from '../../../contract/notifications/push-calls.ts';
import { makeMenu } from '../../../tests/api/tablet.ts';
import { callApi, type Method } from '../../../tests/support/api.ts';
import { startPushService, type StandInService } from '../../../tests/support/push-service.ts';
import { startApp, type TestApp } from '../../../tests/support/server.ts';
import { PASSWORD, signUp, type SignedUp } from '../../../tests/support/sign-up.ts';
import { ESCALATE_AFTER_MS } from '../../../contract/limits.ts';
import { newId } from '../../platform/ids.ts';
import { tick } from '../../orders/tick.ts';
import { createBus } from '../../platform/bus.ts';
import { keepVapidKeys } from './vapid-keys.ts';

let service: StandInService;
let app: TestApp;
let owner: SignedUp;
let dish: string;

beforeEach(async () => {
  service = await startPushService();
  app = await startApp({ settings: { PUSH_STAND_INS: service.origin } });
  owner = await signUp(app);
  const menu = await makeMenu(app, owner);
  await call('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  dish = menu.itemIds[0]!;
});
afterEach(async () => {
  await app.close();
  await service.close();
});

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const devices = async () =>
  (await call<{ public_key: string; devices: PushDevice[] }>('GET', '/push-subscriptions')).data;

async function subscribe(wants: string[] = ['orders', 'chats']): Promise<string> {
  const device = { ...service.subscribe(newId()), wants };
  const { status } = await call('PUT', '/push-subscriptions', device);
  expect(status).toBe(200);
  return device.device_id;
}

async function placeOrder(): Promise<string> {
  await callApi(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: dish, quantity: 2 }],
      customer: { name: 'Priya Nair', phone: '020 7946 0123' },
    },
  });
  return (await call<Order[]>('GET', '/orders')).data[0]!.id;
}

/** Deliveries since the last call. */
async function deliveries(options?: { evenLater: boolean }) {
  const before = service.delivered.length;
  await app.jobs.drain(options);
  return service.delivered.slice(before);
}

const escalate = async () => {
  app.clock.pass(ESCALATE_AFTER_MS);
  await tick({ ...app, bus: createBus() }, app.clock.now());
};

test('a new order reaches interested devices with Accept and Open', async () => {
  const tablets = [await subscribe(), await subscribe(['orders'])];
  await subscribe(['chats']);
  const order = await placeOrder();
  const pushed = await deliveries();
  expect(pushed.map(({ device }) => device).toSorted()).toEqual(tablets.toSorted());
  const [{ payload, ttl, urgency, claims, publicKey }] = pushed as [(typeof pushed)[0]];
  expect(payload).toMatchObject({
    web_push: 8030,
    notification: {
      title: expect.stringMatching(/^New order /) as string,
      body: 'Priya Nair, 2 items',
      navigate: `https://galley.test/restaurant/orders/${order}`,
      tag: `order:${order}`,
      actions: [{ action: 'accept' }, { action: 'open' }],
      data: { url: `/restaurant/orders/${order}`, type: 'order_new', resource_type: 'order', resource_id: order },
    },
    app_badge: 1,
  });
  const { answer_by_at } = (await call<Order>('GET', `/orders/${order}`)).data;
  const untilDeadline = (Date.parse(answer_by_at!) - app.clock.now().getTime()) / 1000;
  expect({ ttl, urgency }).toEqual({ ttl: untilDeadline, urgency: 'high' });
  expect(claims).toMatchObject({ aud: service.origin, sub: 'https://galley.test' });
  expect(claims.exp - app.clock.now().getTime() / 1000).toBeLessThanOrEqual(24 * 3600);
  expect(publicKey).toBe((await devices()).public_key);
});

test('is not sent if answered or read before', async () => {
  await subscribe();
  const order = await placeOrder();
  await call('POST', `/orders/${order}/status`, { order_status: 'accepted', prep_minutes: 20 });
  expect(await deliveries()).toEqual([]);
});

test('a repeated alarm replaces the first notification', async () => {
  await subscribe();
  const order = await placeOrder();
  const [first] = await deliveries();
  await escalate();
  const [second] = await deliveries();
  expect(second!.payload.notification).toMatchObject({
    tag: `order:${order}`,
    renotify: true,
    data: { type: 'order_unanswered' },
  });
  expect([second!.topic, second!.payload.app_badge]).toEqual([first!.topic, 1]);
});

test('an alarm, which no request raises, reaches every device', async () => {
  const tablets = [await subscribe(), await subscribe(), await subscribe()];
  await placeOrder();
  expect(await deliveries()).toHaveLength(tablets.length);
  await escalate();
  expect(await deliveries()).toHaveLength(tablets.length);
});

test('a device with a dead endpoint is removed', async () => {
  for (const status of [404, 410]) {
    await subscribe();
    service.answer(status);
    await placeOrder();
    await app.jobs.drain();
    expect((await devices()).devices).toEqual([]);
  }
});

test('a busy service is left alone as requested', async () => {
  await subscribe();
  service.answer(503, { 'Retry-After': '3600' });
  await placeOrder();
  await app.jobs.drain();
  service.answer(201);
  app.clock.pass(59_000);
  expect([await deliveries({ evenLater: true }), service.requestCount()]).toEqual([[], 1]);
  app.clock.pass(1000);
  expect((await deliveries({ evenLater: true })).length).toBe(1);
});

test('a service’s limit for one device spares the others', async () => {
  const busy = await subscribe();
  service.answer(429, { 'Retry-After': '120' });
  await placeOrder();
  await app.jobs.drain();
  service.answer(201);
  const other = await subscribe();
  await placeOrder();
  expect((await deliveries({ evenLater: true })).map(({ device }) => device)).toEqual([other]);
  app.clock.pass(120_000);
  expect((await deliveries({ evenLater: true })).map(({ device }) => device)).toEqual([busy, busy]);
});

test('a refused push is not retried, and the device stays', async () => {
  await subscribe();
  service.answer(403);
  await placeOrder();
  await app.jobs.drain();
  await app.jobs.drain({ evenLater: true });
  expect([service.requestCount(), (await devices()).devices.length]).toEqual([1, 1]);
  expect(app.logged.filter(({ event }) => event === 'job_failed')).toMatchObject([{ job: 'push.notification' }]);
});

test('redirects of a service are not followed', async () => {
  await subscribe();
  const elsewhere = await startPushService();
  service.answer(307, { Location: `${elsewhere.origin}/send/x` });
  await placeOrder();
  await app.jobs.drain();
  expect([service.requestCount(), elsewhere.requestCount()]).toEqual([1, 0]);
  await elsewhere.close();
});

test('a logout removes the device’s endpoint', async () => {
  await subscribe();
  await placeOrder();
  await call('POST', '/auth/logout');
  expect(await deliveries()).toEqual([]);
  expect((await app.pools.owner.query('SELECT 1 FROM push_subscriptions')).rowCount).toBe(0);
});

test('an ended session gets nothing', async () => {
  await subscribe();
  await placeOrder();
  await app.pools.owner.query('UPDATE sessions SET expires_at = $1', [app.clock.now().toISOString()]);
  expect(await deliveries()).toEqual([]);
});

test('a device with a new endpoint or id stays one', async () => {
  const first = service.subscribe(newId());
  await call('PUT', '/push-subscriptions', first);
  const renewed = service.subscribe(newId());
  await call('PUT', '/push-subscriptions', { ...renewed, device_id: first.device_id });
  await call('PUT', '/push-subscriptions', { ...renewed, device_name: 'Front desk' });
  expect((await devices()).devices).toMatchObject([{ device_id: renewed.device_id, device_name: 'Front desk' }]);
});

test('invalid endpoints and keys are refused by name', async () => {
  const right = service.subscribe(newId());
  for (const [field, wrong] of [
    ['endpoint', { endpoint: 'https://169.254.169.254/latest/meta-data' }],
    ['keys', { keys: { ...right.keys, auth: 'short' } }],
  ] as const) {
    const { status, error } = await call('PUT', '/push-subscriptions', { ...right, ...wrong });
    expect([status, Object.keys(error!.field_errors!)]).toEqual([422, [field]]);
  }
});

test('a device can be tested and turned off', async () => {
  const device = await subscribe();
  await call('POST', `/push-subscriptions/${device}/test`);
  expect((await deliveries()).map(({ payload }) => payload.notification['title'])).toEqual([
    'Notifications work on this device',
  ]);
  expect((await call('DELETE', `/push-subscriptions/${device}`)).status).toBe(200);
  await placeOrder();
  expect(await deliveries()).toEqual([]);
  expect((await call('DELETE', `/push-subscriptions/${device}`)).status).toBe(404);
});

test('a device can be tested five times a minute', async () => {
  const device = await subscribe();
  const tryOut = () => call('POST', `/push-subscriptions/${device}/test`);
  for (let i = 0; i < 5; i += 1) expect((await tryOut()).status).toBe(200);
  expect(await tryOut()).toMatchObject({ status: 429, error: { code: 'too_many' } });
  expect((await deliveries()).length).toBe(5);
  app.clock.pass(60_000);
  expect((await tryOut()).status).toBe(200);
});

test('a kitchen tablet controls only its own notifications', async () => {
  const phone = service.subscribe(newId());
  await call('PUT', '/push-subscriptions', phone);
  const { data } = await call<{ token: string }>('POST', '/auth/login', {
    email: owner.user.email,
    password: PASSWORD,
  });
  const byTablet = (method: Method, path: string, body?: unknown) =>
    callApi(app.fetch, method, path, { token: data.token, body });
  await byTablet('POST', '/auth/kitchen-mode', { password: PASSWORD, pin: '4071' });
  const [own, renewed] = [service.subscribe(newId()), service.subscribe(newId())];
  const asOthers = [
    await byTablet('PUT', '/push-subscriptions', { ...own, device_id: phone.device_id }),
    await byTablet('PUT', '/push-subscriptions', { ...phone, device_id: own.device_id, wants: [] }),
    await byTablet('POST', `/push-subscriptions/${phone.device_id}/test`),
    await byTablet('DELETE', `/push-subscriptions/${phone.device_id}`),
  ];
  expect(asOthers.map(({ error }) => error?.code)).toEqual(Array(4).fill('pin_needed'));
  for (const device of [own, { ...own, wants: ['orders'] }, renewed])
    expect((await byTablet('PUT', '/push-subscriptions', device)).status).toBe(200);
  expect((await devices()).devices.map(({ device_id }) => device_id).toSorted()).toEqual(
    [phone.device_id, renewed.device_id].toSorted(),
  );
  expect((await byTablet('DELETE', `/push-subscriptions/${renewed.device_id}`)).status).toBe(200);
  await byTablet('POST', '/auth/kitchen-mode/unlock', { pin: '4071' });
  expect((await byTablet('DELETE', `/push-subscriptions/${phone.device_id}`)).status).toBe(200);
});

test('keys are created once, shared, and encrypted', async () => {
  const again = () => keepVapidKeys(app.pools.owner, app.env, app.clock.now());
  const pairs = await Promise.all([again(), again(), again()]);
  expect(new Set(pairs.map(({ publicKey }) => publicKey))).toEqual(new Set([(await devices()).public_key]));
  const { rows } = await app.pools.owner.query<{ private_key: string }>('SELECT private_key FROM vapid_keys');
  expect(rows.length).toBe(1);
  expect(rows[0]!.private_key).not.toContain(pairs[0].privateKey);
  await expect(app.pools.app.query('SELECT private_key FROM vapid_keys')).rejects.toThrow('permission denied');
});

test('keys of another SECRETS_KEY are replaced and announced', async () => {
  const { public_key: former } = await devices();
  const pair = await keepVapidKeys(app.pools.owner, { ...app.env, secretsKey: 'x'.repeat(32) }, app.clock.now());
  expect(pair.publicKey).not.toBe(former);
  expect((await devices()).public_key).toBe(pair.publicKey);
});

test('messages reach interested devices and replace each other', async () => {
  await subscribe(['orders']);
  const talker = await subscribe(['chats']);
  const write = (path: string, body: unknown) =>
    callApi<{ token: string }>(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/chats${path}`, {
      body,
    });
  const { data } = await write('', { customer: { name: 'Amara', phone: '020 7946 0999' }, message: 'Are you open?' });
  const [first] = await deliveries();
  expect(first).toMatchObject({ device: talker, payload: { notification: { body: 'Are you open?' }, app_badge: 1 } });
  expect(first!.payload.notification['data']).toMatchObject({
    url: expect.stringMatching(/^\/restaurant\/chats\//) as string,
    resource_type: 'chat',
  });
  expect(first!.payload.notification).not.toHaveProperty('actions');
  app.clock.pass(60_000);
  await write(`/${data.token}/messages`, { message: 'Hello?' });
  const [second] = await deliveries();
  expect([second!.topic, second!.payload.app_badge]).toEqual([first!.topic, 1]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification } from '../../contract/notifications/calls.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { writeChat } from '../../tests/support/chat-messages.ts';
import { newId } from '../platform/ids.ts';
import { createBus } from '../platform/bus.ts';
import { deleteOldNotifications } from './delete-old.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
});
afterAll(() => app.close());

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, `/dashboard/notifications/${path}`, { token: owner.token, body });

test('read notifications stay read; unknown ids are ignored', async () => {
  const first = await writeChat(app.pools.owner, owner.restaurant.id, app.clock.now());
  app.clock.pass(1000);
  const second = await writeChat(app.pools.owner, owner.restaurant.id, app.clock.now());
  const read = (ids: string[], occurred_at: string) =>
    call('POST', 'restaurant/mark-as-read', { notification_ids: ids, occurred_at });
  expect((await read([first.notificationId, newId()], '2026-11-20T18:30:00.500Z')).status).toBe(200);
  const again = await read([first.notificationId], '2026-11-20T18:30:00.900Z');
  expect([again.status, again.notice?.code]).toEqual([200, 'already_done']);
  const { data } = await call<Notification[]>('GET', 'restaurant');
  expect(data.map((row) => [row.id, row.read_at])).toEqual([
    [second.notificationId, null],
    [first.notificationId, '2026-11-20T18:30:00.500Z'],
  ]);
  expect((await call<Notification[]>('GET', 'user')).data).toEqual([]);
});

test('another entity is refused with the fixed text', async () => {
  const body = { notification_ids: [newId()] };
  for (const answered of [await call('GET', 'order'), await call('POST', 'order/mark-as-read', body)])
    expect(answered).toMatchObject({ status: 422, error: { message: 'Invalid notification entity' } });
});

test('notifications are deleted after thirty days, with tombstones', async () => {
  const before = (await call<Notification[]>('GET', 'restaurant')).data;
  const forget = () => deleteOldNotifications({ ...app, bus: createBus() }, app.clock.now());
  app.clock.pass(30 * 86_400_000 - 1000);
  expect(await forget()).toBe(0);
  // The first one was created a second earlier.
  app.clock.pass(1);
  expect(await forget()).toBe(1);
  const { rows } = await app.pools.owner.query(
    `SELECT id, deleted_at IS NOT NULL AS is_gone, version = (SELECT version FROM spaces) AS is_newest
       FROM notifications ORDER BY created_at`,
  );
  expect(rows).toEqual([
    { id: before[1]!.id, is_gone: true, is_newest: true },
    { id: before[0]!.id, is_gone: false, is_newest: false },
  ]);
});

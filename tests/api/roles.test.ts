import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { permissionOf } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import { may, roleIds, type Role } from '../../contract/people/permissions.ts';
import type { Row } from '../../contract/entity.ts';
import { addUp, hashOf, versionMark } from '../../contract/sync/checksum.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { callApi, requestData } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { apply, makeMenu, pullAll, tablet, type PullReply } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());
beforeEach(async () => void (owner = await signUp(app)));

/** The only person of the restaurant gets this role, behind the API's back. */
const become = (role: Role) =>
  app.pools.owner.query('UPDATE memberships SET role = $2 WHERE restaurant_id = $1', [owner.restaurant.id, role]);

/** Leaving comes last: it ends the membership that the others need. */
const needing = Object.values(calls)
  .filter((call) => permissionOf(call) && call.name !== 'sync.stream')
  .toSorted((a, b) => Number(a.name === 'people.leave') - Number(b.name === 'people.leave'));

describe.each(roleIds)('%s', (role) => {
  test('may make the calls whose permission the role has, and no other', async () => {
    await become(role);
    const found: Record<string, string> = {};
    for (const call of needing) {
      const { status, error } = await callApi(app.fetch, call.method, call.path.replaceAll(/\{\w+\}/g, newId()), {
        token: owner.token,
        // Without what it needs, so that what is allowed is refused for that and changes nothing.
        ...(call.method !== 'GET' && { body: { unknown: true } }),
      });
      found[call.name] = status === 403 && error?.code === 'not_allowed' ? 'refused' : 'allowed';
    }
    const wanted = needing.map((call) => [call.name, may(role, permissionOf(call)!) ? 'allowed' : 'refused']);
    expect(found).toEqual(Object.fromEntries(wanted));
  });
});

test('a body can need more: only who may cancel sends an order that far, by push too, and the queue goes on', async () => {
  const { itemIds } = await makeMenu(app, owner);
  const take = () =>
    requestData<Order>(app.fetch, 'POST', '/orders', {
      token: owner.token,
      body: { channel: 'walk_in', order_type: 'pickup', lines: [{ menu_item_id: itemIds[0]!, quantity: 1 }] },
    });
  const [first, second] = [await take(), await take()];
  const move = (id: string, order_status: string) =>
    callApi<Order>(app.fetch, 'POST', `/orders/${id}/status`, {
      token: owner.token,
      body: { order_status, ...(order_status === 'cancelled' && { reason: 'customer_request' }) },
    });
  for (const role of ['cashier', 'waiter', 'kitchen'] as const) {
    await become(role);
    expect((await move(first.id, 'cancelled')).error?.code).toBe('not_allowed');
  }
  const path = { id: first.id };
  const { data } = await tablet(app, owner).push([
    { mid: 1, call: 'orders.setStatus', path, body: { order_status: 'cancelled', reason: 'customer_request' } },
    { mid: 2, call: 'orders.setStatus', path: { id: second.id }, body: { order_status: 'preparing' } },
  ]);
  expect(data.results.map(({ outcome, error }) => [outcome, error?.code])).toEqual([
    ['rejected', 'not_allowed'],
    ['applied', undefined],
  ]);
  await become('manager');
  expect((await move(first.id, 'cancelled')).data.order_status).toBe('cancelled');
});

test('a device is sent the tables of the role, and all that it holds anew after the role has changed', async () => {
  const menu = await makeMenu(app, owner);
  const order = await requestData<Order>(app.fetch, 'POST', '/orders', {
    token: owner.token,
    body: {
      channel: 'phone',
      order_type: 'pickup',
      customer: { name: 'Asha Menon', phone: '+447700900123' },
      lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }],
    },
  });
  await requestData(app.fetch, 'POST', `/orders/${order.id}/payments`, {
    token: owner.token,
    body: { method: 'cash', amount: order.total_amount },
  });
  const held: Record<string, string[]> = {};
  for (const role of roleIds) {
    await become(role);
    const { pages } = await pullAll(tablet(app, owner), null);
    held[role] = [...new Set(pages.flatMap(({ puts }) => Object.keys(puts)))].toSorted();
  }
  expect(held['owner']).toEqual(held['manager']);
  for (const role of roleIds) {
    expect(held[role]!.includes('payments')).toBe(may(role, 'payments.read'));
    expect(held[role]!.includes('customers')).toBe(may(role, 'customers'));
    expect(held[role]).toEqual(expect.arrayContaining(['menu_items', 'orders', 'restaurants']));
  }

  await become('owner');
  const device = tablet(app, owner);
  const { cursor } = await pullAll(device, null);
  await app.pools.owner.query('UPDATE memberships SET role = $2, view_version = $3 WHERE restaurant_id = $1', [
    owner.restaurant.id,
    'kitchen',
    cursor.version + 1,
  ]);
  expect((await device.pull(cursor)).data.reset).toBe('purged');
});

test('a kitchen hand is told of orders, not of money, and orders come without e-mail addresses', async () => {
  const menu = await makeMenu(app, owner);
  const body = {
    channel: 'phone',
    order_type: 'pickup',
    customer: { name: 'Asha Menon', phone: '+447700900123', email: 'asha@example.com' },
    lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }],
  };
  const order = await requestData<Order>(app.fetch, 'POST', '/orders', { token: owner.token, body });
  expect(order.customer.email).toBe('asha@example.com');
  const add = (type: string) =>
    app.pools.owner.query(
      `WITH space AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
       INSERT INTO notifications (restaurant_id, id, version, created_at, updated_at, entity, type, title, body, severity)
       SELECT $1, $2, version, now(), now(), 'restaurant', $3, $3, '', 'info' FROM space`,
      [owner.restaurant.id, newId(), type],
    );
  const device = tablet(app, owner);
  const titlesOf = (pages: PullReply[]) =>
    pages.flatMap(({ puts }) => (puts['notifications'] ?? []) as Row<'notifications'>[]).map(({ title }) => title);
  await become('kitchen');
  const before = await pullAll(device, null);
  for (const type of ['withdrawal_failed', 'order_unanswered']) await add(type);
  expect(titlesOf((await pullAll(device, before.cursor)).pages)).toEqual(['order_unanswered']);
  const { pages, cursor } = await pullAll(device, null, 3);
  expect(titlesOf(pages)).not.toContain('withdrawal_failed');
  expect(titlesOf(pages)).toContain('order_unanswered');
  const listed = await requestData<Row<'notifications'>[]>(
    app.fetch,
    'GET',
    '/dashboard/notifications/restaurant',
    owner,
  );
  expect(listed.map(({ title }) => title)).not.toContain('withdrawal_failed');
  const [held] = pages.flatMap(({ puts }) => (puts['orders'] ?? []) as Order[]);
  expect(held!.customer).toMatchObject({ name: 'Asha Menon', email: null });

  // The checksums are those of what it holds, so that a comparison finds nothing to load anew.
  const rows = [...apply(pages).entries()];
  const { compared } = (await device.pull(cursor, { compare: { page: null } })).data;
  for (const [table, sum] of Object.entries(compared!.sums)) {
    const own = rows
      .filter(([touch]) => touch.startsWith(`${table}:`))
      .map(([, row]) => row as { id: string; version: number });
    expect([table, sum]).toEqual([table, addUp(own.map(versionMark))]);
  }
  const part = compared!.parts.find(({ table }) => table === 'orders')!;
  expect({ rows: part.rows, sum: part.sum }).toEqual(addUp([hashOf('orders', held!)]));
});

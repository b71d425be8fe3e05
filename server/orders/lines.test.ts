import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { callApi } from '../../tests/support/api.ts';
import { placeOpenOrders } from '../../tests/support/open-orders.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
});
afterAll(() => app.close());

test('the last change of a line wins, in any order', async () => {
  const [order] = await placeOpenOrders(app.pools.owner, owner.restaurant.id, { count: 1, now: app.clock.now() });
  const set = (line_status: string, occurred_at: string) =>
    callApi<Order>(app.fetch, 'PUT', `/orders/${order!.id}/lines/${order!.lineId}/status`, {
      token: owner.token,
      body: { line_status, occurred_at },
    });
  const undone = await set('new', '2026-11-20T18:29:30.000Z');
  expect(undone.data.lines[0]).toMatchObject({ line_status: 'new' });
  const late = await set('ready', '2026-11-20T18:29:00.000Z');
  expect([late.status, late.notice?.code, late.data.version]).toEqual([200, 'superseded', undone.data.version]);
  expect((await set('ready', '2026-11-20T18:29:50.000Z')).data.lines[0]).toMatchObject({ line_status: 'ready' });
});

test('an older repetition has not lost, and names its device', async () => {
  const [order] = await placeOpenOrders(app.pools.owner, owner.restaurant.id, { count: 1, now: app.clock.now() });
  const set = (line_status: string, occurred_at: string, device_name: string) =>
    callApi<Order>(app.fetch, 'PUT', `/orders/${order!.id}/lines/${order!.lineId}/status`, {
      token: owner.token,
      body: { line_status, occurred_at, device_name },
    });
  const first = await set('ready', '2026-11-20T18:29:30.000Z', 'Kitchen tablet');
  expect(first.data.lines[0]).toMatchObject({ line_status: 'ready', line_status_device: 'Kitchen tablet' });
  const late = await set('ready', '2026-11-20T18:29:00.000Z', 'Ravi’s phone');
  expect([late.notice?.code, late.data]).toEqual(['already_done', first.data]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SoldOutLosses } from '../../contract/dashboard/calls.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

// A Friday. In Europe/London, which leaves summer time on 25 October.
const FRIDAY = '2026-11-20';
const WEEK_MS = 7 * 86_400_000;
const atWeeksBefore = (weeks: number, time: string) =>
  new Date(Date.parse(`${FRIDAY}T${time}:00.000Z`) - weeks * WEEK_MS).toISOString();

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T12:00:00.000Z' });
});
beforeEach(async () => {
  app.clock.set('2026-11-20T12:00:00.000Z');
  owner = await signUp(app);
  menu = await makeMenu(app, owner, 2);
});
afterAll(() => app.close());

const call = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const losses = async (query = '') => (await call<SoldOutLosses>('GET', `/dashboard/sold-out${query}`)).data;

/** An order that was placed then. A session does not last for weeks, so its time is written afterwards. */
async function sell(quantity: number, at: string): Promise<void> {
  const lines = [{ menu_item_id: menu.itemIds[0]!, quantity }];
  const { data, error } = await call<Order>('POST', '/orders', { channel: 'walk_in', order_type: 'pickup', lines });
  if (error) throw new Error(JSON.stringify(error));
  await app.pools.owner.query(
    `UPDATE orders o SET placed_at = $3, version = s.version
       FROM spaces s WHERE s.restaurant_id = o.restaurant_id AND o.restaurant_id = $1 AND o.id = $2`,
    [owner.restaurant.id, data.id, at],
  );
}

/** As the trigger on menu_items writes it. */
async function setAvailability(
  status: 'sold_out' | 'available',
  at: string,
  until: string | null = null,
): Promise<void> {
  app.clock.set(at);
  await app.pools.owner.query(
    `UPDATE menu_items i SET availability_status = $3, unavailable_until = $5, updated_at = $4, version = s.version
       FROM spaces s WHERE s.restaurant_id = i.restaurant_id AND i.restaurant_id = $1 AND i.id = $2`,
    [owner.restaurant.id, menu.itemIds[0], status, at, until],
  );
}

async function setHours(days: object[]): Promise<void> {
  await app.pools.owner.query(
    `UPDATE restaurants r SET opening_hours = $2, version = s.version
       FROM spaces s WHERE s.restaurant_id = r.restaurant_id AND r.restaurant_id = $1`,
    [owner.restaurant.id, JSON.stringify({ days, exceptions: [] })],
  );
}

test('are the average of the same weekday and hour over eight weeks, by the share of the hour', async () => {
  // 8 pieces in eight weeks: one per Friday between 18:00 and 19:00. Other hours and days do not count, nor does a ninth week.
  await sell(5, atWeeksBefore(9, '18:30'));
  await sell(6, atWeeksBefore(2, '18:10'));
  await sell(2, atWeeksBefore(1, '18:50'));
  await sell(9, atWeeksBefore(1, '21:00'));
  await setAvailability('sold_out', `${FRIDAY}T18:15:00.000Z`);
  await setAvailability('available', `${FRIDAY}T20:00:00.000Z`);
  const found = await losses(`?date=${FRIDAY}`);
  expect(found).toMatchObject({ from: FRIDAY, to: FRIDAY, total_amount: 675 });
  // 45 of 60 minutes of an hour that sells one piece for 9.00, and an hour without sales.
  expect(found.items).toEqual([
    { menu_item_id: menu.itemIds[0], name: 'Dish 0', sold_out_minutes: 105, lost_quantity: 0.8, lost_amount: 675 },
  ]);
});

test('count opening hours only', async () => {
  await sell(8, atWeeksBefore(1, '18:40'));
  await setHours([{ weekday: 5, is_open: true, periods: [{ open_time: '18:30', close_time: '22:00' }] }]);
  await setAvailability('sold_out', `${FRIDAY}T09:00:00.000Z`);
  app.clock.set(`${FRIDAY}T18:45:00.000Z`);
  // Half of the 30 minutes in which the hour is open.
  expect(await losses()).toMatchObject({ items: [{ sold_out_minutes: 15, lost_quantity: 0.5, lost_amount: 450 }] });
});

test('end when the absence ends by itself', async () => {
  await sell(16, atWeeksBefore(1, '18:40'));
  await sell(16, atWeeksBefore(1, '20:40'));
  await setAvailability('sold_out', `${FRIDAY}T18:00:00.000Z`, `${FRIDAY}T19:00:00.000Z`);
  app.clock.set(`${FRIDAY}T22:00:00.000Z`);
  expect(await losses()).toMatchObject({ items: [{ sold_out_minutes: 60, lost_quantity: 2, lost_amount: 1800 }] });
});

test('are none without a dish that was sold out, and refuse a period that is too long', async () => {
  app.clock.set(`${FRIDAY}T18:00:00.000Z`);
  expect(await losses()).toMatchObject({ total_amount: 0, items: [] });
  expect((await call('GET', '/dashboard/sold-out?date=2026-01-01..2026-11-20')).status).toBe(422);
  expect((await call('GET', '/dashboard/sold-out?date=2026-11-20..2026-11-19')).status).toBe(422);
});

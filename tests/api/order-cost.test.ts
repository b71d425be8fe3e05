import { afterAll, beforeAll, expect, test } from 'vitest';
import { RETRIES } from '../../server/jobs/jobs.ts';
import { requestData } from '../support/api.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { makeMenu, type Menu } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  menu = await makeMenu(app, owner, 3);
  await requestData(app.fetch, 'PUT', `/menu/books/${menu.bookId}`, {
    token: owner.token,
    body: { status: 'published' },
  });
  await place('020 7946 0123');
});
afterAll(() => app.close());

/** From this machine, where the limit per address does not count. */
const place = (phone: string) =>
  requestData<{ order_no: string }>(app.fetch, 'POST', `/public/restaurants/${owner.restaurant.slug}/orders`, {
    headers: { 'x-forwarded-for': '127.0.0.1', 'idempotency-key': crypto.randomUUID() },
    body: {
      order_type: 'pickup',
      lines: menu.itemIds.map((id) => ({ menu_item_id: id, quantity: 2 })),
      customer: { name: 'Priya Nair', phone },
    },
  });

test.for([
  { of: 'a new customer', phone: '020 7946 0124', no: '102' },
  { of: 'a known customer', phone: '020 7946 0123', no: '103' },
])('an order of $of costs 15 statements', async ({ phone, no }) => {
  const sent = await statementsOf(async () => expect((await place(phone)).order_no).toBe(no));
  expect(sent.length).toBeLessThanOrEqual(15);
  expect(sent.filter(({ text }) => /from "restaurants"/i.test(text) && /"opening_hours"/.test(text))).toHaveLength(1);
});

test('pushes to several devices are queued in one statement', async () => {
  await app.pools.owner.query(
    `INSERT INTO push_subscriptions (restaurant_id, device_id, token_hash, endpoint, p256dh, auth, device_name, wants, created_at, last_seen_at)
     SELECT $1, gen_random_uuid(), token_hash, 'https://push.test/' || n, '', '', 'Tablet', '["orders"]', now(), now()
       FROM (SELECT token_hash FROM sessions LIMIT 1) s, generate_series(1, 3) n`,
    [owner.restaurant.id],
  );
  const sent = await statementsOf(() => place('020 7946 0123'));
  expect(sent.length).toBe(16);
  const { rows } = await app.pools.owner.query(
    `SELECT count(DISTINCT data->'ids'->>'device_id')::int AS devices, count(*)::int AS jobs, min(retry_limit) AS retries
       FROM pgboss.job WHERE data->>'job' = 'push.notification'`,
  );
  expect(rows).toEqual([{ devices: 3, jobs: 3, retries: RETRIES.retryLimit }]);
});

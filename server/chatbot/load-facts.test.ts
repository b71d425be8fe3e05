import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../contract/orders/calls.ts';
import { dishPath, makeMenu, type Menu } from '../../tests/api/tablet.ts';
import { requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { withTransaction } from '../db/with-transaction.ts';
import { newId } from '../platform/ids.ts';
import { answerQuestion } from './answer/answer.ts';
import { loadFacts } from './load-facts.ts';
import { loadDetector } from './languages/find-language.ts';

await loadDetector();

let app: TestApp;
let owner: SignedUp;
let menu: Menu;
beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  menu = await makeMenu(app, owner);
});
afterAll(() => app.close());

const order = (phone: string) =>
  requestData<Order>(app.fetch, 'POST', '/orders', {
    token: owner.token,
    body: {
      channel: 'phone',
      order_type: 'pickup',
      customer: { name: 'Priya Nair', phone },
      lines: [{ menu_item_id: menu.itemIds[0]!, quantity: 1 }],
    },
  });
const cancel = ({ id }: Order) =>
  requestData(app.fetch, 'POST', `/orders/${id}/status`, {
    token: owner.token,
    body: { order_status: 'cancelled', reason: 'customer_request' },
  });
const factsFor = (customerId: string | null) =>
  withTransaction(app.pools.app, owner.restaurant.id, 'read', (client) =>
    loadFacts({
      db: drizzle(client),
      restaurantId: owner.restaurant.id,
      now: app.clock.now(),
      customerId,
      channel: 'chatbot',
    }),
  );

test('a customer’s own orders are known, the open ones as the current ones', async () => {
  const first = await order('020 7946 0123');
  app.clock.pass(60_000);
  const second = await order('020 7946 0123');
  const other = await order('020 7946 0199');
  const current = async () =>
    (await factsFor(first.customer_id)).orders.map(({ order_no, is_current }) => [order_no, is_current]);
  expect(await current()).toEqual([
    [first.order_no, true],
    [second.order_no, true],
  ]);
  await cancel(first);
  expect(await current()).toEqual([
    [first.order_no, false],
    [second.order_no, true],
  ]);
  await cancel(second);
  expect((await current()).map(([, isCurrent]) => isCurrent)).toEqual([false, true]);
  app.clock.pass(7 * 60 * 60_000);
  expect((await current()).map(([, isCurrent]) => isCurrent)).toEqual([false, false]);
  expect((await factsFor(other.customer_id)).orders.map(({ order_no }) => order_no)).toEqual([other.order_no]);
  expect((await factsFor(null)).orders).toEqual([]);
});

test('an allergen of a choice is told with its dish, below another choice and of a dish that it is as well', async () => {
  const post = <T = { id: string }>(method: 'POST' | 'PUT', path: string, body: object) =>
    requestData<T>(app.fetch, method, path, { token: owner.token, body });
  const [burger, fries] = menu.itemIds;
  await post('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  await post('PUT', dishPath(menu, 1), { allergens: ['sesame'], allergens_confirmed_at: '2026-11-20T18:00:00.000Z' });
  const dips = await post('POST', '/menu/modifier-groups', {
    name: 'Dip',
    selection_type: 'single',
    modifiers: [{ id: newId(app.clock.now()), name: 'Satay', allergens: ['peanuts'] }],
  });
  const sides = await post('POST', '/menu/modifier-groups', {
    name: 'Side',
    selection_type: 'single',
    modifiers: [
      { id: newId(app.clock.now()), name: 'Side fries', linked_item_id: fries, nested_group_ids: [dips.id] },
      { id: newId(app.clock.now()), name: 'Rice' },
    ],
  });
  await post('PUT', dishPath(menu), {
    allergens: [],
    allergens_confirmed_at: '2026-11-20T18:00:00.000Z',
    modifier_groups: [{ id: sides.id }],
  });
  const facts = await factsFor(null);
  const { name } = facts.items.find(({ id }) => id === burger)!;
  const { text, escalated } = answerQuestion(`Are there peanuts in the ${name}?`, facts, app.clock.now());
  expect(text).toContain(`Recorded for ${name} + Satay: peanuts.`);
  expect(text).toContain(`Recorded for ${name} + Side fries: sesame.`);
  expect(text).toContain('Extras are not part of this record.');
  expect(text).not.toContain('none of the 14');
  expect(escalated).toBe(true);
  expect(answerQuestion('Which dishes on the menu contain peanuts?', facts, app.clock.now()).text).toContain(name);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { startApp, type TestApp } from '../support/server.ts';
import { signUp, type SignedUp } from '../support/sign-up.ts';
import { dish, makeMenu, tablet, type Menu } from './tablet.ts';

let app: TestApp;
let owner: SignedUp;
let menu: Menu;

beforeAll(async () => {
  app = await startApp();
  owner = await signUp(app);
  menu = await makeMenu(app, owner, 3);
});
afterAll(() => app.close());

/** The number of transactions that the API begins during `run`. */
async function countTransactions(run: () => Promise<unknown>): Promise<number> {
  let begun = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const [text] = args;
    if (typeof text === 'string' && text.startsWith('BEGIN')) begun += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query;
  }
  return begun;
}

const soldOut = (mid: number, i: number) => ({
  mid,
  call: 'menu.setAvailability',
  path: dish(menu, i),
  body: { is_available: false },
});

test.for([1, 2, 3])('a push of %i mutations costs one transaction more', async (n) => {
  const device = tablet(app, owner);
  const entries = Array.from({ length: n }, (_, i) => soldOut(i + 1, i));
  const cost = await countTransactions(async () => {
    const { data } = await device.push(entries);
    expect([data.results.length, data.last_mid]).toEqual([n, n]);
  });
  expect(cost).toBe(n + 1);
});

test('confirming results adds no transaction to a push', async () => {
  const device = tablet(app, owner);
  await device.push([soldOut(1, 0)]);
  const cost = await countTransactions(async () => {
    const { data } = await device.push([soldOut(2, 1)], { confirm_upto: 1 });
    expect(data.last_mid).toBe(2);
  });
  expect(cost).toBe(2);
});

test("an empty push returns the client's state in one transaction", async () => {
  const device = tablet(app, owner);
  const { data: before } = await device.push([soldOut(1, 0)]);
  const cost = await countTransactions(async () => {
    const { data } = await device.push([], { confirm_upto: 1 });
    expect([data.last_mid, data.version, data.epoch]).toEqual([1, before.version, before.epoch]);
  });
  expect(cost).toBe(1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InventoryItem } from '../../contract/inventory/calls.ts';
import { fromThousandths } from '../../contract/inventory/stock.ts';
import type { Order } from '../../contract/orders/calls.ts';
import { seeded } from '../support/seeded.ts';
import { startApp, type TestApp } from '../support/server.ts';
import { breaches } from '../support/tablet.ts';
import { DEVICES, expectedStock, randomPlan, type Planned } from './plan.ts';
import { makeIds, openRestaurant, START } from './shelf.ts';

const SEEDS = [1, 2];
const ACTS = 40;
/** Three devices and three restaurants on a slow machine, ms. */
const TIMEOUT = 120_000;

let app: TestApp;
beforeAll(async () => void (app = await startApp({ startsAt: START })));
afterAll(() => app.close());

/** How often a device sends after an act. One of the three always waits for the end. */
const networks = [0.4, 0.1, 0];

test.each(SEEDS)(
  'three devices agree on the stock in every order of arrival (seed %i)',
  async (seed) => {
    const plan = randomPlan(seeded(seed), ACTS);
    const kinds = new Set(plan.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['cancel', 'count', 'edit', 'move', 'order']);
    const { dish, rice } = expectedStock(plan);
    const expected = { dish: fromThousandths(dish), rice: fromThousandths(rice) };
    const ids = makeIds(plan);
    for (const network of networks) {
      const random = seeded(seed * 1000 + networks.indexOf(network));
      const restaurant = await openRestaurant(app, ids, 'oversell');
      const { tablets } = restaurant;
      const away = random.between(0, DEVICES - 1);
      for (const act of plan) {
        await restaurant.act(act);
        const device = random.between(0, DEVICES - 1);
        if (random.chance(network) && device !== away) await tablets[device]!.sync();
      }
      for (let round = 0; round < 2; round += 1) for (const tablet of random.shuffled(tablets)) await tablet.sync();

      const told = await restaurant.stocks();
      expect([network, told]).toEqual([network, tablets.map(() => expected)]);
      for (const tablet of tablets) {
        expect(await breaches(tablet.db)).toEqual([]);
        expect(await tablet.db.dead_letters.toArray()).toEqual([]);
      }
      // The history adds up to the same: its newest movement left what is there now.
      for (const [id, quantity] of [
        [ids.dish, expected.dish],
        [ids.rice, expected.rice],
      ] as const) {
        const { movements, ...row } = await restaurant.ask<InventoryItem & { movements: { quantity_after: string }[] }>(
          'GET',
          `/menu/inventory/${id}`,
        );
        expect([row.quantity, movements[0]?.quantity_after]).toEqual([quantity, quantity]);
      }
    }
  },
  TIMEOUT,
);

test.each(['refuse', 'oversell'] as const)(
  'two devices sell the last portion offline: %s',
  async (policy) => {
    const plan: Planned[] = [
      { kind: 'count', row: 'dish', counted: 1000, device: 0, minute: 0 },
      { kind: 'count', row: 'rice', counted: 9000, device: 0, minute: 1 },
      { kind: 'order', order: 0, pieces: 1, device: 0, minute: 2 },
      { kind: 'order', order: 1, pieces: 1, device: 1, minute: 3 },
    ];
    const ids = makeIds(plan);
    const restaurant = await openRestaurant(app, ids, policy);
    const { tablets } = restaurant;
    await restaurant.act(plan[0]!);
    await restaurant.act(plan[1]!);
    for (const tablet of tablets) await tablet.sync();
    await restaurant.act(plan[2]!);
    await restaurant.act(plan[3]!);
    // The second to sell is the first to arrive.
    for (const device of [1, 0, 1, 0, 2]) await tablets[device]!.sync();
    const orders = await restaurant.ask<Order[]>('GET', '/orders');
    const refused = (await tablets[0]!.db.dead_letters.toArray()).map(({ error }) => error?.code);
    const isRefused = policy === 'refuse';
    expect(orders.map(({ id }) => id).toSorted()).toEqual(
      (isRefused ? [ids.orders[1]!.order] : [ids.orders[0]!.order, ids.orders[1]!.order]).toSorted(),
    );
    expect(refused).toEqual(isRefused ? ['items_unavailable'] : []);
    const stock = isRefused ? { dish: '0', rice: '8.875' } : { dish: '-1', rice: '8.75' };
    expect(await restaurant.stocks()).toEqual(tablets.map(() => stock));
  },
  TIMEOUT,
);

import { isDeepStrictEqual } from 'node:util';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { businessDay } from '../contract/restaurant/business-day.ts';
import { entities, tables } from '../contract/entity.ts';
import { isReadable } from '../contract/website/contrast.ts';
import { openStatuses } from '../contract/orders/status.ts';
import { IMAGE_WIDTHS, imageIdsOf } from '../contract/files/images.ts';
import { withTransaction } from '../server/db/with-transaction.ts';
import { checkImage } from '../server/files/check-image.ts';
import { imageKey } from '../server/files/store.ts';
import { openFiles } from '../server/platform/files/open-files.ts';
import { readParts } from '../server/website/store.ts';
import { freshDatabase } from '../tests/support/database.ts';
import type { TestDatabase } from '../tests/support/cluster.ts';
import * as restaurantsTables from '../server/db/schema/restaurants.ts';
import * as ordersTables from '../server/db/schema/orders.ts';
import * as customersTables from '../server/db/schema/customers.ts';
import * as chatsTables from '../server/db/schema/chats.ts';
import * as menuTables from '../server/db/schema/menu.ts';
import { createLog } from '../server/platform/log.ts';
import { toOrder } from '../server/orders/store.ts';
import { asOffered } from '../server/storefront/offered-types.ts';
import { selectRows, toWire } from '../server/sync/rows.ts';
import { everything } from '../server/sync/view.ts';
import { readSetup } from '../server/website/store.ts';
import { seedDemo } from './seed.ts';

let pools: TestDatabase;
let dataDir: string;

const NOW = '2026-11-20T19:42:00.000Z';
/** What two servers that started at the same time say. */
let made: Awaited<ReturnType<typeof seedAt>>[];

beforeAll(async () => {
  pools = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'galley-demo-'));
  made = await Promise.all([seedAt(NOW, null), seedAt(NOW, null)]);
});
afterAll(async () => {
  await pools.close();
  await rm(dataDir, { recursive: true, force: true });
});

const seedAt = (now: string, demoPassword: string | null) =>
  seedDemo({
    pools,
    clock: { now: () => new Date(now) },
    env: { demoPassword, dataDir, s3: null },
    log: createLog('silent'),
  });

async function load() {
  const db = drizzle(pools.owner);
  const [restaurant] = await db.select().from(restaurantsTables.restaurants);
  if (!restaurant) throw new Error('There is no restaurant');
  const orders = (await db.select().from(ordersTables.orders)).map(toOrder);
  return { db, restaurant, orders };
}

describe('the demonstration', () => {
  test('has ninety days of trade and ten open orders', async () => {
    const now = NOW;
    const { db, restaurant, orders } = await load();
    const day = (at: string) => businessDay(at, restaurant.timezone, restaurant.business_day_cutoff_time);

    const perDay = Map.groupBy(orders, (order) => day(order.placed_at));
    const full = [...perDay].filter(([date]) => date !== '2026-11-20').map(([, list]) => list.length);
    expect(Math.min(...full)).toBeGreaterThan(25);
    expect(Math.max(...full)).toBeLessThan(75);
    expect([...perDay.keys()].toSorted()[0]! >= '2026-08-23').toBe(true);
    // Mondays are closed.
    expect(perDay.has('2026-11-16')).toBe(false);

    const open = orders.filter((order) => openStatuses.includes(order.order_status));
    expect(open).toHaveLength(10);
    expect(new Set(open.map((order) => order.order_status))).toEqual(new Set(openStatuses));
    expect(orders.every((order) => order.placed_at <= now && order.updated_at <= now)).toBe(true);
    expect(orders.every((order) => order.events.every((event) => event.at <= now))).toBe(true);
    expect(restaurant.opening_hours.exceptions.some((exception) => exception.date === '2026-11-20')).toBe(false);

    const numbers = perDay
      .get('2026-11-20')!
      .toSorted((a, b) => (a.placed_at < b.placed_at ? -1 : 1))
      .map((order) => order.order_no);
    expect(numbers).toEqual(numbers.map((_, i) => String(101 + i)));

    const people = await db.select().from(customersTables.customers);
    expect(people.length).toBeGreaterThan(300);
    expect(orders.filter((order) => order.customer.phone !== null && order.customer_id === null)).toEqual([]);
    for (const person of people) {
      const own = orders.filter((order) => order.customer_id === person.id);
      const kept = own.filter((order) => order.order_status !== 'rejected' && order.order_status !== 'cancelled');
      expect([person.orders_count, person.last_order_at]).toEqual([
        kept.length,
        kept
          .map((order) => order.placed_at)
          .toSorted()
          .at(-1) ?? null,
      ]);
    }
    const chats = await db.select().from(chatsTables.chats);
    expect([chats.length, chats.filter((chat) => chat.unread_count > 0).length]).toEqual([8, 3]);
    const messages = await db.select().from(chatsTables.chat_messages);
    expect(messages.filter((one) => one.created_at > now || one.message.includes('# '))).toEqual([]);

    expect(await db.$count(menuTables.menu_items)).toBe(92);
    expect(await db.$count(menuTables.menu_categories)).toBe(9);
    for (const table of tables) {
      for (const row of await selectRows(db, table)) {
        const wire = toWire(table, row, { now: new Date(now), view: everything });
        if (!isDeepStrictEqual(entities[table].parse(wire), wire)) throw new Error(`${table}: ${JSON.stringify(wire)}`);
      }
    }
    const batches = await pools.owner.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM orders GROUP BY version',
    );
    expect(Math.max(...batches.rows.map((row) => row.count))).toBeLessThanOrEqual(500);
  });

  test('has a website with its own colours, that delivers', async () => {
    const { db, restaurant } = await load();
    const { restaurant_id: restaurantId } = restaurant;
    const setup = await readSetup({ db, restaurantId, platformDomain: 'galley.test' });
    const { primary, background, text } = setup.theme_colors;
    expect([primary, text].map((color) => isReadable(color, background))).toEqual([true, true]);
    expect(primary).toBe('#A8321F');
    expect(setup).toMatchObject({
      short_description: expect.stringContaining('tandoor') as string,
      is_about_page_enabled: true,
      is_contact_page_enabled: true,
      is_order_type_delivery: true,
      is_order_type_reservation: true,
    });
    expect((await asOffered(db, { ...restaurant, id: restaurantId })).order_type).toContain('delivery');
  });

  test('is created once by two simultaneous starts', async () => {
    const kept = join(dataDir, 'demo-password');
    // One makes it and prints the password; the other says where it is.
    expect(new Set(made)).toEqual(
      new Set([
        `sign in as owner@galley.test with the password ${(await readFile(kept, 'utf8')).trim()}`,
        `sign in as owner@galley.test with the password in ${kept}`,
      ]),
    );
    expect((await pools.owner.query('SELECT 1 FROM restaurants')).rowCount).toBe(1);
  });

  test('a second start changes nothing and says where the password is', async () => {
    const before = await pools.owner.query('SELECT version FROM spaces');
    expect(await seedAt('2026-11-21T19:42:00.000Z', null)).toBe(
      `sign in as owner@galley.test with the password in ${join(dataDir, 'demo-password')}`,
    );
    expect((await pools.owner.query('SELECT version FROM spaces')).rows).toEqual(before.rows);
    expect(await seedAt('2026-11-21T19:42:00.000Z', 'another-one')).toBe(
      'sign in as owner@galley.test with the password in DEMO_PASSWORD',
    );
  });
});

test('its website is published, and pictures of it and of its dishes are stored', async () => {
  const { restaurant } = await load();
  const { parts } = await withTransaction(pools.app, restaurant.restaurant_id, 'read', (client) =>
    readParts({ db: drizzle(client), restaurantId: restaurant.restaurant_id }),
  );
  expect(parts.publication.published_at).toBe(NOW);
  const { rows } = await pools.owner.query<{ name: string; image_url: string | null }>(
    'SELECT name, image_url FROM menu_items',
  );
  const bare = rows.filter(({ image_url }) => image_url === null).map(({ name }) => name);
  // What comes in a bottle, a can or a pot.
  expect(bare).toHaveLength(11);
  expect(bare).toContain('Cola');
  const store = openFiles({ dataDir, s3: null });
  for (const url of new Set([parts.images.cover_image!, ...rows.flatMap(({ image_url }) => image_url ?? [])])) {
    const { restaurantId, fileId } = imageIdsOf(url)!;
    for (const width of IMAGE_WIDTHS)
      expect(
        await checkImage(Buffer.from((await store.get(imageKey(restaurantId, fileId, width)))!), width),
      ).toHaveProperty('bytes');
  }
});

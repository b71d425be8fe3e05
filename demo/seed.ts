import { setTimeout as wait } from 'node:timers/promises';
import { count, eq } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { ROWS_PER_VERSION } from '../contract/limits.ts';
import type { Actor } from '../contract/fields.ts';
import { hashPassword } from '../server/auth/passwords.ts';
import type { Clock } from '../server/platform/clock.ts';
import type { Pools } from '../server/db/open.ts';
import * as schema from '../server/db/schema.ts';
import type { Env } from '../server/env.ts';
import { newId } from '../server/platform/ids.ts';
import { inSpace } from '../server/jobs/in-space.ts';
import type { Log } from '../server/platform/log.ts';
import { makeCustomers } from './customers.ts';
import { byCategory, demoMenuRows } from './menu-rows.ts';
import { makeNotifications } from './notifications.ts';
import { agreePassword, choosePassword } from './password.ts';
import { createRandom } from './random.ts';
import { DEMO_EMAIL, DEMO_OWNER, demoRestaurant } from './restaurant.ts';
import { makeChats } from './chats.ts';
import { makeTrade } from './trade.ts';

export interface SeedOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  clock: Clock;
  env: Pick<Env, 'demoPassword' | 'dataDir'>;
  log: Log;
}

/** Of two processes that start at once, one makes the demonstration and the other waits. */
const LOCK = 7_204_813;
const SEED = 20_261_120;

/**
 * Makes the demonstration restaurant when nobody has an account yet. Answers how to sign in, or null where there is none, or where its
 * password was changed by hand.
 */
export async function seedDemo({
  pools,
  clock,
  env,
  log,
}: SeedOptions): Promise<{ email: string; password: string } | null> {
  const client = await pools.owner.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK]);
      if (rows[0]?.mine) break;
      await wait(100);
    }
    const db = drizzle(client);
    const [all] = await db.select({ users: count() }).from(schema.users);
    if ((all?.users ?? 0) > 0) return await agreePassword(db, env);
    const began = performance.now();
    const password = choosePassword(env);
    const orders = await seed(db, pools, clock.now(), password);
    log.info('demo_made', { orders, ms: Math.round(performance.now() - began) });
    return { email: DEMO_EMAIL, password };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    client.release();
  }
}

/** The account comes last: a start that was cut off before it begins again. */
async function seed(db: NodePgDatabase, pools: SeedOptions['pools'], now: Date, password: string): Promise<number> {
  await removeUnfinished(db);
  const [restaurantId, userId] = [newId(now), newId(now)];
  const at = now.toISOString();
  const actor: Actor = { kind: 'user', id: userId, name: DEMO_OWNER };
  const restaurant = demoRestaurant(now);
  await db.insert(schema.spaces).values({ restaurant_id: restaurantId, epoch: newId(now), version: 1 });
  const synced = { id: restaurantId, version: 1, created_at: at, updated_at: at, deleted_at: null, updated_by: actor };
  await db.insert(schema.restaurants).values({ ...synced, ...restaurant, restaurant_id: restaurantId });

  const menu = demoMenuRows(now, actor, restaurant);
  await inSpace(pools.app, restaurantId, async (space) => {
    const own = { restaurant_id: restaurantId, version: await space.bump() };
    await space.db.insert(schema.menu_books).values({ ...menu.book, ...own });
    await space.db.insert(schema.menu_categories).values(menu.categories.map((row) => ({ ...row, ...own })));
    await space.db
      .insert(schema.menu_items)
      .values(menu.items.map(({ is_available: _, ...row }) => ({ ...row, ...own })));
  });

  const kitchen = { random: createRandom(SEED), menu: byCategory(menu), ownerId: userId };
  const met = makeCustomers(makeTrade(kitchen, restaurant.opening_hours, now), restaurant.currency);
  const trade = met.orders;
  const talk = makeChats(met.customers, trade, now);
  for (let from = 0; from < trade.length; from += ROWS_PER_VERSION) {
    await inSpace(pools.app, restaurantId, async (space) => {
      const own = { restaurant_id: restaurantId, version: await space.bump() };
      await space.db
        .insert(schema.orders)
        .values(trade.slice(from, from + ROWS_PER_VERSION).map((row) => ({ ...row, ...own })));
    });
  }

  for (let from = 0; from < talk.customers.length; from += ROWS_PER_VERSION) {
    await inSpace(pools.app, restaurantId, async (space) => {
      const own = { restaurant_id: restaurantId, version: await space.bump() };
      await space.db
        .insert(schema.customers)
        .values(talk.customers.slice(from, from + ROWS_PER_VERSION).map((row) => ({ ...row, ...own })));
    });
  }
  await inSpace(pools.app, restaurantId, async (space) => {
    const own = { restaurant_id: restaurantId, version: await space.bump() };
    await space.db.insert(schema.chats).values(talk.chats.map((row) => ({ ...row, ...own })));
    await space.db.insert(schema.chat_messages).values(talk.messages.map((row) => ({ ...row, ...own })));
    await space.db
      .insert(schema.notifications)
      .values(makeNotifications(talk.chats, trade).map((row) => ({ ...row, ...own })));
  });

  await db.insert(schema.users).values({
    id: userId,
    email: DEMO_EMAIL,
    name: DEMO_OWNER,
    password_hash: await hashPassword(password),
    is_email_verified: true,
    restaurant_id: restaurantId,
    created_at: at,
    updated_at: at,
  });
  return trade.length;
}

async function removeUnfinished(db: NodePgDatabase) {
  const unfinished = await db
    .select({ id: schema.restaurants.restaurant_id })
    .from(schema.restaurants)
    .where(eq(schema.restaurants.email, DEMO_EMAIL));
  for (const { id } of unfinished) {
    for (const table of [
      schema.notifications,
      schema.chat_messages,
      schema.chats,
      schema.customers,
      schema.orders,
      schema.menu_items,
      schema.menu_categories,
      schema.menu_books,
      schema.restaurants,
      schema.spaces,
    ]) {
      await db.delete(table).where(eq(table.restaurant_id, id));
    }
  }
}

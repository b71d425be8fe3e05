import { setTimeout as wait } from 'node:timers/promises';
import { count, eq } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { ROWS_PER_VERSION } from '../contract/limits.ts';
import type { Actor } from '../contract/fields.ts';
import { addMember } from '../server/auth/accounts.ts';
import { hashPassword } from '../server/auth/passwords.ts';
import type { Clock } from '../server/platform/clock.ts';
import type { Pools } from '../server/db/open.ts';
import * as accountsTables from '../server/db/schema/accounts.ts';
import * as syncTables from '../server/db/schema/sync.ts';
import * as restaurantsTables from '../server/db/schema/restaurants.ts';
import * as menuTables from '../server/db/schema/menu.ts';
import { promotions } from '../server/db/schema/promotions.ts';
import { delivery_locations, restaurant_settings } from '../server/db/schema/settings.ts';
import { inventory_items, inventory_movements } from '../server/db/schema/inventory.ts';
import * as ordersTables from '../server/db/schema/orders.ts';
import * as paymentsTables from '../server/db/schema/payments.ts';
import * as customersTables from '../server/db/schema/customers.ts';
import * as chatsTables from '../server/db/schema/chats.ts';
import * as notificationsTables from '../server/db/schema/notifications.ts';
import { files } from '../server/db/schema/files.ts';
import { openFiles } from '../server/platform/files/open-files.ts';
import { demoMenu } from './menu.ts';
import { storePictures } from './pictures/store-pictures.ts';
import type { Env } from '../server/env.ts';
import { newId } from '../server/platform/ids.ts';
import { reservations } from '../server/db/schema/reservations.ts';
import { insertMovement } from '../server/inventory/store.ts';
import { inSpace } from '../server/jobs/in-space.ts';
import { savePart, type WebsiteParts } from '../server/website/store.ts';
import type { Log } from '../server/platform/log.ts';
import { makeCustomers } from './customers.ts';
import { dishesByCategory, demoMenuRows } from './menu-rows.ts';
import { makeNotifications } from './notifications.ts';
import { agreePassword, choosePassword } from './password.ts';
import { ledgerOf, makePayments } from './payments.ts';
import { demoInventory } from './inventory.ts';
import { demoPromotions } from './promotions.ts';
import { demoReservations } from './reservations.ts';
import { createRandom } from './random.ts';
import { DEMO_EMAIL, DEMO_OWNER, demoRestaurant } from './restaurant.ts';
import { makeCannedReplies } from './canned-replies.ts';
import { makeChats } from './chats.ts';
import { makeTrade } from './trade.ts';
import { demoDeliveryLocation, demoWebsite } from './website.ts';

export interface SeedOptions {
  pools: Pick<Pools, 'owner' | 'app'>;
  clock: Clock;
  env: Pick<Env, 'demoPassword' | 'dataDir' | 's3'>;
  log: Log;
}

/** Advisory lock: of two processes that start at once, one creates the demonstration and the other waits. */
const LOCK = 7_204_813;
const SEED = 20_261_120;

/**
 * Creates the demonstration restaurant if there is no account yet. Returns how to sign in, in words for whoever starts the server;
 * null if there is no demonstration or its password was changed by hand.
 */
export async function seedDemo({ pools, clock, env, log }: SeedOptions): Promise<string | null> {
  const client = await pools.owner.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK]);
      if (rows[0]?.mine) break;
      await wait(100);
    }
    const db = drizzle(client);
    const [all] = await db.select({ users: count() }).from(accountsTables.users);
    if ((all?.users ?? 0) > 0) return await agreePassword(db, env);
    const began = performance.now();
    const password = choosePassword(env);
    const orders = await seed(db, { pools, env, now: clock.now() }, password);
    log.info('demo_made', { orders, ms: Math.round(performance.now() - began) });
    return `sign in as ${DEMO_EMAIL} with the password ${password}`;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    client.release();
  }
}

/** The account comes last, so that an interrupted start begins again. */
async function seed(
  db: NodePgDatabase,
  { pools, env, now }: Pick<SeedOptions, 'pools' | 'env'> & { now: Date },
  password: string,
): Promise<number> {
  await removeUnfinished(db);
  const [restaurantId, userId] = [newId(now), newId(now)];
  const at = now.toISOString();
  const actor: Actor = { kind: 'user', id: userId, name: DEMO_OWNER };
  const restaurant = demoRestaurant(now);
  await db.insert(syncTables.spaces).values({ restaurant_id: restaurantId, epoch: newId(now), version: 1 });
  const synced = { id: restaurantId, version: 1, created_at: at, updated_at: at, deleted_at: null, updated_by: actor };
  const booked = demoReservations(now, actor);
  await db.insert(restaurantsTables.restaurants).values({
    ...synced,
    ...restaurant,
    reservation_settings: booked.settings,
    restaurant_id: restaurantId,
  });

  const dishes = demoMenu.flatMap((category) => category.dishes.map(({ name }) => name));
  const pictures = await storePictures(openFiles(env), { restaurantId, now, dishes });
  const menu = demoMenuRows(now, actor, restaurant, pictures.ofDish);
  await inSpace(pools.app, restaurantId, async (space) => {
    const own = { restaurant_id: restaurantId, version: await space.bump() };
    await space.db.insert(files).values(pictures.rows);
    await space.db.insert(menuTables.menu_books).values({ ...menu.book, ...own });
    await space.db.insert(menuTables.menu_categories).values(menu.categories.map((row) => ({ ...row, ...own })));
    await space.db
      .insert(menuTables.menu_items)
      .values(menu.items.map(({ is_available: _, ...row }) => ({ ...row, ...own })));
    await space.db.insert(menuTables.modifier_groups).values(menu.groups.map((row) => ({ ...row, ...own })));
    const stock = demoInventory(now, actor, menu.items, restaurant.currency);
    await space.db.insert(inventory_items).values(stock.items.map((row) => ({ ...row, ...own })));
    for (const { inventory_id, ...movement } of stock.movements)
      await insertMovement(space.db, restaurantId, inventory_id, movement);
    const offers = demoPromotions(now, actor, restaurant.currency);
    await space.db.insert(promotions).values(offers.map(({ promotion_status: _, ...row }) => ({ ...row, ...own })));
    await space.db.insert(reservations).values(booked.rows.map((row) => ({ ...row, ...own })));
    const area = demoDeliveryLocation(now, actor, restaurant.currency);
    await space.db.insert(delivery_locations).values({ ...area, ...own });
    const website = demoWebsite(at, pictures.cover);
    for (const section of Object.keys(website) as (keyof typeof website)[]) {
      const part: WebsiteParts[typeof section] = website[section];
      await savePart({ db: space.db, restaurantId }, section, part, { updated_at: at, updated_by: actor });
    }
  });

  const kitchen = { random: createRandom(SEED), menu: dishesByCategory(menu), ownerId: userId };
  const met = makeCustomers(makeTrade(kitchen, restaurant.opening_hours, now), restaurant.currency);
  const trade = met.orders;
  const chats = makeChats(met.customers, trade, now);
  for (let from = 0; from < trade.length; from += ROWS_PER_VERSION) {
    await inSpace(pools.app, restaurantId, async (space) => {
      const own = { restaurant_id: restaurantId, version: await space.bump() };
      await space.db
        .insert(ordersTables.orders)
        .values(trade.slice(from, from + ROWS_PER_VERSION).map((row) => ({ ...row, ...own })));
    });
  }

  const payments = makePayments(trade);
  for (let from = 0; from < payments.length; from += ROWS_PER_VERSION) {
    await inSpace(pools.app, restaurantId, async (space) => {
      const own = { restaurant_id: restaurantId, version: await space.bump() };
      const some = payments.slice(from, from + ROWS_PER_VERSION);
      await space.db.insert(paymentsTables.payments).values(some.map((row) => ({ ...row, ...own })));
      const entries = some.flatMap(ledgerOf).map((row) => ({ ...row, restaurant_id: restaurantId }));
      await space.db.insert(paymentsTables.ledger_entries).values(entries);
    });
  }

  for (let from = 0; from < chats.customers.length; from += ROWS_PER_VERSION) {
    await inSpace(pools.app, restaurantId, async (space) => {
      const own = { restaurant_id: restaurantId, version: await space.bump() };
      await space.db
        .insert(customersTables.customers)
        .values(chats.customers.slice(from, from + ROWS_PER_VERSION).map((row) => ({ ...row, ...own })));
    });
  }
  await inSpace(pools.app, restaurantId, async (space) => {
    const own = { restaurant_id: restaurantId, version: await space.bump() };
    await space.db.insert(chatsTables.chats).values(chats.chats.map((row) => ({ ...row, ...own })));
    await space.db.insert(chatsTables.chat_messages).values(chats.messages.map((row) => ({ ...row, ...own })));
    await space.db.insert(chatsTables.canned_replies).values(makeCannedReplies(at).map((row) => ({ ...row, ...own })));
    await space.db
      .insert(notificationsTables.notifications)
      .values(makeNotifications(chats.chats, trade).map((row) => ({ ...row, ...own })));
  });

  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx.insert(accountsTables.users).values({
      id: userId,
      email: DEMO_EMAIL,
      name: DEMO_OWNER,
      password_hash: passwordHash,
      is_email_verified: true,
      restaurant_id: restaurantId,
      created_at: at,
      updated_at: at,
    });
    await addMember(tx, { restaurantId, userId, role: 'owner', now });
  });
  return trade.length;
}

async function removeUnfinished(db: NodePgDatabase) {
  const unfinished = await db
    .select({ id: restaurantsTables.restaurants.restaurant_id })
    .from(restaurantsTables.restaurants)
    .where(eq(restaurantsTables.restaurants.email, DEMO_EMAIL));
  for (const { id } of unfinished) {
    for (const table of [
      notificationsTables.notifications,
      chatsTables.canned_replies,
      chatsTables.chat_messages,
      chatsTables.chats,
      customersTables.customers,
      paymentsTables.ledger_entries,
      paymentsTables.payments,
      ordersTables.orders,
      delivery_locations,
      restaurant_settings,
      reservations,
      inventory_movements,
      inventory_items,
      files,
      menuTables.menu_items,
      menuTables.modifier_groups,
      menuTables.menu_categories,
      menuTables.menu_books,
      restaurantsTables.restaurants,
      syncTables.spaces,
    ]) {
      await db.delete(table).where(eq(table.restaurant_id, id));
    }
  }
}

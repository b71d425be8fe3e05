import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { placeOpenOrders, type OpenOrder } from '../support/open-orders.ts';
import { pastOrders } from '../support/traffic.ts';
import { requestData, openAccount, type Account } from './api.ts';
import type { Galley } from './galley.ts';
import { storedItems, type StoredItem } from './truth.ts';

/** A restaurant with a menu and open orders, signed up through the API and filled by the importer. */
export interface Kitchen extends Account {
  items: StoredItem[];
  /** The dishes of the fullest category that one page shows together. */
  shown: StoredItem[];
  orders: OpenOrder[];
  /** The path of that category's screen. */
  itemsPath: string;
}

export interface KitchenOptions {
  email: string;
  name: string;
  seed: number;
  openOrders?: number;
  /** The number of its first open order, so that two kitchens' orders differ. */
  firstNo?: number;
  size?: { orders: number; lines: number; dishes: number };
}

const PAGE = 60;
const SMALL = { orders: 60, lines: 320, dishes: 160 };

export async function openKitchen(galley: Galley, owner: pg.Pool, options: KitchenOptions): Promise<Kitchen> {
  const { email, name, seed, openOrders = 12, firstNo = 7001, size = SMALL } = options;
  const account = await openAccount(galley, email, name);
  // Its devices are new to the account. Told in the bell, they would count among what a test counts there.
  await requestData(galley.origin, 'POST', '/settings/notifications', {
    token: account.token,
    body: { events: { security_login: { in_app: false } } },
  });
  const file = join(galley.dataDir, `past-orders-${seed}.csv`);
  await writeFile(file, pastOrders({ seed, ...size }).csv);
  await galley.run('server/commands/import-orders.ts', file, '--restaurant', email);
  // Imported dishes are kept off the menu until their owner publishes them.
  const { rows: books } = await owner.query<{ id: string }>('SELECT id FROM menu_books WHERE restaurant_id = $1', [
    account.restaurantId,
  ]);
  for (const { id } of books)
    await requestData(galley.origin, 'PUT', `/menu/books/${id}`, {
      token: account.token,
      body: { status: 'published' },
    });
  const orders =
    openOrders > 0
      ? await placeOpenOrders(owner, account.restaurantId, { count: openOrders, firstNo, now: new Date() })
      : [];
  const items = await storedItems(owner, account.restaurantId);
  const categories = Object.values(Object.groupBy(items, (item) => item.category_id)).map((group) => group!);
  const shown = categories.toSorted((a, b) => b.length - a.length)[0]!.slice(0, PAGE);
  return { ...account, items, shown, orders, itemsPath: itemsPathOf(shown[0]!) };
}

/** The path of the screen of a dish's category, with up to `PAGE` dishes. */
export const itemsPathOf = ({ menu_book_id, category_id }: StoredItem): string =>
  `/restaurant/menu/${menu_book_id}/category/${category_id}?limit=${PAGE}`;

/** Lets customers order at any time of day. */
export async function stayOpen(owner: pg.Pool, restaurantId: string): Promise<void> {
  const days = Array.from({ length: 7 }, (_, weekday) => ({
    weekday,
    is_open: true,
    periods: [{ open_time: '00:00', close_time: '00:00' }],
  }));
  await owner.query(
    `WITH risen AS (UPDATE spaces SET version = version + 1 WHERE restaurant_id = $1 RETURNING version)
     UPDATE restaurants SET version = (SELECT version FROM risen), opening_hours = jsonb_set(opening_hours, '{days}', $2)
      WHERE restaurant_id = $1`,
    [restaurantId, JSON.stringify(days)],
  );
}

/** Orders two of the first dish for pickup, as a customer does. The restaurant is the server's only one. */
export async function orderOnline(
  galley: Galley,
  owner: pg.Pool,
  { items, name }: { items: StoredItem[]; name: string },
): Promise<{ id: string; no: string }> {
  const { slug } = (await owner.query<{ slug: string }>('SELECT slug FROM restaurants')).rows[0]!;
  await requestData(galley.origin, 'POST', `/public/restaurants/${slug}/orders`, {
    body: {
      order_type: 'pickup',
      lines: [{ menu_item_id: items[0]!.id, quantity: 2 }],
      customer: { name, phone: '020 7946 0123' },
    },
  });
  const { rows } = await owner.query<{ id: string; no: string }>(
    'SELECT id, order_no AS no FROM orders ORDER BY created_at DESC LIMIT 1',
  );
  return rows[0]!;
}

import type { GalleyDb } from '../../src/data/db.ts';
import { newId } from '../../src/data/ids.ts';

const CHUNK = 2000;

/**
 * Fills the app's database on the device up to the given number of orders and dishes, with copies of the server's rows, dated years
 * earlier. Some are rejected or cancelled, so that each filter has many pages.
 */
export async function fill(db: GalleyDb, orders: number, dishes: number): Promise<void> {
  const items = await db.menu_items.toArray();
  // In their own category, so that the app's screens show only what the server knows.
  const category_id = newId();
  const more = Array.from({ length: Math.max(0, dishes - items.length) }, (_, i) => {
    const item = items[i % items.length]!;
    return { ...item, id: newId(), category_id };
  });
  await db.menu_items.bulkPut(more);
  const ids = (await db.orders.orderBy('placed_at').primaryKeys()).reverse();
  for (let made = ids.length; made < orders; made += CHUNK) {
    const some = Array.from({ length: Math.min(CHUNK, orders - made) }, (_, i) => made + i);
    const rows = await db.orders.bulkGet(some.map((n) => ids[n % ids.length]!));
    await db.orders.bulkPut(
      rows.map((row, i) => {
        const n = some[i]!;
        const year = Number(row!.placed_at.slice(0, 4)) - 5 * Math.floor(n / ids.length);
        const order_status = n % 6 === 0 ? 'rejected' : n % 6 === 1 ? 'cancelled' : row!.order_status;
        return { ...row!, id: newId(), order_status, placed_at: `${year}${row!.placed_at.slice(4)}` };
      }),
    );
  }
}

const firstNames = ['Ada', 'Grace', 'Zoë', 'Alan', 'Edsger', 'Barbara', 'Niklaus', 'Margaret'];
const lastNames = ['Lovelace', 'Hopper', 'Brontë', 'Turing', 'Dijkstra', 'Liskov', 'Wirth', 'Hamilton', 'O’Neill'];

/** Fills up to the given number of customers and dishes. */
export async function fillMore(db: GalleyDb, customers: number, dishes: number): Promise<void> {
  await fill(db, 0, dishes);
  const at = new Date().toISOString();
  const held = await db.customers.count();
  for (let made = held; made < customers; made += CHUNK)
    await db.customers.bulkPut(
      Array.from({ length: Math.min(CHUNK, customers - made) }, (_, i) => {
        const n = made + i;
        return {
          id: newId(),
          version: 1,
          created_at: at,
          updated_at: at,
          deleted_at: null,
          updated_by: null,
          name: `${firstNames[n % firstNames.length]} ${lastNames[n % lastNames.length]}`,
          email: `customer${n}@example.com`,
          phone: `+4477009${String(n).padStart(5, '0')}`,
          phone_raw: null,
          addresses: [],
          customer_status: 'active' as const,
          blocked_reason: null,
          source: 'import' as const,
          tags: [],
          note: '',
          allergens: [],
          birthday: null,
          marketing_consent: {},
          orders_count: n % 12,
          no_show_count: 0,
          total_spent_amount: 0,
          currency: 'GBP',
          first_order_at: null,
          last_order_at: null,
          chat_id: null,
        };
      }),
    );
}

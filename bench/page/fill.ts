import type { GalleyDb } from '../../src/data/db.ts';
import { newId } from '../../src/data/ids.ts';

const CHUNK = 2000;

/**
 * Fills the app's own database on the device up to so many orders and dishes, by copies of what the server has sent, years older. Some
 * of them rejected and cancelled, so that each filter has many pages.
 */
export async function fill(db: GalleyDb, orders: number, dishes: number): Promise<void> {
  const items = await db.menu_items.toArray();
  // Of their own, so that the app's own screens show what the server knows.
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

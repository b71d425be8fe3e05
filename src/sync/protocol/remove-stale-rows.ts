import { MIRROR_ORDERS } from '../../../contract/limits.ts';
import { isFinal } from '../../../contract/orders/status.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';
import { touchOf } from '../../data/mutation.ts';
import { writeTransaction } from '../../data/store-mutation.ts';
import { mirrorTables } from './sync-tables.ts';
import type { Changes } from './settle.ts';

/** After a snapshot: rows that it did not bring are gone at the server. A row with pending mutations stays, on an empty base row. */
export async function removeStaleRows(db: GalleyDb, gen: number, changes: Changes): Promise<void> {
  const shadows = await db.shadow.toArray();
  for (const { touch, base } of shadows) {
    if (base === null || (base as Mirrored)._gen === gen) continue;
    await db.shadow.put({ touch, base: null });
    changes.dirty.add(touch);
  }
  const pending = new Set(shadows.map(({ touch }) => touch));
  for (const table of mirrorTables) {
    const stale = await db
      .table<Mirrored, string>(table)
      .filter((row) => row._gen !== gen && !pending.has(touchOf(table, row.id)))
      .primaryKeys();
    await db.table(table).bulkDelete(stale);
  }
}

const SLACK = 500;

/**
 * Trims closed orders: the mirror keeps open orders and the newest `keep`. The API has older ones, page by page.
 */
export function trimOrders(db: GalleyDb, keep: number = MIRROR_ORDERS): Promise<number> {
  return writeTransaction(db, ['orders', 'sync'], async () => {
    const count = await db.orders.count();
    if (count <= keep + SLACK) return 0;
    const oldest = await db.orders
      .orderBy('placed_at')
      .limit(count - keep)
      .toArray();
    const closed = oldest.filter((order) => !order._sync && isFinal(order.order_status));
    await db.orders.bulkDelete(closed.map((order) => order.id));
    return closed.length;
  });
}

import { list, type Order } from '../../../../contract/orders/calls.ts';
import { PAGE_LIMIT_MAX } from '../../../../contract/limits.ts';
import { isFinal } from '../../../../contract/orders/status.ts';
import { send, type Result } from '../../../api/send.ts';
import type { GalleyDb } from '../../../data/db.ts';
import { heldOrders, type PlacedRange } from '../queries.ts';

/** Orders from the server that were placed at `until` or before, newest first, page by page. */
export type ReadOldOrders = (until: string) => AsyncGenerator<Order[] | 'unreachable', void>;

/** Behind all ids. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export async function* readOldOrders(until: string, pageSize = PAGE_LIMIT_MAX): ReturnType<ReadOldOrders> {
  let after: string | undefined = `${until}_${LAST_ID}`;
  while (after !== undefined) {
    const result: Result<Order[]> = await send(list, { query: { after, limit: String(pageSize) } });
    // Any other failure leaves the file incomplete in the same way.
    if (!result.ok) return yield 'unreachable';
    yield result.data;
    after = result.meta?.next_after;
  }
}

/**
 * Up to which instant orders of the range may be on the server alone. Null: this device has all of the range. Before the first sync is complete, any order may be missing.
 */
export async function whereOldOrdersBegin(db: GalleyDb, { from, to }: PlacedRange): Promise<string | null> {
  const held = await heldOrders(db);
  if (held === 'all') return null;
  // Open orders stay on the device, however old they are.
  const oldest = await db.orders
    .orderBy('placed_at')
    .filter((order) => isFinal(order.order_status))
    .first();
  const end = /^\d{4}-/.test(to) ? to : '9999-12-31T23:59:59.999Z';
  const until = held === 'coming' || !oldest || oldest.placed_at > end ? end : oldest.placed_at;
  return until < from ? null : until;
}

import type { OrderStatus } from '../../../../contract/orders.ts';
import type { GalleyDb, Mirrored } from '../../../data/db.ts';

const OPEN_LIMIT = 500;
const DONE_LIMIT = 40;

/** What the kitchen looks at: every open order, and the last completed ones for Recall. */
export async function kitchenOrders(db: GalleyDb): Promise<Mirrored<'orders'>[]> {
  const last = (status: OrderStatus, limit: number) =>
    db.orders
      .where('[order_status+placed_at]')
      .between([status, ''], [status, '\uffff'])
      .reverse()
      .limit(limit)
      .toArray();
  const found = await Promise.all([
    last('pending', OPEN_LIMIT),
    last('accepted', OPEN_LIMIT),
    last('preparing', OPEN_LIMIT),
    last('ready', OPEN_LIMIT),
    last('out_for_delivery', DONE_LIMIT),
    last('completed', DONE_LIMIT),
    // Bumped off elsewhere: the kitchen is told who did it.
    last('cancelled', DONE_LIMIT),
    last('rejected', DONE_LIMIT),
  ]);
  return found.flat();
}

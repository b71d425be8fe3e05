import { and, eq, inArray } from 'drizzle-orm';
import type { Order } from '../../../contract/orders/calls.ts';
import * as ordersTables from '../../db/schema/orders.ts';
import { toOrder } from '../store.ts';
import { SAME_ORDER_MS, twinKey, type PastOrder } from './group-orders.ts';
import { importActor } from '../../import/importer.ts';
import type { Space } from '../../jobs/in-space.ts';
import { holdsAll, missingLines, orderId, orderName, SOURCE, toOrderRow, type Import } from './rows.ts';

export interface OrdersWritten {
  ordersAdded: number;
  /** Existing orders with fewer lines than the file, such as after a bad row was corrected. */
  ordersCompleted: number;
  linesAdded: number;
  /** Orders of the file that an earlier import stored as one with another. They are not added a second time. */
  ordersJoinedBefore: number;
}

interface OrdersPlan {
  missing: { past: PastOrder; name: string[] }[];
  grown: Map<string, { order: Order; more: Pick<Order, 'lines'> }>;
  counts: OrdersWritten;
}

/** What `writeOrders` would do, without doing it. */
export async function planOrders(db: Space['db'], batch: PastOrder[], all: Import): Promise<OrdersPlan> {
  const stored = await findStored(db, batch, all);
  const missing: OrdersPlan['missing'] = [];
  const grown: OrdersPlan['grown'] = new Map();
  let ordersJoinedBefore = 0;
  for (const past of batch) {
    const ofNumber = stored.get(past.number) ?? [];
    const twins = all.twins.get(twinKey(past)) ?? [];
    if (twins.length > 1 && ofNumber.some((order) => isAllOf(order, twins))) {
      ordersJoinedBefore += 1;
      continue;
    }
    const found = ofNumber.filter((order) => isSame(order, past));
    if (found.length === 0) {
      const [plain, timed] = [orderName(past, 'without time'), orderName(past, 'with time')];
      const isUsed = ofNumber.some(({ id }) => id === orderId(all, plain));
      const name = isUsed ? timed : plain;
      const row = toOrderRow(all, 0, past, name);
      missing.push({ past, name });
      stored.set(past.number, [...ofNumber, row]);
      continue;
    }
    const live = found.filter(({ deleted_at }) => !deleted_at);
    // Deleted ones hold their lines, so that these do not come back in another.
    const more = live[0] ? missingLines(all, [live[0], ...found.filter((one) => one !== live[0])], past) : null;
    if (more) grown.set(live[0]!.id, { order: live[0]!, more });
  }
  const linesAdded =
    sum(missing, ({ past, name }) => toOrderRow(all, 0, past, name).lines.length) +
    sum([...grown.values()], ({ order, more }) => more.lines.length - order.lines.length);
  return {
    missing,
    grown,
    counts: { ordersAdded: missing.length, ordersCompleted: grown.size, linesAdded, ordersJoinedBefore },
  };
}

/** Adds missing orders and lines. What the owner deleted stays deleted. */
export async function writeOrders({ db, bump }: Space, batch: PastOrder[], all: Import): Promise<OrdersWritten> {
  const { restaurantId } = all;
  const ours = eq(ordersTables.orders.restaurant_id, restaurantId);
  const { missing, grown, counts } = await planOrders(db, batch, all);
  if (missing.length === 0 && grown.size === 0) return counts;

  const version = await bump();
  const rows = missing.map(({ past, name }) => ({
    ...toOrderRow(all, version, past, name),
    restaurant_id: restaurantId,
  }));
  if (rows.length > 0) await db.insert(ordersTables.orders).values(rows);
  for (const { order, more } of grown.values()) {
    const fields = { ...more, version, updated_at: all.now, updated_by: importActor };
    await db
      .update(ordersTables.orders)
      .set(fields)
      .where(and(ours, eq(ordersTables.orders.id, order.id)));
  }
  return counts;
}

/** The imported orders with a number of the batch, by their number. */
async function findStored(db: Space['db'], batch: PastOrder[], { restaurantId }: Import) {
  const numbers = [...new Set(batch.map(({ number }) => number))];
  const rows = await db
    .select()
    .from(ordersTables.orders)
    .where(
      and(
        eq(ordersTables.orders.restaurant_id, restaurantId),
        eq(ordersTables.orders.external_source, SOURCE),
        inArray(ordersTables.orders.order_no, numbers),
      ),
    );
  const stored = new Map<string, Order[]>();
  for (const row of rows) stored.set(row.order_no, [...(stored.get(row.order_no) ?? []), toOrder(row)]);
  return stored;
}

/** Near in time, and at the same location as far as both name one. */
function isSame(order: Order, { number, location, at, lastAt }: PastOrder): boolean {
  const placed = Date.parse(order.placed_at);
  const isNear = placed >= at - SAME_ORDER_MS && placed <= lastAt + SAME_ORDER_MS;
  const stored = locationOf(order, number);
  return isNear && (stored === '' || location === '' || stored === location);
}

/** "12 2020-02-01 Soho 2020-02-01T18:00:00.000Z" → "Soho". */
const locationOf = ({ external_id }: Order, number: string): string =>
  (external_id ?? '').slice(`${number} 2020-02-01 `.length).replace(/ ?\d{4}-\d\d-\d\dT[\d:.]+Z$/, '');

/** Made by an earlier import of all orders of the file with its number and date. */
function isAllOf(order: Order, twins: readonly PastOrder[]): boolean {
  const [{ number, date }] = twins as [PastOrder];
  return (
    order.external_id === `${number} ${date}` &&
    holdsAll(
      order,
      twins.flatMap(({ lines }) => lines),
    )
  );
}

const sum = <T>(list: T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0);

import type { InventoryItem, RecentMovement } from '../../contract/inventory/calls.ts';
import { compareMovements, RECENT_MOVEMENTS, withMovement, withStock } from '../../contract/inventory/stock.ts';
import type { Actor } from '../../contract/fields.ts';
import { changedFields } from '../db/changed-fields.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { followStock } from './follow-stock.ts';
import { insertMovement, stockBefore, updateItem } from './store.ts';

export type StockContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'enqueue'> & {
  actor: Actor;
  /** When the person did it, ISO, and by which operation. */
  occurredAt: string;
  opId: string;
};

/** Adds a movement to the history and to the row, with what follows from the new stock: alarms and what is sold out. */
export async function recordMovement(
  c: StockContext,
  item: InventoryItem,
  movement: RecentMovement,
): Promise<InventoryItem> {
  await insertMovement(c.db, c.restaurantId, item.id, movement);
  const next = await correctedOpening(c, item, movement, withMovement(item, movement));
  return saveStock(c, item, next);
}

/** Stores the row and what follows from its stock. */
export async function saveStock(c: StockContext, item: InventoryItem, next: InventoryItem): Promise<InventoryItem> {
  const stamp = { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: c.actor };
  await updateItem(c.db, c.restaurantId, item.id, { ...changedFields(item, next), ...stamp });
  await followStock(c, item, next);
  return { ...next, ...stamp };
}

/** A movement older than all that the row carries: the stock before those is computed from the whole history. */
async function correctedOpening(
  c: StockContext,
  item: InventoryItem,
  movement: RecentMovement,
  next: InventoryItem,
): Promise<InventoryItem> {
  const [first] = item.recent_movements;
  const isOlder = first !== undefined && compareMovements(movement, first) < 0;
  if (!isOlder || item.recent_movements.length < RECENT_MOVEMENTS) return next;
  return withStock(next, await stockBefore(c.db, c.restaurantId, item.id, first));
}

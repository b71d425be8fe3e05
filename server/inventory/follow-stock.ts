import { isAvailable } from '../../contract/menu/availability.ts';
import type { MenuItem } from '../../contract/menu/calls.ts';
import type { Actor } from '../../contract/fields.ts';
import type { InventoryItem } from '../../contract/inventory/calls.ts';
import { isOutOfStock } from '../../contract/inventory/stock.ts';
import { liveGroups, updateGroup } from '../menu/groups.ts';
import { menuStore } from '../menu/store.ts';
import { announceStock } from './announce-stock.ts';
import type { StockContext } from './record.ts';
import { itemsById, itemsUsing } from './store.ts';

/** Who sold it out: what this set itself, a restock may take back. */
export const stockKeeper: Actor = { kind: 'system', id: 'inventory', name: 'Galley' };

const sellsOut = (item: InventoryItem): boolean => item.auto_sold_out && isOutOfStock(item);

/** What follows from another stock: alarms, and what is sold out or on again. */
export async function followStock(c: StockContext, before: InventoryItem, after: InventoryItem): Promise<void> {
  await announceStock(c, before, after);
  const isSame = sellsOut(before) === sellsOut(after) && before.ingredients === after.ingredients;
  if (isSame) return;
  const counted = after.kind === 'ingredient' ? await itemsUsing(c.db, c.restaurantId, after.id) : [after];
  for (const one of counted) {
    const used = await itemsById(
      c.db,
      c.restaurantId,
      one.ingredients.map(({ inventory_id: id }) => id),
    );
    await setSoldOut(c, one, [one, ...used].some(sellsOut));
  }
}

type Target = Pick<
  MenuItem,
  | 'availability_status'
  | 'unavailable_until'
  | 'availability_reason'
  | 'availability_changed_at'
  | 'availability_changed_by'
  | 'availability_op_id'
>;

/** Sets what the row counts sold out, or on again if it was this that had sold it out. A person's later word stands. */
async function setSoldOut(c: StockContext, { menu_item_id, variant_id, modifier_id }: InventoryItem, isOut: boolean) {
  const next = (target: Target) => targetAfter(c, target, isOut);
  if (menu_item_id) {
    const store = menuStore(c.db, c.restaurantId, c.now);
    const item = await store.findItem(menu_item_id);
    if (!item || item.deleted_at) return;
    if (!variant_id) {
      const fields = next(item);
      if (fields) await store.updateItem(item.id, { ...fields, ...(await stampOf(c)) });
      return;
    }
    const variants = replaced(item.variants ?? [], variant_id, next);
    if (variants) await store.updateItem(item.id, { variants, ...(await stampOf(c)) });
  }
  if (modifier_id)
    for (const group of await liveGroups(c.db, c.restaurantId)) {
      const modifiers = replaced(group.modifiers, modifier_id, next);
      if (modifiers) await updateGroup(c, group.id, { modifiers, ...(await stampOf(c)) });
    }
}

/** The list with the new availability of one of them; null if nothing changes. */
function replaced<T extends Target & { id: string }>(
  list: readonly T[],
  id: string,
  next: (target: T) => Target | null,
): T[] | null {
  const target = list.find((one) => one.id === id);
  const fields = target && next(target);
  return fields ? list.map((one) => (one === target ? { ...one, ...fields } : one)) : null;
}

function targetAfter({ occurredAt, opId, now }: StockContext, target: Target, isOut: boolean): Target | null {
  const isOwn = target.availability_changed_by?.id === stockKeeper.id;
  const changedAt = target.availability_changed_at ?? '';
  if (isOut ? !isAvailable(target, now) : !isOwn || target.availability_reason !== 'stock_zero') return null;
  // A change of the stock's own never stands against a movement that happened earlier and arrived later.
  if (!isOwn && changedAt > occurredAt) return null;
  return {
    availability_status: isOut ? 'sold_out' : 'available',
    unavailable_until: null,
    availability_reason: isOut ? 'stock_zero' : null,
    availability_changed_at: changedAt > occurredAt ? changedAt : occurredAt,
    availability_changed_by: stockKeeper,
    availability_op_id: opId.toLowerCase(),
  };
}

async function stampOf(c: StockContext) {
  return { version: await c.bump(), updated_at: c.now.toISOString(), updated_by: stockKeeper };
}

import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { InventoryItem, InventoryMovement, RecentMovement } from '../../contract/inventory/calls.ts';
import { foldStock, fromThousandths, toThousandths } from '../../contract/inventory/stock.ts';
import { listPage } from '../db/list-page.ts';
import { contains } from '../db/search.ts';
import { inventory_items, inventory_movements } from '../db/schema/inventory.ts';
import type { Tx } from '../db/tx.ts';
import { isId } from '../platform/ids.ts';
import type { FieldChanges } from '../db/field-merge.ts';

export interface InventoryFilter {
  kind?: InventoryItem['kind'] | undefined;
  status?: InventoryItem['stock_status'] | undefined;
  /** Each must occur in name, SKU or supplier. */
  words: string[];
}

interface Page {
  limit: number;
  offset: number;
}

const items = inventory_items;
const movements = inventory_movements;

const ofRestaurant = (restaurantId: string, more?: SQL) =>
  and(eq(items.restaurant_id, restaurantId), isNull(items.deleted_at), more);

export async function listItems(db: Tx, restaurantId: string, { kind, status, words }: InventoryFilter, page: Page) {
  const text = sql`concat_ws(' ', ${items.name}, ${items.sku}, ${items.supplier_name})`;
  const where = ofRestaurant(
    restaurantId,
    and(
      kind && eq(items.kind, kind),
      status && eq(items.stock_status, status),
      ...words.map((word) => contains(text, word)),
    ),
  );
  const { rows, total } = await listPage(db, items, { where, order: [asc(items.name), asc(items.id)], page });
  return { rows: rows.map(toItem), total };
}

export async function findItem(
  db: Tx,
  restaurantId: string,
  id: string,
): Promise<{ item: InventoryItem; fieldChanges: FieldChanges } | null> {
  if (!isId(id)) return null;
  const [row] = await db
    .select()
    .from(items)
    .where(ofRestaurant(restaurantId, eq(items.id, id)))
    .limit(1);
  return row ? { item: toItem(row), fieldChanges: row.field_changes } : null;
}

/** Those with these ids; unknown ones are missing. */
export async function itemsById(db: Tx, restaurantId: string, ids: readonly string[]): Promise<InventoryItem[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(items)
    .where(ofRestaurant(restaurantId, inArray(items.id, [...ids])));
  return rows.map(toItem);
}

/** What counts one of these dishes or modifiers. */
export async function itemsCounting(
  db: Tx,
  restaurantId: string,
  { dishes, modifiers }: { dishes: readonly string[]; modifiers: readonly string[] },
): Promise<InventoryItem[]> {
  const named = or(
    dishes.length > 0 ? inArray(items.menu_item_id, [...dishes]) : undefined,
    modifiers.length > 0 ? inArray(items.modifier_id, [...modifiers]) : undefined,
  );
  if (!named) return [];
  const rows = await db.select().from(items).where(ofRestaurant(restaurantId, named)).orderBy(items.id);
  return rows.map(toItem);
}

/** Dishes and modifiers whose recipe names the ingredient. */
export async function itemsUsing(db: Tx, restaurantId: string, ingredientId: string): Promise<InventoryItem[]> {
  const uses = sql`${items.ingredients} @> ${JSON.stringify([{ inventory_id: ingredientId }])}::jsonb`;
  const rows = await db.select().from(items).where(ofRestaurant(restaurantId, uses)).orderBy(items.id);
  return rows.map(toItem);
}

export async function insertItem(db: Tx, restaurantId: string, item: InventoryItem): Promise<void> {
  await db.insert(items).values({ ...item, restaurant_id: restaurantId });
}

export async function updateItem(
  db: Tx,
  restaurantId: string,
  id: string,
  fields: Partial<InventoryItem> & { field_changes?: FieldChanges },
): Promise<void> {
  await db
    .update(items)
    .set(fields)
    .where(and(eq(items.restaurant_id, restaurantId), eq(items.id, id)));
}

export async function insertMovement(
  db: Tx,
  restaurantId: string,
  inventoryId: string,
  { quantity_change: change, counted_quantity: counted, ...movement }: RecentMovement,
): Promise<void> {
  await db.insert(movements).values({
    ...movement,
    restaurant_id: restaurantId,
    inventory_id: inventoryId,
    change: change === null ? null : toThousandths(change),
    counted: counted === null ? null : toThousandths(counted),
  });
}

/** The stock just before a movement, from all that happened earlier, thousandths. */
export async function stockBefore(
  db: Tx,
  restaurantId: string,
  inventoryId: string,
  { occurred_at, id }: Pick<RecentMovement, 'occurred_at' | 'id'>,
): Promise<number> {
  const key = sql`(${movements.occurred_at}, ${movements.id})`;
  const own = and(eq(movements.restaurant_id, restaurantId), eq(movements.inventory_id, inventoryId));
  const earlier = and(own, sql`${key} < (${occurred_at}::timestamptz, ${id}::uuid)`);
  const [count] = await db
    .select({ counted: movements.counted, occurred_at: movements.occurred_at, id: movements.id })
    .from(movements)
    .where(and(earlier, sql`${movements.counted} IS NOT NULL`))
    .orderBy(desc(movements.occurred_at), desc(movements.id))
    .limit(1);
  const since = count && sql`${key} > (${count.occurred_at}::timestamptz, ${count.id}::uuid)`;
  const [sum] = await db
    .select({ change: sql<string | null>`sum(${movements.change})` })
    .from(movements)
    .where(and(earlier, since));
  return (count?.counted ?? 0) + Number(sum?.change ?? 0);
}

/** What an order has taken and not given back, by row, thousandths. */
export async function takenBy(db: Tx, restaurantId: string, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: movements.inventory_id, change: sql<string>`sum(${movements.change})` })
    .from(movements)
    .where(and(eq(movements.restaurant_id, restaurantId), eq(movements.order_id, orderId)))
    .groupBy(movements.inventory_id);
  return new Map(rows.map(({ id, change }) => [id, -Number(change)]));
}

/** Movements of a row, newest first, each with the stock after it. */
export async function listMovements(db: Tx, restaurantId: string, inventoryId: string, page: Page) {
  const own = and(eq(movements.restaurant_id, restaurantId), eq(movements.inventory_id, inventoryId));
  const order = [desc(movements.occurred_at), desc(movements.id)];
  const { rows, total } = await listPage(db, movements, { where: own, order, page });
  const oldest = rows.at(-1);
  let stock = oldest ? await stockBefore(db, restaurantId, inventoryId, oldest) : 0;
  const history = rows.toReversed().map(({ restaurant_id: _, change, counted, ...movement }): InventoryMovement => {
    const quantities = {
      quantity_change: change === null ? null : fromThousandths(change),
      counted_quantity: counted === null ? null : fromThousandths(counted),
    };
    const after = foldStock(stock, [quantities]);
    const told = fromThousandths(after - stock);
    stock = after;
    return { ...movement, ...quantities, quantity_change: told, quantity_after: fromThousandths(after) };
  });
  return { rows: history.toReversed(), total };
}

export const toItem = ({
  restaurant_id: _,
  field_changes: __,
  ...item
}: typeof inventory_items.$inferSelect): InventoryItem => item;

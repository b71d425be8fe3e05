import { isDeepStrictEqual } from 'node:util';
import type { InventoryItem, RecentMovement } from '../../contract/inventory/calls.ts';
import { stockPolicyOf } from '../../contract/inventory/policy.ts';
import { fromThousandths, toThousandths } from '../../contract/inventory/stock.ts';
import { linksOf } from '../../contract/menu/linked.ts';
import { holdsStock, usageOf } from '../../contract/inventory/usage.ts';
import type { Order, OrderLine } from '../../contract/orders/calls.ts';
import { offeredGroups } from '../menu/groups.ts';
import { refuse, type Refusal } from '../pipeline/handler.ts';
import { idFor } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { recordMovement, type StockContext } from './record.ts';
import { itemsById, itemsCounting, takenBy } from './store.ts';

/**
 * Takes what an order needs more than before from stock, and gives back what it needs less, in the order's own transaction. `before`: null
 * for a new order. Refuses with `items_unavailable` an order for more than there is, if the restaurant wants that; else it is sold all
 * the same, and people are warned.
 */
export async function takeStock(c: StockContext, before: Order | null, after: Order): Promise<Refusal | null> {
  const held = before !== null && holdsStock(before);
  const holds = holdsStock(after);
  if (held === holds && (!holds || isDeepStrictEqual(before?.lines, after.lines))) return null;
  const { counted, links } = holds ? await countedIn(c, [...(held ? before.lines : []), ...after.lines]) : nothing;
  const changes = holds
    ? await changeOf(
        c,
        after.id,
        held ? usageOf(before.lines, counted, links) : new Map(),
        usageOf(after.lines, counted, links),
      )
    : await takenBy(c.db, c.restaurantId, after.id);
  const known = new Map(counted.map((item) => [item.id, item]));
  for (const item of await itemsById(
    c.db,
    c.restaurantId,
    [...changes.keys()].filter((id) => !known.has(id)),
  ))
    known.set(item.id, item);

  const short: InventoryItem[] = [];
  for (const [id, change] of changes) {
    const item = known.get(id);
    if (!item || change === 0) continue;
    const next = await recordMovement(c, item, movementOf(c, item.id, after.id, change));
    const isShort = toThousandths(next.quantity) < 0 && change < 0 && next.quantity !== item.quantity;
    if (isShort && item.last_movement_at !== null) short.push(item);
  }
  if (short.length === 0) return null;
  if (stockPolicyOf(await loadRestaurant(c.db, c.restaurantId)) === 'oversell') return null;
  return refuse('items_unavailable', {
    current: { items: dishesUsing(after.lines, (line) => usageOf([line], counted, links), short) },
  });
}

interface Counted {
  counted: InventoryItem[];
  /** Dishes that modifiers are as well, by modifier. */
  links: ReadonlyMap<string, string>;
}

const nothing: Counted = { counted: [], links: new Map() };

/** All rows that the lines may take from: those of their dishes and modifiers, and their ingredients. */
async function countedIn({ db, restaurantId }: StockContext, lines: readonly OrderLine[]): Promise<Counted> {
  const dishes = lines.flatMap(({ menu_item_id: id }) => (id ? [id] : []));
  const modifiers = lines.flatMap((line) => (line.modifiers ?? []).flatMap(({ modifier_id: id }) => (id ? [id] : [])));
  const links = modifiers.length > 0 ? linksOf((await offeredGroups(db, restaurantId)).values()) : nothing.links;
  dishes.push(...modifiers.flatMap((id) => links.get(id) ?? []));
  const counted = await itemsCounting(db, restaurantId, { dishes, modifiers });
  const used = counted.flatMap(({ ingredients }) => ingredients.map(({ inventory_id: id }) => id));
  return { counted: [...counted, ...(await itemsById(db, restaurantId, [...new Set(used)]))], links };
}

/** By row, thousandths. Never gives back more than the order took: what it took may not have been counted then. */
async function changeOf(
  { db, restaurantId }: StockContext,
  orderId: string,
  had: ReadonlyMap<string, number>,
  needs: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const changes = new Map(
    [...new Set([...had.keys(), ...needs.keys()])].map((id) => [id, (had.get(id) ?? 0) - (needs.get(id) ?? 0)]),
  );
  if (![...changes.values()].some((change) => change > 0)) return changes;
  const taken = await takenBy(db, restaurantId, orderId);
  return new Map([...changes].map(([id, change]) => [id, Math.min(change, Math.max(0, taken.get(id) ?? 0))]));
}

function movementOf(c: StockContext, inventoryId: string, orderId: string, change: number): RecentMovement {
  return {
    id: movementId(c.opId, inventoryId),
    movement_type: change < 0 ? 'sold' : 'returned',
    quantity_change: fromThousandths(change),
    counted_quantity: null,
    reason: null,
    order_id: orderId,
    occurred_at: c.occurredAt,
    actor: c.actor,
    device_name: null,
  };
}

/** The same for the same operation, so that movements at the same instant have the same order wherever they arrive first. */
const movementId = (opId: string, inventoryId: string): string => idFor(`${opId.toLowerCase()} ${inventoryId}`);

function dishesUsing(
  lines: readonly OrderLine[],
  usageOfLine: (line: OrderLine) => ReadonlyMap<string, number>,
  short: readonly InventoryItem[],
) {
  const using = lines.filter((line) => {
    const used = usageOfLine(line);
    return short.some(({ id }) => used.has(id));
  });
  return using.map(({ menu_item_id, name }) => ({ menu_item_id, name, available_again_at: null }));
}

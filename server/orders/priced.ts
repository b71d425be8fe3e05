import { and, eq, inArray } from 'drizzle-orm';
import { stockPolicyOf } from '../../contract/inventory/policy.ts';
import { isStockSoldOut, sellAnyway } from '../../contract/inventory/sell-anyway.ts';
import { isAvailable } from '../../contract/menu/availability.ts';
import type { PricedLine } from '../../contract/orders/manual-order.ts';
import { pieceAmount, priceDish, type Dish, type PricedDish } from '../../contract/orders/price-dish.ts';
import { limitFaults } from '../../contract/orders/item-limits.ts';
import { choiceWanted, isSameDish, keepsDish } from '../../contract/orders/line-choice.ts';
import type { Order, WantedLine } from '../../contract/orders/calls.ts';
import type { OrderType } from '../../contract/restaurant/rows.ts';
import { menu_books, menu_categories, menu_items } from '../db/schema/menu.ts';
import { offeredGroups } from '../menu/groups.ts';
import { refuse, Refusal, type BaseContext } from '../pipeline/handler.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { newId } from '../platform/ids.ts';

type PriceContext = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'occurredAt'>;
type Stored = Dish & { item: typeof menu_items.$inferSelect };

/**
 * Adds the menu's details to the lines. Those that the order had when the person saw it (`before`) keep their price, unless something else is chosen of the
 * dish. A dish that was sold out or removed before the order was taken is refused, unless it is back at `scheduledFor` (ISO); one removed
 * later is not. Windows do not apply to staff; what limits a dish does, where there are more or fewer of it, or the order
 * leaves in another way. `dishMinutes`: the longest preparation time of the dishes that there are more of, minutes.
 */
export async function priceLines(
  c: PriceContext,
  lines: readonly WantedLine[],
  { before, scheduledFor, orderType }: { before?: Order; scheduledFor: string | null; orderType: OrderType },
): Promise<{ lines: PricedLine[]; dishMinutes: number } | Refusal> {
  const at = scheduledFor ?? c.occurredAt;
  const named = lines.map((line) => ({ ...line, id: (line.id ?? newId(c.now)).toLowerCase() }));
  const standing = new Map(before?.lines.map((line) => [line.id, line]));
  const menu = await dishes(c, named);
  const isNew = (line: (typeof named)[number]) => {
    const stands = standing.get(line.id);
    return !stands || !isSameDish(stands, line);
  };
  const refusal = notOnMenu(c, named.filter(isNew), menu, at);
  if (refusal) return refusal;

  const field_errors = limitFaults(named, (id) => menu.get(id)?.item, orderType, before);
  const goneItems: object[] = [];
  const otherPrices: object[] = [];
  const priced = named.map((line, i): PricedLine => {
    const stands = standing.get(line.id);
    if (stands && keepsDish(stands, line)) return { ...line, name: stands.name, unit_amount: stands.unit_amount };
    const dish = menu.get(line.menu_item_id?.toLowerCase() ?? '');
    if (!dish) {
      if (line.name === undefined || line.unit_amount === undefined)
        field_errors[`lines.${i}.name`] = 'A dish that is on no menu needs its name and its price';
      const { modifiers: _, ...plain } = line;
      return { ...plain, name: line.name ?? '', unit_amount: line.unit_amount ?? 0 };
    }
    const wanted = stands
      ? { unit_amount: line.unit_amount ?? stands.unit_amount, ...choiceWanted(stands, line) }
      : line;
    const outcome = priceDish(dish, wanted, at, c.occurredAt);
    const { menu_item_id } = line;
    if (outcome.kind === 'refused') {
      for (const [field, why] of Object.entries(outcome.field_errors)) field_errors[`lines.${i}.${field}`] = why;
      return { ...line, name: '', unit_amount: 0 };
    }
    if (outcome.kind === 'sold_out') {
      goneItems.push({ menu_item_id, name: outcome.name, available_again_at: outcome.available_again_at });
      return { ...line, name: '', unit_amount: 0 };
    }
    if (isOtherPrice(line, outcome.dish))
      otherPrices.push({ menu_item_id, name: outcome.dish.name, unit_amount: outcome.dish.unit_amount });
    return {
      id: line.id,
      menu_item_id,
      quantity: line.quantity,
      ...(line.note ? { note: line.note } : {}),
      modifiers: [],
      ...outcome.dish,
    };
  });
  if (goneItems.length > 0) return refuse('items_unavailable', { current: { items: goneItems } });
  if (Object.keys(field_errors).length > 0) return refuse('invalid_fields', { field_errors });
  if (otherPrices.length > 0) return refuse('price_changed', { current: { items: otherPrices } });
  const more = named.filter((line) => isNew(line) || line.quantity > standing.get(line.id)!.quantity);
  const minutes = more.map((line) => menu.get(line.menu_item_id?.toLowerCase() ?? '')?.item.prep_minutes ?? 0);
  return { lines: priced, dishMinutes: Math.max(0, ...minutes) };
}

/** By their ids, those that were deleted too. */
async function dishes({ db, restaurantId }: PriceContext, lines: readonly WantedLine[]): Promise<Map<string, Stored>> {
  const ids = [...new Set(lines.flatMap(({ menu_item_id }) => (menu_item_id ? [menu_item_id.toLowerCase()] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ item: menu_items, category: menu_categories, book: menu_books })
    .from(menu_items)
    .leftJoin(
      menu_categories,
      and(eq(menu_categories.restaurant_id, menu_items.restaurant_id), eq(menu_categories.id, menu_items.category_id)),
    )
    .leftJoin(
      menu_books,
      and(eq(menu_books.restaurant_id, menu_items.restaurant_id), eq(menu_books.id, menu_items.menu_book_id)),
    )
    .where(and(eq(menu_items.restaurant_id, restaurantId), inArray(menu_items.id, ids)));
  const groups = rows.some(({ item }) => item.modifier_groups.length > 0)
    ? await offeredGroups(db, restaurantId)
    : noGroups;
  const { tax_settings: taxes } = await loadRestaurant(db, restaurantId);
  const found = rows.map((row) => ({ ...row, groups, taxes }));
  // The stock may have run out since the order was taken: the restaurant says whether that stops it.
  const isOversold = found.some(hasStockSoldOut) && (await mayOversell({ db, restaurantId }));
  return new Map(found.map((dish) => [dish.item.id, isOversold ? sellAnyway(dish) : dish]));
}

const hasStockSoldOut = ({ item, groups }: Stored): boolean =>
  [item, ...item.variants, ...[...groups.values()].flatMap(({ modifiers }) => modifiers)].some(isStockSoldOut);

const mayOversell = async ({ db, restaurantId }: Pick<PriceContext, 'db' | 'restaurantId'>): Promise<boolean> =>
  stockPolicyOf(await loadRestaurant(db, restaurantId)) === 'oversell';

const noGroups: Dish['groups'] = new Map();

function notOnMenu(
  c: PriceContext,
  lines: readonly WantedLine[],
  menu: ReadonlyMap<string, Stored>,
  at: string,
): Refusal | null {
  const items = lines.flatMap(({ menu_item_id }) => {
    if (menu_item_id === null) return [];
    const item = menu.get(menu_item_id.toLowerCase())?.item;
    if (item && wasOffered(item, c, at)) return [];
    return [{ menu_item_id, name: item?.name ?? null, available_again_at: item?.unavailable_until ?? null }];
  });
  return items.length > 0 ? refuse('items_unavailable', { current: { items } }) : null;
}

/** On the menu when the order was taken; a dish that has been turned off or on since may have been. */
function wasOffered(dish: Stored['item'], { occurredAt }: PriceContext, at: string): boolean {
  const isAfter = (at: string | null) => at !== null && Date.parse(at) > Date.parse(occurredAt);
  if (dish.deleted_at !== null && !isAfter(dish.deleted_at)) return false;
  return isAvailable(dish, at) || isAfter(dish.availability_changed_at);
}

/** The device said what it costs, by its own menu, and it costs something else. */
function isOtherPrice(line: WantedLine, dish: PricedDish): boolean {
  if (line.unit_amount === undefined) return false;
  const isWhole = (line.modifiers ?? []).every(({ each_amount }) => each_amount !== undefined);
  return isWhole
    ? pieceAmount({ ...line, unit_amount: line.unit_amount }) !== pieceAmount(dish)
    : line.unit_amount !== dish.unit_amount;
}

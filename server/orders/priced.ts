import { and, eq, inArray } from 'drizzle-orm';
import { isAvailable } from '../../contract/menu/availability.ts';
import type { PricedLine } from '../../contract/orders/manual-order.ts';
import type { WantedLine } from '../../contract/orders/calls.ts';
import { menu_categories, menu_items } from '../db/schema.ts';
import { refuse, Refusal, type BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';

type Place = Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'occurredAt'>;
type Dish = typeof menu_items.$inferSelect & { kitchen_station: string | null };

/**
 * The lines with what the restaurant's own menu says of them. Lines in `standing` are on the order already and keep their price. A dish
 * that was sold out, or gone, when the order was taken is refused; one that went later is not: the order was there first.
 */
export async function priceLines(
  c: Place,
  lines: readonly WantedLine[],
  standing: ReadonlyMap<string, { name: string; unit_amount: number }> = new Map(),
): Promise<PricedLine[] | Refusal> {
  const named = lines.map((line) => ({ ...line, id: (line.id ?? newId(c.now)).toLowerCase() }));
  const isNew = (line: { id: string }) => !standing.has(line.id);
  const menu = await dishes(c, named.filter(isNew));
  const refusal = notOnMenu(c, named.filter(isNew), menu) ?? otherPrice(named.filter(isNew), menu) ?? nameless(named);
  return (
    refusal ??
    named.map((line) => priced(line, standing.get(line.id), menu.get(line.menu_item_id?.toLowerCase() ?? '')))
  );

  function nameless(all: typeof named): Refusal | null {
    const field_errors = Object.fromEntries(
      all.flatMap((line, i) =>
        line.menu_item_id === null && isNew(line) && (line.name === undefined || line.unit_amount === undefined)
          ? [[`lines.${i}.name`, 'A dish that is on no menu needs its name and its price']]
          : [],
      ),
    );
    return Object.keys(field_errors).length > 0 ? refuse('invalid_fields', { field_errors }) : null;
  }
}

function priced(
  line: WantedLine & { id: string },
  standing: { name: string; unit_amount: number } | undefined,
  dish: Dish | undefined,
): PricedLine {
  if (standing) return { ...line, name: standing.name, unit_amount: standing.unit_amount };
  if (!dish) return { ...line, name: line.name ?? '', unit_amount: line.unit_amount ?? 0 };
  const { allergens: _, ...rest } = line;
  return {
    ...rest,
    name: dish.name,
    unit_amount: dish.price_amount,
    kitchen_station: dish.kitchen_station,
    // Left out where nobody has said: unknown is not none.
    ...(dish.allergens_confirmed_at || dish.allergens.length > 0 ? { allergens: dish.allergens } : {}),
  };
}

/** By their ids, those that were deleted too. */
async function dishes({ db, restaurantId }: Place, lines: readonly WantedLine[]): Promise<Map<string, Dish>> {
  const ids = [...new Set(lines.flatMap(({ menu_item_id }) => (menu_item_id ? [menu_item_id.toLowerCase()] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ item: menu_items, kitchen_station: menu_categories.kitchen_station })
    .from(menu_items)
    .leftJoin(
      menu_categories,
      and(eq(menu_categories.restaurant_id, menu_items.restaurant_id), eq(menu_categories.id, menu_items.category_id)),
    )
    .where(and(eq(menu_items.restaurant_id, restaurantId), inArray(menu_items.id, ids)));
  return new Map(rows.map(({ item, kitchen_station }) => [item.id, { ...item, kitchen_station }]));
}

function notOnMenu(c: Place, lines: readonly WantedLine[], menu: ReadonlyMap<string, Dish>): Refusal | null {
  const items = lines.flatMap(({ menu_item_id }) => {
    if (menu_item_id === null) return [];
    const dish = menu.get(menu_item_id.toLowerCase());
    if (dish && wasOffered(dish, c)) return [];
    return [{ menu_item_id, name: dish?.name ?? null, available_again_at: dish?.unavailable_until ?? null }];
  });
  return items.length > 0 ? refuse('items_unavailable', { current: { items } }) : null;
}

/** On the menu when the order was taken; a dish that has been turned off or on since may have been. */
function wasOffered(dish: Dish, { occurredAt }: Place): boolean {
  const isAfter = (at: string | null) => at !== null && Date.parse(at) > Date.parse(occurredAt);
  if (dish.deleted_at !== null && !isAfter(dish.deleted_at)) return false;
  return isAvailable(dish, occurredAt) || isAfter(dish.availability_changed_at);
}

function otherPrice(lines: readonly WantedLine[], menu: ReadonlyMap<string, Dish>): Refusal | null {
  const items = lines.flatMap(({ menu_item_id, unit_amount }) => {
    const dish = menu_item_id ? menu.get(menu_item_id.toLowerCase()) : undefined;
    if (!dish || unit_amount === undefined || unit_amount === dish.price_amount) return [];
    return [{ menu_item_id, name: dish.name, unit_amount: dish.price_amount }];
  });
  return items.length > 0 ? refuse('price_changed', { current: { items } }) : null;
}

import { costOf } from '../../../contract/inventory/cost.ts';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';

export type InventoryRow = Mirrored<'inventory_items'>;

export const inventoryItems = (db: GalleyDb): Promise<InventoryRow[]> => db.inventory_items.toArray();

/** A row as the list shows it: with the name and price that its dish has now. */
export interface StockRow {
  id: string;
  item: InventoryRow;
  name: string;
  /** Minor units; null: it is not sold by itself. */
  price: number | null;
  /** What one piece costs, minor units; null: not known. */
  cost: number | null;
}

type Dish = Pick<MenuItem, 'id' | 'name' | 'price_amount' | 'variants'>;
type Group = Pick<ModifierGroup, 'modifiers'>;

/** Rows whose dish or choice was deleted are not shown. */
export function stockRows(
  items: readonly InventoryRow[],
  dishes: readonly Dish[],
  groups: readonly Group[],
): StockRow[] {
  const ingredients = new Map(items.map((item) => [item.id, item]));
  const dishById = new Map(dishes.map((dish) => [dish.id, dish]));
  const modifierById = new Map(groups.flatMap(({ modifiers }) => modifiers.map((one) => [one.id, one] as const)));
  return items.flatMap((item): StockRow[] => {
    const base = { id: item.id, item, cost: costOf(item, ingredients) };
    if (item.kind === 'ingredient') return [{ ...base, name: item.name, price: null }];
    if (item.modifier_id) {
      const modifier = modifierById.get(item.modifier_id);
      return modifier ? [{ ...base, name: modifier.name, price: modifier.price_amount }] : [];
    }
    const dish = dishById.get(item.menu_item_id ?? '');
    const variant = dish?.variants?.find(({ id }) => id === item.variant_id);
    if (!dish || (item.variant_id && !variant)) return [];
    return [
      {
        ...base,
        name: variant ? `${dish.name}, ${variant.name}` : dish.name,
        price: (variant ?? dish).price_amount,
      },
    ];
  });
}

import type { InventoryItem, RecentMovement } from '../contract/inventory/calls.ts';
import { newInventoryItem } from '../contract/inventory/new-rows.ts';
import { newMovement, withMovement, type MovementBody } from '../contract/inventory/stock.ts';
import type { MenuItem } from '../contract/menu/calls.ts';
import type { Actor } from '../contract/fields.ts';
import { newId } from '../server/platform/ids.ts';

type Unit = InventoryItem['unit'];

/** Name, unit, low from, cost of one in pence, supplier, what was counted this noon, and what went since. */
const ingredients: [string, Unit, string, number, string, string, string | null][] = [
  ['Basmati rice', 'kg', '8', 185, 'Tilda Wholesale', '22.5', '-4.8'],
  ['Chicken thigh', 'kg', '6', 520, 'Halal Meats', '14', '-9.25'],
  ['Lamb leg', 'kg', '3', 1140, 'Halal Meats', '2.5', '-2.5'],
  ['Paneer', 'kg', '2', 690, 'Southall Dairy', '5', '-1.2'],
  ['Double cream', 'l', '2', 310, 'Southall Dairy', '6', '-1.75'],
  ['Tinned tomatoes', 'kg', '5', 115, 'Tilda Wholesale', '30', '-6.4'],
];

/** Dish, low from, what was counted this noon, and what went since. */
const portions: [string, string, string, string | null][] = [
  ['Cobra', '12', '9', '-9'],
  ['Mango lassi', '6', '18', '-4'],
  ['Gulab jamun', '6', '12', '-7'],
  ['Mango kulfi', '5', '14', '-3'],
  ['Still water', '12', '36', '-8'],
];

/** Dish → amount of each ingredient for one. */
const recipes: Record<string, Record<string, string>> = {
  'Butter chicken': { 'Chicken thigh': '0.22', 'Double cream': '0.06', 'Tinned tomatoes': '0.12' },
  'Lamb rogan josh': { 'Lamb leg': '0.22', 'Tinned tomatoes': '0.1' },
  'Saag paneer': { Paneer: '0.15', 'Double cream': '0.04' },
};

/** What the demonstration counts, with the movements behind it; version 0, the caller sets the version. */
export function demoInventory(now: Date, actor: Actor, dishes: readonly MenuItem[], currency: string) {
  const noon = new Date(now.getTime() - 7 * 3_600_000);
  const weekAgo = new Date(now.getTime() - 8 * 86_400_000);
  const birth = (id: string) => ({ id, at: weekAgo.toISOString(), actor, version: 0 });
  const movements: (RecentMovement & { inventory_id: string })[] = [];
  const moved = (item: InventoryItem, body: MovementBody, at: Date): InventoryItem => {
    const movement = newMovement(body, { id: newId(at), at: at.toISOString(), actor });
    movements.push({ ...movement, inventory_id: item.id });
    return withMovement(item, movement);
  };
  const counted = (item: InventoryItem, count: string, since: string | null): InventoryItem => {
    const delivered = moved(item, { movement_type: 'restock', quantity_change: count, reason: 'Delivery' }, weekAgo);
    const row = moved(delivered, { movement_type: 'recount', counted_quantity: count }, noon);
    if (since === null) return row;
    return moved(row, { movement_type: 'sold', quantity_change: since }, new Date(now.getTime() - 3_600_000));
  };

  const stores = ingredients.map(([name, unit, low_stock_threshold, cost_amount, supplier_name, count, since]) => {
    const body = { kind: 'ingredient' as const, name, unit, low_stock_threshold, cost_amount, supplier_name };
    return counted(newInventoryItem(body, birth(newId(weekAgo)), currency), count, since);
  });
  const idOf = new Map(stores.map(({ id, name }) => [name, id]));
  const dishOf = new Map(dishes.map((dish) => [dish.name, dish]));
  const served = portions.flatMap(([name, low_stock_threshold, count, since]): InventoryItem[] => {
    const dish = dishOf.get(name);
    if (!dish) return [];
    const body = { kind: 'menu_item' as const, menu_item_id: dish.id, name, low_stock_threshold, auto_sold_out: true };
    return [counted(newInventoryItem(body, birth(dish.id), currency), count, since)];
  });
  const cooked = Object.entries(recipes).flatMap(([name, uses]): InventoryItem[] => {
    const dish = dishOf.get(name);
    if (!dish) return [];
    const recipe = Object.entries(uses).map(([one, quantity]) => ({ inventory_id: idOf.get(one)!, quantity }));
    const body = { kind: 'menu_item' as const, menu_item_id: dish.id, name, is_tracked: false, ingredients: recipe };
    return [newInventoryItem(body, birth(dish.id), currency)];
  });
  return { items: [...stores, ...served, ...cooked], movements };
}

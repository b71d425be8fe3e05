import type { Args } from '../call.ts';
import { namedOf, valuesOf } from '../entity-fields.ts';
import { born, type NewRowValues } from '../menu/new-rows.ts';
import type { edit, InventoryItem, NewInventoryBody } from './calls.ts';
import { inventoryFields } from './inventory-fields.ts';
import { trimZeros, withStock, toThousandths } from './stock.ts';

type NewItem = Omit<NewInventoryBody, 'id' | 'occurred_at' | 'op_id'>;
export type ItemBody = Args<typeof edit>['body'];

/** A row that was never counted, on the device as on the server. */
export function newInventoryItem(body: NewItem, birth: NewRowValues, currency: string): InventoryItem {
  const blank: InventoryItem = {
    ...born(birth),
    kind: body.kind,
    menu_item_id: body.menu_item_id?.toLowerCase() ?? null,
    variant_id: body.variant_id?.toLowerCase() ?? null,
    modifier_id: body.modifier_id?.toLowerCase() ?? null,
    ...valuesOf(inventoryFields, {}),
    unit: body.kind === 'ingredient' ? 'each' : 'portion',
    quantity: '0',
    opening_quantity: '0',
    recent_movements: [],
    stock_status: 'out',
    currency,
    last_counted_at: null,
    last_movement_at: null,
  };
  return editedInventoryItem(blank, body);
}

/** The row with an edit applied; fields that it does not name stay. */
export function editedInventoryItem(item: InventoryItem, body: ItemBody): InventoryItem {
  const next: InventoryItem = { ...item, ...namedOf(inventoryFields, body) };
  next.name = next.name.trim();
  next.sku = next.sku?.trim() || null;
  next.supplier_name = next.supplier_name?.trim() || null;
  if (next.low_stock_threshold !== null) next.low_stock_threshold = trimZeros(next.low_stock_threshold);
  next.ingredients = next.ingredients.map(({ inventory_id: id, quantity }) => ({
    inventory_id: id.toLowerCase(),
    quantity: trimZeros(quantity),
  }));
  return withStock(next, toThousandths(next.opening_quantity));
}

/** The faults of what a row counts, by field; null if its kind names it. */
export function faultsOfTarget(
  body: Pick<NewItem, 'kind' | 'menu_item_id' | 'variant_id' | 'modifier_id' | 'ingredients'>,
) {
  const faults: Record<string, string> = {};
  if ((body.kind === 'menu_item') !== Boolean(body.menu_item_id))
    faults['menu_item_id'] = 'Names the dish, if it is one';
  if (body.variant_id && body.kind !== 'menu_item') faults['variant_id'] = 'Only a dish has variants';
  if ((body.kind === 'modifier') !== Boolean(body.modifier_id))
    faults['modifier_id'] = 'Names the modifier, if it is one';
  if (body.kind === 'ingredient' && body.ingredients?.length) faults['ingredients'] = 'An ingredient has no recipe';
  return Object.keys(faults).length > 0 ? faults : null;
}

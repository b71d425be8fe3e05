import type { Args } from '../call.ts';
import type { NewRowValues } from '../menu/new-rows.ts';
import type { edit, InventoryItem, NewInventoryBody } from './calls.ts';
import { trimZeros, withStock, toThousandths } from './stock.ts';

type NewItem = Omit<NewInventoryBody, 'id' | 'occurred_at' | 'op_id'>;
export type ItemBody = Args<typeof edit>['body'];

/** A row that was never counted, on the device as on the server. */
export function newInventoryItem(body: NewItem, birth: NewRowValues, currency: string): InventoryItem {
  const blank: InventoryItem = {
    id: birth.id,
    version: birth.version,
    created_at: birth.at,
    updated_at: birth.at,
    deleted_at: null,
    updated_by: birth.actor,
    kind: body.kind,
    menu_item_id: body.menu_item_id?.toLowerCase() ?? null,
    variant_id: body.variant_id?.toLowerCase() ?? null,
    modifier_id: body.modifier_id?.toLowerCase() ?? null,
    name: '',
    sku: null,
    unit: body.kind === 'ingredient' ? 'each' : 'portion',
    quantity: '0',
    opening_quantity: '0',
    recent_movements: [],
    is_tracked: true,
    low_stock_threshold: null,
    stock_status: 'out',
    auto_sold_out: false,
    cost_amount: null,
    currency,
    supplier_name: null,
    ingredients: [],
    last_counted_at: null,
    last_movement_at: null,
  };
  return editedInventoryItem(blank, body);
}

export const inventoryFields = [
  'name',
  'sku',
  'unit',
  'is_tracked',
  'low_stock_threshold',
  'auto_sold_out',
  'cost_amount',
  'supplier_name',
  'ingredients',
] as const;

/** The row with an edit applied; fields that it does not name stay. */
export function editedInventoryItem(item: InventoryItem, body: ItemBody): InventoryItem {
  const named = Object.fromEntries(
    inventoryFields.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
  const next: InventoryItem = { ...item, ...named };
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

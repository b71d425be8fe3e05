import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import type { ItemBody } from '../../../contract/inventory/new-rows.ts';
import { decimal, parseMoney } from '../../lib/money.ts';
import { readQuantity } from './quantity-text.ts';

/** An item's fields while they are edited. */
export interface ItemDraft {
  name: string;
  sku: string;
  unit: InventoryItem['unit'];
  is_tracked: boolean;
  low: string;
  auto_sold_out: boolean;
  cost: string;
  supplier: string;
  ingredients: { inventory_id: string; quantity: string }[];
}

export const emptyDraft: ItemDraft = {
  name: '',
  sku: '',
  unit: 'portion',
  is_tracked: true,
  low: '',
  auto_sold_out: true,
  cost: '',
  supplier: '',
  ingredients: [],
};

export const draftOf = (item: InventoryItem): ItemDraft => ({
  name: item.name,
  sku: item.sku ?? '',
  unit: item.unit,
  is_tracked: item.is_tracked,
  low: item.low_stock_threshold ?? '',
  auto_sold_out: item.auto_sold_out,
  cost: item.cost_amount === null ? '' : decimal(item.cost_amount, item.currency),
  supplier: item.supplier_name ?? '',
  ingredients: item.ingredients,
});

type Values = Required<Omit<ItemBody, 'occurred_at' | 'op_id' | 'device_name'>>;
export type Wrong = ReadonlySet<'name' | 'low' | 'cost' | 'ingredients'>;

/** The fields as the API takes them, or which of them are wrong. */
export function valuesOf(draft: ItemDraft, currency: string): { values: Values } | { wrong: Wrong } {
  const low = draft.low.trim() === '' ? null : readQuantity(draft.low);
  const cost = draft.cost.trim() === '' ? null : parseMoney(draft.cost, currency);
  const ingredients = draft.ingredients.map((used) => ({ ...used, quantity: readQuantity(used.quantity) }));
  const wrong = new Set<'name' | 'low' | 'cost' | 'ingredients'>();
  if (draft.name.trim() === '') wrong.add('name');
  if (draft.low.trim() !== '' && low === null) wrong.add('low');
  if (draft.cost.trim() !== '' && cost === null) wrong.add('cost');
  if (ingredients.some(({ quantity }) => quantity === null || quantity === '0')) wrong.add('ingredients');
  if (wrong.size > 0) return { wrong };
  return {
    values: {
      name: draft.name.trim(),
      sku: draft.sku.trim() || null,
      unit: draft.unit,
      is_tracked: draft.is_tracked,
      low_stock_threshold: low,
      auto_sold_out: draft.auto_sold_out,
      cost_amount: cost,
      supplier_name: draft.supplier.trim() || null,
      ingredients: ingredients.map(({ inventory_id, quantity }) => ({ inventory_id, quantity: quantity! })),
    },
  };
}

import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import type { ValuesOf } from '../../../contract/entity-fields.ts';
import { inventoryFields } from '../../../contract/inventory/inventory-fields.ts';
import { type DraftOf, draftOf as draftOfFields, readDraft } from '../../components/fields/field-drafts.ts';
import { readQuantity } from './quantity-text.ts';

/** An item's fields while they are edited. */
export type ItemDraft = DraftOf<typeof inventoryFields>;

/** Null: a new one, which sells out what it counts. */
export const draftOf = (item: InventoryItem | null): ItemDraft =>
  draftOfFields(inventoryFields, item ?? { auto_sold_out: true }, item?.currency ?? '');

/** The fields as the API takes them, or which of them are wrong. */
export function valuesOf(
  draft: ItemDraft,
  currency: string,
): { values: ValuesOf<typeof inventoryFields> } | { wrong: ReadonlySet<string> } {
  const wrong = new Set<string>();
  const values = readDraft(inventoryFields, draft, currency, wrong);
  const low = values.low_stock_threshold === null ? null : readQuantity(values.low_stock_threshold);
  if (low === null && values.low_stock_threshold !== null) wrong.add('low_stock_threshold');
  const ingredients = draft.ingredients.map(({ inventory_id, quantity }) => ({
    inventory_id,
    quantity: readQuantity(quantity) ?? '0',
  }));
  if (ingredients.some(({ quantity }) => quantity === '0')) wrong.add('ingredients');
  return wrong.size > 0 ? { wrong } : { values: { ...values, low_stock_threshold: low, ingredients } };
}

import type { InventoryItem } from './calls.ts';
import { toThousandths } from './stock.ts';

type Priced = Pick<InventoryItem, 'cost_amount' | 'ingredients'>;

/**
 * What one piece costs, minor units: its own cost, else that of its recipe. Null if it is not known, or if an ingredient's is not.
 */
export function costOf(item: Priced, ingredients: ReadonlyMap<string, Priced>): number | null {
  if (item.cost_amount !== null) return item.cost_amount;
  if (item.ingredients.length === 0) return null;
  let thousandths = 0;
  for (const { inventory_id: id, quantity } of item.ingredients) {
    const cost = ingredients.get(id)?.cost_amount ?? null;
    if (cost === null) return null;
    thousandths += cost * toThousandths(quantity);
  }
  return Math.round(thousandths / 1000);
}

/** What is left of a price, per cent; null without a price. */
export const marginOf = (price: number, cost: number): number | null =>
  price > 0 ? Math.round(((price - cost) / price) * 100) : null;

import { choice, code, flag, flagOn, list, optionalMoney, optionalText, plainText } from '../entity-fields.ts';
import type { units, UsedIngredient } from './calls.ts';

/** The fields of what is counted, without its stock and what it stands for. */
export const inventoryFields = {
  name: plainText(160, { label: 'Name', isInEveryRow: true, isRequired: true }),
  sku: code(60, { label: 'SKU', isInEveryRow: true }),
  /** A new ingredient is counted in pieces. */
  unit: choice<(typeof units)[number]>()('portion', { label: 'Unit', isInEveryRow: true }),
  is_tracked: flagOn({ label: 'Counting', isInEveryRow: true }),
  /** `low` from here down, a decimal; null: never low. */
  low_stock_threshold: optionalText(13, { label: 'Low from', isInEveryRow: true }),
  /** At zero what it counts, or is used by, is sold out; a restock brings back what this set itself. */
  auto_sold_out: flag({ label: 'Sold out at zero', isInEveryRow: true }),
  /** Of one unit, minor units. */
  cost_amount: optionalMoney({ label: 'Cost', isInEveryRow: true }),
  supplier_name: optionalText(120, { label: 'Supplier', isInEveryRow: true }),
  /** What one piece uses. Not of an ingredient. */
  ingredients: list<UsedIngredient>()({ label: 'Recipe', isInEveryRow: true }),
};

import { trimZeros } from '../../../contract/inventory/stock.ts';

/** What was typed as a quantity, at most three decimals; a comma counts as the point. Null: it is none. */
export function readQuantity(text: string): string | null {
  const written = text.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,3})?$/.test(written) ? trimZeros(written) : null;
}

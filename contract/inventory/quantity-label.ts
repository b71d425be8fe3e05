import type { InventoryItem } from './calls.ts';

/** Singular and plural; measures have no plural, and pieces need no word. */
const unitWords: Record<InventoryItem['unit'], readonly [string, string]> = {
  each: ['', ''],
  portion: ['portion', 'portions'],
  g: ['g', 'g'],
  kg: ['kg', 'kg'],
  ml: ['ml', 'ml'],
  l: ['l', 'l'],
  box: ['box', 'boxes'],
  bottle: ['bottle', 'bottles'],
};

/** "12 portions", "2.5 kg", "1 box", "7". An unknown unit is shown as it is. */
export function quantityLabel(quantity: string, unit: string): string {
  const [one, many] = unitWords[unit as InventoryItem['unit']] ?? [unit, unit];
  return `${quantity.replace('-', '−')} ${quantity === '1' || quantity === '-1' ? one : many}`.trim();
}

/** "+12 portions", "−0.5 kg". */
export const changeLabel = (change: string, unit: string): string =>
  `${change.startsWith('-') || change === '0' ? '' : '+'}${quantityLabel(change, unit)}`;

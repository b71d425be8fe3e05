import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import type { PricedDish } from '../../../contract/orders/price-dish.ts';

/** "Choose 1", "Up to 3, the first 2 are free", "Optional". */
export function groupHint({ selection_type, min_selected, max_selected, free_count }: ModifierGroup): string {
  const max = selection_type === 'single' || selection_type === 'text' ? 1 : max_selected;
  const isText = selection_type === 'text';
  const count = isText ? '' : countWords(min_selected, max);
  const free =
    isText || free_count === 0 ? '' : free_count === 1 ? 'the first is free' : `the first ${free_count} are free`;
  const rule = isText && min_selected > 0 ? 'Required' : count || 'Optional';
  return free ? `${rule}, ${free}` : rule;
}

function countWords(min: number, max: number | null): string {
  if (min === 0) return max === null ? '' : max === 1 ? 'Optional' : `Up to ${max}`;
  if (max === min) return `Choose ${min}`;
  return max === null ? `At least ${min}` : `Choose ${min} to ${max}`;
}

/** "Large, extra cheese ×2": what was chosen of a dish, without the dish itself. */
export function choiceWords({ name, modifiers = [] }: Pick<PricedDish, 'name' | 'modifiers'>, dish: string): string {
  const variant = name.startsWith(`${dish}, `) ? [name.slice(dish.length + 2)] : [];
  return [...variant, ...modifiers.map(modifierWords)].join(', ') || 'Without anything';
}

/** "Cheese ×2", "No onions". */
export function modifierWords({
  prefix,
  name = '',
  quantity = 1,
}: NonNullable<PricedDish['modifiers']>[number]): string {
  const words = prefix && prefix !== 'none' ? prefixWords(prefix, name) : name;
  return quantity > 1 ? `${words} ×${quantity}` : words;
}

/** "Extra cheese" */
export const prefixWords = (prefix: 'extra' | 'less' | 'no', name: string): string =>
  `${prefix.charAt(0).toUpperCase()}${prefix.slice(1)} ${name.charAt(0).toLowerCase()}${name.slice(1)}`;

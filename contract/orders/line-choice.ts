import type { Choice } from './price-dish.ts';
import type { LineChoice, OrderLine, WantedLine } from './calls.ts';

type Chosen = Pick<OrderLine, 'variant_id' | 'modifiers'> | Choice;

/** What was said of a dish when it was chosen, of a line that is wanted and of one that an order has. */
export const choiceOf = ({ variant_id, modifiers = [] }: Chosen): Choice => ({
  ...(variant_id ? { variant_id: variant_id.toLowerCase() } : {}),
  modifiers: modifiers.map((one) => ({
    group_id: one.group_id?.toLowerCase() ?? '',
    modifier_id: one.modifier_id?.toLowerCase() ?? null,
    ...(one.depth ? { depth: one.depth } : {}),
    ...(one.prefix && one.prefix !== 'none' ? { prefix: one.prefix } : {}),
    quantity: one.quantity ?? 1,
    ...(one.modifier_id === null ? { text: ('text' in one ? one.text : undefined) ?? one.name ?? '' } : {}),
  })),
});

/** The same, in whatever order it was said; below others the order counts. */
export function isSameChoice(a: Chosen, b: Chosen): boolean {
  return plain(a) === plain(b);
}

function plain(chosen: Chosen): string {
  const { variant_id, modifiers = [] } = choiceOf(chosen);
  const list = modifiers.map((one) => JSON.stringify(one));
  return JSON.stringify([variant_id, modifiers.some(({ depth }) => depth) ? list : list.toSorted()]);
}

/** A line as a correction wants it: what it does not say of the dish stays. */
export function choiceWanted(line: OrderLine, wanted: WantedLine): Choice {
  if (!isSameDish(line, wanted)) return choiceOf(wanted);
  return choiceOf({
    variant_id: wanted.variant_id ?? line.variant_id,
    modifiers: wanted.modifiers ?? choiceOf(line).modifiers,
  });
}

/** A body without the dish's id does not make a custom dish of it. */
export const isSameDish = (line: OrderLine, { menu_item_id: id }: WantedLine): boolean =>
  id === null || id.toLowerCase() === line.menu_item_id;

/** True if the correction leaves the line's dish as it is. Number and note are another matter. */
export function keepsDish(line: OrderLine, wanted: WantedLine): boolean {
  if (!isSameDish(line, wanted)) return false;
  const isPriceKept = wanted.unit_amount === undefined || wanted.unit_amount === line.unit_amount;
  if (line.menu_item_id === null) return isPriceKept && (wanted.name === undefined || wanted.name.trim() === line.name);
  // The price says something only where it was chosen anew: a device may know an older one.
  if (wanted.modifiers !== undefined && !isPriceKept) return false;
  return isSameChoice(line, choiceWanted(line, wanted));
}

/** What was chosen of the dish, for the order's events; with its name, where that is another one. */
export const choicesOf = ({ name, modifiers = [] }: OrderLine, other: OrderLine): LineChoice[] => [
  ...(name === other.name ? [] : [{ group_name: '', name, prefix: 'none' as const, quantity: 1 }]),
  ...modifiers.map(({ group_name, name: chosen, prefix, quantity }) => ({
    group_name,
    name: chosen,
    prefix,
    quantity,
  })),
];

import type { Choice } from '../contract/orders/price-dish.ts';
import type { Random } from './random.ts';

type Wanted = NonNullable<Choice['modifiers']>[number];

/** What a guest can choose from, as the owner or a customer sees it. Only what is offered here is chosen. */
export interface ChoosableDish {
  variants: readonly { id: string }[];
  groupIds: readonly string[];
  groups: ReadonlyMap<string, ChoosableGroup>;
}
export interface ChoosableGroup {
  selection_type: 'single' | 'multiple' | 'quantity' | 'text';
  min_selected: number;
  max_selected: number | null;
  modifiers: readonly { id: string; nested_group_ids: readonly string[] }[];
}

/** A size of a dish, and of each group what a guest might say. */
export function chooseAny(random: Random, { variants, groupIds, groups }: ChoosableDish): Choice {
  return {
    ...(variants.length > 0 && { variant_id: random.pick([...variants]).id }),
    modifiers: chooseOf(random, groupIds, groups, 0),
  };
}

function chooseOf(
  random: Random,
  ids: readonly string[],
  groups: ReadonlyMap<string, ChoosableGroup>,
  depth: number,
): Wanted[] {
  const level = depth > 0 ? { depth } : {};
  return ids.flatMap((group_id): Wanted[] => {
    const group = groups.get(group_id);
    if (!group || (group.min_selected === 0 && random.chance(0.3))) return [];
    if (group.selection_type === 'text') return [{ group_id, modifier_id: null, ...level, text: 'Happy birthday' }];
    const most = group.selection_type === 'single' ? 1 : (group.max_selected ?? 2);
    const few = [...group.modifiers].toSorted(() => (random.chance(0.5) ? 1 : -1)).slice(0, Math.min(2, most));
    return few.flatMap((one): Wanted[] => {
      const isCounted = group.selection_type === 'quantity';
      const prefix = group.selection_type === 'multiple' ? random.pick(['none', 'extra', 'no'] as const) : 'none';
      const quantity = isCounted && few.length * 2 <= most ? random.between(1, 2) : 1;
      const below = prefix === 'no' ? [] : chooseOf(random, one.nested_group_ids, groups, depth + 1);
      return [{ group_id, modifier_id: one.id, ...level, prefix, quantity }, ...below];
    });
  });
}

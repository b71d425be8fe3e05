import { NESTING_MAX } from '../orders/price-dish.ts';
import type { MenuItem } from './calls.ts';
import type { OfferedGroup, OfferedModifier } from './linked.ts';

type Allergen = MenuItem['allergens'][number];

/** What is recorded; `isConfirmed`: somebody has said that this is all. */
export interface Held {
  contains: Allergen[];
  mayContain: Allergen[];
  isConfirmed: boolean;
}

export type DishFacts = Pick<MenuItem, 'allergens' | 'may_contain' | 'allergens_confirmed_at' | 'modifier_groups'>;
type Groups<G extends OfferedGroup = OfferedGroup> = ReadonlyMap<string, G>;

/**
 * What a dish holds, whatever its size, and what each of its choices adds, those below other choices among them. `groups` as they can be
 * chosen from (`withLinked`): a choice that is a dish as well holds what the dish holds.
 */
export function allergensOfDish(item: DishFacts, groups: Groups): Held & { choices: (Held & { name: string })[] } {
  return {
    contains: item.allergens,
    mayContain: item.may_contain,
    isConfirmed: item.allergens_confirmed_at !== null,
    choices: groupsOfDish(item, groups).flatMap(({ modifiers }) =>
      modifiers.map((one) => ({ name: one.name, ...heldBy(one) })),
    ),
  };
}

/** A choice has no confirmation of its own: an empty list of one that is no dish says nothing. */
export const heldBy = (choice: OfferedModifier): Held => ({
  contains: choice.allergens,
  mayContain: (choice.may_contain ?? []).filter((one) => !choice.allergens.includes(one)),
  isConfirmed: choice.linked_item_id ? Boolean(choice.allergens_confirmed_at) : choice.allergens.length > 0,
});

/** The groups of a dish and those below their modifiers, each once. */
export function groupsOfDish<G extends OfferedGroup>(
  { modifier_groups = [] }: Pick<MenuItem, 'modifier_groups'>,
  groups: Groups<G>,
): G[] {
  const below = (ids: readonly string[], depth: number): G[] => {
    const here = ids.flatMap((id) => groups.get(id) ?? []);
    const nested = here.flatMap(({ modifiers }) => modifiers.flatMap((one) => one.nested_group_ids));
    return [...here, ...(depth < NESTING_MAX ? below(nested, depth + 1) : [])];
  };
  return [
    ...new Set(
      below(
        modifier_groups.map(({ id }) => id),
        0,
      ),
    ),
  ];
}

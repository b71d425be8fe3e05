import { allergens as known } from '../menu/parts.ts';
import { heldBy, type DishFacts } from '../menu/dish-allergens.ts';
import type { OfferedModifier } from '../menu/linked.ts';
import type { Order, OrderLine } from './calls.ts';
import type { Dish } from './price-dish.ts';

/** What a line means for the customer's allergies. All empty and confirmed: the dish contains none of them. */
export interface AllergyCheck {
  contains: string[];
  mayContain: string[];
  /** Nobody has confirmed the allergens of the dish or of a dish chosen with it, or menus do not name the allergy: unknown does not mean "none". */
  isUnconfirmed: boolean;
}

type ItemFacts = Omit<DishFacts, 'modifier_groups'>;

const clear: AllergyCheck = { contains: [], mayContain: [], isUnconfirmed: false };

/** `item`: the dish on the current menu; undefined if it is gone or the line was typed in. `groups`: as they can be chosen from. */
export function checkLine(
  order: Pick<Order, 'allergens'>,
  line: Pick<OrderLine, 'allergens'> & { modifiers?: readonly ChosenModifier[] | undefined },
  item: ItemFacts | undefined,
  groups: Dish['groups'],
): AllergyCheck {
  if (order.allergens.length === 0) return clear;
  const meant = order.allergens.map(namesOf);
  const wanted = meant.flat();
  // The order's snapshot counts besides the current menu: a changed recipe must not hide a warning.
  const chosen = chosenOf(line.modifiers ?? [], groups);
  const inside = new Set<string>([
    ...(line.allergens ?? []),
    ...(item?.allergens ?? []),
    ...chosen.flatMap(({ allergens }) => allergens),
  ]);
  const traces = new Set<string>([...(item?.may_contain ?? []), ...chosen.flatMap((one) => heldBy(one).mayContain)]);
  const contains = wanted.filter((name) => inside.has(name));
  return {
    contains,
    mayContain: wanted.filter((name) => traces.has(name) && !inside.has(name)),
    isUnconfirmed:
      !item?.allergens_confirmed_at ||
      chosen.some((one) => one.linked_item_id && !heldBy(one).isConfirmed) ||
      meant.some((names) => names.length === 0),
  };
}

interface ChosenModifier {
  modifier_id?: string | null | undefined;
  prefix?: string | undefined;
  depth?: number | undefined;
}

/** What is on the plate of what was chosen: not what is left out, nor what lies below that. */
function chosenOf(modifiers: readonly ChosenModifier[], groups: Dish['groups']): OfferedModifier[] {
  const offered = [...groups.values()].flatMap((group) => group.modifiers);
  let leftOut = Infinity;
  return modifiers.flatMap(({ modifier_id, prefix, depth = 0 }) => {
    if (depth > leftOut) return [];
    leftOut = prefix === 'no' ? depth : Infinity;
    if (prefix === 'no') return [];
    return offered.find(({ id }) => id === modifier_id) ?? [];
  });
}

/** The menu's allergens for the customer's words; empty if it has none for them. */
function namesOf(text: string): string[] {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const meant = aliases[name] ?? [name];
  return meant.filter((one) => (known as readonly string[]).includes(one));
}

const aliases: Record<string, string[]> = {
  nuts: ['tree_nuts', 'peanuts'],
  nut: ['tree_nuts', 'peanuts'],
  peanut: ['peanuts'],
  dairy: ['milk'],
  lactose: ['milk'],
  egg: ['eggs'],
  wheat: ['gluten'],
  soya: ['soy'],
  shellfish: ['crustaceans', 'molluscs'],
  sulfites: ['sulphites'],
};

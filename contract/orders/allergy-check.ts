import { allergens as known, type MenuItem } from '../menu/calls.ts';
import type { Order, OrderLine } from './calls.ts';

/** What a line means for the customer's allergies. All empty and confirmed: the dish contains none of them. */
export interface AllergyCheck {
  contains: string[];
  mayContain: string[];
  /** Nobody has confirmed the dish's allergens, or menus do not name the allergy: unknown does not mean "none". */
  isUnconfirmed: boolean;
}

type ItemFacts = Pick<MenuItem, 'allergens' | 'may_contain' | 'allergens_confirmed_at'>;

const clear: AllergyCheck = { contains: [], mayContain: [], isUnconfirmed: false };

/** `item`: the dish on the current menu; undefined if it is gone or the line was typed in. */
export function checkLine(
  order: Pick<Order, 'allergens'>,
  line: Pick<OrderLine, 'allergens'>,
  item: ItemFacts | undefined,
): AllergyCheck {
  if (order.allergens.length === 0) return clear;
  const groups = order.allergens.map(namesOf);
  const wanted = groups.flat();
  // The order's snapshot counts besides the current menu: a changed recipe must not hide a warning.
  const inside = new Set<string>([...(line.allergens ?? []), ...(item?.allergens ?? [])]);
  const traces = new Set<string>(item?.may_contain);
  const contains = wanted.filter((name) => inside.has(name));
  return {
    contains,
    mayContain: wanted.filter((name) => traces.has(name) && !inside.has(name)),
    isUnconfirmed: !item?.allergens_confirmed_at || groups.some((names) => names.length === 0),
  };
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

import { allergens as known, type MenuItem } from '../menu/calls.ts';
import type { Order, OrderLine } from './calls.ts';

/** What a line means for the customer's allergies. All empty and confirmed: nothing of it is in the dish. */
export interface AllergyCheck {
  contains: string[];
  mayContain: string[];
  /** Nobody has said what is in it, or the allergy is one that menus do not name: unknown is not "none". */
  isUnconfirmed: boolean;
}

type ItemFacts = Pick<MenuItem, 'allergens' | 'may_contain' | 'allergens_confirmed_at'>;

const clear: AllergyCheck = { contains: [], mayContain: [], isUnconfirmed: false };

/** `item`: the dish on the menu now; undefined when it is there no more or the line was typed by hand. */
export function checkLine(
  order: Pick<Order, 'allergens'>,
  line: Pick<OrderLine, 'allergens'>,
  item: ItemFacts | undefined,
): AllergyCheck {
  if (order.allergens.length === 0) return clear;
  const asked = order.allergens.map(namesOf);
  const told = asked.flat();
  // The order's own snapshot counts beside the menu of now: a recipe that changed since is no reason to say nothing.
  const inside = new Set<string>([...(line.allergens ?? []), ...(item?.allergens ?? [])]);
  const traces = new Set<string>(item?.may_contain);
  const contains = told.filter((name) => inside.has(name));
  return {
    contains,
    mayContain: told.filter((name) => traces.has(name) && !inside.has(name)),
    isUnconfirmed: !item?.allergens_confirmed_at || asked.some((names) => names.length === 0),
  };
}

/** The menu's names for what a customer said; none when menus have no name for it. */
function namesOf(said: string): string[] {
  const name = said
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

import { allergens as known, type MenuItem } from '../../../../contract/menu.ts';
import type { Order, OrderLine } from '../../../../contract/orders.ts';
import { allergenWord } from '../../../lib/allergen-words.ts';

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

/** "Contains nuts · may contain milk · allergens not confirmed"; null when there is nothing to say. */
export function checkWords({ contains, mayContain, isUnconfirmed }: AllergyCheck): string | null {
  const parts = [
    contains.length > 0 && `contains ${list(contains)}`,
    mayContain.length > 0 && `may contain ${list(mayContain)}`,
    isUnconfirmed && 'allergens not confirmed',
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const text = parts.join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What stands in the red strip: the named allergies, or that the note speaks of one. Null: neither. */
export function stripWords(
  order: Pick<Order, 'allergens' | 'customer_note' | 'kitchen_note' | 'lines'>,
): string | null {
  if (order.allergens.length > 0) return `Allergy: ${list(order.allergens)}`;
  const notes = [order.customer_note, order.kitchen_note, ...order.lines.map((line) => line.note)];
  return notes.some((note) => note && SPEAKS_OF_ALLERGY.test(note)) ? 'Allergy: read the note' : null;
}

const SPEAKS_OF_ALLERGY = /allerg|anaphyla|intoleran|c(o)?eliac/i;

const list = (names: readonly string[]) => names.map(allergenWord).join(', ');

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

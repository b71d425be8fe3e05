import type { MenuItem } from '../../../../contract/menu/calls.ts';
import { groupsOfDish } from '../../../../contract/menu/dish-allergens.ts';
import type { Mirrored } from '../../../data/db.ts';
import { isPending } from '../../../data/live.ts';
import { setItem, setModifier, type AvailabilityChoice } from '../availability.ts';

/** What the board switches: a dish, one of its sizes, or a choice of dishes. */
export interface BoardTarget extends Pick<MenuItem, 'id' | 'name' | 'availability_status' | 'unavailable_until'> {
  /** The tab on which it stands: a category, or `CHOICES`. */
  tabId: string;
  /** The dish that its tile shows the marks of. */
  item: Mirrored<'menu_items'> | null;
  isWaiting: boolean;
  /** What opens beneath a dish: its sizes, then its choices. */
  parts: BoardTarget[];
  set: (wish: AvailabilityChoice) => void;
}

/** The tab of all choices. */
export const CHOICES = 'choices';

type Groups = readonly Mirrored<'modifier_groups'>[];

/** By groups, then by dish: after a change of one of 1,500 dishes the others stay as they are. */
const known = new WeakMap<Groups, WeakMap<Mirrored<'menu_items'>, BoardTarget>>();

/** Each dish with its parts, in the order of the menu; then the choices. */
export function boardTargets(items: readonly Mirrored<'menu_items'>[], groups: Groups): BoardTarget[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const made = known.get(groups) ?? new WeakMap<Mirrored<'menu_items'>, BoardTarget>();
  known.set(groups, made);
  const targets = items.map((item) => {
    const target = made.get(item) ?? targetOf(item, byId);
    made.set(item, target);
    return target;
  });
  return [...targets, ...groups.flatMap(choicesOf)];
}

function targetOf(item: Mirrored<'menu_items'>, groups: ReadonlyMap<string, Mirrored<'modifier_groups'>>): BoardTarget {
  const shared = { tabId: item.category_id, isWaiting: isPending(item) };
  const sizes = (item.variants ?? []).map((variant): BoardTarget => ({
    ...variant,
    ...shared,
    name: `${item.name}, ${variant.name}`,
    item: null,
    parts: [],
    set: (wish) => void setItem(item, wish, variant.id),
  }));
  return {
    ...item,
    ...shared,
    item,
    parts: [...sizes, ...groupsOfDish(item, groups).flatMap(choicesOf)],
    set: (wish) => void setItem(item, wish),
  };
}

/** All that can be switched, each once: dishes and their sizes, then choices. */
export const allTargets = (targets: readonly BoardTarget[]): BoardTarget[] =>
  targets.flatMap((one) => [one, ...one.parts.filter(({ tabId }) => tabId !== CHOICES)]);

const choicesOf = (group: Mirrored<'modifier_groups'>): BoardTarget[] =>
  group.modifiers.map((modifier) => ({
    ...modifier,
    name: `${group.name}: ${modifier.name}`,
    tabId: CHOICES,
    item: null,
    isWaiting: isPending(group),
    parts: [],
    set: (wish) => void setModifier(group.id, modifier.id, wish),
  }));

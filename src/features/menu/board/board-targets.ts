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

/** Each dish with its parts, in the order of the menu; then the choices. */
export function boardTargets(
  items: readonly Mirrored<'menu_items'>[],
  groups: readonly Mirrored<'modifier_groups'>[],
): BoardTarget[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return [
    ...items.map((item): BoardTarget => {
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
        parts: [...sizes, ...groupsOfDish(item, byId).flatMap(choicesOf)],
        set: (wish) => void setItem(item, wish),
      };
    }),
    ...groups.flatMap(choicesOf),
  ];
}

/** All that can be switched, each once: dishes, sizes, choices. */
export const allTargets = (targets: readonly BoardTarget[]): BoardTarget[] => [
  ...new Map(targets.flatMap((one) => [one, ...one.parts]).map((one) => [one.id, one])).values(),
];

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

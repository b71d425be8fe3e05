import { NESTING_MAX, type Dish } from '../orders/price-dish.ts';
import { isAvailable } from './availability.ts';
import type { MenuBook, MenuCategory, MenuItem } from './calls.ts';
import type { OfferedGroup } from './linked.ts';
import type { Modifier } from './modifiers.ts';
import { windowsOpenAt } from './windows.ts';

/** A dish with everything that decides whether it can be ordered. */
export interface OfferedDish {
  item: Pick<MenuItem, 'availability_status' | 'unavailable_until' | 'availability_windows' | 'modifier_groups'> &
    Pick<MenuItem, 'variants'>;
  category: Pick<MenuCategory, 'availability_windows'> | null;
  book: Pick<MenuBook, 'availability_windows'> | null;
  groups: Dish['groups'];
}

/**
 * Why a dish cannot be ordered.
 * - `sold_out`: the dish itself.
 * - `no_choice`: everything that must be chosen from is sold out; `of` names it, null for the dish's variants.
 * - `outside_windows`: neither, but it is not served at this time.
 */
export interface Absence {
  why: 'sold_out' | 'no_choice' | 'outside_windows';
  of: string | null;
  /** From when on it can be ordered, ISO; null if only a person or nobody can tell. */
  until: string | null;
}

/** Null if the dish can be ordered at `at` (ISO). Device, API and storefront decide it here. */
export function absenceOf(dish: OfferedDish, timezone: string, at: string): Absence | null {
  const until = orderableFrom(dish, timezone, at);
  if (until === at) return null;
  if (!isAvailable(dish.item, at)) return { why: 'sold_out', of: null, until };
  const missing = missingChoice(dish, at);
  return missing ? { why: 'no_choice', of: missing.name, until } : { why: 'outside_windows', of: null, until };
}

/** The first instant from `at` on. What is back stays back, so the windows are asked last. */
function orderableFrom(dish: OfferedDish, timezone: string, at: string): string | null {
  const isThere = (then: string) => isAvailable(dish.item, then) && missingChoice(dish, then) === null;
  const back = [at, ...endsOf(dish).filter((end) => Date.parse(end) > Date.parse(at))].find(isThere);
  if (back === undefined) return null;
  const { item, category, book } = dish;
  const windows = [book?.availability_windows, category?.availability_windows, item.availability_windows];
  return windowsOpenAt(
    windows.map((list) => list ?? []),
    timezone,
    back,
  );
}

/** The variants (name null) or the group of which too few are left; null if there are enough of each. */
export function missingChoice(
  { item, groups }: { item: Pick<MenuItem, 'variants' | 'modifier_groups'>; groups: Dish['groups'] },
  at: string,
): { name: string | null } | null {
  const variants = item.variants ?? [];
  if (variants.length > 0 && !variants.some((one) => isAvailable(one, at))) return { name: null };
  return groupsOf(item.modifier_groups ?? [], groups).find((group) => !canChoose(group, groups, at, 0)) ?? null;
}

/** Is enough left of a group for what must be chosen? A modifier counts only if its own groups allow it, too. */
function canChoose(group: OfferedGroup, groups: Dish['groups'], at: string, depth: number): boolean {
  if (group.min_selected === 0) return true;
  const left = group.modifiers.filter((one) => isAvailable(one, at) && canChooseBelow(one, groups, at, depth));
  return mostOf({ ...group, modifiers: left }) >= group.min_selected;
}

/** How much can be chosen of a group at most, as it stands. */
export function mostOf({
  selection_type: type,
  max_selected,
  modifiers,
}: Pick<OfferedGroup, 'selection_type' | 'max_selected'> & {
  modifiers: readonly Pick<Modifier, 'max_quantity'>[];
}): number {
  if (type === 'text') return 1;
  const all = modifiers.reduce((sum, one) => sum + (type === 'quantity' ? (one.max_quantity ?? Infinity) : 1), 0);
  return Math.min(all, type === 'single' ? 1 : (max_selected ?? Infinity));
}

/** Can a modifier be chosen as far as its own groups go? */
export const canChooseBelow = (
  { nested_group_ids: ids }: Pick<Modifier, 'nested_group_ids'>,
  groups: Dish['groups'],
  at: string,
  depth: number,
): boolean =>
  depth >= NESTING_MAX ||
  groupsOf(
    ids.map((id) => ({ id })),
    groups,
  ).every((group) => canChoose(group, groups, at, depth + 1));

/** When something of the dish comes back by itself, in order. */
function endsOf({ item, groups }: OfferedDish): string[] {
  const below = (refs: readonly { id: string }[], depth: number): Modifier[] =>
    groupsOf(refs, groups).flatMap(({ modifiers }) =>
      modifiers.flatMap((one) => [
        one,
        ...(depth < NESTING_MAX
          ? below(
              one.nested_group_ids.map((id) => ({ id })),
              depth + 1,
            )
          : []),
      ]),
    );
  return [item, ...(item.variants ?? []), ...below(item.modifier_groups ?? [], 0)]
    .flatMap(({ unavailable_until: end }) => end ?? [])
    .toSorted();
}

const groupsOf = (refs: readonly { id: string }[], groups: Dish['groups']): OfferedGroup[] =>
  refs.flatMap(({ id }) => groups.get(id) ?? []);

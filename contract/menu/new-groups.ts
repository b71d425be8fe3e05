import type { ModifierGroup } from './modifiers.ts';
import type { WantedGroup } from './modifiers.ts';
import { born, withModifiers, type NewRowValues } from './new-rows.ts';
import { mostOf } from './orderable.ts';
import { NESTING_MAX } from '../orders/price-dish.ts';

/** A group as it is made: alike on device and server. */
export const newGroup = (body: Omit<WantedGroup, 'id'>, birth: NewRowValues): ModifierGroup => ({
  ...born(birth),
  name: body.name,
  kitchen_name: body.kitchen_name ?? null,
  selection_type: body.selection_type,
  min_selected: body.min_selected ?? 0,
  max_selected: body.max_selected ?? null,
  free_count: body.free_count ?? 0,
  sort_order: body.sort_order ?? 0,
  modifiers: withModifiers([], body.modifiers ?? []),
});

/**
 * Why a group cannot stand as it is, by field; null when it can. `others`: all groups of the restaurant. `before`: the group that is edited;
 * what was wrong with it already refuses no other change.
 */
export function faultsOf(
  group: ModifierGroup,
  others: readonly ModifierGroup[],
  before?: ModifierGroup,
): Record<string, string> | null {
  const known = before ? faultsOf(before, others) : null;
  const faults = Object.entries(allFaultsOf(group, others)).filter(([field, why]) => known?.[field] !== why);
  return faults.length > 0 ? Object.fromEntries(faults) : null;
}

function allFaultsOf(group: ModifierGroup, others: readonly ModifierGroup[]): Record<string, string> {
  const faults: Record<string, string> = {};
  if (group.max_selected !== null && group.max_selected < group.min_selected)
    faults.max_selected = 'Less than the least that must be chosen';
  else if (group.selection_type !== 'text' && group.min_selected > 0 && group.modifiers.length === 0)
    faults.modifiers = 'There is nothing to choose from';
  else if (group.min_selected > mostOf(group)) faults.min_selected = `No more than ${mostOf(group)} can be chosen`;
  const all = new Map(others.map((one) => [one.id, one]));
  all.set(group.id, group);
  if ([...all.values()].some((one) => depthOf(one, all, []) > NESTING_MAX))
    faults.nested_group_ids = `Choices may lie ${NESTING_MAX} levels below others, and not in a circle`;
  return faults;
}

function depthOf(group: ModifierGroup, all: ReadonlyMap<string, ModifierGroup>, above: string[]): number {
  // In a circle it never ends: that is deeper than anything.
  if (above.includes(group.id) || above.length > NESTING_MAX) return NESTING_MAX + 1;
  const below = group.modifiers.flatMap(({ nested_group_ids }) => nested_group_ids.flatMap((id) => all.get(id) ?? []));
  return below.reduce((depth, one) => Math.max(depth, 1 + depthOf(one, all, [...above, group.id])), 0);
}

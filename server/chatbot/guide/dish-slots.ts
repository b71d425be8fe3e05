import { isAvailable } from '../../../contract/menu/availability.ts';
import { canChooseBelow } from '../../../contract/menu/orderable.ts';
import type { OfferedGroup, OfferedModifier } from '../../../contract/menu/linked.ts';
import { NESTING_MAX } from '../../../contract/orders/price-dish.ts';
import type { Offered } from '../../menu/offered.ts';
import type { Chosen } from './state.ts';

/** A place where something is chosen: a group of the dish, or one below a choice. */
export interface Slot {
  /** Unlike the group's id, another one below each choice that brings the group. */
  key: string;
  group: OfferedGroup;
  depth: number;
  /** Where the next choice goes in the list. */
  at: number;
  chosen: Chosen[];
}

/** All places of a dish for what was chosen, in the order in which they are asked for. */
export function slotsOfDish({ item, groups }: Offered, list: readonly Chosen[]): Slot[] {
  const visit = (ids: readonly string[], from: number, to: number, depth: number, above: string): Slot[] =>
    ids.flatMap((id) => {
      const group = groups.get(id);
      if (!group) return [];
      const own = [...list.keys()].filter(
        (at) => at >= from && at < to && (list[at]!.depth ?? 0) === depth && list[at]!.group_id === id,
      );
      const endOf = (at: number) => {
        const next = list.findIndex((one, place) => place > at && (one.depth ?? 0) <= depth);
        return next < 0 ? to : Math.min(next, to);
      };
      const slot = {
        key: `${above}${id}`,
        group,
        depth,
        at: own.length > 0 ? endOf(own.at(-1)!) : to,
        chosen: own.map((at) => list[at]!),
      };
      const below = own.flatMap((at) => {
        const modifier = group.modifiers.find((one) => one.id === list[at]!.modifier_id);
        const nested = depth < NESTING_MAX ? (modifier?.nested_group_ids ?? []) : [];
        return visit(nested, at + 1, endOf(at), depth + 1, `${above}${id}/${modifier?.id}/`);
      });
      return [slot, ...below];
    });
  return visit(
    (item.modifier_groups ?? []).map(({ id }) => id),
    0,
    list.length,
    0,
    '',
  );
}

export const countIn = ({ chosen }: Slot): number => chosen.reduce((sum, { quantity = 1 }) => sum + quantity, 0);

/** What can still be chosen there. */
export function openIn({ groups }: Offered, { group, depth, chosen }: Slot, at: string): OfferedModifier[] {
  return group.modifiers.filter((one) => {
    const accepted = chosen.find(({ modifier_id: id }) => id === one.id);
    const isFull =
      accepted && (group.selection_type !== 'quantity' || (accepted.quantity ?? 1) >= (one.max_quantity ?? 99));
    return !isFull && isAvailable(one, at) && canChooseBelow(one, groups, at, depth);
  });
}

/** The first place where something must or may still be chosen; undefined: nowhere. */
export function nextSlot(
  offered: Offered,
  list: readonly Chosen[],
  passed: readonly string[],
  at: string,
): Slot | undefined {
  return slotsOfDish(offered, list).find((slot) => {
    const { group, key } = slot;
    const most = group.selection_type === 'single' || group.selection_type === 'text' ? 1 : group.max_selected;
    const count = countIn(slot);
    if (most !== null && count >= most) return false;
    if (group.selection_type === 'text') return group.min_selected > 0;
    if (count < group.min_selected) return true;
    return !passed.includes(key) && openIn(offered, slot, at).length > 0;
  });
}

/** The list with one more of a modifier, or with words. */
export function withChoice(
  list: readonly Chosen[],
  slot: Slot,
  choice: { modifier_id: string } | { text: string },
): Chosen[] {
  const { group, depth, at } = slot;
  if ('modifier_id' in choice) {
    const there = slot.chosen.find(({ modifier_id: id }) => id === choice.modifier_id);
    if (there) return list.map((one) => (one === there ? { ...one, quantity: (one.quantity ?? 1) + 1 } : one));
  }
  const added: Chosen = {
    group_id: group.id,
    ...('modifier_id' in choice ? choice : { modifier_id: null, text: choice.text }),
    ...(depth > 0 ? { depth } : {}),
  };
  return list.toSpliced(at, 0, added);
}

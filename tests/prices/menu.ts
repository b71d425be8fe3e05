import type { WantedModifierOption } from '../../contract/menu/modifiers.ts';
import type { Seeded } from '../support/seeded.ts';

/** A menu as it is sent to the API: random, but with no more nesting than it takes. */
export interface RandomMenu {
  taxMode: 'inclusive' | 'exclusive';
  categoryRate: number | null;
  groups: GroupBody[];
  items: ItemBody[];
}
export interface GroupBody {
  id: string;
  name: string;
  kitchen_name: string | null;
  selection_type: 'single' | 'multiple' | 'quantity' | 'text';
  min_selected: number;
  max_selected: number | null;
  free_count: number;
  modifiers: (WantedModifierOption & { price_amount: number; nested_group_ids: string[] })[];
}
export interface ItemBody {
  id: string;
  name: string;
  price_amount: number;
  variants: { id: string; name: string; price_amount: number; is_default: boolean }[];
  modifier_groups: { id: string }[];
  tax_rate_bp: number | null;
  is_tax_inclusive: boolean | null;
}

export function randomMenu(random: Seeded, newId: () => string): RandomMenu {
  const rates = [null, 0, 500, 1250, 2000];
  const levels: GroupBody[][] = [[], [], []];
  // From the deepest level up, so that each names groups that are there.
  for (const level of [2, 1, 0])
    for (let n = random.between(1, 3); n > 0; n -= 1) {
      const below = (levels[level + 1] ?? []).map(({ id }) => id);
      levels[level]!.push(randomGroup(random, newId, `L${level} group ${n}`, below));
    }
  const items = Array.from({ length: 4 }, (_, i): ItemBody => {
    const count = random.chance(0.5) ? random.between(1, 3) : 0;
    const usual = random.chance(0.5) ? random.between(0, 2) : -1;
    return {
      id: newId(),
      name: `Dish ${i}`,
      price_amount: random.between(0, 2500),
      variants: Array.from({ length: count }, (_none, n) => ({
        id: newId(),
        name: `Size ${n}`,
        price_amount: random.between(1, 3000),
        is_default: n === usual,
      })),
      modifier_groups: random
        .shuffled(levels[0]!)
        .slice(0, random.between(1, 2))
        .map(({ id }) => ({ id })),
      tax_rate_bp: random.pick(rates),
      is_tax_inclusive: random.pick([null, null, true, false]),
    };
  });
  return {
    taxMode: random.pick(['inclusive', 'exclusive']),
    categoryRate: random.pick(rates),
    groups: levels.toReversed().flat(),
    items,
  };
}

function randomGroup(random: Seeded, newId: () => string, name: string, below: string[]): GroupBody {
  const selection_type = random.pick(['single', 'multiple', 'quantity', 'quantity', 'text'] as const);
  const isText = selection_type === 'text';
  const count = isText ? 0 : random.between(2, 4);
  const min_selected = random.pick([0, 0, 1]);
  return {
    id: newId(),
    name,
    // Not from `random`: the choices of a seed stay.
    kitchen_name: count % 2 === 0 ? name.slice(0, 2) : null,
    selection_type,
    min_selected,
    max_selected: isText || random.chance(0.5) ? null : random.between(2, 5),
    free_count: random.pick([0, 0, 1, 2]),
    modifiers: Array.from({ length: count }, (_, i) => ({
      id: newId(),
      name: `${name} option ${i}`,
      price_amount: random.between(0, 300),
      max_quantity: random.pick([null, 2, 3]),
      nested_group_ids: random.shuffled(below).slice(0, random.pick([0, 0, 1, 2])),
    })),
  };
}

/** One choice with those below it. */
export interface Picked {
  group: GroupBody;
  option: GroupBody['modifiers'][number] | null;
  quantity: number;
  isLeftOut: boolean;
  below: Picked[];
}

/** A choice that keeps the rules. */
export function randomPicks(
  random: Seeded,
  groups: readonly GroupBody[],
  refs: readonly string[],
  depth = 0,
): Picked[] {
  return refs.flatMap((id) => {
    const group = groups.find((one) => one.id === id)!;
    if (group.selection_type === 'text')
      return group.min_selected > 0 || random.chance(0.5)
        ? [{ group, option: null, quantity: 1, isLeftOut: false, below: [] }]
        : [];
    const most = group.selection_type === 'single' ? 1 : (group.max_selected ?? group.modifiers.length);
    const picks: Picked[] = [];
    let left = random.between(group.min_selected, most);
    for (const option of random.shuffled(group.modifiers)) {
      if (left === 0) {
        // "No onions" counts for nothing.
        if (random.chance(0.2)) picks.push({ group, option, quantity: 1, isLeftOut: true, below: [] });
        continue;
      }
      const quantity =
        group.selection_type === 'quantity' ? random.between(1, Math.min(left, option.max_quantity ?? left)) : 1;
      left -= quantity;
      const below = depth < 2 ? randomPicks(random, groups, option.nested_group_ids, depth + 1) : [];
      picks.push({ group, option, quantity, isLeftOut: false, below });
    }
    return picks;
  });
}

/** The list as it is sent. */
export const wireOf = (picks: readonly Picked[], depth = 0): object[] =>
  picks.flatMap(({ group, option, quantity, isLeftOut, below }) => [
    {
      group_id: group.id,
      modifier_id: option?.id ?? null,
      ...(depth > 0 ? { depth } : {}),
      ...(option ? { quantity } : { text: 'Happy birthday' }),
      ...(isLeftOut ? { prefix: 'no' } : {}),
    },
    ...wireOf(below, depth + 1),
  ]);

/** What the choices add to one piece, worked out piece by piece: each unit on its own, the free ones crossed off first. */
export function addedTo(picks: readonly Picked[]): number {
  let sum = 0;
  for (const group of new Set(picks.map((one) => one.group))) {
    const units = picks
      .filter((one) => one.group === group && !one.isLeftOut && one.option)
      .flatMap((one) => Array.from({ length: one.quantity }, () => one));
    for (const [i, unit] of units.entries()) {
      if (i >= group.free_count) sum += unit.option!.price_amount;
      sum += addedTo(unit.below);
    }
  }
  return sum;
}

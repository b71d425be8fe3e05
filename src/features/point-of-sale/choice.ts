import { isAvailable } from '../../../contract/menu/availability.ts';
import type { ModifierGroup } from '../../../contract/menu/modifiers.ts';
import { hasOpenPrice, NESTING_MAX, type Choice, type Dish } from '../../../contract/orders/price-dish.ts';

/**
 * What is chosen while the chooser is open: by the way to it ("group/modifier/group/modifier") how many of it, or the words of a group
 * of words. The order of the entries is the order of choice.
 */
export interface Chosen {
  variantId: string | undefined;
  picks: Record<string, number | string>;
  /** By the same way: "extra", "less" or "no" of it. */
  prefixes?: Record<string, Prefix>;
  /** What it costs, as typed, where its price is open. */
  price?: string;
}

export type Prefix = 'extra' | 'less' | 'no';

type Choices = NonNullable<Choice['modifiers']>;

/** Does a touch have to ask before the dish can stand on an order? */
export const mustChoose = ({ item, groups }: Dish): boolean =>
  hasOpenPrice(item) ||
  (item.variants ?? []).length > 0 ||
  groupsOf(item.modifier_groups ?? [], groups).some((group) => group.min_selected > 0);

/** Is there anything to choose of it at all? */
export const canChoose = ({ item, groups }: Dish): boolean =>
  hasOpenPrice(item) || (item.variants ?? []).length > 0 || groupsOf(item.modifier_groups ?? [], groups).length > 0;

export const groupsOf = (refs: readonly { id: string }[], groups: Dish['groups']): ModifierGroup[] =>
  refs.flatMap(({ id }) => groups.get(id) ?? []);

/** The usual variant, and of each group what is chosen as a rule; what is sold out is not. */
export function usualChoice({ item, groups }: Dish, now: Date): Chosen {
  const variants = (item.variants ?? []).filter((one) => isAvailable(one, now));
  const picks = groupsOf(item.modifier_groups ?? [], groups).flatMap((group) =>
    group.modifiers
      .filter((one) => one.is_default && isAvailable(one, now))
      .map((one): [string, number] => [`${group.id}/${one.id}`, 1]),
  );
  const usual = variants.find((one) => one.is_default) ?? (variants.length === 1 ? variants[0] : undefined);
  return { variantId: usual?.id, picks: Object.fromEntries(picks) };
}

/** One more or less of it, or other words; 0 and no words take it away with all below it. In a group of one it takes the other's place. */
export function pick(chosen: Chosen, group: ModifierGroup, path: string, to: number | string): Chosen {
  const { picks, prefixes = {}, ...others } = chosen;
  const inGroup = path.slice(0, path.lastIndexOf('/'));
  const isGone = (key: string) =>
    ((to === 0 || to === '') && (key === path || key.startsWith(`${path}/`))) ||
    (group.selection_type === 'single' && key.startsWith(`${inGroup}/`) && key !== path && !key.startsWith(`${path}/`));
  const kept = Object.entries(picks).filter(([key]) => !isGone(key));
  const isThere = kept.some(([key]) => key === path);
  const next = isThere ? kept.map(([key, value]) => [key, key === path ? to : value] as const) : kept;
  const isAdded = !isThere && to !== 0 && to !== '';
  const left = Object.entries(prefixes).filter(([key]) => !isGone(key));
  return {
    ...others,
    picks: Object.fromEntries(isAdded ? [...next, [path, to]] : next),
    ...(left.length > 0 && { prefixes: Object.fromEntries(left) }),
  };
}

/** Chooses it with a prefix; null takes the prefix away. What is left out has nothing below it. */
export function prefix(chosen: Chosen, group: ModifierGroup, path: string, to: Prefix | null): Chosen {
  const bare = to === 'no' ? pick(chosen, group, path, 0) : chosen;
  const next = pick(bare, group, path, 1);
  const { [path]: _, ...others } = chosen.prefixes ?? {};
  return { ...next, prefixes: to ? { ...others, [path]: to } : others };
}

/** The list that the order carries: each choice, and below it what was chosen of its own groups. */
export function listOf({ variantId, picks, prefixes = {} }: Chosen, { item, groups }: Dish): Choice {
  const walk = (refs: readonly { id: string }[], prefix: string, depth: number): Choices =>
    groupsOf(refs, groups).flatMap((group) =>
      Object.entries(picks).flatMap(([key, value]): Choices => {
        const name = key.startsWith(`${prefix}${group.id}/`) ? key.slice(prefix.length + group.id.length + 1) : '';
        if (name === '' || name.includes('/')) return [];
        const level = depth > 0 ? { depth } : {};
        if (typeof value === 'string') return [{ group_id: group.id, modifier_id: null, ...level, text: value }];
        const modifier = group.modifiers.find(({ id }) => id === name);
        if (!modifier) return [];
        const said = prefixes[key];
        const below = depth < NESTING_MAX && said !== 'no' ? modifier.nested_group_ids.map((id) => ({ id })) : [];
        return [
          { group_id: group.id, modifier_id: modifier.id, ...level, ...(said && { prefix: said }), quantity: value },
          ...walk(below, `${key}/`, depth + 1),
        ];
      }),
    );
  return { ...(variantId ? { variant_id: variantId } : {}), modifiers: walk(item.modifier_groups ?? [], '', 0) };
}

/** The way back: what a line says, as the chooser has it. What the menu does not offer any more is left out when it is listed again. */
export function chosenOf({ variant_id, modifiers = [] }: Choice): Chosen {
  const picks: Chosen['picks'] = {};
  const prefixes: NonNullable<Chosen['prefixes']> = {};
  const way: string[] = [];
  for (const { group_id, modifier_id, depth = 0, prefix: said = 'none', quantity, text } of modifiers) {
    const key = `${depth > 0 ? `${way[depth - 1]}/` : ''}${group_id}/${modifier_id ?? 'text'}`;
    way.splice(depth, way.length, key);
    picks[key] = modifier_id === null ? (text ?? '') : (quantity ?? 1);
    if (said !== 'none') prefixes[key] = said;
  }
  return { variantId: variant_id, picks, ...(Object.keys(prefixes).length > 0 && { prefixes }) };
}

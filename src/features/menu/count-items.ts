import type { Mirrored } from '../../data/db.ts';

type Item = Mirrored<'menu_items'>;

/** By category: how many dishes it has, and how many of them are sold out. Counted in one pass, because menus are large. */
export function countItems(
  items: readonly Item[],
  isOut: (item: Item) => boolean,
): ReadonlyMap<string, { count: number; out: number }> {
  const counts = new Map<string, { count: number; out: number }>();
  for (const item of items) {
    const { count, out } = counts.get(item.category_id) ?? { count: 0, out: 0 };
    counts.set(item.category_id, { count: count + 1, out: out + (isOut(item) ? 1 : 0) });
  }
  return counts;
}

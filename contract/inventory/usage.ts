import type { Order, OrderLine } from '../orders/calls.ts';
import { timesOf } from '../orders/times-of.ts';
import type { InventoryItem } from './calls.ts';
import { toThousandths } from './stock.ts';

type Line = Pick<OrderLine, 'menu_item_id' | 'variant_id' | 'quantity' | 'modifiers'>;
export type Usable = Pick<
  InventoryItem,
  'id' | 'menu_item_id' | 'variant_id' | 'modifier_id' | 'is_tracked' | 'ingredients'
>;

/**
 * What the lines take of each row that is tracked, thousandths. A dish takes its own portion and its recipe's ingredients; a variant
 * that has a row takes from that one instead; a modifier takes unless it is left out ("no"), for each piece of what it belongs to. One that
 * is a dish as well and has no row takes what the dish takes. `links`: those dishes, by modifier.
 */
export function usageOf(
  lines: readonly Line[],
  items: readonly Usable[],
  links: ReadonlyMap<string, string>,
): Map<string, number> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const used = new Map<string, number>();
  const take = (item: Usable | undefined, pieces: number) => {
    if (!item) return;
    if (item.is_tracked) used.set(item.id, (used.get(item.id) ?? 0) + pieces * 1000);
    for (const { inventory_id: id, quantity } of item.ingredients)
      if (byId.get(id)?.is_tracked) used.set(id, (used.get(id) ?? 0) + pieces * toThousandths(quantity));
  };
  for (const line of lines) {
    take(rowOf(line, items), line.quantity);
    const modifiers = line.modifiers ?? [];
    const times = timesOf(modifiers);
    for (const [place, { modifier_id: id, prefix, quantity }] of modifiers.entries()) {
      if (!id || prefix === 'no') continue;
      const own = items.find((item) => item.modifier_id === id);
      take(own ?? rowOf({ menu_item_id: links.get(id) ?? null }, items), line.quantity * times[place]! * quantity);
    }
  }
  return used;
}

function rowOf(
  { menu_item_id: id, variant_id: variant }: Pick<Line, 'menu_item_id' | 'variant_id'>,
  items: readonly Usable[],
): Usable | undefined {
  if (!id) return undefined;
  const own = items.filter((item) => item.menu_item_id === id);
  return (
    (variant ? own.find((item) => item.variant_id === variant) : undefined) ??
    own.find((item) => item.variant_id === null)
  );
}

/** True while the order keeps what it took: rejecting, cancelling or deleting it gives it back, but what was handed over is eaten. */
export function holdsStock({ order_status: status, deleted_at }: Pick<Order, 'order_status' | 'deleted_at'>): boolean {
  if (status === 'rejected' || status === 'cancelled') return false;
  return deleted_at === null || status === 'completed';
}

import type { InventoryItem } from '../../../contract/inventory/calls.ts';
import { fromThousandths, toThousandths } from '../../../contract/inventory/stock.ts';
import { holdsStock, usageOf } from '../../../contract/inventory/usage.ts';
import type { Order } from '../../../contract/orders/calls.ts';
import type { Draft } from './draft.ts';

export interface Shortage {
  /** The inventory row's id. */
  id: string;
  /** What is left and what this order takes, decimal strings in the row's unit. */
  left: string;
  wanted: string;
}

type Holding = Pick<Order, 'order_status' | 'deleted_at' | 'lines'>;

/**
 * What this order takes more of than is left. `waiting`: orders of this device that the server has not got; the counted stock does not
 * know of them. `looked`: the order being corrected, whose stock it already has. `links`: dishes that modifiers are as well, by modifier.
 */
export function shortagesOf(
  { lines }: Pick<Draft, 'lines'>,
  items: readonly InventoryItem[],
  {
    waiting,
    looked,
    links,
  }: { waiting: readonly Holding[]; looked: Holding | undefined; links: ReadonlyMap<string, string> },
): Shortage[] {
  const wanted = usageOf(
    lines.map((line) => ({ ...line, modifiers: line.modifiers ?? [] })) as Order['lines'], // the fields that it reads
    items,
    links,
  );
  const held = usageOf(
    waiting.filter(holdsStock).flatMap((order) => order.lines),
    items,
    links,
  );
  const returned = looked && holdsStock(looked) ? usageOf(looked.lines, items, links) : new Map<string, number>();
  return items.flatMap(({ id, quantity }) => {
    const takes = wanted.get(id) ?? 0;
    const left = Math.max(0, toThousandths(quantity) - (held.get(id) ?? 0) + (returned.get(id) ?? 0));
    return takes > left ? [{ id, left: fromThousandths(left), wanted: fromThousandths(takes) }] : [];
  });
}
